/** Uses a decoder process, which may crash, to read files that need native code or much memory. */
import type { Context } from '../../../context'
import { decoder } from '../../../media/decoding/decoder'
import { DecodeFailed, DecodeTooLarge, DecoderDied } from '../../../media/decoding/decode-errors'
import type { Finding } from '../../../media/contents/contents'
import type { PackedIdentity } from '../../../media/reader/decoder-archives'
import type { ReadResponse, ReadRequest } from './analyze.worker'
import type { ReadResult } from './file-readers'
import { sanitizeForStorage } from './sanitize'
import { readMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/** A final result from a Worker: the file does not need a decoder process. */
export type FinalResult = Exclude<
  ReadResult,
  { native: unknown } | { quick: unknown } | { whole: unknown }
>

/** Sends files that need native code to the decoders. Returns results in the same order. */
export async function decodeNativeFiles(
  { config }: Context,
  requests: readonly ReadRequest[],
  results: readonly ReadResult[],
): Promise<FinalResult[]> {
  const pathOf = new Map(requests.map(({ key, path }) => [key, path]))
  const decoders = decoder(config.thumbnails)
  const decode = async (
    response: Extract<ReadResponse, { native: unknown }>,
  ): Promise<FinalResult> => {
    const { key, file, fingerprint, partialMd5, native, archive } = response
    const path = pathOf.get(key)!
    try {
      const { contents, evidence } =
        native === 'pdf'
          ? { contents: await decoders.run('readPdf', { path }), evidence: response.evidence }
          : await decoders.run('readCompressed', { path, archive })
      return {
        key,
        file,
        fingerprint,
        partialMd5,
        evidence: response.evidence.content === null ? evidence : response.evidence,
        contents: sanitizeForStorage(contents),
      }
    } catch (error) {
      return { key, ...classifyDecoderError(error) }
    }
  }
  return Promise.all(
    results.map(async (result) => {
      if ('quick' in result || 'whole' in result) {
        throw new Error('unexpected probe result')
      }
      return 'native' in result ? decode(result) : result
    }),
  )
}

/** Returns null for a packed archive that cannot be identified. */
export async function decodePackedIdentity(
  { config }: Context,
  path: string,
): Promise<PackedIdentity | null> {
  try {
    return await decoder(config.thumbnails).run('identifyPacked', { path })
  } catch (error) {
    classifyDecoderError(error)
    return null
  }
}

/** Returns the problem of a `.mokuro` file, or null. Throws system errors. */
export async function findMokuroProblem(
  { config }: Pick<Context, 'config'>,
  path: string,
): Promise<Finding | null> {
  try {
    return await decoder(config.thumbnails).run('checkMokuro', { path })
  } catch (error) {
    if (error instanceof DecodeFailed && error.code !== undefined) throw error
    const code = error instanceof DecodeTooLarge ? 'too_large' : 'unreadable'
    return { code, message: classifyDecoderError(error).message }
  }
}

/** Rethrows errors that are not caused by the file. */
function classifyDecoderError(error: unknown): { failed: 'died' | 'unreadable'; message: Message } {
  if (error instanceof DecoderDied) {
    return { failed: 'died', message: readMessages.decoder_crashed() }
  }
  if (!(error instanceof DecodeFailed)) throw error
  const isTooLarge = error instanceof DecodeTooLarge && error.userMessage
  const message = isTooLarge || readMessages.failed({ reason: error.message })
  return { failed: 'unreadable', message }
}
