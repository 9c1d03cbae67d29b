/**
 * Lists the copies of trashed books. Lets users choose the copy that continues a book if paths and
 * contents are inconclusive, and separate the book from it again.
 */
import { join } from 'node:path'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Viewer } from '../../accounts/permissions/model'
import { mergeBook } from '../scanning/copies/merge-books'
import { mergeSeries } from '../scanning/copies/merge-series'
import { separateBook } from '../scanning/copies/separate-books'
import { trashLogMessages, trashMessages } from './messages'
import type { TrashedBookView } from './model'
import {
  findBookToContinue,
  findContents,
  findContinuedBook,
  listBooksWithContents,
} from './queries'

const maxCopiesShown = 10

/** Adds all users' activity on `fromId` to the present book `id`. */
export async function continueBook(ctx: Context, viewer: Viewer, id: string, fromId: string) {
  const to = await getVisibleBook(ctx, viewer, id)
  const from =
    (await findBookToContinue(ctx.db, viewer, fromId)) ??
    (await getVisibleBook(ctx, viewer, fromId))
  const merged = await mergeBook(ctx, { from: from.n, to: to.n }, isDecided)
  if (!merged) throw new Refusal('conflict', trashMessages.other_content())
  await mergeSeries(ctx, from.seriesId)
}

/** Separates a trashed book from the present book that continues it. */
export async function separateContinuedBook(ctx: Context, viewer: Viewer, id: string) {
  const found = await findContinuedBook(ctx.db, viewer, id)
  if (!found) throw notFound(trashMessages.book_not_found())
  if (found.toId === null) throw new Refusal('conflict', trashMessages.not_continued())
  const copy = await getVisibleBook(ctx, viewer, found.toId)
  if (!(await separateBook(ctx, id, copy))) {
    throw new Refusal('conflict', trashMessages.not_continued())
  }
  const { userId, username: user } = viewer
  ctx.log.info({ bookId: id, copyId: copy.id, userId }, trashLogMessages.separated({ user }))
}

const isDecided = () => Promise.resolve(true)

/** Lists copies that the viewer can see, keyed by the ID of the trashed book. */
export async function listCopies(
  ctx: Context,
  viewer: Viewer,
  bookIds: readonly string[],
): Promise<Map<string, TrashedBookView['copies']>> {
  const contents = await findContents(ctx.heavy, bookIds)
  const hashes = new Set([...contents.values()].filter((content) => content !== null))
  const rows = hashes.size === 0 ? [] : await listBooksWithContents(ctx.heavy, viewer, [...hashes])
  const byContent = Map.groupBy(rows, ({ content }) => content)
  const canSeePaths = viewer.permissions.has('libraries:write')
  return new Map(
    bookIds.map((bookId) => {
      const copies = byContent.get(contents.get(bookId) ?? null) ?? []
      const shown = copies.slice(0, maxCopiesShown)
      return [
        bookId,
        shown.map(({ id, title, libraryName, rootPath, relativePath }) => {
          const path = canSeePaths ? join(rootPath, relativePath) : null
          return { id, title, libraryName, path }
        }),
      ]
    }),
  )
}
