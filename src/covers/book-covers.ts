/** Covers of books: a picture of a person's own, a page of the book, or what its file offers. */
import { lockBookCover } from '../books/cover'
import { getVisibleBook } from '../books/service'
import type { Context } from '../context'
import { notFound } from '../errors'
import { oneByOne } from '../lib/one-by-one'
import { copyPage } from '../pages/copy'
import { remakeBookThumbnail } from '../thumbnails/service'
import type { Viewer } from '../users/model'
import { addCover } from './add'
import { coverFile } from './file'
import {
  type CoverRow,
  deleteCover,
  findCover,
  listCovers,
  type Owner,
  selectCover,
} from './queries'
import { removeUpload } from './uploads'

const ofBook = (id: string): Owner => ({ kind: 'book', id })

/** Two who choose at the same moment would each delete what the other chose. */
const inTurn = oneByOne()

type Book = Awaited<ReturnType<typeof getVisibleBook>>

export async function listBookCovers(ctx: Context, viewer: Viewer, bookId: string) {
  await getVisibleBook(ctx, viewer, bookId)
  return { covers: (await listCovers(ctx.db, ofBook(bookId))).map(viewOf) }
}

export async function uploadBookCover(ctx: Context, viewer: Viewer, bookId: string, file: Blob) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  return inTurn(bookId, () => keep(ctx, book, 'custom', file))
}

/** Kept as a picture of its own: it stays when the file changes. One copy is enough. */
export async function usePageOfBook(ctx: Context, viewer: Viewer, bookId: string, page: number) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const copy = await copyPage(ctx, viewer, bookId, page)
  return inTurn(bookId, async () => {
    const cover = await keep(ctx, book, `page:${page}`, copy)
    await deleteOtherPages(ctx, bookId, cover.id)
    return cover
  })
}

async function deleteOtherPages(ctx: Context, bookId: string, keptId: string) {
  for (const { id, source, fileName } of await listCovers(ctx.db, ofBook(bookId))) {
    if (id === keptId || !source.startsWith('page:')) continue
    await ctx.write((tx) => deleteCover(tx, id))
    await removeUpload(ctx, fileName)
  }
}

async function keep(ctx: Context, book: Book, source: string, file: Blob) {
  const { id } = await addCover(ctx, ofBook(book.id), source, file)
  await choose(ctx, book, id)
  return viewOf((await findCover(ctx.db, ofBook(book.id), id))!)
}

export async function selectBookCover(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  coverId: string,
) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  return inTurn(bookId, async () => {
    if (!(await findCover(ctx.db, ofBook(bookId), coverId))) throw notFound('Cover')
    await choose(ctx, book, coverId)
    return viewOf((await findCover(ctx.db, ofBook(bookId), coverId))!)
  })
}

/** Back to the picture that file and folder offer. The pictures that people gave are kept. */
export async function resetBookCover(ctx: Context, viewer: Viewer, bookId: string) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  await inTurn(bookId, () => choose(ctx, book, null))
}

/** Deleting what is shown brings back what the file offers. */
export async function deleteBookCover(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  coverId: string,
) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  await inTurn(bookId, async () => {
    const cover = await findCover(ctx.db, ofBook(bookId), coverId)
    if (!cover) throw notFound('Cover')
    // First, so that nothing stands for the book that is not there.
    if (cover.isSelected) await choose(ctx, book, null)
    await ctx.write((tx) => deleteCover(tx, coverId))
    await removeUpload(ctx, cover.fileName)
  })
}

export async function getBookCoverFile(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  coverId: string,
) {
  await getVisibleBook(ctx, viewer, bookId)
  return coverFile(ctx, await findCover(ctx.db, ofBook(bookId), coverId))
}

/** null: what file and folder offer. */
async function choose(ctx: Context, { id, n, seriesId, libraryId }: Book, coverId: string | null) {
  await ctx.write(async (tx) => {
    await selectCover(tx, ofBook(id), coverId)
    await lockBookCover(tx, n, coverId !== null)
  })
  await remakeBookThumbnail(ctx, id)
  // It may stand for its series, too.
  const told = [
    { entityType: 'book', entityId: id },
    { entityType: 'series', entityId: seriesId },
  ] as const
  for (const one of told) ctx.bus.announce({ type: 'cover_updated', libraryId, ...one })
}

const viewOf = ({ id, bookId, source, isSelected, createdAt, ...picture }: CoverRow) => ({
  id,
  bookId: bookId!,
  source,
  isSelected,
  mediaType: picture.mediaType,
  width: picture.width,
  height: picture.height,
  bytes: picture.bytes,
  createdAt,
  updatedAt: createdAt,
})
