/** Matches the series and books of a run in the background. Resumes after any interruption. */
import { system } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { Job } from '../../../platform/jobs/job'
import type { Message } from '../../../platform/messages/message'
import { listMatchExclusions } from '../../../catalog/metadata/matching/match-decisions'
import type { MetadataProvider } from '../../providers/provider'
import { bookTarget } from '../books/book-target'
import { matchingLogMessages, matchingMessages } from '../messages'
import { listLibraryProviders } from '../provider-access'
import { findLibraryMatching, wasUndone } from '../queries'
import { seriesTarget } from '../series/series-target'
import { applyMatch } from '../targets/apply-work'
import { listReviewCandidates } from '../targets/candidate-view'
import { addDownloadedCover, downloadCover } from '../targets/provider-covers'
import { anything, createFailed, type Found, type Match, type Matchable } from '../targets/target'
import {
  findItem,
  findWaitingItem,
  getMatched,
  insertItems,
  type ItemRow,
  requeueItems,
  updateItem,
} from './item-queries'
import { FailedItems, FailingProviders } from './provider-failures'
import { addBooksOfSeries, findAskedBooks, listRunProviders } from './run-books'
import { findRun, type RunRow, updateRun } from './run-queries'
import { enqueueAgain } from './runs'
import { listWantedBookIds, listWantedSeriesIds } from './wanted-queries'

const targets = { series: seriesTarget, book: bookTarget }

export async function matchRun(
  ctx: Context,
  { payload: { runId } }: Job<{ runId: string }>,
  signal: AbortSignal,
) {
  const listed = await findRun(ctx.db, runId)
  if (listed && listed.listedAt === null) await addItemsOfLibrary(ctx, listed, signal)
  const failures = new FailedItems()
  const failing = new FailingProviders()
  while (!failures.areTooMany) {
    signal.throwIfAborted()
    const run = await findRun(ctx.db, runId)
    if (run?.state !== 'running') return undefined
    const item = await findWaitingItem(ctx.db, runId)
    if (item === undefined) break
    failures.add(item.id, await matchItem(ctx, { run, failing, signal }, item))
  }
  return (tx: Tx) => finishRun(ctx, tx, runId, failures)
}

const itemsPerSlice = 500

/**
 * Adds items in slices, so that other transactions can write in between. After an interruption,
 * starts again from the beginning.
 */
async function addItemsOfLibrary(ctx: Context, run: RunRow, signal: AbortSignal) {
  const libraryId = run.libraryId!
  await addSlices(ctx, { run, signal, kind: 'series' }, (slice) =>
    listWantedSeriesIds(ctx.db, run, slice),
  )
  const providers = run.includesBooks ? await listRunProviders(ctx, run, libraryId) : []
  const asked = await findAskedBooks(ctx.db, libraryId, providers)
  if (asked) {
    const wanted = { ...run, ...asked, libraryId }
    await addSlices(ctx, { run, signal, kind: 'book' }, (slice) =>
      listWantedBookIds(ctx.db, wanted, slice),
    )
  }
  await ctx.writeBulk((tx) => updateRun(tx, run.id, { listedAt: ctx.clock.now() }))
}

async function addSlices(
  ctx: Context,
  { run, signal, kind }: { run: RunRow; signal: AbortSignal; kind: 'series' | 'book' },
  list: (slice: { afterId: string | undefined; limit: number }) => Promise<string[]>,
) {
  let afterId: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const ids = await list({ afterId, limit: itemsPerSlice })
    if (ids.length === 0) return
    await ctx.writeBulk((tx) => insertItems(tx, run.id, { kind, ids }))
    afterId = ids.at(-1)
  }
}

/**
 * Ends the run, or enqueues it again if there are new items. Items that failed because of the
 * providers wait for the next attempt.
 */
