/**
 * Adds user activity on a trashed book to a copy of it. The trashed book keeps its own data, so
 * nothing is lost if its file returns. See docs/decisions.
 */
import { CoverCopies } from '../../../artwork/covers/merge-covers'
import { bookEntity } from '../../../catalog/books/metadata/book-fields'
import { bookUpdated } from '../../../catalog/books/model'
import { type BookByContent, findWithContent } from '../../../catalog/books/scanned/book-moves'
import { mergeMembership } from '../../../catalog/item-lists/entries/merge-membership'
import { readingListTables } from '../../../catalog/reading-lists/schema'
import { mergeMetadata } from '../../../catalog/metadata/copies/merge-metadata'
import { mergeMatchDecisions } from '../../../catalog/metadata/matching/match-decisions'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import { mergeBookmarks } from '../../../reading/bookmarks/merge-bookmarks'
import { mergeHighlights } from '../../../reading/highlights/merge-highlights'
import { mergePreferences } from '../../../reading/preferences/merge-preferences'
import { mergeReading } from '../../../reading/progress/copies/merge-reading'
import { readProgressUpdated } from '../../../reading/progress/model'
import { refreshSeriesProgress } from '../../../reading/progress/series/series-progress'
import { mergeRatings } from '../../../reading/ratings/merge-ratings'
import { moveMeasuredSessions } from '../../../reading/statistics/sessions/measured-sessions'
import { mergeWanted } from '../../../reading/want-to-read/merge-wanted'
import { moveRegistered } from '../purged/item-kind'
import { findMerge, findTrashedLibraries, storeMerge } from './copy-queries'

export interface BookMerge {
  /** Number of the trashed book. */
  from: number
  /** Number of the copy. */
  to: number
}

interface Pair {
  from: BookByContent
  to: BookByContent
}

/**
 * Runs in one transaction. Returns undefined if the books have changed and can no longer be merged.
 */
export async function mergeBook(
  ctx: Context,
  merge: BookMerge,
  isFitting = isTrashedAndPresent,
): Promise<Pair | undefined> {
  const before = await findPair(ctx.db, merge)
  if (!before) return undefined
  const owners = { kind: 'book', fromId: before.from.id, toId: before.to.id } as const
  const covers = await CoverCopies.make(ctx, owners)
  try {
    return await ctx.write(async (tx) => {
      const pair = await findPair(tx, merge)
      if (!pair || !(await isFitting(tx, pair))) return undefined
      await mergePair(ctx, tx, pair, covers)
      return pair
    })
  } finally {
    await covers.finish()
  }
}

async function findPair(db: Db, { from, to }: BookMerge): Promise<Pair | undefined> {
  const found = await findWithContent(db, [from, to])
  const [orphan, copy] = [from, to].map((n) => found.find((one) => one.n === n))
  return orphan && copy && orphan.content === copy.content && from !== to
    ? { from: orphan, to: copy }
    : undefined
}

async function isTrashedAndPresent(tx: Tx, { from, to }: Pair): Promise<boolean> {
  const trashed = await findTrashedLibraries(tx, [from.libraryId, to.libraryId])
  const isPresent = to.trashedAt === null && to.missingSince === null && !trashed.has(to.libraryId)
  return isPresent && (from.trashedAt !== null || trashed.has(from.libraryId))
}

async function mergePair(ctx: Context, tx: Tx, { from, to }: Pair, covers: CoverCopies) {
  const last = await findMerge(tx, from.id)
  const since = last?.toId === to.id ? last.mergedAt : undefined
  const ids = { fromId: from.id, toId: to.id }
  const readers = await mergeReading(tx, from.id, to)
  await moveMeasuredSessions(tx, ids)
  await mergeBookmarks(tx, { ...ids, since })
  await mergeHighlights(tx, { ...ids, since })
  await mergeWanted(tx, { kind: 'book', ...ids, since })
  await mergeMembership(tx, readingListTables, { ...ids, since })
  await mergePreferences(tx, { kind: 'book', ...ids, since })
  await mergeRatings(tx, { kind: 'book', ...ids, since })
  const fields = await mergeMetadata(ctx, tx, { entity: bookEntity, ...ids })
  await mergeMatchDecisions(tx, { kind: 'book', ...ids })
  await moveRegistered(tx, { kind: 'book', ...ids })
  await covers.store(tx, ctx.clock.now())
  await refreshSeriesProgress(tx, [to.seriesId])
  const before = last?.toId === to.id ? (last.mergedFields ?? []) : []
  const mergedFields = [...new Set([...before, ...fields])]
  await storeMerge(tx, { ...ids, mergedAt: ctx.clock.now(), mergedFields })
  const { id: bookId, seriesId, libraryId } = to
  tx.afterCommit(() => {
    ctx.bus.publish(bookUpdated, { libraryId, seriesId, bookId })
    for (const userId of readers) ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId })
  })
}
