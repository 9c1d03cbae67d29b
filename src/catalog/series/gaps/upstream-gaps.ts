/**
 * Existing and published volume and chapter numbers, from which the gap between them is computed.
 */
interface KnownNumbers {
  tracked: boolean
  totalChapterCount: number | null
  totalVolumeCount: number | null
  /** The highest released number, used while the total is unknown or smaller. */
  latestKnownChapter: number | null
  latestKnownVolume: number | null
  localMaxChapter: number | null
  localMaxVolume: number | null
  /** Source of each total. */
  sources: Readonly<Record<string, string>>
}

export function computeUpstreamGaps(known: KnownNumbers) {
  const { tracked, sources, localMaxChapter, localMaxVolume } = known
  // If a series has only volumes, its chapters do not count as missing, and vice versa.
  const hasChapters = localMaxChapter !== null || localMaxVolume === null
  const hasVolumes = localMaxVolume !== null || localMaxChapter === null
  const published = {
    chapters: pickPublished(known.totalChapterCount, known.latestKnownChapter),
    volumes: pickPublished(known.totalVolumeCount, known.latestKnownVolume),
  }
  const chapters =
    tracked && hasChapters ? computeGap(published.chapters.number, localMaxChapter) : null
  const volumes =
    tracked && hasVolumes ? computeGap(published.volumes.number, localMaxVolume) : null
  const providers = [
    chapters === null || !published.chapters.isTotal ? undefined : sources['totalChapterCount'],
    volumes === null || !published.volumes.isTotal ? undefined : sources['totalVolumeCount'],
  ]
  return {
    upstreamChapterGap: chapters,
    upstreamVolumeGap: volumes,
    upstreamGapProvider: providers.find((source) => source && source !== 'edited') ?? null,
  }
}

const pickPublished = (total: number | null, latestKnown: number | null) =>
  latestKnown !== null && (total === null || total < latestKnown)
    ? { number: latestKnown, isTotal: false }
    : { number: total, isTotal: true }

/** Computes the gap, rounded to one decimal place, or null if nothing is missing. */
function computeGap(total: number | null, local: number | null): number | null {
  if (total === null) return null
  const missing = Math.round((total - (local ?? 0)) * 10) / 10
  return missing > 0 ? missing : null
}

/** Returns the higher of the number set by a user and the one from releases. */
export const getHigher = (
  set: number | null | undefined,
  released: number | null | undefined,
): number | null =>
  set == null || released == null ? (set ?? released ?? null) : Math.max(set, released)
