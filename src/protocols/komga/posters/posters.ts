/**
 * Posters of series and books. The thumbnail of a book is listed as a poster of type GENERATED that
 * has the ID of the book.
 */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import {
  deleteBookCover,
  getBookCoverFile,
  listBookCovers,
  resetBookCover,
  selectBookCover,
  uploadBookCover,
} from '../../../artwork/covers/book-covers'
import type { BookCoverView, CoverView } from '../../../artwork/covers/model'
import {
  deleteSeriesCover,
  getSeriesCoverFile,
  listSeriesCovers,
  selectSeriesCover,
  uploadSeriesCover,
} from '../../../artwork/covers/series-covers'
import { getBookThumbnailContent } from '../../../artwork/thumbnails/content/thumbnail-content'
import { getBookThumbnail } from '../../../artwork/thumbnails/service'
import { Refusal } from '../../../errors'
import type { Content } from '../../../platform/http/responses/content'
import type { Static } from '../../../platform/http/shapes'
import type { NowOrLater } from '../../../platform/lib/async/now-or-later'
import { komgaMessages } from '../messages'

type Cover = Pick<
  Static<typeof CoverView> | Static<typeof BookCoverView>,
  'id' | 'source' | 'isSelected' | 'mediaType' | 'bytes' | 'width' | 'height'
>

export const toPoster = ({ id, source, isSelected, mediaType, bytes, width, height }: Cover) => ({
  id,
  type: source.startsWith('file') ? 'SIDECAR' : 'USER_UPLOADED',
  selected: isSelected,
  mediaType,
  fileSize: bytes,
  width,
  height,
})

interface PosterRef {
  ownerId: string
  posterId: string
}

interface PosterUpload {
  file: Blob
  select: boolean
}

/** Operations on the posters of series, books, collections or reading lists. */
export interface Posters {
  list(ctx: Context, viewer: Viewer, ownerId: string): Promise<object[]>
  add(ctx: Context, viewer: Viewer, ownerId: string, upload: PosterUpload): Promise<object>
  get(ctx: Context, viewer: Viewer, ref: PosterRef): NowOrLater<Content>
  select(ctx: Context, viewer: Viewer, ref: PosterRef): Promise<unknown>
  remove(ctx: Context, viewer: Viewer, ref: PosterRef): Promise<void>
}

export const seriesPosters: Posters = {
  async list(ctx, viewer, seriesId) {
    const { covers } = await listSeriesCovers(ctx, viewer, seriesId)
    return covers.map((cover) => ({ ...toPoster(cover), seriesId }))
  },
  add: async (ctx, viewer, seriesId, upload) => ({
    ...toPoster(await uploadSeriesCover(ctx, viewer, seriesId, upload)),
    seriesId,
  }),
  get: (ctx, viewer, { ownerId, posterId }) => getSeriesCoverFile(ctx, viewer, ownerId, posterId),
  select: (ctx, viewer, { ownerId, posterId }) => selectSeriesCover(ctx, viewer, ownerId, posterId),
  remove: (ctx, viewer, { ownerId, posterId }) => deleteSeriesCover(ctx, viewer, ownerId, posterId),
}

export const bookPosters: Posters = {
  list: listBookPosters,
  add: async (ctx, viewer, bookId, upload) => ({
    ...toPoster(await uploadBookCover(ctx, viewer, bookId, upload)),
    bookId,
  }),
  get: (ctx, viewer, { ownerId, posterId }) =>
    posterId === ownerId
      ? getBookThumbnailContent(ctx, viewer, ownerId, {})
      : getBookCoverFile(ctx, viewer, ownerId, posterId),
  select: (ctx, viewer, { ownerId, posterId }) =>
    posterId === ownerId
      ? resetBookCover(ctx, viewer, ownerId)
      : selectBookCover(ctx, viewer, ownerId, posterId),
  remove: deleteBookPoster,
}

/** The generated poster comes first. It is selected unless another one is. */
async function listBookPosters(ctx: Context, viewer: Viewer, bookId: string) {
  const { covers } = await listBookCovers(ctx, viewer, bookId)
  const thumbnail = await getBookThumbnail(ctx, viewer, bookId)
  const generated = {
    id: bookId,
    type: 'GENERATED',
    selected: !covers.some(({ isSelected }) => isSelected),
    mediaType: 'image/webp',
    fileSize: thumbnail?.bytes ?? 0,
    width: thumbnail?.width ?? 0,
    height: thumbnail?.height ?? 0,
  }
  return [generated, ...covers.map(toPoster)].map((poster) => ({ ...poster, bookId }))
}

async function deleteBookPoster(ctx: Context, viewer: Viewer, { ownerId, posterId }: PosterRef) {
  if (posterId === ownerId) {
    // Throws if the viewer cannot see the book.
    await listBookCovers(ctx, viewer, ownerId)
    throw new Refusal('conflict', komgaMessages.generated_poster())
  }
  await deleteBookCover(ctx, viewer, ownerId, posterId)
}
