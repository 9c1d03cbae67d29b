/**
 * Orders the volumes of a series that also has chapters or issues. Volumes follow the issues, which
 * they collect. Volumes and chapters form one sequence sorted by number if no chapter belongs to a
 * volume and no number is used for both: for example, `Harbor c01.cbz` and `Harbor v02.cbz`.
 * Otherwise, volumes sort before chapters.
 */
import { and, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { books } from './schema'
import { volumeOrder } from './book-sort-key'

const order = volumeOrder(books.sortKey)
const isVolume = sql`${books.numberKind} = 'volume'`
const isIssue = sql`${books.numberKind} = 'issue'`
const isPlainChapter = sql`(${books.numberKind} = 'chapter' and ${books.volume} is null)`
const isChapterOfVolume = sql`(${books.numberKind} = 'chapter' and ${books.volume} is not null)`

type Position = 'amongVolumes' | 'amongChapters' | 'afterIssues'
const positions: Record<Position, SQL> = {
  amongVolumes: order.isAmongVolumes,
  amongChapters: order.isAmongChapters,
  afterIssues: order.isAfterIssues,
}
/** Excludes books in file order. */
const isMovable = or(...Object.values(positions))!

/** Corrects volume sort keys. Call this in the same transaction that changes the books. */
export async function refreshBookOrder(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  if (seriesIds.length === 0) return
  const found = await findVolumes(tx, seriesIds)
  const mixed = found.filter(isMixed)
  const sharing = await findSharedNumbers(tx, listIds(mixed))
  const wanted = Map.groupBy(found, (row) => choosePosition(row, sharing))
  for (const [position, rows] of wanted) {
    const toMove = rows.filter(({ volumes, volumesAt }) => volumesAt[position] < volumes)
    if (toMove.length > 0) await moveVolumes(tx, listIds(toMove), position)
  }
}

const listIds = (rows: readonly VolumesRow[]) => rows.map(({ id }) => id)

const isMixed = (row: VolumesRow) =>
  row.hasVolumes && row.hasPlainChapters && !row.hasIssues && !row.hasChaptersOfVolumes

function choosePosition(row: VolumesRow, sharing: ReadonlySet<string>): Position {
  if (row.hasIssues) return 'afterIssues'
  return isMixed(row) && !sharing.has(row.id) ? 'amongChapters' : 'amongVolumes'
}

const hasOne = (condition: SQL) =>
  sql<boolean>`max(case when ${condition} then 1 else 0 end) = 1`.mapWith(Boolean)
const countOf = (condition: SQL) =>
  sql<number>`sum(case when ${isVolume} and ${condition} then 1 else 0 end)`.mapWith(Number)

type VolumesRow = Awaited<ReturnType<typeof findVolumes>>[number]

/** Finds series with volumes, and counts the volumes at each position. */
async function findVolumes(tx: Tx, seriesIds: readonly string[]) {
  const isPresent = isNull(books.trashedAt)
  return tx
    .select({
      id: books.seriesId,
      hasVolumes: hasOne(sql`${isPresent} and ${isVolume}`),
      hasIssues: hasOne(sql`${isPresent} and ${isIssue}`),
      hasPlainChapters: hasOne(sql`${isPresent} and ${isPlainChapter}`),
      hasChaptersOfVolumes: hasOne(sql`${isPresent} and ${isChapterOfVolume}`),
      volumes: countOf(isMovable),
      volumesAt: {
        amongVolumes: countOf(positions.amongVolumes),
        amongChapters: countOf(positions.amongChapters),
        afterIssues: countOf(positions.afterIssues),
      },
    })
    .from(books)
    .where(inIds(books.seriesId, seriesIds))
    .groupBy(books.seriesId)
    .having(hasOne(isVolume))
}

/** Finds the series in which a number is used for both a volume and a chapter. */
async function findSharedNumbers(tx: Tx, seriesIds: readonly string[]): Promise<Set<string>> {
  if (seriesIds.length === 0) return new Set()
  const selectNumbers = (condition: SQL) =>
    tx
      .select({ id: books.seriesId, number: books.numberFrom })
      .from(books)
      .where(and(inIds(books.seriesId, seriesIds), isNull(books.trashedAt), condition))
  // A join would compare each volume with each chapter. `intersect` sorts only once.
  const shared = await selectNumbers(isVolume).intersect(selectNumbers(isPlainChapter))
  return new Set(shared.map(({ id }) => id))
}

async function moveVolumes(tx: Tx, seriesIds: readonly string[], position: Position) {
  await tx
    .update(books)
    .set({ sortKey: order[position] })
    .where(and(inIds(books.seriesId, seriesIds), isVolume, isMovable, not(positions[position])))
}
