/** Covers of books: a picture of a person's own, a page of the book, or what its file offers. */
import { lockBookCover } from '../../catalog/books/cover'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound } from '../../errors'
import { copyPage } from '../../reading/pages/copy'
import { remakeBookThumbnail } from '../thumbnails/service'
import type { Viewer } from '../../accounts/permissions/model'
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
import { coverMessages } from './messages'
import { coverUpdated } from './model'

const ofBook = (id: string): Owner => ({ kind: 'book', id })

type Book = Awaited<ReturnType<typeof getVisibleBook>>

export async function listBookCovers(ctx: Context, viewer: Viewer, bookId: string) {
  await getVisibleBook(ctx, viewer, bookId)
  return { covers: (await listCovers(ctx.db, ofBook(bookId))).map(viewOf) }
}

export async function uploadBookCover(ctx: Context, viewer: Viewer, bookId: string, file: Blob) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const cover = await addCover(ctx, ofBook(bookId), { source: 'custom', file }, (tx, added) =>
    choose(tx, book, added.id).then(() => []),
  )
  return shown(ctx, book, cover)
}

/** Kept as a picture of its own: it stays when the file changes. One copy is enough. */
export async function usePageOfBook(ctx: Context, viewer: Viewer, bookId: string, page: number) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const picture = { source: `page:${page}`, file: await copyPage(ctx, viewer, bookId, page) }
  const cover = await addCover(ctx, ofBook(bookId), picture, async (tx, added) => {
    await choose(tx, book, added.id)
    return deleteOtherPages(tx, bookId, added.id)
  })
  return shown(ctx, book, cover)
}

async function deleteOtherPages(tx: Tx, bookId: string, keptId: string) {
  const known = await listCovers(tx, ofBook(bookId))
  const others = known.filter(({ id, source }) => id !== keptId && source.startsWith('page:'))
  for (const { id } of others) await deleteCover(tx, id)
  return others
}

export async function selectBookCover(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  coverId: string,
) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const cover = await ctx.write(async (tx) => {
    const found = await findCover(tx, ofBook(bookId), coverId)
    if (!found) throw notFound(coverMessages.not_found())
    await choose(tx, book, coverId)
    return found
  })
  return shown(ctx, book, cover)
}

/** Back to the picture that file and folder offer. The pictures that people gave are kept. */
export async function resetBookCover(ctx: Context, viewer: Viewer, bookId: string) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  await ctx.write((tx) => choose(tx, book, null))
  await show(ctx, book)
}

/** Deleting what is shown brings back what the file offers. */
export async function deleteBookCover(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  coverId: string,
) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const cover = await ctx.write(async (tx) => {
    const found = await findCover(tx, ofBook(bookId), coverId)
    if (!found) throw notFound(coverMessages.not_found())
    if (found.isSelected) await choose(tx, book, null)
    await deleteCover(tx, coverId)
    return found
  })
  await removeUpload(ctx, cover.fileName)
  if (cover.isSelected) await show(ctx, book)
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
async function choose(tx: Tx, { id, n }: Book, coverId: string | null) {
  await selectCover(tx, ofBook(id), coverId)
  await lockBookCover(tx, n, coverId !== null)
}

async function shown(ctx: Context, book: Book, cover: CoverRow) {
  await show(ctx, book)
  return viewOf({ ...cover, isSelected: true })
}

/** Makes the picture of what was chosen, and tells of it. It may stand for its series, too. */
async function show(ctx: Context, { id, seriesId, libraryId }: Book) {
  await remakeBookThumbnail(ctx, id)
  const told = [
    { entityType: 'book', entityId: id },
    { entityType: 'series', entityId: seriesId },
  ] as const
  for (const one of told) ctx.bus.publish(coverUpdated, { libraryId, ...one })
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
