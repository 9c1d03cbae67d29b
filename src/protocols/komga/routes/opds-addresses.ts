/** Paths of Komga's OPDS feeds, and the corresponding paths in Quire. */
import { maxPageSize } from '../../../platform/http/pagination'

export type Version = 'v1.2' | 'v2'

interface Address {
  /**
   * Path relative to the feeds of the OPDS version, such as `series`. With `isFeed: false`,
   * relative to the Komga API.
   */
  path: string
  query?: Record<string, string>
  isFeed?: boolean
}

type Rule = [RegExp, (match: string[], query: URLSearchParams) => Address]

const library = String.raw`(?:libraries/([^/]+)/)?`
const listSeries = (order: string, libraryId: string | undefined): Address => ({
  path: 'series',
  query: { order, ...(libraryId && { libraryId }) },
})

/**
 * Feeds whose paths differ in Quire. Quire's feeds of books and lists cannot be limited to a
 * library.
 */
const rules: readonly Rule[] = [
  [/^catalog$/, () => ({ path: '' })],
  [
    new RegExp(`^${library}(keep-reading|publishers|collections)$`),
    ([, , name]) => ({ path: name! }),
  ],
  [new RegExp(`^${library}on-?deck$`), () => ({ path: 'on-deck' })],
  [new RegExp(`^${library}books/latest$`), () => ({ path: 'new-books' })],
  [new RegExp(`^${library}series/latest$`), ([, id]) => listSeries('added', id)],
  [new RegExp(`^${library}series/updated$`), ([, id]) => listSeries('updated', id)],
  [
    new RegExp(`^${library}readlists(/[^/]+)?$`),
    ([, , list = '']) => ({ path: `reading-lists${list}` }),
  ],
  [
    /^libraries\/([^/]+)(?:\/browse)?$/,
    ([, libraryId]) => ({ path: 'series', query: { libraryId: libraryId! } }),
  ],
  [
    /^series$/,
    (_, query) => {
      const q = query.get('search')?.slice(0, 200)
      return q ? { path: 'search', query: { q } } : { path: 'series' }
    },
  ],
  [
    /^books\/([^/]+)\/thumbnail(?:\/small)?$/,
    ([, id]) => ({ path: `api/v1/books/${id}/thumbnail`, isFeed: false }),
  ],
]

const rulesOfVersions: Record<Version, readonly Rule[]> = {
  'v1.2': [
    [/^search$/, () => ({ path: 'search.xml' })],
    [
      /^books\/([^/]+)\/pages\/(\d{1,7})$/,
      ([, id, number], query) => {
        // Quire numbers pages from 0. Komga does so only if `zero_based` is true.
        const page =
          query.get('zero_based') === 'true' ? number! : `${Math.max(0, Number(number) - 1)}`
        return { path: `books/${id}/pages/${page}` }
      },
    ],
  ],
  v2: [[/^auth$/, () => ({ path: 'authentication' })]],
}

/**
 * Parameters that have the same meaning in Komga and Quire. Quire's feeds reject unknown
 * parameters.
 */
const kept = ['publisher', 'query', 'maxWidth']

/** `path` is relative to the feeds of the OPDS version, without a leading slash. */
export function translateFeed(version: Version, path: string, query: URLSearchParams) {
  for (const [pattern, translate] of [...rulesOfVersions[version], ...rules]) {
    const match = pattern.exec(path)
    if (match) return buildAddress(translate(match, query), query)
  }
  return buildAddress({ path }, query)
}

function buildAddress({ path, query: own = {}, isFeed = true }: Address, query: URLSearchParams) {
  const sent = new URLSearchParams(own)
  for (const name of kept) {
    const value = query.get(name)
    if (value) sent.set(name, value)
  }
  const page = query.get('page')
  // Komga numbers pages from 0.
  if (page !== null && /^\d{1,6}$/.test(page)) sent.set('page', `${Number(page) + 1}`)
  const size = Number(query.get('size') ?? 0)
  if (size >= 1) sent.set('pageSize', `${Math.min(Math.floor(size), maxPageSize)}`)
  return { path, search: sent.size === 0 ? '' : `?${sent.toString()}`, isFeed }
}
