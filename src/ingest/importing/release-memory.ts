/** Imports read large tables, of which the engine would keep hundreds of megabytes for a while. */
import { createMemoryRelease } from '../../platform/lib/async/memory-release'

const maxGrowthMegabytes = 16

/** To be called after each slice of rows. */
export const releaseMemory = createMemoryRelease(undefined, undefined, maxGrowthMegabytes)
