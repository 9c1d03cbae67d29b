/**
 * Before books are purged, adds their user data to the copies with the most similar paths. If
 * several copies have equally similar paths, uses the oldest copy.
 */
import { findWithContent } from '../../../catalog/books/scanned/book-moves'
import type { Context } from '../../../context'
import { findBooksWithUserDataOrSeries } from '../match/books-with-user-data'
import { filterUnmergedBooks, findPresentCopies } from './copy-queries'
import { mergeBook } from './merge-books'
import { mergeSeries } from './merge-series'
import { pickCopy } from './pick-copy'

/** Runs one transaction per book. */
export async function mergeBeforePurge(ctx: Context, ns: readonly number[]) {
  const unmerged = await findWithContent(ctx.db, await filterUnmergedBooks(ctx.db, ns))
  const withUserData = await findBooksWithUserDataOrSeries(ctx.db, unmerged)
  const books = unmerged.filter(({ n }) => withUserData.has(n))
  if (books.length === 0) return
  const contents = [...new Set(books.map(({ content }) => content))]
  const copies = Map.groupBy(await findPresentCopies(ctx.db, contents), ({ content }) => content)
  const seriesIds = new Set<string>()
  for (const book of books) {
    const equal = (copies.get(book.content) ?? []).toSorted((one, other) => one.n - other.n)
    const copy = pickCopy(book, equal) ?? equal[0]
    if (copy && (await mergeBook(ctx, { from: book.n, to: copy.n }))) seriesIds.add(book.seriesId)
  }
  for (const id of seriesIds) await mergeSeries(ctx, id)
}
