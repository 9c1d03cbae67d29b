/**
 * The jobs that apply a changed way of reading names to the books that are there: first their series,
 * then what is said of each. What that changes is written down as a scan does it, so that it can be read
 * and undone, and like a scan it has the library to itself. In slices; whatever interrupts it, running it
 * again goes on.
 */
import { settleAnew } from '../../catalog/books/scanned/settle-anew'
import type { Context } from '../../context'
import { loadNaming } from '../../catalog/corrections/load'
import type { Tx } from '../../platform/db/store'
import type { Job } from '../../platform/jobs/job'
import { refreshAround } from '../../reading/progress/around'
import { recordBooks, regroupAndRecord, rekeySeries } from '../scanning/journal/journal'
import { asScan, type Begun, recount } from '../scanning/lifetime'
import type { ScanOrder } from '../scanning/model'
import { enqueueScan } from '../scanning/orders'
import { Progress } from '../scanning/progress'
import { completeScan, noteNames } from '../scanning/record'
import { breathe } from '../scanning/run'
import { describeSeries } from '../scanning/read/store-slice'
import { findByKey, asideKeyOf, findForRekey, setAside } from '../../catalog/series/scanned/rekey'
import { type ApplyNamesOrder, applyNamesJob, regroupLibraryJob } from './model'
import type { Plan } from './plan'
import { findLibrary } from './queries'
import { type Survey, surveyLibrary } from './survey'
import { splitIntoSlices } from '../../platform/lib/slices'
import { libraryUpdated } from '../../catalog/libraries/model'
import { seriesCreated, seriesUpdated } from '../../catalog/series/model'
import { bookUpdated } from '../../catalog/books/model'

type Order = ScanOrder & ApplyNamesOrder

interface Regrouping {
  ctx: Context
  order: Order
  scan: Begun['scan']
  progress: Progress
  signal: AbortSignal
}

const rowsAtOnce = 25
const maxRounds = 5
/** More changes than this are not told one by one. */
const maxSingleEvents = 200
/** How long to wait when a scan of the library goes on, or one is being undone. */
const busyWaitMs = 2000

/** The job that waits until the library is free. */
export async function waitForLibrary(ctx: Context, job: Job<ApplyNamesOrder>, signal: AbortSignal) {
  const wish = job.payload
  if (wish.ifAstray && isSettled(await look({ ctx, order: wish, signal }))) return
  return (tx: Tx) => claim(ctx, tx, wish)
}

async function claim(ctx: Context, tx: Tx, wish: ApplyNamesOrder) {
  if (!(await findLibrary(tx, wish.libraryId))) return
  const order: Order = { ...wish, mode: 'normal', trigger: 'names' }
  const scan = await enqueueScan(ctx, tx, order, regroupLibraryJob)
  if (scan) return wish.before && noteNames(tx, scan.id, wish.before)
  const runAt = new Date(ctx.now().getTime() + busyWaitMs)
  // A wish that is about all books is in the one that waits already.
  const key = wish.about || wish.ifAstray ? {} : { key: `names-later:${wish.libraryId}` }
  await ctx.queue.enqueue(tx, applyNamesJob, wish, { ...key, priority: 5, runAt })
}

/** The job that has the library to itself. */
export const runApply = (ctx: Context, job: Job<Order>, signal: AbortSignal) =>
  asScan(ctx, job, signal, async ({ scan, library }) => {
    const progress = new Progress(ctx, scan)
    const run = { ctx, order: job.payload, scan, progress, signal }
    await progress.enter('compare')
    const survey = await regroup(run)
    await progress.enter('analyze')
    await tell(run, survey)
    await recount({ ctx, library })
    return async (tx) => {
      const ended = { completedAt: ctx.now() }
      if (!(await completeScan(tx, scan.id, { ...progress.columns, ...ended }))) return
      tx.afterCommit(() => {
        progress.announce('completed')
        ctx.bus.publish(libraryUpdated, { libraryId: library.id })
      })
    }
  })

