/**
 * Separates a trashed book from the copy that continues it: removes the data that a merge added to
 * the copy. The trashed book still has all of this data, and later changes by users to the copy are
 * kept. Continuing the book again repeats the merge.
 */
import { finishRemoval, removeCopiedCovers } from '../../../artwork/covers/merge-covers'
import { bookEntity } from '../../../catalog/books/metadata/book-fields'
import { bookUpdated } from '../../../catalog/books/model'
import { removeAllMergedMembership } from '../../../catalog/item-lists/entries/merge-membership'
import { removeMergedMetadata } from '../../../catalog/metadata/copies/merge-metadata'
import { readingListTables } from '../../../catalog/reading-lists/schema'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { removeMergedBookmarks } from '../../../reading/bookmarks/merge-bookmarks'
import { removeMergedHighlights } from '../../../reading/highlights/merge-highlights'
import { removeAllMergedPreferences } from '../../../reading/preferences/merge-preferences'
import { separateReading } from '../../../reading/progress/copies/separate-reading'
import { readProgressUpdated } from '../../../reading/progress/model'
import { refreshSeriesProgress } from '../../../reading/progress/series/series-progress'
import { removeMergedRatings } from '../../../reading/ratings/merge-ratings'
import { removeMergedBook } from '../../../reading/want-to-read/merge-wanted'
import { findMerge, storeMerge } from './copy-queries'

interface Copy {
  id: string
  seriesId: string
  libraryId: string
  pageCount: number
}

/** Returns false if the copy no longer continues the book. */
export async function separateBook(ctx: Context, fromId: string, copy: Copy): Promise<boolean> {
  const covers = await ctx.write(async (tx) => {
    const merge = await findMerge(tx, fromId)
    if (merge?.toId !== copy.id) return undefined
    return undoMerge(ctx, tx, { fromId, copy, mergedFields: merge.mergedFields ?? [] })
  })
  if (!covers) return false
  await finishRemoval(ctx, copy.id, covers)
  return true
}

interface Merged {
  fromId: string
  copy: Copy
  mergedFields: readonly string[]
}

async function undoMerge(ctx: Context, tx: Tx, { fromId, copy, mergedFields }: Merged) {
  const { id: bookId, seriesId, libraryId } = copy
  const pair = { fromId, toId: bookId }
  const readers = await separateReading(tx, fromId, copy)
  await removeMergedBookmarks(tx, pair)
  await removeMergedHighlights(tx, pair)
  await removeMergedBook(tx, pair)
  await removeAllMergedMembership(tx, readingListTables, pair)
  await removeAllMergedPreferences(tx, pair)
  await removeMergedRatings(tx, pair)
  await removeMergedMetadata(ctx, tx, { entity: bookEntity, ...pair, mergedFields })
  const covers = await removeCopiedCovers(tx, pair)
  await refreshSeriesProgress(tx, [seriesId])
  await storeMerge(tx, { fromId, toId: fromId, mergedAt: ctx.clock.now() })
  tx.afterCommit(() => {
    ctx.bus.publish(bookUpdated, { libraryId, seriesId, bookId })
    for (const userId of readers) ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId })
  })
  return covers
}
