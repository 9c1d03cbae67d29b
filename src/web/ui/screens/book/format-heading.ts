import type { Schemas } from '../../api/client'
import { bookTitle } from '../../labels/metadata-labels'

type FullBook = Schemas['FullBook']

/** Converts the book to the form that lists use. */
const listed = (book: FullBook) => ({
  ...book,
  volume: book.metadata.volume,
  chapter: book.metadata.chapter,
})

/** Returns text such as `Vol. 4 · The Lighthouse`, or the series title for a one-shot. */
export const formatHeading = (book: FullBook, series: Schemas['Series'] | undefined): string =>
  series ? series.metadata.title : bookTitle(listed(book))