/** Until every book is where it belongs; answers what the last look saw. */
async function regroup(run: Regrouping): Promise<Survey> {
  for (let round = 1; ; round++) {
    const survey = await look(run)
    if (isSettled(survey)) return survey
    if (round > maxRounds) throw new Error('the names changed again and again: this begins anew')
    await carryOut(run, survey.plan)
  }
}

const isSettled = ({ plan }: Survey) => plan.rekeyed.length === 0 && plan.moves.length === 0

async function look({
  ctx,
  order,
  signal,
}: Pick<Regrouping, 'ctx' | 'signal'> & { order: ApplyNamesOrder }) {
  const { libraryId, about } = order
  const naming = await loadNaming(ctx.db, libraryId)
  return surveyLibrary(ctx.db, { libraryId, naming, about, signal })
}

async function carryOut({ ctx, scan, progress, signal }: Regrouping, plan: Plan) {
  const { libraryId } = scan
  for (const slice of splitIntoSlices(plan.rekeyed, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      await progress.require(tx)
      await rekeyAll(tx, scan, slice, ctx.now())
    })
    await breathe()
  }
  const tellsEach = plan.moves.length <= maxSingleEvents
  for (const slice of splitIntoSlices(plan.moves, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      const done = await regroupAndRecord(tx, scan, slice, ctx.now())
      const { left, joined, added, moved } = done
      await progress.count(tx, { moved })
      await refresh(ctx, tx, [...new Set([...left, ...joined])])
      tx.afterCommit(() => {
        if (!tellsEach) return
        for (const id of added) ctx.bus.publish(seriesCreated, { libraryId, seriesId: id })
        for (const id of left) ctx.bus.publish(seriesUpdated, { libraryId, seriesId: id })
      })
    })
    await breathe()
  }
}

/** Who has such a key and stands for other books now, or for none, makes room first. */
async function rekeyAll(tx: Tx, scan: Begun['scan'], slice: Plan['rekeyed'], now: Date) {
  const { libraryId } = scan
  const keys = slice.map(({ draft }) => draft.groupKey)
  const own = new Set(slice.map(({ seriesId }) => seriesId))
  const standings = await findForRekey(tx, [...own])
  const holders = (await findByKey(tx, libraryId, keys)).filter(({ id }) => !own.has(id))
  await setAside(tx, [...own, ...holders.map(({ id }) => id)])
  const places = slice.map(({ seriesId: id, draft: { groupKey, path } }) => {
    return { id, libraryId, groupKey, path }
  })
  const away = holders.flatMap(({ id, folder }) =>
    folder === null ? [] : [{ id, libraryId, groupKey: asideKeyOf(id), path: folder }],
  )
  const all = [...standings, ...holders]
  await rekeySeries(tx, scan, [...away, ...places], { standings: all, now })
}

/** Titles, numbers and places of the books, then what their series say. */
async function tell({ ctx, scan, progress, signal }: Regrouping, { ns, plan, wanted }: Survey) {
  const { libraryId } = scan
  progress.filesTotal = ns.length
  for (const slice of splitIntoSlices(ns, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      const naming = await loadNaming(tx, libraryId)
      const changed = await settleAnew(tx, slice, { naming, now: ctx.now() })
      await refreshAround(tx, [...new Set(changed.map(({ seriesId }) => seriesId))])
      await progress.count(tx, { changed: changed.length })
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
    await progress.tellSometimes()
    await breathe()
  }
  const seriesIds = [...wanted.keys()].flatMap((key) => plan.seriesOf.get(key) ?? [])
  for (const slice of splitIntoSlices(seriesIds, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk((tx) => describeSeries(tx, slice, ctx.now()))
    await breathe()
  }
}

async function refresh(ctx: Context, tx: Tx, seriesIds: string[]) {
  await refreshAround(tx, seriesIds)
  await describeSeries(tx, seriesIds, ctx.now())
}
