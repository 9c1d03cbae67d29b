/**
 * Merges books with user data that are in the trash or in a trashed library into their copies, and
 * their series into the series of the copies.
 */
import { type BookByContent, findWithContent } from '../../../catalog/books/scanned/book-moves'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { findUndonePaths, listTrashedLibraryIds } from '../match/orphan-queries'
import { findBooksWithUserData, findBooksWithUserDataOrSeries } from '../match/books-with-user-data'
import { mergeCopiesJob } from '../model'
import {
  findPresentCopies,
  listScannedLibraryIds,
  listUnmergedBooks,
  type TrashScope,
} from './copy-queries'
import { mergeBook } from './merge-books'
import { mergePendingSeries, mergeSeries } from './merge-series'
import { pickCopy } from './pick-copy'

const booksPerPage = 200

interface MergeOptions {
  signal: AbortSignal
  /** The library whose scan starts this merge. */
  library?: { id: string }
  /** Other libraries that are due to be scanned. */
  awaited?: readonly string[]
}

/** Call this in the transaction that trashes or restores books. */
export async function enqueueMerge(ctx: Context, tx: Tx) {
  await ctx.queue.enqueue(tx, mergeCopiesJob, {}, { key: 'merge-copies', again: true })
}

/** Merges books, then series. Each merge is a transaction, so an interrupted run can be resumed. */
export async function mergeCopies(ctx: Context, { signal, library, awaited = [] }: MergeOptions) {
  const scanned = new Set([...awaited, ...(await listScannedLibraryIds(ctx.db))])
  if (library) scanned.delete(library.id)
  await mergePendingSeries(ctx, { signal, scanned })
  const trashed = await listTrashedLibraryIds(ctx.db)
  const scopes: TrashScope[] = ['books', ...trashed.map((libraryId) => ({ libraryId }))]
  const seriesIds = new Set<string>()
  for (const scope of scopes) {
    for await (const { book, copy } of listPairs(ctx, scope, scanned)) {
      signal.throwIfAborted()
      if (await mergeBook(ctx, { from: book.n, to: copy.n })) seriesIds.add(book.seriesId)
    }
  }
  for (const id of seriesIds) {
    signal.throwIfAborted()
    await mergeSeries(ctx, id)
  }
}

interface CopyPair {
  book: BookByContent
  copy: BookByContent
}

async function* listPairs(
  ctx: Context,
  scope: TrashScope,
  scanned: ReadonlySet<string>,
): AsyncGenerator<CopyPair> {
  for (let after = 0; ;) {
    const ns = await listUnmergedBooks(ctx.heavy, scope, { after, limit: booksPerPage })
    yield* await findPairs(ctx, ns, scanned)
    if (ns.length < booksPerPage) return
    after = ns.at(-1)!
  }
}

async function findPairs(
  ctx: Context,
  ns: readonly number[],
  scanned: ReadonlySet<string>,
): Promise<CopyPair[]> {
  if (ns.length === 0) return []
  const trashed = await findWithContent(ctx.db, ns)
  const withUserData = await findBooksWithUserDataOrSeries(ctx.db, trashed)
  const books = trashed.filter(({ n }) => withUserData.has(n))
  if (books.length === 0) return []
  const contents = [...new Set(books.map(({ content }) => content))]
  const copies = await findPresentCopies(ctx.db, contents)
  const copiesBy = Map.groupBy(copies, ({ content }) => content)
  const used = await findBooksWithUserData(ctx.db, copies)
  const undonePaths = await findUndonePaths(
    ctx.db,
    books.map(({ id }) => id),
  )
  /**
   * Returns whether the scan of the copy's library may still move the trashed book to the copy's
   * location.
   */
  const mayBeReplaced = (copy: BookByContent) => !used.has(copy.n) && scanned.has(copy.libraryId)
  return books.flatMap((book) => {
    const undone = undonePaths.get(book.id)
    const candidates = (copiesBy.get(book.content) ?? []).filter(({ path }) => !undone?.has(path))
    if (book.missingSince !== null && candidates.some(mayBeReplaced)) return []
    const copy = pickCopy(book, candidates)
    return copy ? [{ book, copy }] : []
  })
}
