/** Loads the numbers of books in series, and updates the latest released numbers. */
import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { books, runKinds } from '../../../catalog/books/schema'
import { updateReleasedNumbers } from '../../../catalog/series/gaps/tracking'
import { series } from '../../../catalog/series/schema'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { OwnedNumbers } from '../rules/announcement-rules'
import { findLatestKnown, latestKnownRules } from '../rules/latest-known'
import type { NumberSpan } from '../rules/read-numbers'
import { releases } from '../schema'

const maxNumbersRead = 2000

/** Loads the numbers of the books in each series, without trashed books. Keyed by series ID. */
export async function loadOwnedNumbers(
  db: Db,
  seriesIds: readonly string[],
): Promise<Map<string, OwnedNumbers>> {
  const rows = await db
    .select({
      seriesId: books.seriesId,
      volume: books.volume,
      volumeEnd: books.volumeEnd,
      chapter: books.chapter,
      chapterEnd: books.chapterEnd,
    })
    .from(books)
    .where(
      and(
        inIds(books.seriesId, seriesIds),
        isNull(books.trashedAt),
        inArray(books.numberKind, runKinds),
        or(isNotNull(books.volume), isNotNull(books.chapter)),
      ),
    )
  const owned = new Map(
    seriesIds.map((id) => [id, { volumes: [] as NumberSpan[], chapters: [] as NumberSpan[] }]),
  )
  for (const { seriesId, volume, volumeEnd, chapter, chapterEnd } of rows) {
    const of = owned.get(seriesId)
    if (chapter !== null) of?.chapters.push({ start: chapter, end: chapterEnd ?? chapter })
    // A chapter with a volume number is only a part of that volume.
    else if (volume !== null) of?.volumes.push({ start: volume, end: volumeEnd ?? volume })
  }
  return owned
}

/** Updates the latest released numbers of series. No other function updates them. */
export async function refreshLatestKnown(
  ctx: Pick<Context, 'bus' | 'clock'>,
  tx: Tx,
  seriesIds: readonly string[],
) {
  for (const id of seriesIds) await refreshOne(ctx, tx, id)
}

async function refreshOne(ctx: Pick<Context, 'bus' | 'clock'>, tx: Tx, seriesId: string) {
  const [found] = await tx.select().from(series).where(eq(series.id, seriesId))
  if (!found?.tracked) return
  const chapters = await listReleased(tx, seriesId, releases.lastChapter)
  const volumes = await listReleased(tx, seriesId, releases.lastVolume)
  const knownChapter = Math.max(found.localMaxChapter ?? 0, found.totalChapterCount ?? 0)
  const knownVolume = Math.max(found.localMaxVolume ?? 0, found.totalVolumeCount ?? 0)
  const volume = findLatestKnown(volumes, knownVolume, latestKnownRules.volumes)
  await updateReleasedNumbers(ctx, tx, {
    seriesId,
    libraryId: found.libraryId,
    releasedChapter: findLatestKnown(chapters, knownChapter, latestKnownRules.chapters),
    releasedVolume: volume === null ? null : Math.floor(volume),
  })
}

async function listReleased(
  tx: Tx,
  seriesId: string,
  column: typeof releases.lastChapter | typeof releases.lastVolume,
): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ number: column })
    .from(releases)
    .where(
      and(
        eq(releases.seriesId, seriesId),
        inArray(releases.state, ['announced', 'marked_acquired']),
        isNotNull(column),
      ),
    )
    .orderBy(desc(column))
    .limit(maxNumbersRead)
  return rows.map(({ number }) => number!)
}
