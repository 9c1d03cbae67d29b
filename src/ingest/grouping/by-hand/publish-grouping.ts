/** Keeps counts, metadata and open browsers up to date after books moved to a different series. */
import { bookUpdated } from '../../../catalog/books/model'
import { collectionKind } from '../../../catalog/collections/service'
import { publishUpdates } from '../../../catalog/item-lists/publish-update'
import { recountLabelsJob } from '../../../catalog/labels/model'
import { recountLibrary } from '../../../catalog/libraries/recount-library'
import { libraryUpdated } from '../../../catalog/libraries/model'
import { seriesCreated, seriesDeleted, seriesUpdated } from '../../../catalog/series/model'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { refreshSeriesAndProgress } from '../../../reading/progress/refresh-series-and-progress'
import { wantToReadUpdated } from '../../../reading/want-to-read/model'
import { recomputeSeriesMetadata } from '../../scanning/read/store-slice'
import { findExistingSeries } from './queries'
import type { groupingChangeCopies } from './schema'

/** Maximum number of books for which individual events are published. */
const maxSingleEvents = 200

export async function refreshGrouping(ctx: Context, tx: Tx, seriesIds: readonly string[]) {
  await refreshSeriesAndProgress(tx, seriesIds)
  await recomputeSeriesMetadata(tx, seriesIds, ctx.clock.now())
  await ctx.queue.enqueue(tx, recountLabelsJob, {})
}

/** Call this after the transaction, because it reads all books of the library. */
export async function recountGrouping(ctx: Context, libraryId: string) {
  await recountLibrary(ctx, libraryId)
  ctx.bus.publish(libraryUpdated, { libraryId })
}

interface GroupingEvents {
  libraryId: string
  /** Series that were not visible before. */
  appeared: readonly string[]
  touched: readonly string[]
  copies: readonly Pick<typeof groupingChangeCopies.$inferInsert, 'kind' | 'ownerId'>[]
  books: readonly { bookId: string; seriesId: string }[]
}

export async function publishGrouping(
  ctx: Context,
  tx: Tx,
  { libraryId, appeared, touched, copies, books }: GroupingEvents,
) {
  const existing = await findExistingSeries(tx, touched)
  const isPresent = (id: string) => existing.get(id)?.isTrashed === false
  const [present, gone] = [touched.filter(isPresent), touched.filter((id) => !isPresent(id))]
  const listOwners = (kind: string) => [
    ...new Set(copies.filter((copy) => copy.kind === kind).map(({ ownerId }) => ownerId)),
  ]
  await publishUpdates(ctx, tx, collectionKind, listOwners('collection'))
  tx.afterCommit(() => {
    for (const seriesId of appeared.filter(isPresent))
      ctx.bus.publish(seriesCreated, { libraryId, seriesId })
    for (const seriesId of present) ctx.bus.publish(seriesUpdated, { libraryId, seriesId })
    for (const seriesId of gone) ctx.bus.publish(seriesDeleted, { libraryId, seriesId })
    for (const userId of listOwners('wanted')) ctx.bus.publish(wantToReadUpdated, { userId })
    if (books.length > maxSingleEvents) return
    for (const book of books) ctx.bus.publish(bookUpdated, { libraryId, ...book })
  })
}
