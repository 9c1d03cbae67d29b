/** The decoder pool of this process, shared by all callers. */
import { availableParallelism } from 'node:os'
import { DecoderPool } from './pool'

let pool: DecoderPool | undefined

/** `workers`: maximum number of children; 0 means automatic. Only the first call sets it. */
export const decoder = (workers = 0) =>
  (pool ??= new DecoderPool({ size: workers > 0 ? workers : Math.min(4, availableParallelism()) }))

export function closeDecoder() {
  pool?.close()
  pool = undefined
}
