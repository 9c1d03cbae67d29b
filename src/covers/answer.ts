import { isUnchanged } from '../http/conditional'

interface CoverFile {
  file: Blob
  mediaType: string
  etag: string
}

/** An uploaded picture under its own id: it never changes. */
export function answerCover(request: Request, { file, mediaType, etag }: CoverFile): Response {
  const headers = { etag, 'cache-control': 'private, max-age=86400', 'content-type': mediaType }
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(file, { headers })
}
