/** Files as answers: validators, names for saving, and ranges, which `Bun.serve` cuts itself. */
import { isUnchanged } from './conditional'

export interface FileToSend {
  /** Absolute, checked by the caller. */
  path: string
  /** Strong validator of the bytes. */
  etag: string
  mediaType: string
  /** Name under which a browser would save it. */
  name: string
  disposition: 'inline' | 'attachment'
}

/**
 * The whole file, or the part that `Range` asks for: the server answers 206, 416 and `If-Range` from
 * the headers set here when the body is a file on the disk. Several ranges at once get the whole file.
 */
export function fileAnswer(request: Request, file: FileToSend): Response {
  const headers = {
    etag: file.etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': dispositionOf(file.disposition, file.name),
    'content-type': file.mediaType,
    'x-content-type-options': 'nosniff',
  }
  if (isUnchanged(request, file.etag)) return new Response(null, { status: 304, headers })
  return new Response(Bun.file(file.path), { headers })
}

/** RFC 6266: a plain name for old clients, the true one in UTF-8 for all others. */
export function dispositionOf(disposition: 'inline' | 'attachment', name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${extended(clean)}`
}

/** The characters of RFC 8187's `value-chars`; all others as percent signs and bytes. */
const extended = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
