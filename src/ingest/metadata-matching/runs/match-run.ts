/** Matches the series of a run in the background. Continues after any interruption. */
import { system } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { Job } from '../../../platform/jobs/job'
import type { Message } from '../../../platform/messages/message'
import type { MetadataProvider } from '../../providers/provider'
import { matchingLogMessages, matchingMessages } from '../messages'
import type { CandidateView } from '../model'
import { findProviderByName, listLibraryProviders } from '../provider-access'
import { listMatchExclusions } from '../../../catalog/metadata/matching/match-decisions'
import { findLibraryMatching, wasUndone } from '../queries'
import { applyMatch, type Match } from '../series/apply-work'
import { buildCandidateView } from '../series/candidate-view'
import { createFailed, type Found, findCandidates } from '../series/find-candidates'
import { addDownloadedCover, downloadCover } from '../series/provider-covers'
import { anything, loadSeriesToMatch, type SeriesToMatch } from '../series/local-series'
import { FailedSeries, FailingProviders } from './provider-failures'
import {
  findItem,
  findRun,
  findWaitingSeriesId,
  insertItems,
  listWantedSeriesIds,
  requeueItems,
  type RunRow,
  updateItem,
  updateRun,
} from './run-queries'

export async function matchRun(
  ctx: Context,
  { payload: { runId } }: Job<{ runId: string }>,
  signal: AbortSignal,
) {
  const listed = await findRun(ctx.db, runId)
  if (listed && listed.listedAt === null) await addSeriesOfLibrary(ctx, listed, signal)
  const failures = new FailedSeries()
  const failing = new FailingProviders()
  while (!failures.areTooMany) {
    signal.throwIfAborted()
    const run = await findRun(ctx.db, runId)
    if (run?.state !== 'running') return undefined
    const seriesId = await findWaitingSeriesId(ctx.db, runId)
    if (seriesId === undefined) break
    failures.add(seriesId, await matchItem(ctx, { run, failing, signal }, seriesId))
  }
  return (tx: Tx) => finishRun(ctx, tx, runId, failures)
}

const seriesPerSlice = 500

/** In slices, so that other writers get their turn. After an interruption it starts again. */
async function addSeriesOfLibrary(ctx: Context, run: RunRow, signal: AbortSignal) {
  let afterId: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const ids = await listWantedSeriesIds(ctx.db, run, { afterId, limit: seriesPerSlice })
    if (ids.length === 0) break
    await ctx.writeBulk((tx) => insertItems(tx, run.id, ids))
    afterId = ids.at(-1)
  }
  await ctx.writeBulk((tx) => updateRun(tx, run.id, { listedAt: ctx.now() }))
}

/** Series that failed because of the providers wait for the next attempt. */
async function finishRun(ctx: Context, tx: Tx, runId: string, failures: FailedSeries) {
  const { areDueToProviders, problem: message, seriesIds } = failures
  if (areDueToProviders) await requeueItems(tx, runId, seriesIds)
  const result = areDueToProviders
    ? { state: 'failed' as const, message }
    : { state: 'completed' as const }
  await updateRun(tx, runId, { ...result, finishedAt: ctx.now() }, 'running')
  ctx.log.info({ runId }, matchingLogMessages.run_finished())
}

interface ActiveRun {
  run: RunRow
  failing: FailingProviders
  signal: AbortSignal
}

/** Returns the problem if no provider could be asked. */
async function matchItem(
  ctx: Context,
  active: ActiveRun,
  seriesId: string,
): Promise<Message | undefined> {
  try {
    const series = await loadSeriesToMatch(ctx.db, system, seriesId)
    if (!series.isExcluded) return await matchPresent(ctx, active, series)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  // Excluded, in the trash, or deleted, perhaps since it was searched.
  await ctx.writeBulk((tx) =>
    updateItem(tx, { runId: active.run.id, seriesId }, { state: 'skipped' }),
  )
  return undefined
}

/** Not of a provider: of the series. */
const isNotFound = (error: unknown) =>
  error instanceof Refusal && !(error instanceof ProviderError) && error.reason === 'not_found'

async function matchPresent(
  ctx: Context,
  active: ActiveRun,
  series: SeriesToMatch,
): Promise<Message | undefined> {
  const { run, signal } = active
  const item = { runId: run.id, seriesId: series.stored.series.id }
  const { libraryId } = series.stored.series
  const ofLibrary = await listLibraryProviders(ctx, libraryId)
  const providers = run.provider === null ? ofLibrary : await listNamed(ctx, run.provider)
  const results = await searchInOrder(ctx, active, providers, series)
  const sure = results.find(({ decision }) => decision.mayApply)
  const isUndone = sure && (await wasUndone(ctx.db, item.seriesId, sure.provider.name))
  if (sure && !isUndone) {
    const certain = { item, series, found: sure, ofLibrary, signal }
    const problem = await catchProblem(() => applyFound(ctx, certain))
    if (problem) await failItem(ctx, item, problem)
    return problem
  }
  const candidates = listCandidates(ctx, results, series)
  const problem = results.find((one) => one.problem)?.problem
  if (candidates.length === 0 && problem) {
    await failItem(ctx, item, problem)
    return results.every((one) => one.problem) ? problem : undefined
  }
  const state = candidates.length > 0 ? 'review' : 'none'
  const reason = isUndone ? matchingMessages.undone_before() : explainNoMatch(results)
  await ctx.writeBulk((tx) => updateItem(tx, item, { state, candidates, reason }))
  return undefined
}

/** Empty if it was uninstalled or disabled. */
async function listNamed(ctx: Context, name: string): Promise<MetadataProvider[]> {
  const provider = await findProviderByName(ctx, name)
  return provider ? [provider] : []
}

async function catchProblem(work: () => Promise<void>): Promise<Message | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.userMessage
  }
}

