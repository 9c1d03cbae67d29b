/** Reads user data in slices. */
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { users } from '../../accounts/users/schema'
import { books } from '../../catalog/books/schema'
import { collectionTables } from '../../catalog/collections/schema'
import { libraryRoots } from '../../catalog/libraries/schema'
import { readingListTables } from '../../catalog/reading-lists/schema'
import { series } from '../../catalog/series/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { bookmarks } from '../../reading/bookmarks/schema'
import { highlights } from '../../reading/highlights/schema'
import { preferences } from '../../reading/preferences/schema'
import { contentIdentity } from '../../reading/progress/preserve-reading'
import {
  bookCompletions,
  bookProgress,
  readingEvents,
  seriesCompletions,
} from '../../reading/progress/schema'
import { ratings } from '../../reading/ratings/schema'
import { readingSessions } from '../../reading/statistics/schema'
import { wantToRead } from '../../reading/want-to-read/schema'
import type { LineKind, Row } from './line-kinds'

const rowsAtOnce = 500

export type OwnedRow = Row & { userId: string }
export type RowsByKind = Map<LineKind, OwnedRow[]>

export const listAccountNames = (db: Db) =>
  db
    .select({ id: users.id, name: users.username, email: users.email, nameKey: users.usernameKey })
    .from(users)
    .orderBy(asc(users.usernameKey))

/** `path` is absolute. */
export const listBooksAfter = (db: Db, after: number) =>
  db
    .select({
      n: books.n,
      id: books.id,
      title: books.title,
      series: books.seriesId,
      path: sql<string>`${libraryRoots.path} || '/' || ${books.relativePath}`,
      identity: contentIdentity,
      contentHash: books.contentHash,
    })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(gt(books.n, after))
    .orderBy(asc(books.n))
    .limit(rowsAtOnce)

export const listSeriesAfter = (db: Db, after: number) =>
  db
    .select({ n: series.n, id: series.id, title: series.title })
    .from(series)
    .where(gt(series.n, after))
    .orderBy(asc(series.n))
    .limit(rowsAtOnce)

export async function findRowsOfBooks(db: Db, ids: readonly string[]): Promise<RowsByKind> {
  const rows: RowsByKind = new Map()
  for (const { kind, table } of [
    { kind: 'progress', table: bookProgress },
    { kind: 'events', table: readingEvents },
    { kind: 'completions', table: bookCompletions },
    { kind: 'bookmarks', table: bookmarks },
    { kind: 'highlights', table: highlights },
    { kind: 'ratings', table: ratings },
  ] as const) {
    rows.set(kind, await db.select().from(table).where(inIds(table.bookId, ids)))
  }
  const isMeasured = and(inIds(readingSessions.bookId, ids), ne(readingSessions.origin, 'events'))
  rows.set('sessions', await db.select().from(readingSessions).where(isMeasured))
  return rows
}

export async function findRowsOfSeries(db: Db, ids: readonly string[]): Promise<RowsByKind> {
  return new Map<LineKind, OwnedRow[]>([
    ['ratings', await db.select().from(ratings).where(inIds(ratings.seriesId, ids))],
    [
      'series_completions',
      await db.select().from(seriesCompletions).where(inIds(seriesCompletions.seriesId, ids)),
    ],
  ])
}

/** Returns the items that are in a list or a queue, or have settings. */
export async function findListed(db: Db, owner: 'book' | 'series', ids: readonly string[]) {
  const { items } = owner === 'book' ? readingListTables : collectionTables
  const listed = new Set<string>()
  for (const column of [
    items.itemId,
    owner === 'book' ? wantToRead.bookId : wantToRead.seriesId,
    owner === 'book' ? preferences.bookId : preferences.seriesId,
  ]) {
    const rows = await db
      .selectDistinct({ id: column })
      .from(column.table)
      .where(inIds(column, ids))
    for (const { id } of rows) if (id !== null) listed.add(id)
  }
  return listed
}
