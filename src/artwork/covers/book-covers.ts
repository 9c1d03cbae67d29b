/** Book covers: an uploaded image, a page of the book, or the default cover of its file. */
import { lockBookCover } from '../../catalog/books/metadata/service'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound } from '../../errors'
import { copyPage } from '../../reading/pages/service'
import { recreateBookThumbnail } from '../thumbnails/service'
import type { Viewer } from '../../accounts/permissions/model'
import { addCover } from './uploads/add-cover'
import { openCoverFile } from './cover-file'
import {
  type CoverRow,
  deleteCover,
  findOwnedCover,
  listCovers,
  type Owner,
  selectCover,
} from './queries'
import { deleteCoverFiles } from './uploads/stored-uploads'
import { coverMessages } from './messages'
import { coverUpdated } from './model'

export const toBookOwner = (id: string): Owner => ({ kind: 'book', id })

type Book = Awaited<ReturnType<typeof getVisibleBook>>

export async function listBookCovers(ctx: Context, viewer: Viewer, bookId: string) {
  await getVisibleBook(ctx, viewer, bookId)
  return { covers: (await listCovers(ctx.db, toBookOwner(bookId))).map(viewOf) }
}

/** Selects and locks the image immediately, unless `select` is false. */
export async function uploadBookCover(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { file, select = true }: { file: Blob; select?: boolean },
) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const picture = { source: 'custom', file }
  if (!select) return viewOf(await addCover(ctx, toBookOwner(bookId), picture))
  const cover = await addCover(ctx, toBookOwner(bookId), picture, (tx, added) =>
    choose(tx, book, added.id).then(() => []),
  )
  return applyAndView(ctx, book, cover)
}

/**
 * Stores a copy of the page, so that the cover survives changes to the file. Deletes earlier
 * copies.
 */
export async function usePageOfBook(ctx: Context, viewer: Viewer, bookId: string, page: number) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const picture = { source: `page:${page}`, file: await copyPage(ctx, viewer, bookId, page) }
  const cover = await addCover(ctx, toBookOwner(bookId), picture, async (tx, added) => {
    await choose(tx, book, added.id)
    return deleteOtherPages(tx, bookId, added.id)
  })
  return applyAndView(ctx, book, cover)
}

async function deleteOtherPages(tx: Tx, bookId: string, keptId: string) {
  const known = await listCovers(tx, toBookOwner(bookId))
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
    const found = await findOwnedCover(tx, toBookOwner(bookId), coverId)
    if (!found) throw notFound(coverMessages.not_found())
    await choose(tx, book, coverId)
    return found
  })
  return applyAndView(ctx, book, cover)
}

/** Restores the default cover. Uploaded images remain available. */
export async function resetBookCover(ctx: Context, viewer: Viewer, bookId: string) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  await ctx.write((tx) => choose(tx, book, null))
  await announceBookCover(ctx, book)
}

/** Deletes an image. If the image was shown, restores the default cover. */
export async function deleteBookCover(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  coverId: string,
) {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const cover = await ctx.write(async (tx) => {
    const found = await findOwnedCover(tx, toBookOwner(bookId), coverId)
    if (!found) throw notFound(coverMessages.not_found())
    if (found.isSelected) await choose(tx, book, null)
    await deleteCover(tx, coverId)
    return found
  })
  await deleteCoverFiles(ctx, [cover])
  if (cover.isSelected) await announceBookCover(ctx, book)
}

export async function getBookCoverFile(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  coverId: string,
) {
  await getVisibleBook(ctx, viewer, bookId)
  return openCoverFile(ctx, await findOwnedCover(ctx.db, toBookOwner(bookId), coverId))
}

/** Selects a cover, or the default cover if `coverId` is null. */
async function choose(tx: Tx, { id, n }: Book, coverId: string | null) {
  await selectCover(tx, toBookOwner(id), coverId)
  await lockBookCover(tx, n, coverId !== null)
}

async function applyAndView(ctx: Context, book: Book, cover: CoverRow) {
  await announceBookCover(ctx, book)
  return viewOf({ ...cover, isSelected: true })
}

/** The series may show the cover of the book, so an event is published for both. */
export async function announceBookCover(ctx: Context, { id, seriesId, libraryId }: Book) {
  await recreateBookThumbnail(ctx, id)
  const events = [
    { entityType: 'book', entityId: id, seriesId },
    { entityType: 'series', entityId: seriesId },
  ] as const
  for (const one of events) ctx.bus.publish(coverUpdated, { libraryId, ...one })
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
