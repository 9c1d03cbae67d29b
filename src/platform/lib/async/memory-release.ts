const megabyte = 1024 * 1024

/**
 * Returns a function to be called after each piece of long work. It collects garbage when the
 * process has grown by this much, because the engine would otherwise let more garbage accumulate.
 */
export function createMemoryRelease(
  maxGrowthMegabytes: number,
  readBytes: () => number = process.memoryUsage.rss,
  collect: () => void = () => Bun.gc(true),
): () => void {
  let releasedAtBytes = 0
  return () => {
    const bytes = readBytes()
    if (bytes - releasedAtBytes < maxGrowthMegabytes * megabyte) {
      releasedAtBytes = Math.min(releasedAtBytes, bytes)
      return
    }
    collect()
    releasedAtBytes = readBytes()
  }
}
