import { matchesEtag } from '../../platform/http/responses/etag'
import { createPrivateCacheHeaders } from '../../platform/http/responses/private-cache'

interface CoverFile {
  file: Blob
  mediaType: string
  etag: string
}

/** Responds with the image. It can be cached, because the image with a given ID never changes. */
export function answerCover(request: Request, { file, mediaType, etag }: CoverFile): Response {
  const headers = { ...createPrivateCacheHeaders('max-age=86400'), etag, 'content-type': mediaType }
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(file, { headers })
}
