/** The heading for a book page. */
import type { Schemas } from '../../api/client'
import { bookTitle } from '../../labels/metadata-labels'

type FullBook = Schemas['FullBook']

/** The book in the form that lists use. */
const listed = (book: FullBook) => ({
  ...book,
  volume: book.metadata.volume,
  chapter: book.metadata.chapter,
})

/** `Vol. 4 · The Lighthouse`, or the title of the series if the book stands in for it. */
export const formatHeading = (book: FullBook, series: Schemas['Series'] | undefined): string =>
  series ? series.metadata.title : bookTitle(listed(book))
