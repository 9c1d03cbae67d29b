/**
 * Lists the trash, and trashes and restores books and series. The trash contains books removed by
 * users and books whose files scans did not find. Items leave it only when restored, purged or
 * found again.
 */
import { join } from 'node:path'
import { restoreTrashedBooks, trashBooks } from '../../catalog/books/scanned/trash-books'
import { getBookView, getVisibleBook } from '../../catalog/books/service'
import { recordAudit } from '../../accounts/audit/record'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import { getLastPath } from '../../platform/lib/path-names'
import { refreshSeriesProgressAndSearch } from '../../reading/progress/refresh-series-and-progress'
import { enqueueMerge } from '../scanning/copies/merge-copies'
import { forgetIgnoredFiles } from '../scanning/journal/ignored-files'
import { getIdentity } from '../../catalog/series/service'
import type { Viewer } from '../../accounts/permissions/model'
import { listCopies } from './continue-books'
import { findContinuingBook } from './continued-queries'
import { recountAfterTrashChange } from './recount'
import type {
  RestoredView,
  TrashedBooksQuery,
  TrashedBookView,
  TrashedSeriesQuery,
  TrashedSeriesView,
} from './model'
import {
  countContents,
  countMissing,
  countReaders,
  findSeriesForTrash,
  findTrashedBook,
  listTrashedBooks,
  listTrashedSeries,
  listNextBooks,
  type TrashedBookRow,
  type TrashedSeriesRow,
} from './queries'
import { seriesMessages } from '../../catalog/series/messages'
import { trashLogMessages, trashMessages } from './messages'
import { bookDeleted, bookCreated } from '../../catalog/books/model'
import { seriesCreated, seriesDeleted } from '../../catalog/series/model'

/** Small enough for writes that take a few milliseconds. */
const booksPerSlice = 100

export async function listBooksInTrash(
  ctx: Context,
  viewer: Viewer,
  query: TrashedBooksQuery,
  paging: Paging,
): Promise<Found<TrashedBookView>> {
  const { libraryId, seriesId, bookId, reason, undecided } = query
  const filter = { libraryId, seriesId, bookId, reason, isUndecided: undecided === 'true' }
  const { data, total } = await listTrashedBooks(ctx.heavy, viewer, filter, paging)
  const readers = await countReaders(
    ctx.heavy,
    data.map(({ id }) => id),
  )
  const copies = await listCopies(
    ctx,
    viewer,
    data.map(({ id }) => id),
  )
  const views = data.map((row) => ({
    ...buildBookView(viewer, row, readers.get(row.id) ?? 0),
    copies: copies.get(row.id) ?? [],
  }))
  return { data: views, total }
}

export async function listSeriesInTrash(
  ctx: Context,
  viewer: Viewer,
  { libraryId }: TrashedSeriesQuery,
  paging: Paging,
): Promise<Found<TrashedSeriesView>> {
  const { data, total } = await listTrashedSeries(ctx.heavy, viewer, libraryId, paging)
  const contents = await countContents(
    ctx.heavy,
    data.map(({ id }) => id),
  )
  const empty = { books: 0, present: 0, readers: 0 }
  return {
    data: data.map((row) => buildSeriesView(viewer, row, contents.get(row.id) ?? empty)),
    total,
  }
}

function logChange(
  { log }: Context,
  { userId, username: user }: Viewer,
  item: { bookId: string } | { seriesId: string },
  change: 'book_trashed' | 'book_restored' | 'series_trashed' | 'series_restored',
) {
  log.info({ ...item, userId }, trashLogMessages[change]({ user }))
}

/** Hides the book. Its file and all data are kept. */
export async function trashBook(ctx: Context, viewer: Viewer, id: string) {
  const { seriesId, libraryId } = await ctx.write(async (tx) => {
    const book = await getVisibleBook({ db: tx }, viewer, id)
    await trashBooks(tx, [book.n], ctx.clock.now())
    const target = { kind: 'book', id, name: book.title } as const
    await recordAudit(ctx, tx, viewer, { action: 'delete_book', target })
    await refreshSeriesProgressAndSearch(tx, [book.seriesId])
    await enqueueMerge(ctx, tx)
    return book
  })
  ctx.bus.publish(bookDeleted, { libraryId, seriesId, bookId: id })
  logChange(ctx, viewer, { bookId: id }, 'book_trashed')
  await recountAfterTrashChange(ctx, libraryId)
}

export async function restoreBook(ctx: Context, viewer: Viewer, id: string) {
  const { seriesId, libraryId } = await ctx.write(async (tx) => {
    const book = await findTrashedBook(tx, viewer, id)
    if (!book) throw notFound(trashMessages.book_not_found())
    if (book.missingSince !== null) throw await refuseMissingBook(tx, viewer, id)
    await restoreBooks(tx, [book.n], ctx.clock.now())
    const target = { kind: 'book', id, name: book.title } as const
    await recordAudit(ctx, tx, viewer, { action: 'restore_book', target })
    await refreshSeriesProgressAndSearch(tx, [book.seriesId])
    await enqueueMerge(ctx, tx)
    return book
  })
  ctx.bus.publish(bookCreated, { libraryId, seriesId, bookId: id })
  logChange(ctx, viewer, { bookId: id }, 'book_restored')
  await recountAfterTrashChange(ctx, libraryId)
  return getBookView(ctx, viewer, id)
}

