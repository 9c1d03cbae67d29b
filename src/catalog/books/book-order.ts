/**
 * Orders the books of a series in which some books have only a volume and others only a chapter. If
 * no number is used for both, they form one sequence sorted by number: for example, `Harbor 1.cbz`
 * and an EPUB whose metadata says that it is volume 2. Otherwise, volumes sort before chapters.
 */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { books } from './schema'
import { volumeOrder } from './sort-keys'

const { ofVolume, ofChapter, isOfVolume, isOfChapter } = volumeOrder(books.sortKey)
const onlyVolume = sql`(${books.volume} is not null and ${books.chapter} is null)`
const onlyChapter = sql`(${books.volume} is null and ${books.chapter} is not null)`

/** Corrects volume sort keys. Call this in the same transaction that changes the books. */
export async function refreshBookOrder(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  if (seriesIds.length === 0) return
  const found = await findVolumes(tx, seriesIds)
  const listIds = (rows: typeof found) => rows.map(({ id }) => id)
  const mixed = listIds(found.filter(({ isMixed }) => isMixed))
  const sharing = await findSharedNumbers(tx, mixed)
  const sequences = new Set(mixed.filter((id) => !sharing.has(id)))
  const toJoin = found.filter(({ id, hasVolumeKeys }) => hasVolumeKeys && sequences.has(id))
  const toSplit = found.filter(({ id, hasChapterKeys }) => hasChapterKeys && !sequences.has(id))
  if (toJoin.length > 0) await moveVolumes(tx, listIds(toJoin), isOfVolume, ofChapter)
  if (toSplit.length > 0) await moveVolumes(tx, listIds(toSplit), isOfChapter, ofVolume)
}

const hasOne = (condition: SQL) =>
  sql<boolean>`max(case when ${condition} then 1 else 0 end) = 1`.mapWith(Boolean)

/** Finds series with books that have only a volume, and checks how their volumes are sorted. */
async function findVolumes(tx: Tx, seriesIds: readonly string[]) {
  const isPresent = isNull(books.trashedAt)
  const isBoth = sql`(${books.volume} is not null and ${books.chapter} is not null)`
  return tx
    .select({
      id: books.seriesId,
      isMixed: sql`${hasOne(sql`${isPresent} and ${onlyVolume}`)}
        and ${hasOne(sql`${isPresent} and ${onlyChapter}`)}
        and not ${hasOne(sql`${isPresent} and ${isBoth}`)}`.mapWith(Boolean),
      hasVolumeKeys: hasOne(sql`${onlyVolume} and ${isOfVolume}`),
      hasChapterKeys: hasOne(sql`${onlyVolume} and ${isOfChapter}`),
    })
    .from(books)
    .where(inIds(books.seriesId, seriesIds))
    .groupBy(books.seriesId)
    .having(hasOne(onlyVolume))
}

/** Finds the series in which a number is used for both a volume and a chapter. */
async function findSharedNumbers(tx: Tx, seriesIds: readonly string[]): Promise<Set<string>> {
  if (seriesIds.length === 0) return new Set()
  const selectNumbers = (number: SQL<number>, condition: SQL) =>
    tx
      .select({ id: books.seriesId, number: number.as('number') })
      .from(books)
      .where(and(inIds(books.seriesId, seriesIds), isNull(books.trashedAt), condition))
  // A join would compare each volume with each chapter. `intersect` sorts only once.
  const shared = await selectNumbers(
    sql<number>`cast(${books.volume} as double precision)`,
    onlyVolume,
  ).intersect(selectNumbers(sql<number>`${books.chapter}`, onlyChapter))
  return new Set(shared.map(({ id }) => id))
}

async function moveVolumes(tx: Tx, seriesIds: readonly string[], hasOldKey: SQL, sortKey: SQL) {
  await tx
    .update(books)
    .set({ sortKey })
    .where(and(inIds(books.seriesId, seriesIds), onlyVolume, hasOldKey))
}
