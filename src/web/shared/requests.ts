/**
 * The first requests of screens. The interface sends them, and the server runs them to embed the
 * responses in the page. If the two URLs differed by a single character, the data would be
 * requested twice.
 */

/** Number of list items per request. */
export const windowSize = 120
/** Number of items in a shelf on the home screen. */
export const shelfSize = 20

interface Request {
  /** Contains `{id}` as a placeholder for an ID. */
  readonly path: string
  /** Query parameters, in the order in which they appear in the URL. */
  readonly query?: Readonly<Record<string, string | number>>
}

const shelfQuery = { pageSize: shelfSize } as const
const firstPage = { page: 1, pageSize: windowSize } as const

export const requests = {
  libraries: { path: '/api/v1/libraries' },
  userPreferences: { path: '/api/v1/preferences', query: { scope: 'user' } },
  booksInProgress: { path: '/api/v1/books/in-progress', query: shelfQuery },
  booksOnDeck: { path: '/api/v1/books/on-deck', query: shelfQuery },
  wantToRead: { path: '/api/v1/want-to-read', query: shelfQuery },
  /** Requests more books than are shown, because the books of a series share a card. */
  recentBooks: { path: '/api/v1/books/recently-added', query: { pageSize: 3 * shelfSize } },
  newSeries: { path: '/api/v1/series/recently-added', query: { limit: shelfSize } },
  recommendations: { path: '/api/v1/user/recommendations' },
  changedSeries: { path: '/api/v1/series/recently-updated', query: { limit: shelfSize } },
  firstSeries: { path: '/api/v1/series', query: firstPage },
  series: { path: '/api/v1/series/{id}' },
  firstBooksOfSeries: { path: '/api/v1/series/{id}/books', query: firstPage },
  book: { path: '/api/v1/books/{id}' },
  pagesOfBook: { path: '/api/v1/books/{id}/pages' },
  readerSettings: { path: '/api/v1/books/{id}/reader-settings' },
  manifest: { path: '/api/v1/books/{id}/manifest' },
  fullBook: { path: '/api/v1/books/{id}/full' },
} as const satisfies Record<string, Request>

/** Returns a URL relative to the base path, for example `api/v1/books/on-deck?pageSize=20`. */
export function buildAddress({ path, query }: Request, id = ''): string {
  const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${value}`)
  const address = path.slice(1).replace('{id}', id)
  return search.length > 0 ? `${address}?${search.join('&')}` : address
}
