/** Text in fewer bytes, in a form that the client takes. The work is done beside the main thread. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { takenEncoding } from './accept'

type Headers = Record<string, string>

/** Below it nothing is won: it fits into one packet as it is. */
const leastBytes = 1400

const zstd = promisify(zstdCompress)
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The best first. Browsers take the first two over HTTPS and from their own machine only, gzip everywhere. */
const compressors = {
  zstd: (text: string) => zstd(text),
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => gzipped(text, { level: 5 }),
}
const encodings = ['zstd', 'br', 'gzip'] as const

/**
 * An answer of text, compressed where that is worth it. Not for answers that hold a secret: from their
 * length could be guessed what is in them.
 */
export async function textAnswer(
  request: Request,
  text: string,
  { headers: own, status = 200 }: { headers: Headers; status?: number },
): Promise<Response> {
  const headers: Headers = { ...own, ...varies(own['vary']) }
  const encoding = text.length < leastBytes ? undefined : takenEncoding(request, encodings)
  if (!encoding) return new Response(text, { status, headers })
  const bytes = await compressors[encoding](text)
  const encoded = { ...headers, ...weakened(headers['etag']), 'content-encoding': encoding }
  return new Response(bytes, { status, headers: encoded })
}

/** To who has the text already, as `textAnswer` would have sent it. */
export const unchangedText = (headers: Headers) =>
  new Response(null, { status: 304, headers: { ...headers, ...varies(headers['vary']) } })

const varies = (others: string | undefined) => ({
  vary: others ? `${others}, accept-encoding` : 'accept-encoding',
})

/** A strong validator would promise the same bytes in every encoding. */
const weakened = (etag: string | undefined) => (etag?.startsWith('"') ? { etag: `W/${etag}` } : {})
