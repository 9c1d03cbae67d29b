/** Path prefixes of the cached responses that each event invalidates. */

/** An event from the server's stream: type and IDs. */
export interface ServerEvent {
  type: string
  timestamp?: string
  [member: string]: unknown
}

const api = '/api/v1'
const trash = [`${api}/trash`, `${api}/purges`]
const notifications = `${api}/user/notifications`
const collections = `${api}/collections`
const readingLists = `${api}/readlists`
/** Any change can affect smart lists, depending on their conditions. */
const lists = [collections, readingLists]
const listsOfSeries = [
  `${api}/series`,
  `${api}/libraries`,
  `${api}/search`,
  // Contains the number of series that each user can see.
  `${api}/access/`,
  ...lists,
]
const listsOfBooks = [`${api}/books`, ...listsOfSeries]

/**
 * Paths that contain reading progress. They are listed one by one, so that an open reader does not
 * refetch its page list on every page turn; `$` ends a path.
 */
export const progressPaths = [
  `${api}/books$`,
  `${api}/books/list`,
  `${api}/books/in-progress`,
  `${api}/books/on-deck`,
  `${api}/books/{id}$`,
  `${api}/books/{id}/full`,
  `${api}/books/{id}/progression`,
  `${api}/books/{id}/read-history`,
  `${api}/series`,
  `${api}/progress`,
  `${api}/user/read-history`,
  `${api}/reading-stats`,
  collections,
  readingLists,
]

/** Whether a path starts with a prefix from the table. */
export const isUnder = (path: unknown, prefix: string) =>
  typeof path === 'string' && `${path}$`.startsWith(prefix)

const table: Record<string, readonly string[]> = {
  library_created: [`${api}/libraries`],
  // Also published after changes to the trash or to the accessibility of the library's folders.
  library_updated: [`${api}/libraries`, ...trash, notifications],
  library_deleted: [`${api}/`],
  series_created: listsOfSeries,
  series_updated: [...listsOfSeries, `${api}/grouping-changes`],
  series_deleted: [...listsOfSeries, ...trash],
  series_metadata_updated: listsOfSeries,
  series_bulk_purged: [...listsOfSeries, ...trash],
  book_created: listsOfBooks,
  book_updated: listsOfBooks,
  book_deleted: [...listsOfBooks, ...trash],
  read_progress_updated: [...progressPaths, `${api}/user/recommendations`],
  history_cleared: progressPaths,
  want_to_read_updated: [
    `${api}/want-to-read`,
    `${api}/user/recommendations`,
    `${api}/series/list`,
    `${api}/books/list`,
    ...lists,
  ],
  collections_updated: [collections, `${api}/series/{id}/collections`, `${api}/series/list`],
  reading_lists_updated: [readingLists, `${api}/books/{id}/readlists`, `${api}/books/list`],
  filter_presets_updated: [`${api}/filter-presets`],
  recommendations_updated: [`${api}/user/recommendations`],
  release_announced: [`${api}/releases`, `${api}/series/{id}/releases`, notifications],
  // Reading a notification marks its release as seen.
  notifications_updated: [notifications, `${api}/releases`],
  sync_finished: [`${api}/user/plugins`],
  preferences_updated: [
    `${api}/preferences`,
    `${api}/reading-profiles`,
    `${api}/books/{id}/reader-settings`,
  ],
  ratings_updated: [
    `${api}/series/{id}/user-data`,
    `${api}/books/{id}/user-data`,
    `${api}/series/list`,
    `${api}/books/list`,
    `${api}/user/ratings`,
    ...lists,
  ],
  exports_updated: [`${api}/user/exports`],
  highlights_updated: [`${api}/highlights`, `${api}/books/{id}/highlights`],
  bookmarks_updated: [`${api}/bookmarks`, `${api}/books/{id}/bookmarks`],
  // The server no longer has the missed events.
  resync: [`${api}/`],
}

export const getStalePaths = ({ type }: ServerEvent): readonly string[] => table[type] ?? []
