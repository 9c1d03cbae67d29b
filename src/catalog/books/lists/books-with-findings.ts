/** Lists books whose files have problems, and explains which series are hidden as a consequence. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { type Found, parsePaging, parseSort } from '../../../platform/http/pagination'
import { findingWithText } from '../../../platform/messages/message'
import { findHeldSeries } from '../../sharing-tags/hold-series'
import { bookMessages } from '../messages'
import type { BookErrorsQuery, BookView } from '../model'
import { listFilteredBooks } from '../service'
import { bookSortKeys } from './book-sorts'

export async function listBooksWithFindings(
  ctx: Context,
  viewer: Viewer,
  query: BookErrorsQuery,
): Promise<Found<BookView>> {
  const { libraryId, seriesId, code } = query
  const filter = { libraryId, seriesId, finding: code, hasError: true }
  const sort = parseSort(query.sort, bookSortKeys, { key: 'series', direction: 'asc' })
  const found = await listFilteredBooks(ctx, viewer, filter, { sort, paging: parsePaging(query) })
  return viewer.role === 'admin' ? { ...found, data: await explainHeld(ctx, found.data) } : found
}

/**
 * Adds to the finding of an unreadable file that its series is hidden from users with denied tags.
 */
async function explainHeld({ db }: Context, books: readonly BookView[]): Promise<BookView[]> {
  const held = await findHeldSeries(
    db,
    books.filter(isUnread).map(({ seriesId }) => seriesId),
  )
  return books.map((book) => (isUnread(book) && held.has(book.seriesId) ? addReason(book) : book))
}

const unreadable = 'unreadable'
const isUnread = ({ analyzed, finding }: BookView) => !analyzed && finding === unreadable

const addReason = (book: BookView): BookView => ({
  ...book,
  findings: book.findings.map((finding) => {
    const { code, messageCode, params } = finding
    const problem = { code: messageCode, params }
    return code === unreadable
      ? findingWithText({ code, message: bookMessages.may_bring_tags({ problem }) })
      : finding
  }),
})