const failItem = (ctx: Context, item: Certain['item'], reason: Message) =>
  ctx.writeBulk((tx) => updateItem(tx, item, { state: 'failed', reason }))

function explainNoMatch(results: readonly Found[]): Message {
  if (results.length === 0) return matchingMessages.no_providers()
  const best = results.find(({ ranked }) => ranked.length > 0)
  return best?.decision.because ?? matchingMessages.no_match()
}

/** Stops at the first provider with a certain match. */
async function searchInOrder(
  ctx: Context,
  { failing, signal }: ActiveRun,
  providers: readonly MetadataProvider[],
  series: SeriesToMatch,
): Promise<Found[]> {
  const { threshold } = (await findLibraryMatching(ctx.db, series.stored.series.libraryId)) ?? {}
  const results: Found[] = []
  for (const provider of providers) {
    const known = failing.findProblem(provider.name, ctx.now())
    if (known) {
      results.push(createFailed(provider, known))
      continue
    }
    const options = { signal, threshold: threshold ?? undefined }
    const found = await findCandidates(ctx, provider, series.forProvider(provider), options)
    failing.add(provider.name, found.problem, ctx.now())
    results.push(found)
    if (found.decision.mayApply) break
  }
  return results
}

interface Certain {
  item: { runId: string; seriesId: string }
  series: SeriesToMatch
  found: Found
  ofLibrary: readonly MetadataProvider[]
  signal: AbortSignal
}

async function applyFound(ctx: Context, { item, series, found, ofLibrary, signal }: Certain) {
  const { provider, works, decision } = found
  const externalId = decision.choice!
  const work = works.get(externalId) ?? (await provider.get(externalId, { signal })).work
  const afterApply = (tx: Tx, { fields }: { fields: readonly string[] }) =>
    updateItem(tx, item, {
      state: 'applied',
      provider: provider.name,
      externalId,
      changedFields: fields.length,
    })
  const providers = ofLibrary.map(({ name }) => name)
  const match = { provider: provider.name, externalId, work }
  const beforeApply = (tx: Tx) => isStillWanted(tx, item, match)
  const options = { providers, runId: item.runId, beforeApply, afterApply }
  // Before the change: an interruption afterwards would lose it.
  const url = work.coverUrl
  const file = url ? await downloadCover(ctx, { provider: provider.name, url, signal }) : undefined
  const change = await applyMatch(ctx, item.seriesId, match, options)
  if (change && file) await addCoverOfRun(ctx, { item, series, provider, file })
}

/** The run is active, the series waits, and no user excluded it or the work since it was searched. */
async function isStillWanted(tx: Tx, item: Certain['item'], { provider, externalId }: Match) {
  // Locks the run: it is not canceled and undone before the change is stored.
  if (!(await updateRun(tx, item.runId, { state: 'running' }, 'running'))) return false
  if ((await findItem(tx, item.runId, item.seriesId))?.state !== 'waiting') return false
  const exclusions = await listMatchExclusions(tx, item.seriesId)
  const isExcluded = exclusions.some(
    (one) =>
      one.provider === anything || (one.provider === provider && one.externalId === externalId),
  )
  if (isExcluded) await updateItem(tx, item, { state: 'skipped' })
  return !isExcluded
}

interface RunCover extends Pick<Certain, 'item' | 'series'> {
  provider: MetadataProvider
  file: Blob
}

/** Without its cover, the match is still complete. */
async function addCoverOfRun(ctx: Context, { item, series, provider, file }: RunCover) {
  const settings = await findLibraryMatching(ctx.db, series.stored.series.libraryId)
  const added = await addDownloadedCover(ctx, item.seriesId, {
    provider: provider.name,
    file,
    isPreferred: settings?.preferProviderCovers ?? false,
  })
  if ('coverId' in added && added.coverId !== null) {
    await ctx.writeBulk((tx) => updateItem(tx, item, { coverId: added.coverId }))
  }
}

const maxCandidates = 5
const lowestScore = 0.5

const listCandidates = (
  ctx: Context,
  results: readonly Found[],
  series: SeriesToMatch,
): CandidateView[] =>
  results
    .flatMap((found) =>
      found.ranked.map((ranked) =>
        buildCandidateView(ctx, { found, ranked, series, offeredId: undefined }),
      ),
    )
    .filter(({ score, isExcluded }) => score >= lowestScore && !isExcluded)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxCandidates)
