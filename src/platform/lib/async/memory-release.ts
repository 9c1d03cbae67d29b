const megabyte = 1024 * 1024

/**
 * Returns a function to call after each piece of long-running work. The function collects garbage
 * if the memory of the process has grown by at least `maxGrowthMegabytes` since the previous
 * collection, because the engine would otherwise let garbage accumulate.
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
