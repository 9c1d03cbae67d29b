/**
 * Applies changed naming settings to existing books: first their series, then their metadata.
 * Changes are recorded and can be undone like those made by a scan. The job has exclusive access to
 * the library, works in slices and resumes after any interruption.
 */
import { recomputeBookMetadata } from '../../catalog/books/scanned/recompute-metadata'
import type { Context } from '../../context'
import { loadNaming } from '../../catalog/corrections/load-naming'
import type { Tx } from '../../platform/db/store'
import type { Job } from '../../platform/jobs/job'
import { refreshSeriesAndProgress } from '../../reading/progress/refresh-series-and-progress'
import { recordBooks, regroupAndRecord, rekeySeries } from '../scanning/journal/journal'
import {
  runAsScan,
  type StartedScan,
  recountAfterScan,
  completeScan,
  storePreviousNaming,
} from '../scanning/lifecycle/scan-lifecycle'
import type { ScanOrder } from '../scanning/model'
import { enqueueScan } from '../scanning/lifecycle/enqueue'
import { Progress } from '../scanning/lifecycle/scan-progress'
import { recomputeSeriesMetadata } from '../scanning/read/store-slice'
import {
  findSeriesStatesByKey,
  getDisplacedKey,
  findSeriesStates,
  displaceSeries,
} from '../../catalog/series/scanned/move-series'
import { type ApplyNamesOrder, applyNamesJob, regroupLibraryJob } from './model'
import type { Plan } from './plan-groups'
import { findLibraryToRegroup } from './queries'
import { type Survey, surveyLibrary } from './survey-library'
import { splitIntoSlices } from '../../platform/lib/slices'
import { libraryUpdated } from '../../catalog/libraries/model'
import { seriesCreated, seriesUpdated } from '../../catalog/series/model'
import { bookUpdated } from '../../catalog/books/model'

type NamingOrder = ScanOrder & ApplyNamesOrder

interface RegroupRun {
  ctx: Context
  order: NamingOrder
  scan: StartedScan['scan']
  progress: Progress
  signal: AbortSignal
}

const rowsPerSlice = 25
const maxRounds = 5
/** Maximum number of books for which individual events are published. */
const maxSingleEvents = 200
/** Delay before the next attempt while the library is being scanned or an undo is running. */
const busyWaitMs = 2000

/** Runs the job that waits for exclusive access to the library. */
export async function waitForLibrary(ctx: Context, job: Job<ApplyNamesOrder>, signal: AbortSignal) {
  const request = job.payload
  if (request.ifAstray) {
    const { plan } = await surveyNaming({ ctx, order: request, signal })
    // Ignores moves of trashed books, because their folder may have been renamed after their files
    // disappeared.
    if (plan.rekeyed.length === 0 && plan.moves.every(({ isTrashed }) => isTrashed)) return
  }
  return (tx: Tx) => enqueueRegroup(ctx, tx, request)
}

async function enqueueRegroup(ctx: Context, tx: Tx, request: ApplyNamesOrder) {
  if (!(await findLibraryToRegroup(tx, request.libraryId))) return
  const order: NamingOrder = { ...request, mode: 'normal', trigger: 'names' }
  const scan = await enqueueScan(ctx, tx, order, regroupLibraryJob)
  if (scan) return request.before && storePreviousNaming(tx, scan.id, request.before)
  const runAt = new Date(ctx.clock.now().getTime() + busyWaitMs)
  // Requests for all books share a key, so that only one of them is pending.
  const key = request.about || request.ifAstray ? {} : { key: `names-later:${request.libraryId}` }
  await ctx.queue.enqueue(tx, applyNamesJob, request, { ...key, priority: 5, runAt })
}

/** Runs the job that has exclusive access to the library. */
export const runRegroup = (ctx: Context, job: Job<NamingOrder>, signal: AbortSignal) =>
  runAsScan(ctx, job, signal, async ({ scan, library }) => {
    const progress = new Progress(ctx, scan)
    const run = { ctx, order: job.payload, scan, progress, signal }
    await progress.enterPhase('compare')
    const survey = await regroupUntilSettled(run)
    await progress.enterPhase('analyze')
    await recomputeBooks(run, survey)
    await recountAfterScan({ ctx, library })
    return async (tx) => {
      const ended = { completedAt: ctx.clock.now() }
      if (!(await completeScan(tx, scan.id, { ...progress.columns, ...ended }))) return
      tx.afterCommit(() => {
        progress.publish('completed')
        ctx.bus.publish(libraryUpdated, { libraryId: library.id })
      })
    }
  })

