/** Ranks series that a user has not read by how well they fit the user's taste. Pure. */
import { type Feature, getFeatureKey, type Taste } from './taste'

export interface RankedSeries {
  seriesId: string
  /** 0 to 1; the best series has 1. */
  score: number
  /** Series of the user that the recommendation is based on, most similar first. */
  seedIds: string[]
}

interface Candidate {
  seriesId: string
  features: readonly Feature[]
}

interface Rated extends Candidate {
  points: number
  seedIds: string[]
}

const maxRanked = 60
const maxSeeds = 3
/**
 * Each further series recommended for the same reason is weighted lower, so that a single reason
 * does not fill the list.
 */
const repetitionFactor = 0.8

export function chooseRecommendations(
  candidates: readonly Candidate[],
  taste: Taste,
): RankedSeries[] {
  const rated = candidates
    .map((candidate) => rate(candidate, taste))
    .filter(({ points, seedIds }) => points > 0 && seedIds.length > 0)
  const best = Math.max(0, ...rated.map(({ points }) => points))
  return mixReasons(rated).map(({ seriesId, points, seedIds }) => ({
    seriesId,
    score: points / best,
    seedIds,
  }))
}

function rate({ seriesId, features }: Candidate, { weights, seeds }: Taste): Rated {
  let points = 0
  const pointsBySeed = new Map<string, number>()
  for (const key of new Set(features.map(getFeatureKey))) {
    const weight = weights.get(key)
    if (weight === undefined) continue
    points += weight
    for (const [seedId, seedWeight] of seeds.get(key) ?? []) {
      pointsBySeed.set(seedId, (pointsBySeed.get(seedId) ?? 0) + weight * seedWeight)
    }
  }
  const seedIds = [...pointsBySeed]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxSeeds)
    .map(([id]) => id)
  return { seriesId, features, points, seedIds }
}

/**
 * Mixes series with different first seeds: takes the best series, lowers the score of those with
 * the same first seed, and repeats this.
 */
function mixReasons(rated: readonly Rated[]): Rated[] {
  const left = rated.toSorted((a, b) => b.points - a.points).slice(0, maxRanked * 3)
  const uses = new Map<string, number>()
  const worth = ({ points, seedIds }: Rated) =>
    points * repetitionFactor ** (uses.get(seedIds[0]!) ?? 0)
  const chosen: Rated[] = []
  while (left.length > 0 && chosen.length < maxRanked) {
    const next = left.reduce((best, one) => (worth(one) > worth(best) ? one : best))
    left.splice(left.indexOf(next), 1)
    chosen.push(next)
    uses.set(next.seedIds[0]!, (uses.get(next.seedIds[0]!) ?? 0) + 1)
  }
  return chosen
}
