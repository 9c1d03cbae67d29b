/** Finds the books and series to which the records of a user refer. */
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Viewer } from '../../../accounts/permissions/model'
import { books } from '../../../catalog/books/schema'
import { libraryRoots } from '../../../catalog/libraries/schema'
import { isOpenTo } from '../../../catalog/libraries/library-visibility'
import { isAllowedFor } from '../../../catalog/libraries/series-visibility'
import { series } from '../../../catalog/series/schema'
import { inNumbers } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { contentIdentity } from '../../../reading/progress/preserve-reading'
import type { ExportKind, Owner } from '../everything/export-kind'
import { getColumn, listReferences } from '../everything/record-members'

const numbersAtOnce = 10_000

/** Lists row numbers in ascending order. They take up little memory, even in a large library. */
export async function listReferredNumbers(
  db: Db,
  kinds: readonly ExportKind[],
  owner: Owner,
): Promise<number[]> {
  const table = owner === 'books' ? books : series
  const ids = selectReferred(kinds, owner)
  const all: number[] = []
  for (let after = 0; ;) {
    const rows = await db
      .select({ n: table.n })
      .from(table as typeof books)
      .where(and(gt(table.n, after), sql`${table.id} in (${ids})`))
      .orderBy(asc(table.n))
      .limit(numbersAtOnce)
    for (const { n } of rows) all.push(n)
    if (rows.length < numbersAtOnce) return all
    after = rows.at(-1)!.n
  }
}

/** Includes the series of each book. */
function selectReferred(kinds: readonly ExportKind[], owner: Owner): SQL {
  const parts = kinds.flatMap((kind) => listReferrers(kind, owner))
  if (owner === 'series') {
    const ofBooks = selectReferred(kinds, 'books')
    parts.push(sql`select ${books.seriesId} from ${books} where ${books.id} in (${ofBooks})`)
  }
  return sql.join(parts, sql` union `)
}

function listReferrers({ table, where, nested = [] }: ExportKind, owner: Owner): SQL[] {
  const condition = where?.() ?? sql`true`
  return [
    ...listColumns(table, owner).map(
      (column) => sql`select ${column} from ${table} where ${condition}`,
    ),
    ...nested.flatMap((one) => {
      const isOf = sql`${getColumn(one.table, one.by)} in (select ${getColumn(table, 'id')} from ${table} where ${condition})`
      return listColumns(one.table, owner).map(
        (column) => sql`select ${column} from ${one.table} where ${isOf}`,
      )
    }),
  ]
}

const listColumns = (table: PgTable, owner: Owner) =>
  listReferences(table).flatMap(({ columns, to }) =>
    to === owner && columns.length === 1 ? getColumn(table, columns[0]!) : [],
  )

/**
 * Matches series that the viewer's library access and restrictions allow, even if they are in the
 * trash.
 */
const isOpen = (viewer: Viewer) => and(isOpenTo(viewer, series.libraryId), isAllowedFor(viewer))

export const listReferredBooks = (db: Db, viewer: Viewer, numbers: readonly number[]) =>
  db
    .select({
      id: books.id,
      title: books.title,
      series: books.seriesId,
      path: sql<string>`${libraryRoots.path} || '/' || ${books.relativePath}`,
      identity: contentIdentity,
      contentHash: books.contentHash,
      isOpen: sql`coalesce(${isOpen(viewer) ?? sql`true`}, false)`.mapWith(Boolean),
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(inNumbers(books.n, numbers))
    .orderBy(asc(books.n))

export const listReferredSeries = (db: Db, viewer: Viewer, numbers: readonly number[]) =>
  db
    .select({
      id: series.id,
      title: series.title,
      isOpen: sql`coalesce(${isOpen(viewer) ?? sql`true`}, false)`.mapWith(Boolean),
    })
    .from(series)
    .where(inNumbers(series.n, numbers))
    .orderBy(asc(series.n))
