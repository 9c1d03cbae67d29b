/** Manual grouping: assigns books to a different series than the one found by scans. */
import type { Viewer } from '../../../accounts/permissions/model'
import {
  chooseAutomatically,
  chooseSeries,
} from '../../../catalog/books/scanned/assign-chosen-series'
import { createManualSeries, setMergedInto } from '../../../catalog/series/scanned/create-series'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'
import { copyUserState } from './copy-user-state'
import { manualGroupingMessages } from './messages'
import type { GroupingChangeView, GroupingPreview, GroupingRequest } from './model'
import { type GroupingPlan, planGrouping } from './plan-change'
import { publishGrouping, recountGrouping, refreshGrouping } from './publish-grouping'
import { requireSameSharing } from './require-sharing'
import {
  type ChangeRow,
  findGroupingChange,
  insertChange,
  listGroupingRows,
  listSeriesMergedInto,
  listSourceSeries,
} from './queries'

export async function previewGrouping(
  ctx: Context,
  viewer: Viewer,
  request: GroupingRequest,
): Promise<GroupingPreview> {
  const plan = await planGrouping(ctx.heavy, viewer, request)
  const { target } = plan
  if (target) {
    const moves = plan.sources.map(({ series }) => ({ fromId: series.id, toId: target.id }))
    await requireSameSharing(ctx.heavy, viewer, moves)
  }
  return {
    kind: plan.kind,
    bookCount: plan.books.length,
    targetTitle: plan.newTitle ?? target?.title ?? null,
    sources: plan.sources.map(({ series: { id, title }, isPutAway }) => ({ id, title, isPutAway })),
    hasOtherAccess:
      target !== undefined &&
      plan.sources.some(
        ({ series }) =>
          series.ageRating !== target.ageRating || series.sharingSet !== target.sharingSet,
      ),
  }
}

/** Applies the change in one transaction, and then recounts the library. */
export async function changeGrouping(
  ctx: Context,
  viewer: Viewer,
  request: GroupingRequest,
): Promise<GroupingChangeView> {
  const { id, libraryId } = await ctx.write(async (tx) => {
    const plan = await planGrouping(tx, viewer, request)
    return { id: await applyPlan(ctx, tx, viewer, plan), libraryId: plan.libraryId }
  })
  await recountGrouping(ctx, libraryId)
  return getChange(ctx.db, viewer, id)
}

async function applyPlan(ctx: Context, tx: Tx, viewer: Viewer, plan: GroupingPlan) {
  const now = ctx.clock.now()
  const { books, kind, libraryId } = plan
  const ns = books.map(({ n }) => n)
  const id = Bun.randomUUIDv7()
  const targetId = kind === 'reset' ? undefined : await findOrCreateTarget(tx, plan)
  const seriesOf = targetId === undefined ? await chooseAutomatically(tx, ns, now) : undefined
  if (targetId !== undefined) await chooseSeries(tx, ns, targetId, now)
  const merged = await mergeSources(tx, plan, targetId)
  const moved = books.map((book) => ({
    bookId: book.id,
    fromId: book.seriesId,
    toId: targetId ?? seriesOf?.get(book.n) ?? book.seriesId,
    wasChosen: book.isChosen,
  }))
  await requireSameSharing(tx, viewer, moved)
  await insertChange(tx, {
    change: {
      id,
      libraryId,
      kind,
      targetId: targetId ?? null,
      title: plan.newTitle ?? plan.target?.title ?? null,
      bookCount: books.length,
      createdBy: viewer.proof.kind === 'system' ? null : viewer.userId,
      createdAt: now,
    },
    moved,
    sources: merged.sources,
    copies: merged.copies,
  })
  const touched = [...new Set(moved.flatMap(({ fromId, toId }) => [fromId, toId]))]
  await refreshGrouping(ctx, tx, touched)
  await publishGrouping(ctx, tx, {
    libraryId,
    appeared: plan.target ? [] : moved.map(({ toId }) => toId),
    touched,
    copies: merged.copies,
    books: moved.map(({ bookId, toId }) => ({ bookId, seriesId: toId })),
  })
  return id
}

/**
 * Returns the target series, or creates it with the properties of the series that most of its books
 * come from.
 */
async function findOrCreateTarget(tx: Tx, { target, newTitle, books, sources }: GroupingPlan) {
  if (target) return target.id
  const counts = Map.groupBy(books, ({ seriesId }) => seriesId)
  const likeId = sources
    .map(({ series }) => series.id)
    .reduce((best, id) => (counts.get(id)!.length > counts.get(best)!.length ? id : best))
  return createManualSeries(tx, { title: newTitle!, likeId })
}

/** Merges the series that lost all their books. Returns the data needed to undo the change. */
async function mergeSources(tx: Tx, { sources }: GroupingPlan, targetId: string | undefined) {
  const rows = sources.map(({ series, isPutAway }) => ({
    seriesId: series.id,
    title: series.title,
    isPutAway,
    mergedBefore: null as string | null,
  }))
  const goneIds = rows.filter(({ isPutAway }) => isPutAway).map(({ seriesId }) => seriesId)
  if (targetId === undefined || goneIds.length === 0) return { sources: rows, copies: [] }
  // Series that were merged into one of these are merged into the target as well.
  const followers = await listSeriesMergedInto(tx, goneIds)
  await setMergedInto(tx, [...goneIds, ...followers.map(({ id }) => id)], targetId)
  const copies = []
  for (const fromId of goneIds)
    copies.push(...(await copyUserState(tx, { fromId, toId: targetId })))
  const known = new Set(rows.map(({ seriesId }) => seriesId))
  const followerRows = followers
    .filter(({ id }) => !known.has(id))
    .map(({ id, title, mergedIntoId }) => {
      return { seriesId: id, title, isPutAway: true, mergedBefore: mergedIntoId }
    })
  return { sources: [...rows, ...followerRows], copies }
}

export async function listGroupingChanges(
  ctx: Context,
  viewer: Viewer,
  filter: { libraryId?: string | undefined; seriesId?: string | undefined },
  paging: Paging,
): Promise<Found<GroupingChangeView>> {
  const { data, total } = await listGroupingRows(ctx.heavy, viewer, filter, paging)
  return { data: await buildViews(ctx.db, data), total }
}

export async function getChange(db: Db, viewer: Viewer, id: string) {
  const row = await findGroupingChange(db, viewer, id)
  if (!row) throw notFound(manualGroupingMessages.change_not_found())
  return (await buildViews(db, [row]))[0]!
}

async function buildViews(db: Db, rows: readonly ChangeRow[]): Promise<GroupingChangeView[]> {
  const ids = rows.map(({ change }) => change.id)
  const sources = ids.length === 0 ? [] : await listSourceSeries(db, ids)
  const sourcesOf = Map.groupBy(sources, ({ changeId }) => changeId)
  return rows.map(({ change, createdBy, blockingTitle }) => ({
    id: change.id,
    libraryId: change.libraryId,
    kind: change.kind,
    bookCount: change.bookCount,
    targetId: change.targetId,
    targetTitle: change.title,
    sources: (sourcesOf.get(change.id) ?? [])
      // Omits series that were merged earlier, because they only move along with their target.
      .filter(({ mergedBefore }) => mergedBefore === null)
      .map(({ seriesId, title, isPutAway }) => ({ id: seriesId, title, isPutAway })),
    createdBy,
    createdAt: change.createdAt,
    undoneAt: change.undoneAt,
    canUndo: change.undoneAt === null && blockingTitle === null,
  }))
}
