/**
 * The job that applies a changed way of reading names to the books that are there: first their series,
 * then what is said of each. In slices; whatever interrupts it, running it again goes on. A scan may
 * run meanwhile and reads names in the new way itself, so the books are looked through until nothing
 * is left to move.
 */
import { regroupBooks } from '../books/regroup'
import { settleAnew } from '../books/settle-anew'
import type { Context } from '../context'
import { loadNaming } from '../corrections/load'
import type { Tx } from '../db/store'
import type { RulePattern } from '../formats/names/corrections'
import type { Job } from '../jobs/queue'
import { recountLabels } from '../labels/service'
import { breathe, refreshAround, refreshCounts } from '../scanning/run'
import { describeSeries } from '../scanning/store-slice'
import { findByKey, rekey, setAside } from '../series/rekey'
import type { Plan } from './plan'
import { findLibrary } from './queries'
import { slicesOf, type Survey, surveyLibrary } from './survey'

export const applyJobKind = 'apply_names'

interface Order {
  libraryId: string
  about?: RulePattern[]
  /** Nothing is to be done where every book is in its series already. */
  ifAstray?: boolean
}

const rowsAtOnce = 25
const maxRounds = 5
/** More changes than this are not told one by one. */
const maxSingleEvents = 200

export async function runApply(ctx: Context, job: Job, signal: AbortSignal) {
  const order = job.payload as Order
  const library = await findLibrary(ctx.db, order.libraryId)
  if (!library) return
  // Whoever goes on with it does the whole: some books may have come home before.
  if (order.ifAstray && job.attempts === 1 && isSettled(await look(ctx, order, signal))) return
  const survey = await regroup(ctx, order, signal)
  await tell(ctx, order, survey, signal)
  await refreshCounts({ ctx, library })
  await recountLabels(ctx)
  ctx.bus.announce({ type: 'library_updated', libraryId: order.libraryId })
}

/** Until every book is where it belongs; answers what the last look saw. */
async function regroup(ctx: Context, order: Order, signal: AbortSignal): Promise<Survey> {
  for (let round = 1; ; round++) {
    const survey = await look(ctx, order, signal)
    if (isSettled(survey)) return survey
    if (round > maxRounds) throw new Error('the names changed again and again: this begins anew')
    await carryOut(ctx, order.libraryId, survey.plan, signal)
  }
}

const isSettled = ({ plan }: Survey) => plan.rekeyed.length === 0 && plan.moves.length === 0

async function look(ctx: Context, { libraryId, about }: Order, signal: AbortSignal) {
  const naming = await loadNaming(ctx.db, libraryId)
  return surveyLibrary(ctx.db, { libraryId, naming, about, signal })
}

async function carryOut(ctx: Context, libraryId: string, plan: Plan, signal: AbortSignal) {
  for (const slice of slicesOf(plan.rekeyed, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk((tx) => rekeyAll(tx, libraryId, slice, ctx.now()))
    await breathe()
  }
  const tellsEach = plan.moves.length <= maxSingleEvents
  for (const slice of slicesOf(plan.moves, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      const { left, joined, added } = await regroupBooks(tx, libraryId, slice, ctx.now())
      await refresh(ctx, tx, [...new Set([...left, ...joined])])
      tx.afterCommit(() => {
        if (!tellsEach) return
        for (const id of added)
          ctx.bus.announce({ type: 'series_created', libraryId, seriesId: id })
        for (const id of left) ctx.bus.announce({ type: 'series_updated', libraryId, seriesId: id })
      })
    })
    await breathe()
  }
}

/** Who has such a key and stands for other books now, or for none, makes room first. */
async function rekeyAll(tx: Tx, libraryId: string, slice: Plan['rekeyed'], now: Date) {
  const keys = slice.map(({ draft }) => draft.groupKey)
  const holders = await findByKey(tx, libraryId, keys)
  await setAside(tx, [...slice.map(({ seriesId }) => seriesId), ...holders.map(({ id }) => id)])
  const places = slice.map(({ seriesId: id, draft: { groupKey, path } }) => {
    return { id, libraryId, groupKey, path }
  })
  await rekey(tx, places, now)
}

/** Titles, numbers and places of the books, then what their series say. */
async function tell(
  ctx: Context,
  { libraryId }: Order,
  { ns, plan, wanted }: Survey,
  signal: AbortSignal,
) {
  for (const slice of slicesOf(ns, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      const naming = await loadNaming(tx, libraryId)
      const changed = await settleAnew(tx, slice, { naming, now: ctx.now() })
      await refreshAround(tx, [...new Set(changed.map(({ seriesId }) => seriesId))])
      tx.afterCommit(() => {
        if (ns.length > maxSingleEvents) return
        for (const { id: bookId, seriesId } of changed) {
          ctx.bus.announce({ type: 'book_updated', libraryId, seriesId, bookId })
        }
      })
    })
    await breathe()
  }
  const seriesIds = [...wanted.keys()].flatMap((key) => plan.seriesOf.get(key) ?? [])
  for (const slice of slicesOf(seriesIds, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk((tx) => describeSeries(tx, slice, ctx.now()))
    await breathe()
  }
}

async function refresh(ctx: Context, tx: Tx, seriesIds: string[]) {
  await refreshAround(tx, seriesIds)
  await describeSeries(tx, seriesIds, ctx.now())
}
