/** The decoder pool of this process, shared by all callers. */
import { availableParallelism } from 'node:os'
import { DecoderPool } from './decoder-pool'

export interface DecoderSettings {
  /** Maximum number of children; 0 means automatic. */
  workers: number
  /** Memory limit for each child while it works. */
  decoder_memory_mb: number
}

const automatic: DecoderSettings = { workers: 0, decoder_memory_mb: 1024 }

let pool: DecoderPool | undefined

/** Returns the pool. The first call creates it, and the settings of later calls are ignored. */
export const decoder = ({ workers, decoder_memory_mb: memoryMb } = automatic) =>
  (pool ??= new DecoderPool({
    size: workers > 0 ? workers : Math.min(4, availableParallelism()),
    maxTaskMemoryBytes: memoryMb * 1024 * 1024,
  }))

export function closeDecoder() {
  pool?.close()
  pool = undefined
}
