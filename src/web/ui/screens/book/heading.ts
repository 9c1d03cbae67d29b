/** A book as its own page calls it. */
import type { Schemas } from '../../api/client'
import { bookTitle } from '../../labels/names'

type FullBook = Schemas['FullBook']

/** In the form in which lists have it. */
const listed = (book: FullBook) => ({
  ...book,
  volume: book.metadata.volume,
  chapter: book.metadata.chapter,
})

/** `Vol. 4 · The Lighthouse`; of a book that stands for its series, its series. */
export const formatHeading = (book: FullBook, series: Schemas['Series'] | undefined): string =>
  series ? series.metadata.title : bookTitle(listed(book))
