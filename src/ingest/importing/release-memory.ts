/** Keeps imports of large tables from leaving hundreds of megabytes of garbage. */
import { createMemoryRelease } from '../../platform/lib/async/memory-release'

/** Call this after each slice of rows. */
export const releaseMemory = createMemoryRelease(16)
