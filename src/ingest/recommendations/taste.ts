/** Determines what a user likes, from the series that they have read. Pure. */

export type FeatureKind = 'genre' | 'tag' | 'person'

/** A genre, tag or creator of a series. */
export interface Feature {
  kind: FeatureKind
  id: string
}

/** A series that the user has started or read. */
export interface Seed {
  seriesId: string
  bookCount: number
  booksRead: number
  /** Number of times that the whole series was read. */
  readCount: number
  lastReadAt: Date | null
}

/** The weight of each feature, and the seeds that have it. */
export interface Taste {
  weights: ReadonlyMap<string, number>
  /** Keyed by feature: the seeds that have it, and the weight of each seed. */
  seeds: ReadonlyMap<string, ReadonlyMap<string, number>>
}

interface FeatureOfSeed extends Feature {
  seriesId: string
  /** Number of series with the feature. */
  seriesCount: number
}

export const getFeatureKey = ({ kind, id }: Feature): string => `${kind} ${id}`

/** Creators say more about taste than genres or tags. */
const kindWeights: Record<FeatureKind, number> = { person: 2, genre: 1, tag: 0.8 }
const maxFeatures = 60
const dayMs = 86_400_000
/** Half-life of the part of a weight that depends on when the series was last read. */
const halfLifeDays = 365

/**
 * Weighs features; rare ones count more. `totalSeries` is the number of series in the catalog.
 */
export function buildTaste(
  seeds: readonly Seed[],
  features: readonly FeatureOfSeed[],
  { totalSeries, now }: { totalSeries: number; now: Date },
): Taste {
  const seedWeights = new Map(seeds.map((seed) => [seed.seriesId, weighSeed(seed, now)]))
  const weights = new Map<string, number>()
  const seedsByFeature = new Map<string, Map<string, number>>()
  for (const feature of features) {
    const seedWeight = seedWeights.get(feature.seriesId)
    if (seedWeight === undefined) continue
    const key = getFeatureKey(feature)
    const rarity = Math.log(1 + totalSeries / Math.max(1, feature.seriesCount))
    weights.set(key, (weights.get(key) ?? 0) + seedWeight * kindWeights[feature.kind] * rarity)
    const having = seedsByFeature.get(key) ?? new Map<string, number>()
    seedsByFeature.set(key, having.set(feature.seriesId, seedWeight))
  }
  const strongest = [...weights].toSorted(([, a], [, b]) => b - a).slice(0, maxFeatures)
  return { weights: new Map(strongest), seeds: seedsByFeature }
}

/** Returns 0.15 (only started, long ago) to 1 (just finished). */
function weighSeed({ bookCount, booksRead, readCount, lastReadAt }: Seed, now: Date): number {
  const isFinished = readCount > 0 || (bookCount > 0 && booksRead >= bookCount)
  const interest = isFinished ? 1 : booksRead > 0 ? 0.7 : 0.3
  const days = lastReadAt ? Math.max(0, (now.getTime() - lastReadAt.getTime()) / dayMs) : Infinity
  return interest * (0.5 + 0.5 * 2 ** (-days / halfLifeDays))
}
