/** Home page rows added by the user. Each shows a list, or the matches of a condition. */
import type { CustomShelf } from '../shelves/use-shelves'
import type { ShelfName } from '../shelves/shelves'
import { type HomeRow, nameOfRow } from './home-row'
import { loadCustomRow } from './load-custom-row'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/i18n'
import { parseCondition } from '../condition/tree/condition-shape'

/** Builds the rows. Each row needs one request. */
export const buildCustomShelves = (rows: readonly HomeRow[]): Map<ShelfName, CustomShelf> =>
  new Map(
    rows.map((row) => {
      const name = nameOfRow(row)
      const query = {
        // The key starts with the path by which live events invalidate the row.
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

/** Link to the full list behind a home page row added by the user. */
function SeeAllOfRow({ row }: { row: HomeRow }) {
  const { source, listId = '', condition, search, sort } = row
  if (source === 'collection' || source === 'readlist') {
    const to = source === 'collection' ? '/collections/$id' : '/reading-lists/$id'
    return (
      <Link to={to} params={{ id: listId }}>
        {t('See all')}
      </Link>
    )
  }
  const rule = parseCondition(condition)
  const asked = {
    tab: source,
    ...(Object.keys(rule).length > 0 && { rule }),
    ...(search && { search }),
    ...(sort && { sort }),
  }
  return (
    <Link to="/library" search={asked as object}>
      {t('See all')}
    </Link>
  )
}