/** Repeats until every book is in its series. Returns the last survey. */
async function regroupUntilSettled(run: RegroupRun): Promise<Survey> {
  for (let round = 1; ; round++) {
    const survey = await surveyNaming(run)
    if (isSettled(survey)) return survey
    if (round > maxRounds) throw new Error('naming settings changed repeatedly: restarting')
    await applyPlan(run, survey.plan)
  }
}

const isSettled = ({ plan }: Survey) => plan.rekeyed.length === 0 && plan.moves.length === 0

async function surveyNaming({
  ctx,
  order,
  signal,
}: Pick<RegroupRun, 'ctx' | 'signal'> & { order: ApplyNamesOrder }) {
  const { libraryId, about } = order
  const naming = await loadNaming(ctx.db, libraryId)
  return surveyLibrary(ctx.db, { libraryId, naming, about, signal })
}

async function applyPlan({ ctx, scan, progress, signal }: RegroupRun, plan: Plan) {
  const { libraryId } = scan
  for (const slice of splitIntoSlices(plan.rekeyed, rowsPerSlice)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      await progress.requireLive(tx)
      await rekeySlice(tx, scan, slice, ctx.clock.now())
    })
  }
  const publishesEach = plan.moves.length <= maxSingleEvents
  for (const slice of splitIntoSlices(plan.moves, rowsPerSlice)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      const done = await regroupAndRecord(tx, scan, slice, ctx.clock.now())
      const { left, joined, added, moved } = done
      await progress.addCounts(tx, { moved })
      await refreshSeries(ctx, tx, [...new Set([...left, ...joined])])
      tx.afterCommit(() => {
        if (!publishesEach) return
        for (const id of added) ctx.bus.publish(seriesCreated, { libraryId, seriesId: id })
        for (const id of left) ctx.bus.publish(seriesUpdated, { libraryId, seriesId: id })
      })
    })
  }
}

/** Sets new keys. First, displaces these series and all others that hold one of the keys. */
async function rekeySlice(tx: Tx, scan: StartedScan['scan'], slice: Plan['rekeyed'], now: Date) {
  const { libraryId } = scan
  const keys = slice.map(({ draft }) => draft.groupKey)
  const own = new Set(slice.map(({ seriesId }) => seriesId))
  const standings = await findSeriesStates(tx, [...own])
  const holders = (await findSeriesStatesByKey(tx, libraryId, keys)).filter(
    ({ id }) => !own.has(id),
  )
  await displaceSeries(tx, [...own, ...holders.map(({ id }) => id)])
  const places = slice.map(({ seriesId: id, draft: { groupKey, path } }) => {
    return { id, libraryId, groupKey, path }
  })
  const displaced = holders.flatMap(({ id, folder }) =>
    folder === null ? [] : [{ id, libraryId, groupKey: getDisplacedKey(id), path: folder }],
  )
  const all = [...standings, ...holders]
  await rekeySeries(tx, scan, [...displaced, ...places], { states: all, now })
}

/** Updates titles, numbers and sort positions of books, then the metadata of their series. */
async function recomputeBooks(
  { ctx, scan, progress, signal }: RegroupRun,
  { ns, plan, wanted }: Survey,
) {
  const { libraryId } = scan
  progress.filesTotal = ns.length
  for (const slice of splitIntoSlices(ns, rowsPerSlice)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      const naming = await loadNaming(tx, libraryId)
      const changed = await recomputeBookMetadata(tx, slice, { naming, now: ctx.clock.now() })
      await refreshSeriesAndProgress(tx, [...new Set(changed.map(({ seriesId }) => seriesId))])
      await progress.addCounts(tx, { changed: changed.length })
      const changedNs = changed.map(({ n }) => n)
      await recordBooks(tx, scan, 'changed', changedNs)
      tx.afterCommit(() => {
        if (ns.length > maxSingleEvents) return
        for (const { id: bookId, seriesId } of changed) {
          ctx.bus.publish(bookUpdated, { libraryId, seriesId, bookId })
        }
      })
    })
    progress.filesProcessed += slice.length
    await progress.reportThrottled()
  }
  const seriesIds = [...wanted.keys()].flatMap((key) => plan.seriesOf.get(key) ?? [])
  for (const slice of splitIntoSlices(seriesIds, rowsPerSlice)) {
    signal.throwIfAborted()
    await ctx.writeBulk((tx) => recomputeSeriesMetadata(tx, slice, ctx.clock.now()))
  }
}

async function refreshSeries(ctx: Context, tx: Tx, seriesIds: string[]) {
  await refreshSeriesAndProgress(tx, seriesIds)
  await recomputeSeriesMetadata(tx, seriesIds, ctx.clock.now())
}
