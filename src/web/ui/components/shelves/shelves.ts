/** Rows of covers on the home and library pages: names, titles, order and queries. */
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { requests, shelfSize } from '../../../shared/requests'
import { grouped } from '../map-group-by'
import { isReadable } from '../../../shared/is-readable'
import { t } from '../../i18n/i18n'

const bookShelves = {
  continue: requests.booksInProgress.path,
  next: requests.booksOnDeck.path,
  newBooks: requests.recentBooks.path,
  finished: '/api/v1/books/recently-read',
} as const
const seriesShelves = {
  newSeries: requests.newSeries.path,
  changedSeries: requests.changedSeries.path,
} as const

type BookShelfName = keyof typeof bookShelves
type SeriesShelfName = keyof typeof seriesShelves
type ReadyShelfName = BookShelfName | SeriesShelfName | 'wanted' | 'forYou' | 'elsewhere'
/** Name of a row added by the user: see `home-rows`. */
type CustomName = `row:${string}`
export type ShelfName = ReadyShelfName | CustomName

/** Default order. */
const shelfNames: readonly ReadyShelfName[] = [
  'continue',
  'next',
  'wanted',
  'newBooks',
  'newSeries',
  'forYou',
  'elsewhere',
  'changedSeries',
  'finished',
]

const isBookShelf = (name: ShelfName): name is BookShelfName => name in bookShelves
const isSeriesShelf = (name: ShelfName): name is SeriesShelfName => name in seriesShelves

export type ShelfItem =
  | { kind: 'book'; book: Schemas['Book'] }
  /** Several new books of the same series, of which `book` is the latest. */
  | { kind: 'newBooks'; book: Schemas['Book']; count: number }
  | { kind: 'series'; series: Schemas['Series'] }
  | { kind: 'wanted'; entry: Schemas['WantToReadEntry'] }
  | { kind: 'recommended'; recommended: Schemas['Recommendation'] }

/** Builds the query for a shelf, which returns a list of items. */
export function shelfQuery(name: ShelfName, library?: string): object {
  if (isBookShelf(name)) return bookShelfQuery(name, library)
  if (isSeriesShelf(name)) return seriesShelfQuery(name, library)
  if (name === 'forYou' || name === 'elsewhere') {
    return {
      ...apiQuery('/api/v1/user/recommendations'),
      select: ({ recommendations }: Schemas['Recommendations']): ShelfItem[] =>
        recommendations
          .filter(({ owned }) => owned === (name === 'forYou'))
          .map((recommended) => ({ kind: 'recommended', recommended })),
    }
  }
  return {
    ...apiQuery(requests.wantToRead.path, { params: { query: requests.wantToRead.query } }),
    select: ({ data }: Schemas['PageOfWantToReadEntry']): ShelfItem[] =>
      data.map((entry) => ({ kind: 'wanted', entry })),
  }
}

// These queries have the same response type, so the type of one path is used for all.
const bookShelfQuery = (name: BookShelfName, library?: string) => ({
  ...apiQuery(bookShelves[name] as typeof bookShelves.next, {
    params: { query: { pageSize: getSize(name), ...(library && { libraryId: library }) } },
  }),
  select: ({ data }: Schemas['PageOfBook']): ShelfItem[] =>
    name === 'newBooks'
      ? groupBySeries(data.filter(isReadable))
      : data.filter(isReadable).map((book) => ({ kind: 'book', book })),
})

/** Combines all new books of a series in one card, so that no series fills the row. */
const groupBySeries = (books: readonly Schemas['Book'][]): ShelfItem[] =>
  [...grouped(books, ({ seriesId }) => seriesId).values()].flatMap(
    ([book, ...others]): ShelfItem[] => {
      if (!book) return []
      // Uses the server's count, because the list may not contain all new books of a large import.
      const count = Math.max(book.newInSeries ?? 1, others.length + 1)
      return [count === 1 ? { kind: 'book', book } : { kind: 'newBooks', book, count }]
    },
  )

const getSize = (name: BookShelfName) =>
  name === 'newBooks' ? requests.recentBooks.query.pageSize : shelfSize

const seriesShelfQuery = (name: SeriesShelfName, library?: string) => ({
  ...apiQuery(seriesShelves[name] as typeof seriesShelves.newSeries, {
    params: { query: { limit: shelfSize, ...(library && { libraryId: library }) } },
  }),
  select: (all: Schemas['Series'][]): ShelfItem[] =>
    all.map((series) => ({ kind: 'series', series })),
})

export const formatShelf = (name: ShelfName): string =>
  (
    ({
      continue: t('Continue reading'),
      next: t('On deck'),
      wanted: t('Want to read'),
      newBooks: t('New books'),
      newSeries: t('New series'),
      forYou: t('For you'),
      elsewhere: t('Recommended by other services'),
      changedSeries: t('Recently updated'),
      finished: t('Recently read'),
    }) as Record<string, string>
  )[name] ?? ''

/**
 * Returns the rows in the saved order. New rows are appended in default order, and unknown names
 * are dropped.
 */
export function orderedShelves(
  kept: readonly string[] | null | undefined,
  custom: readonly ShelfName[],
): ShelfName[] {
  const all = [...shelfNames, ...custom]
  const known = (kept ?? []).filter((name): name is ShelfName =>
    (all as readonly string[]).includes(name),
  )
  return [...new Set([...known, ...all])]
}
