/** File responses: ETags, file names, and ranges, which `Bun.serve` handles. */
import { matchesEtag } from './etag'

export interface FileResponse {
  /** Absolute path that the caller has validated. */
  path: string
  /** Strong ETag. */
  etag: string
  mediaType: string
  /** File name for downloads. */
  name: string
  disposition: 'inline' | 'attachment'
}

/**
 * Responds with the file, or with the part that `Range` requests. If the body is a file on disk,
 * the server handles 206, 416 and `If-Range` on the basis of the headers set here. Requests for
 * several ranges get the whole file.
 */
export function createFileResponse(request: Request, file: FileResponse): Response {
  const headers = {
    etag: file.etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': formatDisposition(file.disposition, file.name),
    'content-type': file.mediaType,
    'x-content-type-options': 'nosniff',
  }
  if (matchesEtag(request, file.etag)) return new Response(null, { status: 304, headers })
  return new Response(Bun.file(file.path), { headers })
}

/** RFC 6266: an ASCII name for old clients, and the UTF-8 name for all others. */
export function formatDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeExtended(clean)}`
}

/** Percent-encodes everything except the `value-chars` of RFC 8187. */
const encodeExtended = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