async function finishRun(ctx: Context, tx: Tx, runId: string, failures: FailedItems) {
  const { areTooMany, areDueToProviders, problem: message, itemIds } = failures
  // If a user chose a work for a series in the meantime, the books of the series still need to be
  // matched.
  const hasMore = !areTooMany && (await findWaitingItem(tx, runId)) !== undefined
  if (hasMore) return enqueueAgain(ctx, tx, { id: runId, isRefresh: false })
  if (areDueToProviders) await requeueItems(tx, runId, itemIds)
  const result = areDueToProviders
    ? { state: 'failed' as const, message }
    : { state: 'completed' as const }
  await updateRun(tx, runId, { ...result, finishedAt: ctx.clock.now() }, 'running')
  ctx.log.info({ runId }, matchingLogMessages.run_finished())
}

interface ActiveRun {
  run: RunRow
  failing: FailingProviders
  signal: AbortSignal
}

/**
 * Matches an item. Returns the reason if no provider could be queried, or if the work of a certain
 * match could not be fetched.
 */
async function matchItem(
  ctx: Context,
  active: ActiveRun,
  item: ItemRow,
): Promise<Message | undefined> {
  const { kind, id } = getMatched(item)
  try {
    const matchable = await targets[kind].load(ctx.db, system, id)
    if (!matchable.isExcluded) return await matchPresent(ctx, active, { item, matchable })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  // The series or book was excluded, trashed or deleted, perhaps during the search.
  await ctx.writeBulk((tx) => updateItem(tx, item.id, { state: 'skipped' }))
  return undefined
}

/** Returns whether the series or book was not found, as opposed to a provider's 404. */
const isNotFound = (error: unknown) =>
  error instanceof Refusal && !(error instanceof ProviderError) && error.reason === 'not_found'

interface Present {
  item: ItemRow
  matchable: Matchable
}

async function matchPresent(
  ctx: Context,
  active: ActiveRun,
  { item, matchable }: Present,
): Promise<Message | undefined> {
  const { run } = active
  const { libraryId, matched } = matchable
  const asked = await listRunProviders(ctx, run, libraryId)
  const providers = asked.filter((one) => targets[matched.kind].canAsk(one))
  const results = await searchInOrder(ctx, active, providers, matchable)
  const sure = results.find(({ decision }) => decision.mayApply)
  const isUndone = sure && (await wasUndone(ctx.db, matched, getChoice(sure)))
  if (sure && !isUndone) {
    const certain = { item, matchable, found: sure, asked }
    const problem = await catchProblem(() => applyFound(ctx, active, certain))
    if (problem) await failItem(ctx, item, problem)
    return problem
  }
  const candidates = listReviewCandidates(ctx, results, matchable)
  const problem = results.find((one) => one.problem)?.problem
  if (candidates.length === 0 && problem) {
    await failItem(ctx, item, problem)
    return results.every((one) => one.problem) ? problem : undefined
  }
  const state = candidates.length > 0 ? 'review' : 'none'
  const reason = isUndone ? matchingMessages.undone_before() : explainNoMatch(results)
  await ctx.writeBulk((tx) => updateItem(tx, item.id, { state, candidates, reason }))
  return undefined
}

const getChoice = ({ provider, decision }: Found) => ({
  provider: provider.name,
  externalId: decision.choice!,
})

async function catchProblem(work: () => Promise<void>): Promise<Message | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.userMessage
  }
}

const failItem = (ctx: Context, { id }: ItemRow, reason: Message) =>
  ctx.writeBulk((tx) => updateItem(tx, id, { state: 'failed', reason }))

function explainNoMatch(results: readonly Found[]): Message {
  if (results.length === 0) return matchingMessages.no_providers()
  const best = results.find(({ ranked }) => ranked.length > 0)
  return best?.decision.because ?? matchingMessages.no_match()
}