export async function trashSeries(ctx: Context, viewer: Viewer, id: string) {
  const { libraryId } = await getIdentity(ctx.db, viewer, id)
  const found = await findSeriesForTrash(ctx.db, viewer, id)
  const name = found?.title ?? ''
  const isChanged = (await changeInSlices(ctx, id, { trashed: false, change: trashBooks })) > 0
  if (isChanged) await auditSeries(ctx, viewer, { id, name }, 'delete_series')
  ctx.bus.publish(seriesDeleted, { libraryId, seriesId: id })
  logChange(ctx, viewer, { seriesId: id }, 'series_trashed')
  await recountAfterTrashChange(ctx, libraryId)
}

export async function restoreSeries(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<RestoredView> {
  const found = await findSeriesForTrash(ctx.db, viewer, id)
  if (!found) throw notFound(seriesMessages.not_found())
  const restored = await changeInSlices(ctx, id, { trashed: true, change: restoreBooks })
  const missing = await countMissing(ctx.db, id)
  if (restored === 0) {
    if (missing === 0) throw new Refusal('conflict', trashMessages.nothing_to_restore())
    throw await refuseMissingSeries(ctx.db, viewer, id)
  }
  const { libraryId, title: name } = found
  await auditSeries(ctx, viewer, { id, name }, 'restore_series')
  ctx.bus.publish(seriesCreated, { libraryId, seriesId: id })
  logChange(ctx, viewer, { seriesId: id }, 'series_restored')
  await recountAfterTrashChange(ctx, libraryId)
  return { restored, missing }
}

/**
 * The error names the copy that has the user data, so that users do not wait for a file that was
 * deleted on purpose.
 */
async function refuseMissingBook(db: Db, viewer: Viewer, bookId: string) {
  const found = await findContinuingBook(db, viewer, { bookId })
  const why = found
    ? trashMessages.continued({ title: found.title, series: found.seriesTitle })
    : trashMessages.file_missing()
  return new Refusal('conflict', why)
}

async function refuseMissingSeries(db: Db, viewer: Viewer, seriesId: string) {
  const found = await findContinuingBook(db, viewer, { seriesId })
  const why = found
    ? trashMessages.series_continued({ series: found.seriesTitle })
    : trashMessages.files_missing()
  return new Refusal('conflict', why)
}

/** Called after the last slice, because a series is changed in several transactions. */
const auditSeries = (
  ctx: Context,
  viewer: Viewer,
  series: { id: string; name: string },
  action: 'delete_series' | 'restore_series',
) =>
  ctx.write((tx) => recordAudit(ctx, tx, viewer, { action, target: { kind: 'series', ...series } }))

async function restoreBooks(tx: Tx, ns: readonly number[], now: Date) {
  await forgetIgnoredFiles(tx, ns)
  await restoreTrashedBooks(tx, ns, now)
}

/**
 * A series may have thousands of books. Each slice is one transaction; repeating the request
 * processes the rest.
 */
async function changeInSlices(
  ctx: Context,
  seriesId: string,
  { trashed, change }: { trashed: boolean; change: typeof trashBooks },
): Promise<number> {
  let done = 0
  for (let after = 0; ;) {
    const ns = await ctx.write(async (tx) => {
      const slice = await listNextBooks(tx, seriesId, { trashed, after, limit: booksPerSlice })
      if (slice.length === 0) return slice
      await change(tx, slice, ctx.clock.now())
      await refreshSeriesProgressAndSearch(tx, [seriesId])
      await enqueueMerge(ctx, tx)
      return slice
    })
    if (ns.length === 0) return done
    done += ns.length
    after = ns.at(-1)!
  }
}

/** File paths are visible only to users who manage libraries. */
const hidePath = ({ permissions }: Viewer, path: string | null) =>
  permissions.has('libraries:write') ? path : null

function buildBookView(viewer: Viewer, row: TrashedBookRow, readBy: number) {
  const { rootPath, relativePath, trashedAt, missingSince, isLibraryTrashed, ...book } = row
  return {
    ...book,
    path: hidePath(viewer, join(rootPath, getLastPath(relativePath))),
    readBy,
    reason: missingSince === null ? ('removed' as const) : ('missing' as const),
    restorable: missingSince === null && !isLibraryTrashed,
    trashedAt,
    missingSince,
  }
}

function buildSeriesView(
  viewer: Viewer,
  { path, trashedAt, ...row }: TrashedSeriesRow,
  { books, present, readers }: { books: number; present: number; readers: number },
): TrashedSeriesView {
  return {
    ...row,
    path: hidePath(viewer, path),
    bookCount: books,
    restorableCount: present,
    readBy: readers,
    trashedAt: trashedAt!,
  }
}
