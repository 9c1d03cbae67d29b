/** The heading for a book page. */
import type { Schemas } from '../../api/client'
import { bookTitle } from '../../labels/metadata-labels'

type FullBook = Schemas['FullBook']

/** The book as lists return it. */
const listed = (book: FullBook) => ({
  ...book,
  volume: book.metadata.volume,
  chapter: book.metadata.chapter,
})

/** `Vol. 4 · The Lighthouse`; the series title if the book stands in for its series. */
export const formatHeading = (book: FullBook, series: Schemas['Series'] | undefined): string =>
  series ? series.metadata.title : bookTitle(listed(book))
