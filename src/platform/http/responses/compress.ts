/** Compresses text responses outside the main thread. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { NowOrLater } from '../../lib/async/now-or-later'
import { negotiateEncoding } from '../requests/accept'

type Headers = Record<string, string>

/** Smaller responses fit into a single packet even if they are not compressed. */
const minBytes = 1400

const zstd = promisify(zstdCompress)
const brotli = promisify(brotliCompress)
const gzipText = promisify(gzip)

/** In order of preference. Browsers accept zstd and br only over HTTPS and from localhost. */
const compressors = {
  zstd: (text: string) => zstd(text),
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => gzipText(text, { level: 5 }),
}
const encodings = ['zstd', 'br', 'gzip'] as const

/**
 * Creates a text response, compressed if that is worthwhile. Not for responses with secrets,
 * because the length of the compressed text would reveal content.
 */
export function createTextResponse(
  request: Request,
  text: string,
  { headers: own, status = 200 }: { headers: Headers; status?: number },
): NowOrLater<Response> {
  const headers: Headers = { ...own, ...addVary(own['vary']) }
  const encoding = text.length < minBytes ? undefined : negotiateEncoding(request, encodings)
  if (!encoding) return new Response(text, { status, headers })
  const encoded = { ...headers, ...weakenEtag(headers['etag']), 'content-encoding': encoding }
  return compressors[encoding](text).then(
    (bytes) => new Response(bytes, { status, headers: encoded }),
  )
}

/** Creates the 304 response for text that `createTextResponse` would send. */
export const createNotModified = (headers: Headers) =>
  new Response(null, { status: 304, headers: { ...headers, ...addVary(headers['vary']) } })

const addVary = (others: string | undefined) => ({
  vary: others ? `${others}, accept-encoding` : 'accept-encoding',
})

/** A strong ETag would promise the same bytes for all encodings. */
const weakenEtag = (etag: string | undefined) =>
  etag?.startsWith('"') ? { etag: `W/${etag}` } : {}
