import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Content } from '../../platform/http/responses/content'
import { getStorage } from '../../platform/storage/open-storage'
import type { OpenFile } from '../../platform/storage/storage'
import { getUploadKey } from '../thumbnails/picture-keys'
import type { CoverRow } from './queries'
import { coverMessages } from './messages'

/** Returns the original file of an uploaded image. Throws a `Refusal` if it is missing. */
export function openCoverFile(ctx: Context, cover: CoverRow | undefined): Content {
  if (!cover) throw notFound(coverMessages.not_found())
  const open = async () => {
    const file = await getStorage(ctx.config).get(getUploadKey(cover.fileName))
    if (!file) throw notFound(coverMessages.not_found())
    return file.body
  }
  return createCoverContent(open, cover.mediaType, `"${cover.sha256.slice(0, 32)}"`)
}

/** Clients cache the image, because the image with a given ID never changes. */
export const createCoverContent = (
  open: () => Promise<OpenFile['body']>,
  type: string,
  etag: string,
): Content => ({ type, etag, caching: 'day', open })
