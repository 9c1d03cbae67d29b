/** Groups the series of a user by their works at a service, with the user's progress. */
import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { books, runKinds } from '../../catalog/books/schema'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import { externalIds, externalLinks } from '../../catalog/metadata/schema'
import { series } from '../../catalog/series/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { yieldToEventLoop } from '../../platform/lib/yield'
import { bookProgress, seriesProgress } from '../../reading/progress/schema'
import { wantToRead } from '../../reading/want-to-read/schema'
import type { ConnectionConfig } from '../connections/connection-config'
import { buildExclusions } from './excluded-series'
import { countRead, type NumberedBook } from './rules/count-progress'
import type { Axis, Here, Opinion } from './rules/model'

const seriesAtOnce = 100

export interface OwnBook extends NumberedBook {
  id: string
  axis: Axis
  startedAt: Date | null
  completedAt: Date | null
}

interface OwnSeries {
  id: string
  title: string
  status: typeof series.$inferSelect.status
  totals: Record<Axis, number | null>
}

/** A work with all its series. Several series can be editions of the same work. */
export interface OwnWork {
  externalId: string
  series: OwnSeries[]
  isWanted: boolean
  hasBegun: boolean
  /** The work is or was in progress. */
  isTouched: boolean
  /** The numbered books of each series. Filled by `loadBooks`. */
  books: Map<string, OwnBook[]>
  /** Filled by `loadOpinions`. */
  opinion: Opinion
  /** The series that the opinion is about. */
  ratedSeriesId?: string
}

export interface SyncScope {
  /** Source of the external IDs that the service uses. */
  idSource: string
  /** Whether the service's IDs are numbers. */
  hasNumbers: boolean
  /** undefined for all libraries. */
  libraryIds: readonly string[] | undefined
  config: ConnectionConfig
}

/** Lists works, keyed by ID at the service. Pass the heavy database connection as `db`. */
export async function listOwnWorks(
  db: Db,
  viewer: Viewer,
  { idSource, hasNumbers, libraryIds, config }: SyncScope,
): Promise<Map<string, OwnWork>> {
  const isIncluded = and(
    isSeriesVisibleTo(viewer),
    libraryIds && inIds(series.libraryId, libraryIds),
    ...buildExclusions(config),
  )
  const found = [
    ...(await listByIds(db, isIncluded, idSource)),
    ...(await listByLinks(db, isIncluded, idSource)),
  ]
  const wanted = await listWanted(db, viewer)
  const touched = await listTouched(db, viewer)
  const works = new Map<string, OwnWork>()
  const placed = new Set<string>()
  for (const one of found) {
    const externalId = readWorkId(one.externalId, hasNumbers)
    // An ID stored for the series takes precedence over a link to a different work.
    if (externalId === undefined || placed.has(one.id)) continue
    placed.add(one.id)
    const work = works.get(externalId) ?? createWork(externalId)
    works.set(externalId, work)
    work.series.push({
      id: one.id,
      title: one.title,
      status: one.status,
      totals: { chapters: one.totalChapterCount, volumes: one.totalVolumeCount },
    })
    work.isWanted ||= wanted.has(one.id)
    work.hasBegun ||= touched.get(one.id) ?? false
    work.isTouched ||= touched.has(one.id)
  }
  return works
}

/**
 * Normalizes an ID, which users can enter freely. Removes leading zeros from numbers. If
 * `hasNumbers`, other IDs are invalid.
 */
function readWorkId(given: string | null, hasNumbers: boolean): string | undefined {
  if (!hasNumbers && given !== null && !/^\d{1,9}$/.test(given)) return given || undefined
  const number = /^\d{1,9}$/.test(given ?? '') ? Number(given) : 0
  return number > 0 ? String(number) : undefined
}

const createWork = (externalId: string): OwnWork => ({
  externalId,
  series: [],
  isWanted: false,
  hasBegun: false,
  isTouched: false,
  books: new Map(),
  opinion: {},
})

const seriesMembers = {
  id: series.id,
  title: series.title,
  status: series.status,
  totalChapterCount: series.totalChapterCount,
  totalVolumeCount: series.totalVolumeCount,
}

const listByIds = (db: Db, isIncluded: SQL | undefined, service: string) =>
  db
    .select({ ...seriesMembers, externalId: externalIds.externalId })
    .from(externalIds)
    .innerJoin(series, eq(series.id, externalIds.seriesId))
    .where(and(eq(externalIds.source, `plugin:${service}`), isIncluded))

const listByLinks = (db: Db, isIncluded: SQL | undefined, service: string) =>
  db
    .select({ ...seriesMembers, externalId: externalLinks.externalId })
    .from(externalLinks)
    .innerJoin(series, eq(series.id, externalLinks.seriesId))
    .where(
      and(eq(externalLinks.sourceName, service), isNotNull(externalLinks.externalId), isIncluded),
    )

async function listWanted(db: Db, { userId }: Viewer): Promise<Set<string | null>> {
  const rows = await db
    .select({ seriesId: wantToRead.seriesId })
    .from(wantToRead)
    .where(eq(wantToRead.userId, userId))
  return new Set(rows.map(({ seriesId }) => seriesId))
}

