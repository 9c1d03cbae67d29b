/**
 * Requests that screens send first. The interface sends them, and the server repeats them while it writes the
 * page, so that their answers arrive with it. Both sides build them from here: an address that differs in one
 * letter would be requested twice.
 */

/** Entries of a list that are requested at once. */
export const windowSize = 120
/** Entries of a row on home. */
export const shelfSize = 20

interface Request {
  /** With `{id}` where an id belongs. */
  readonly path: string
  /** In the order of the address. */
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
  recentBooks: { path: '/api/v1/books/recently-added', query: shelfQuery },
  firstSeries: { path: '/api/v1/series', query: firstPage },
  series: { path: '/api/v1/series/{id}' },
  firstBooksOfSeries: { path: '/api/v1/series/{id}/books', query: firstPage },
  fullBook: { path: '/api/v1/books/{id}/full' },
} as const satisfies Record<string, Request>

/** The address below the base path: `api/v1/books/on-deck?pageSize=20`. */
export function buildAddress({ path, query }: Request, id = ''): string {
  const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${value}`)
  const address = path.slice(1).replace('{id}', id)
  return search.length > 0 ? `${address}?${search.join('&')}` : address
}
