/** The Workers of one scan, or of a look at what a scan would do. */
import { availableParallelism } from 'node:os'
import type { Context } from '../../context'
import { Readers } from './read/reader'
import { Walker } from './walk/walker'

const fileTimeoutMs = 60_000
/** Reading metadata is quicker than one core can store it. */
const oneIsEnough = Math.min(1, availableParallelism())

/** They end with the work, or with the signal. */
export async function withWorkers<Result>(
  { config }: Context,
  signal: AbortSignal,
  work: (workers: { walker: Walker; readers: Readers }) => Promise<Result>,
): Promise<Result> {
  using walker = new Walker()
  using readers = new Readers(config.scan.workers || oneIsEnough, fileTimeoutMs)
  // Neither a walk nor a file that is being read can be interrupted, but their Workers can be ended.
  const end = () => {
    walker[Symbol.dispose]()
    readers[Symbol.dispose]()
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await work({ walker, readers })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}
