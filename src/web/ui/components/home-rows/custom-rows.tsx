/** Home page rows added by the user: a condition or a list. */
import type { CustomShelf } from '../shelves/use-shelves'
import type { ShelfName } from '../shelves/shelves'
import { type HomeRow, nameOfRow } from './home-row'
import { loadCustomRow } from './load-custom-row'
import { SeeAllOfRow } from './see-all-of-row'

/** Builds the rows. Each row needs one request. */
export const buildCustomShelves = (rows: readonly HomeRow[]): Map<ShelfName, CustomShelf> =>
  new Map(
    rows.map((row) => {
      const name = nameOfRow(row)
      const query = {
        // The path under which live events invalidate the row.
        queryKey: [paths[row.source], name, row],
        queryFn: ({ signal }: { signal: AbortSignal }) => loadCustomRow(row, signal),
      }
      return [name, { title: row.name, query, more: <SeeAllOfRow row={row} /> }]
    }),
  )

const paths = {
  collection: '/api/v1/collections/{id}/series',
  readlist: '/api/v1/readlists/{id}/books',
  series: '/api/v1/series/list',
  books: '/api/v1/books/list',
}
