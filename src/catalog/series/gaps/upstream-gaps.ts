/** Computes the gap between existing and published numbers. */
interface KnownNumbers {
  tracked: boolean
  totalChapterCount: number | null
  totalVolumeCount: number | null
  localMaxChapter: number | null
  localMaxVolume: number | null
  /** Source of each total. */
  sources: Readonly<Record<string, string>>
}

export function computeUpstreamGaps(known: KnownNumbers) {
  const { tracked, sources } = known
  const { localMaxChapter, localMaxVolume } = known
  // A series of volumes does not lack chapters, nor the reverse.
  const hasChapters = localMaxChapter !== null || localMaxVolume === null
  const hasVolumes = localMaxVolume !== null || localMaxChapter === null
  const chapters =
    tracked && hasChapters ? computeGap(known.totalChapterCount, localMaxChapter) : null
  const volumes = tracked && hasVolumes ? computeGap(known.totalVolumeCount, localMaxVolume) : null
  const providers = [
    chapters === null ? undefined : sources['totalChapterCount'],
    volumes === null ? undefined : sources['totalVolumeCount'],
  ]
  return {
    upstreamChapterGap: chapters,
    upstreamVolumeGap: volumes,
    upstreamGapProvider: providers.find((source) => source && source !== 'edited') ?? null,
  }
}

/** To one decimal; null if nothing is missing. */
function computeGap(total: number | null, local: number | null): number | null {
  if (total === null) return null
  const missing = Math.round((total - (local ?? 0)) * 10) / 10
  return missing > 0 ? missing : null
}
