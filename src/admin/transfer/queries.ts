/** Reads what users made, in slices. */
import { and, asc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
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
import { preservedItems } from '../../reading/preserved/schema'
import { contentIdentity } from '../../reading/progress/preserve-reading'
import {
  bookCompletions,
  bookProgress,
  keptCompletions,
  keptEvents,
  keptProgress,
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

/** Returns those that are in a list, wanted, or have settings. */
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

/** The user data that is kept for each kind. */
const preservedKinds = {
  bookmark: 'bookmarks',
  highlight: 'highlights',
  rating: 'ratings',
  session: 'sessions',
} as const satisfies Record<string, LineKind>
type PreservedKind = keyof typeof preservedKinds
const preservedNames = Object.keys(preservedKinds) as PreservedKind[]

const isOfBook = and(
  inArray(preservedItems.kind, preservedNames),
  isNotNull(preservedItems.userId),
  sql`length(${preservedItems.identity}) <> 36`,
)

/** Lists what identifies purged books with user data, in order. */
export async function listPurgedAfter(db: Db, after: string): Promise<string[]> {
  const identities = new Set<string>()
  for (const table of [keptProgress, keptEvents, keptCompletions]) {
    const rows = await db
      .selectDistinct({ identity: table.identity })
      .from(table)
      .where(gt(table.identity, after))
      .orderBy(asc(table.identity))
      .limit(rowsAtOnce)
    for (const { identity } of rows) identities.add(identity)
  }
  const rows = await db
    .selectDistinct({ identity: preservedItems.identity })
    .from(preservedItems)
    .where(and(isOfBook, gt(preservedItems.identity, after)))
    .orderBy(asc(preservedItems.identity))
    .limit(rowsAtOnce)
  for (const { identity } of rows) identities.add(identity)
  return [...identities].toSorted(compareBytes).slice(0, rowsAtOnce)
}

/** As both databases order this column. */
const compareBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

export async function findRowsOfPurged(db: Db, identities: readonly string[]) {
  const found = [...identities]
  const rows: RowsByKind = new Map()
  const titles = new Map<string, string>()
  const progress = await db.select().from(keptProgress).where(inArray(keptProgress.identity, found))
  for (const { identity, title } of progress) titles.set(identity, title)
  rows.set(
    'progress',
    progress.map((row) => ({ ...row, hidden: false })),
  )
  rows.set('events', await db.select().from(keptEvents).where(inArray(keptEvents.identity, found)))
  rows.set(
    'completions',
    await db.select().from(keptCompletions).where(inArray(keptCompletions.identity, found)),
  )
  const items = await db
    .select()
    .from(preservedItems)
    .where(and(isOfBook, inArray(preservedItems.identity, found)))
  for (const kind of preservedNames) {
    const ofKind = items.filter((item) => item.kind === kind)
    rows.set(
      preservedKinds[kind],
      ofKind.map(({ identity, userId, value }) => ({ ...value, identity, userId: userId! })),
    )
  }
  return { rows, titles }
}
