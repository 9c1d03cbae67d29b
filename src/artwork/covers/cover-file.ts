import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Content } from '../../platform/http/responses/content'
import { getUploadPath } from '../thumbnails/thumbnail-paths'
import type { CoverRow } from './queries'
import { coverMessages } from './messages'

/** Returns the original file of an uploaded image. Throws a `Refusal` if it is missing. */
export async function openCoverFile(ctx: Context, cover: CoverRow | undefined): Promise<Content> {
  if (!cover) throw notFound(coverMessages.not_found())
  const file = Bun.file(getUploadPath(ctx.config, cover.fileName))
  if (!(await file.exists())) throw notFound(coverMessages.not_found())
  return createCoverContent(file, cover.mediaType, `"${cover.sha256.slice(0, 32)}"`)
}

/** Clients keep it, because the image with a given ID never changes. */
export const createCoverContent = (file: Blob, type: string, etag: string): Content => ({
  type,
  etag,
  caching: 'day',
  open: async () => file,
})
