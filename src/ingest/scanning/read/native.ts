/** Files that only native code can read are read by a decoder child, which may die of them. */
import type { Context } from '../../../context'
import { decoder } from '../../../media/decoding/decoder'
import { DecodeFailed, DecoderDied } from '../../../media/decoding/pool'
import type { Evidence } from '../../../media/reader/evidence'
import type { ReadAnswer, ReadOrder } from './analyze.worker'
import type { ReadResult } from './reader'
import { storable } from './storable'
import { readMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/** A Worker's answer after which nobody else has to be asked. */
export type FinalResult = Exclude<
  ReadResult,
  { native: unknown } | { glance: unknown } | { whole: unknown }
>

const taskOf = { pdf: 'readPdf', compressed: 'readCompressed' } as const

/** Asks the decoders for what the Worker could not read; answers in the same order. */
export async function finishReading(
  { config }: Context,
  orders: readonly ReadOrder[],
  results: readonly ReadResult[],
): Promise<FinalResult[]> {
  const pathOf = new Map(orders.map(({ key, path }) => [key, path]))
  const decoders = decoder(config.thumbnails.workers)
  const finish = async (answer: Extract<ReadAnswer, { native: unknown }>): Promise<FinalResult> => {
    const { key, file, fingerprint, native } = answer
    const path = pathOf.get(key)!
    try {
      const contents = await decoders.run(taskOf[native], { path })
      const isTold = native === 'pdf' || answer.evidence.content !== null
      const evidence = isTold ? answer.evidence : await decoders.run('readEvidence', { path })
      return { key, file, fingerprint, evidence, contents: storable(contents) }
    } catch (error) {
      return { key, ...whyNot(error) }
    }
  }
  return Promise.all(
    results.map(async (result) => {
      if ('glance' in result || 'whole' in result) {
        throw new Error('a glance at a file is no reading of it')
      }
      return 'native' in result ? finish(result) : result
    }),
  )
}

/** What tells whose files these packed archives are; null where nothing does. */
export async function glanceAtPacked({ config }: Context, paths: readonly string[]) {
  const decoders = decoder(config.thumbnails.workers)
  const glance = async (path: string): Promise<Evidence | null> => {
    try {
      return await decoders.run('readEvidence', { path })
    } catch (error) {
      whyNot(error)
      return null
    }
  }
  return Promise.all(paths.map(glance))
}

/** Throws what is no fault of the file. */
function whyNot(error: unknown): { failed: 'died' | 'unreadable'; message: Message } {
  if (error instanceof DecoderDied) {
    return { failed: 'died', message: readMessages.decoder_crashed() }
  }
  if (!(error instanceof DecodeFailed)) throw error
  return { failed: 'unreadable', message: readMessages.failed({ reason: error.message }) }
}
