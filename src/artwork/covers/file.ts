import type { Context } from '../../context'
import { notFound } from '../../errors'
import { uploadPath } from '../thumbnails/place'
import type { CoverRow } from './queries'
import { coverMessages } from './messages'

/** An uploaded picture as it came; refuses what is not there (any more). */
export async function coverFile(ctx: Context, cover: CoverRow | undefined) {
  if (!cover) throw notFound(coverMessages.not_found())
  const file = Bun.file(uploadPath(ctx.config, cover.fileName))
  if (!(await file.exists())) throw notFound(coverMessages.not_found())
  return { file, mediaType: cover.mediaType, etag: `"${cover.sha256.slice(0, 32)}"` }
}
