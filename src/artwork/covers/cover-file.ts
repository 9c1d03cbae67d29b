import type { Context } from '../../context'
import { notFound } from '../../errors'
import { getUploadPath } from '../thumbnails/thumbnail-paths'
import type { CoverRow } from './queries'
import { coverMessages } from './messages'

/** Opens the original file of an uploaded image. Throws a `Refusal` if it is missing. */
export async function openCoverFile(ctx: Context, cover: CoverRow | undefined) {
  if (!cover) throw notFound(coverMessages.not_found())
  const file = Bun.file(getUploadPath(ctx.config, cover.fileName))
  if (!(await file.exists())) throw notFound(coverMessages.not_found())
  return { file, mediaType: cover.mediaType, etag: `"${cover.sha256.slice(0, 32)}"` }
}