/** Queries one provider after another. Stops at the first provider whose match is certain. */
async function searchInOrder(
  ctx: Context,
  { failing, signal }: ActiveRun,
  providers: readonly MetadataProvider[],
  matchable: Matchable,
): Promise<Found[]> {
  const { threshold } = (await findLibraryMatching(ctx.db, matchable.libraryId)) ?? {}
  const results: Found[] = []
  for (const provider of providers) {
    const known = failing.findProblem(provider.name, ctx.clock.now())
    if (known) {
      results.push(createFailed(provider, known))
      continue
    }
    const found = await matchable.find(ctx, provider, { signal, threshold: threshold ?? undefined })
    failing.add(provider.name, found.problem, ctx.clock.now())
    results.push(found)
    if (found.decision.mayApply) break
  }
  return results
}

interface Certain extends Present {
  found: Found
  /** The run's providers. */
  asked: readonly MetadataProvider[]
}

async function applyFound(
  ctx: Context,
  { run, signal }: ActiveRun,
  { item, matchable, found, asked }: Certain,
) {
  const { matched, libraryId } = matchable
  const { provider, works, certainFields: fields } = found
  const target = targets[matched.kind]
  const { externalId } = getChoice(found)
  const work = works.get(externalId) ?? (await target.getWork(provider, externalId, { signal }))
  const askedBooks =
    matched.kind === 'series' && run.includesBooks
      ? await findAskedBooks(ctx.db, libraryId, asked)
      : undefined
  const afterApply = async (tx: Tx, change: { fields: readonly string[] }) => {
    const changedFields = change.fields.length
    const result = { state: 'applied', provider: provider.name, externalId, changedFields } as const
    await updateItem(tx, item.id, result)
    if (!askedBooks) return
    await addBooksOfSeries(tx, run, { seriesId: matched.id, asked: askedBooks })
  }
  const match = { provider: provider.name, externalId, work }
  const beforeApply = (tx: Tx) => isStillWanted(tx, item, match)
  const providers = (await listLibraryProviders(ctx, libraryId)).map(({ name }) => name)
  const options = { providers, fields, runId: run.id, beforeApply, afterApply }
  // The cover is downloaded before the change, because an interruption would otherwise lose it.
  const { preferProviderCovers: isPreferred = false } =
    (await findLibraryMatching(ctx.db, libraryId)) ?? {}
  const isWanted = fields === undefined && (matched.kind === 'series' || isPreferred)
  const url = isWanted ? work.coverUrl : undefined
  const file = url ? await downloadCover(ctx, { provider: provider.name, url, signal }) : undefined
  const change = await applyMatch(ctx, target, matched.id, { match, options })
  if (change && file) {
    const cover = { provider: provider.name, file, isPreferred }
    await addCoverOfRun(ctx, { item, matchable, cover })
  }
}

/**
 * Returns whether the run is active, the item is waiting, and no user has excluded the item or the
 * work since the search. Marks an excluded item as skipped.
 */
async function isStillWanted(tx: Tx, item: ItemRow, { provider, externalId }: Match) {
  // Locks the run, so that it is not canceled and undone before the change is stored.
  if (!(await updateRun(tx, item.runId, { state: 'running' }, 'running'))) return false
  if ((await findItem(tx, item.id))?.state !== 'waiting') return false
  const exclusions = await listMatchExclusions(tx, getMatched(item))
  const isExcluded = exclusions.some(
    (one) =>
      one.provider === anything || (one.provider === provider && one.externalId === externalId),
  )
  if (isExcluded) await updateItem(tx, item.id, { state: 'skipped' })
  return !isExcluded
}

interface RunCover extends Present {
  cover: { provider: string; file: Blob; isPreferred: boolean }
}

/** Adds the cover. A failure is ignored, because the match is complete without the cover. */
async function addCoverOfRun(ctx: Context, { item, matchable: { matched }, cover }: RunCover) {
  const added = await addDownloadedCover(ctx, targets[matched.kind], matched.id, cover)
  if ('coverId' in added && added.coverId !== null) {
    await ctx.writeBulk((tx) => updateItem(tx, item.id, { coverId: added.coverId }))
  }
}