/**
 * Maps the series in which the user has progress to whether any of their books is in progress or
 * read.
 */
async function listTouched(db: Db, { userId }: Viewer): Promise<Map<string, boolean>> {
  const rows = await db
    .select({
      seriesId: seriesProgress.seriesId,
      booksRead: seriesProgress.booksRead,
      booksInProgress: seriesProgress.booksInProgress,
    })
    .from(seriesProgress)
    .where(eq(seriesProgress.userId, userId))
  return new Map(
    rows.map(({ seriesId, ...counts }) => [
      seriesId,
      counts.booksRead + counts.booksInProgress > 0,
    ]),
  )
}

/** Loads the books of these works. Pass the heavy database connection as `db`. */
export async function loadBooks(db: Db, viewer: Viewer, works: readonly OwnWork[]): Promise<void> {
  const bySeries = new Map(works.flatMap((work) => work.series.map(({ id }) => [id, work])))
  for (const slice of splitIntoSlices([...bySeries.keys()], seriesAtOnce)) {
    for (const row of await listNumberedBooks(db, viewer, slice)) {
      const { books: known } = bySeries.get(row.seriesId)!
      const owned = known.get(row.seriesId) ?? []
      known.set(row.seriesId, owned)
      owned.push(toOwnBook(row))
    }
    await yieldToEventLoop()
  }
}

const listNumberedBooks = (db: Db, { userId }: Viewer, seriesIds: readonly string[]) =>
  db
    .select({
      id: books.id,
      seriesId: books.seriesId,
      volume: books.volume,
      volumeEnd: books.volumeEnd,
      chapter: books.chapter,
      chapterEnd: books.chapterEnd,
      completed: bookProgress.completed,
      completions: bookProgress.completions,
      startedAt: bookProgress.startedAt,
      completedAt: bookProgress.lastCompletedAt,
    })
    .from(books)
    .leftJoin(bookProgress, and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, userId)))
    .where(
      and(
        inIds(books.seriesId, seriesIds),
        isNull(books.trashedAt),
        inArray(books.numberKind, runKinds),
        or(isNotNull(books.volume), isNotNull(books.chapter)),
      ),
    )

function toOwnBook(row: Awaited<ReturnType<typeof listNumberedBooks>>[number]): OwnBook {
  // A chapter with a volume number is only part of that volume.
  const axis = row.chapter === null ? 'volumes' : 'chapters'
  const first = (axis === 'chapters' ? row.chapter : row.volume) ?? 0
  const last = (axis === 'chapters' ? row.chapterEnd : row.volumeEnd) ?? first
  return {
    id: row.id,
    axis,
    first,
    last: Math.max(first, last),
    // Rereading a book does not make it unread.
    isRead: row.completed === true || (row.completions ?? 0) > 0,
    isTouched: row.completed !== null,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
  }
}

/**
 * Computes the progress in a work. If it has several series, the one that is furthest along counts.
 */
export function summarizeWork({ series: all, isWanted, hasBegun, ...work }: OwnWork): Here {
  const { books: owned, opinion } = work
  const chapters = countAxis(owned, 'chapters')
  const volumes = countAxis(owned, 'volumes')
  const isCompleted = all.some(
    ({ status, totals }) =>
      status === 'ended' &&
      (reaches(chapters, totals.chapters) || reaches(volumes, totals.volumes)),
  )
  const isReading = hasBegun || (chapters ?? 0) > 0 || (volumes ?? 0) > 0
  const status = chooseStatus({ isCompleted, isReading, isWanted })
  return { chapters, volumes, status, ...findDays([...owned.values()].flat()), ...opinion }
}

/** Finds the earliest start of a read book, and the latest completion of a book. */
function findDays(owned: readonly OwnBook[]): Pick<Here, 'startedOn' | 'completedOn'> {
  const begun = owned.flatMap(({ startedAt, isRead }) => (isRead && startedAt ? [startedAt] : []))
  const ended = owned.flatMap(({ completedAt }) => completedAt ?? [])
  const first = begun.reduce<Date | undefined>((a, b) => (a && a < b ? a : b), undefined)
  const last = ended.reduce<Date | undefined>((a, b) => (a && a > b ? a : b), undefined)
  return {
    ...(first && { startedOn: first.toISOString().slice(0, 10) }),
    ...(last && { completedOn: last.toISOString().slice(0, 10) }),
  }
}

function chooseStatus(facts: { isCompleted: boolean; isReading: boolean; isWanted: boolean }) {
  if (facts.isCompleted) return 'completed'
  if (facts.isReading) return 'reading'
  return facts.isWanted ? 'planned' : null
}

function countAxis(owned: OwnWork['books'], axis: Axis): number | null {
  const counts = [...owned.values()].flatMap((all) => {
    const ofAxis = all.filter((book) => book.axis === axis)
    return ofAxis.length > 0 ? [countRead(ofAxis)] : []
  })
  return counts.length > 0 ? Math.max(...counts) : null
}

const reaches = (read: number | null, total: number | null) =>
  read !== null && total !== null && total >= 1 && read >= Math.floor(total)
