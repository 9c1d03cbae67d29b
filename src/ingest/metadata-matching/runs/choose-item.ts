/** User decisions about a series or book in a run. */
import { system, type Viewer } from '../../../accounts/permissions/model'
import { insertMatchExclusion } from '../../../catalog/metadata/matching/match-decisions'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import type { MetadataProvider } from '../../providers/provider'
import { bookTarget } from '../books/book-target'
import { matchingMessages } from '../messages'
import { listProviders, requireProvider } from '../provider-access'
import { seriesTarget } from '../series/series-target'
import { applyMetadata } from '../targets/apply-metadata'
import { findItem, findVisibleItem, getMatched, type ItemRow, updateItem } from './item-queries'
import { addBooksOfSeries, findAskedBooks, listRunProviders } from './run-books'
import type { ChooseBody } from './run-model'
import { hasRunningRun, lockUnlessUndone, type RunRow, updateEndedRun } from './run-queries'
import { enqueueAgain, mayWriteBooks, refuseBooks, requireRun } from './runs'

/** Applies a user's choice for a series or book in a run, or records that none fits. */
export async function chooseForItem(
  ctx: Context,
  viewer: Viewer,
  { id: runId, itemId }: { id: string; itemId: string },
  { choice, exclude = false }: ChooseBody,
): Promise<void> {
  const run = await requireRun(ctx, viewer, runId)
  if (run.undoRequestedAt) throw new Refusal('conflict', matchingMessages.already_undone())
  const item = await findVisibleItem(ctx.db, viewer, { runId, id: itemId })
  if (!item) throw notFound(matchingMessages.not_in_run())
  if (item.bookId !== null) refuseBooks(viewer)
  if (choice === null) return skipItem(ctx, item, { exclude })
  const provider = await requireProvider(ctx, choice.pluginId)
  const target = item.bookId === null ? seriesTarget : bookTarget
  const body = { ...choice, runId, beforeApply: (tx: Tx) => lockUnlessUndone(tx, runId) }
  const { appliedFields, coverId } = await applyMetadata(ctx, target, viewer, { id: itemId, body })
  const result = {
    state: 'applied' as const,
    provider: provider.name,
    externalId: choice.externalId,
    changedFields: appliedFields.length,
    coverId,
  }
  const mayAddBooks = item.seriesId !== null && run.includesBooks && mayWriteBooks(viewer)
  const books = mayAddBooks ? await findBooksToAdd(ctx, run, itemId) : undefined
  await ctx.write(async (tx) => {
    await updateItem(tx, item.id, result)
    if (!books) return
    const isAdded = await addBooksOfSeries(tx, run, books)
    if (isAdded) await continueRun(ctx, tx, run)
  })
}

/** Returns undefined if none of the run's providers can find books of the series' library. */
async function findBooksToAdd(ctx: Context, run: RunRow, seriesId: string) {
  const { libraryId } = await seriesTarget.load(ctx.db, system, seriesId)
  const asked = await findAskedBooks(ctx.db, libraryId, await listRunProviders(ctx, run, libraryId))
  return asked && { seriesId, asked }
}

/**
 * Resumes an ended run to match the books of a series for which a user has just chosen a work. Does
 * nothing while another run of the library is active.
 */
async function continueRun(ctx: Context, tx: Tx, run: RunRow) {
  if (run.libraryId !== null && (await hasRunningRun(tx, run.libraryId))) return
  const changes = { state: 'running', message: null, finishedAt: null } as const
  if (await updateEndedRun(tx, run.id, changes)) await enqueueAgain(ctx, tx, run)
}

async function skipItem(ctx: Context, item: ItemRow, { exclude }: { exclude: boolean }) {
  const providers = await listProviders(ctx)
  await ctx.write(async (tx) => {
    const { state } = (await findItem(tx, item.id)) ?? item
    if (state === 'applied') throw new Refusal('conflict', matchingMessages.item_applied())
    await updateItem(tx, item.id, { state: 'skipped' })
    if (exclude) await excludeCandidates(ctx, tx, item, providers)
  })
}

async function excludeCandidates(
  ctx: Context,
  tx: Tx,
  item: ItemRow,
  providers: readonly MetadataProvider[],
) {
  for (const { pluginId, externalId } of item.candidates ?? []) {
    const provider = providers.find(({ id }) => id === pluginId)?.name
    if (provider === undefined) continue
    const createdAt = ctx.clock.now()
    await insertMatchExclusion(tx, getMatched(item), { provider, externalId, createdAt })
  }
}
