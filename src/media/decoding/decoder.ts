/** The pool of this process. Processes are a thing of the machine, so there is one for all who ask. */
import { availableParallelism } from 'node:os'
import { DecoderPool } from './pool'

let pool: DecoderPool | undefined

/** `workers`: how many children at most; 0 fits it to the machine. Only the first call decides. */
export const decoder = (workers = 0) =>
  (pool ??= new DecoderPool({ size: workers > 0 ? workers : Math.min(4, availableParallelism()) }))

export function closeDecoder() {
  pool?.close()
  pool = undefined
}
