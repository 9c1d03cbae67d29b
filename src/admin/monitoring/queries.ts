import { and, asc, count, eq, isNull, max, sql, type AnyColumn } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { anyConnectionName } from '../../platform/db/postgres/connection-name'
import { dialect } from '../../platform/db/dialect'
import type { Db } from '../../platform/db/store'
import { jobs } from '../../platform/jobs/schema'
import { libraries } from '../../catalog/libraries/schema'
import { scans } from '../../ingest/scanning/schema'
import { series } from '../../catalog/series/schema'
import { thumbnails } from '../../artwork/thumbnails/schema'
import { users } from '../../accounts/users/schema'
import type { Inventory, JobFigures, Scans } from './model'

const toNumber = (value: unknown) => Number(value ?? 0)

/** Builds SQL for the seconds between two instants, for both databases. */
const buildSecondsBetween = (from: AnyColumn, to: AnyColumn) =>
  dialect === 'sqlite'
    ? sql<number>`((${to} - ${from}) / 1000.0)`
    : sql<number>`extract(epoch from ${to} - ${from})`

const present = and(isNull(books.trashedAt), isNull(libraries.trashedAt))

export async function countInventory(db: Db): Promise<Inventory> {
  const names = await db
    .select({ id: libraries.id, name: libraries.name })
    .from(libraries)
    .where(isNull(libraries.trashedAt))
    .orderBy(asc(libraries.name), asc(libraries.id))
  const seriesCounts = await db
    .select({ id: series.libraryId, seriesCount: count() })
    .from(series)
    .where(isNull(series.trashedAt))
    .groupBy(series.libraryId)
  const bookCounts = await db
    .select({
      id: books.libraryId,
      bookCount: count(),
      pageCount: sql`coalesce(sum(${books.pageCount}), 0)`.mapWith(toNumber),
      totalSize: sql`coalesce(sum(${books.size}), 0)`.mapWith(toNumber),
    })
    .from(books)
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .where(present)
    .groupBy(books.libraryId)
  const [userCounts] = await db.select({ userCount: count() }).from(users)
  const rows = names.map(({ id, name }) => {
    const {
      bookCount = 0,
      pageCount = 0,
      totalSize = 0,
    } = bookCounts.find((row) => row.id === id) ?? {}
    const { seriesCount = 0 } = seriesCounts.find((row) => row.id === id) ?? {}
    return { id, name, seriesCount, bookCount, pageCount, totalSize }
  })
  return { ...sumTotals(rows), userCount: userCounts!.userCount, libraries: rows }
}

export function sumTotals(rows: Inventory['libraries']) {
  const sum = (getValue: (row: Inventory['libraries'][number]) => number) =>
    rows.reduce((total, row) => total + getValue(row), 0)
  return {
    libraryCount: rows.length,
    seriesCount: sum((row) => row.seriesCount),
    bookCount: sum((row) => row.bookCount),
    pageCount: sum((row) => row.pageCount),
    totalBookSize: sum((row) => row.totalSize),
  }
}

export async function countJobsByKind(db: Db): Promise<JobFigures[]> {
  const duration = buildSecondsBetween(jobs.startedAt, jobs.finishedAt)
  const rows = await db
    .select({
      kind: jobs.kind,
      state: jobs.state,
      rows: count(),
      timed: count(sql`case when ${jobs.startedAt} is not null then ${jobs.finishedAt} end`),
      totalSeconds: sql`coalesce(sum(${duration}), 0)`.mapWith(toNumber),
      maxSeconds: max(duration).mapWith(toNumber),
    })
    .from(jobs)
    .groupBy(jobs.kind, jobs.state)
    .orderBy(asc(jobs.kind))
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const rowsOfKind = rows.filter((row) => row.kind === kind)
    const findByState = (state: string) => rowsOfKind.find((row) => row.state === state)?.rows ?? 0
    const finished = rowsOfKind.filter(
      ({ state, timed }) => (state === 'done' || state === 'failed') && timed > 0,
    )
    const timed = finished.reduce((total, row) => total + row.timed, 0)
    const totalSeconds = finished.reduce((total, row) => total + row.totalSeconds, 0)
    return {
      kind,
      ready: findByState('ready'),
      running: findByState('running'),
      done: findByState('done'),
      failed: findByState('failed'),
      cancelled: findByState('cancelled'),
      meanSeconds: timed === 0 ? null : Math.max(0, totalSeconds / timed),
      maxSeconds: timed === 0 ? null : Math.max(0, ...finished.map((row) => row.maxSeconds)),
    }
  })
}

export async function countScans(db: Db): Promise<Scans> {
  const rows = await db
    .select({
      status: scans.status,
      rows: count(),
      filesProcessed: sql`coalesce(sum(${scans.filesProcessed}), 0)`.mapWith(toNumber),
      totalSeconds:
        sql`coalesce(sum(${buildSecondsBetween(scans.startedAt, scans.completedAt)}), 0)`.mapWith(
          toNumber,
        ),
    })
    .from(scans)
    .groupBy(scans.status)
  const findByState = (status: string) => rows.find((row) => row.status === status)
  const completed = findByState('completed')
  const totalSeconds = Math.max(0, completed?.totalSeconds ?? 0)
  const filesProcessed = completed?.filesProcessed ?? 0
  return {
    running: findByState('running')?.rows ?? 0,
    completed: completed?.rows ?? 0,
    failed: findByState('failed')?.rows ?? 0,
    filesProcessed,
    totalSeconds,
    filesPerSecond: totalSeconds > 0 ? filesProcessed / totalSeconds : null,
  }
}

export async function countThumbnails(db: Db) {
  const rows = await db
    .select({
      state: thumbnails.state,
      rows: count(),
      bytes: sql`coalesce(sum(${thumbnails.bytes}), 0)`.mapWith(toNumber),
    })
    .from(thumbnails)
    .groupBy(thumbnails.state)
  const made = rows.find(({ state }) => state === 'made')
  return {
    stored: made?.rows ?? 0,
    storedBytes: made?.bytes ?? 0,
    failed: rows.find(({ state }) => state === 'failed')?.rows ?? 0,
  }
}

export async function getDatabaseBytes(db: Db): Promise<number> {
  const [row] = await db.rows<{ bytes: number | string }>(
    dialect === 'sqlite'
      ? sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql`select pg_database_size(current_database()) as bytes`,
  )
  return Number(row!.bytes)
}

export async function getDatabaseVersion(db: Db): Promise<string> {
  const [row] = await db.rows<{ version: string }>(
    dialect === 'sqlite'
      ? sql`select sqlite_version() as version`
      : sql`select current_setting('server_version') as version`,
  )
  return row!.version
}

/** Returns null on SQLite, which has no connection pool. */
export async function countConnections(db: Db) {
  if (dialect === 'sqlite') return null
  const [row] = await db.rows<{ open: string; active: string }>(
    sql`select count(*) as open, count(*) filter (where state = 'active') as active
      from pg_stat_activity
      where datname = current_database() and application_name ~ ${anyConnectionName}`,
  )
  return { open: Number(row!.open), active: Number(row!.active) }
}
