/**
 * Series whose folder was renamed or moved: all that they have goes to one place, and so does the series
 * itself, with its metadata, covers and places in lists. Called before the books go, so that a scan which
 * is interrupted between the two finds them on their way and goes on.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { type BookByContent, listOfSeries } from '../../../catalog/books/scanned/moves'
import { loadNaming } from '../../../catalog/corrections/load'
import { giveWay } from '../../../platform/db/yield'
import type { Tx } from '../../../platform/db/store'
import { refreshAround } from '../../../reading/progress/around'
import { findWanted } from '../../../reading/progress/touched'
import type { SeriesDraft } from '../../../catalog/series/scanned/intake'
import {
  findByKey,
  findForRekey,
  isTold,
  type Rekeyed,
  setAside,
  type Standing,
} from '../../../catalog/series/scanned/rekey'
import { bringAlong } from './bring-along'
import { seriesOfPath } from '../read/describe'
import { joinBooks, rekeySeries } from '../journal/journal'
import type { Move } from '../match/moves'
import { sayingsOf } from './sayings'
import { breathe, type Root, type Run, type Seen } from '../run'

const seriesAtOnce = 25
const askedAtOnce = 100

type Book = Awaited<ReturnType<typeof listOfSeries>>[number]

interface Wish {
  seriesId: string
  draft: SeriesDraft
  books: number
}

/** A series and the place where it is to be; `holder` has that place now. */
interface Planned extends Wish {
  standing: Standing
  holder: Standing | undefined
  /** Books of another library without a file, which are to come along. */
  missing: Book[]
}

export async function followSeries(
  run: Run,
  seen: readonly Seen[],
  moves: readonly Move<BookByContent>[],
) {
  const wishes = await wishesOf(run, moves, seen)
  const left = await findLeft(run, seen, { moves, wishes })
  const plan = await withHolders(run, left)
  const roots = seen.map(({ root }) => root)
  await store(run, await withRoom(run, plan), roots)
}

/** Where most of a series goes; and of those that go to one place the greatest part. */
async function wishesOf(
  { ctx, naming }: Run,
  moves: readonly Move<BookByContent>[],
  seen: readonly Seen[],
) {
  const said = await sayingsOf(ctx.db, naming, moves)
  const rootOf = new Map(seen.map(({ root }) => [root.id, root]))
  const bySeries = new Map<string, Map<string, Wish>>()
  for (const [i, { file, book }] of moves.entries()) {
    if (i % 1000 === 0) await giveWay()
    const { seriesId } = book
    const root = rootOf.get(file.rootId)!
    const draft = seriesOfPath(naming, root, file.path, said.get(file))
    const wishes = bySeries.get(seriesId) ?? new Map<string, Wish>()
    bySeries.set(seriesId, wishes)
    const wish = wishes.get(draft.groupKey) ?? { seriesId, draft, books: 0 }
    wishes.set(draft.groupKey, wish)
    wish.books++
  }
  const best = [...bySeries.values()].map((wishes) => greatest([...wishes.values()]))
  const byTarget = Map.groupBy(best, ({ draft }) => draft.groupKey)
  const stays = new Map([...bySeries].map(([id, wishes]) => [id, new Set(wishes.keys())]))
  return { wishes: [...byTarget.values()].map(greatest), stays }
}

const greatest = (wishes: readonly Wish[]) =>
  wishes.reduce((best, wish) => (wish.books > best.books ? wish : best))

/** Those of which nothing stays where it was. */
async function findLeft(
  { ctx, library, signal }: Run,
  seen: readonly Seen[],
  {
    moves,
    wishes: { wishes, stays },
  }: { moves: readonly Move<BookByContent>[]; wishes: Awaited<ReturnType<typeof wishesOf>> },
): Promise<Planned[]> {
  const gone = new Set(moves.map(({ book }) => book.n))
  const lost = new Set<number>()
  for (const { missing, verdict } of seen) {
    if (verdict.state !== 'unavailable') for (const { n } of missing) lost.add(n)
  }
  const left: Planned[] = []
  for (const slice of splitIntoSlices(wishes, askedAtOnce)) {
    signal.throwIfAborted()
    const ids = slice.map(({ seriesId }) => seriesId)
    const standingOf = new Map((await findForRekey(ctx.db, ids)).map((one) => [one.id, one]))
    const booksOf = Map.groupBy(await listOfSeries(ctx.db, ids), ({ seriesId }) => seriesId)
    for (const wish of slice) {
      const standing = standingOf.get(wish.seriesId)
      const books = booksOf.get(wish.seriesId) ?? []
      if (!standing || stays.get(wish.seriesId)?.has(standing.groupKey)) continue
      const isHere = standing.libraryId === library.id
      // What lies in the trash of another library with its file would stand in a series of this one.
      const isLeft = books.every(
        ({ n, isTrashed, isMissing }) =>
          gone.has(n) || isMissing || (isHere && (isTrashed || lost.has(n))),
      )
      const missing = isHere ? [] : books.filter(({ n }) => !gone.has(n))
      if (isLeft) left.push({ ...wish, standing, holder: undefined, missing })
    }
    await breathe()
  }
  return left
}

async function withHolders({ ctx, library, signal }: Run, plan: readonly Planned[]) {
  const held: Planned[] = []
  for (const slice of splitIntoSlices(plan, askedAtOnce)) {
    signal.throwIfAborted()
    const keys = slice.map(({ draft }) => draft.groupKey)
    const holders = await findByKey(ctx.db, library.id, keys)
    const holderOf = new Map(holders.map((one) => [one.groupKey, one]))
    held.push(...slice.map((one) => ({ ...one, holder: holderOf.get(one.draft.groupKey) })))
    await breathe()
  }
  return held
}

/**
 * A place is free when its series leaves, too, or is in the trash; or when nobody has said anything of it,
 * and of the one that comes somebody has: so it is when half of a folder was moved before the last scan.
 */
async function withRoom(run: Run, plan: readonly Planned[]): Promise<Planned[]> {
  const leaving = new Map(plan.map((one) => [one.seriesId, one]))
  const wanting = new Map(plan.map((one) => [one.draft.groupKey, one]))
  const wanted = await findWantedOf(run, plan)
  const means = (one: Standing) => isTold(one) || wanted.has(one.id)
  const isBlocked = ({ standing, holder }: Planned) =>
    holder !== undefined &&
    !leaving.has(holder.id) &&
    holder.trashedAt === null &&
    (means(holder) || !means(standing))
  const staying = plan.filter(isBlocked)
  for (let one = staying.pop(); one !== undefined; one = staying.pop()) {
    leaving.delete(one.seriesId)
    const next = wanting.get(one.standing.groupKey)
    if (next && leaving.has(next.seriesId) && isBlocked(next)) staying.push(next)
  }
  return plan.filter(({ seriesId }) => leaving.has(seriesId))
}

async function findWantedOf({ ctx }: Run, plan: readonly Planned[]) {
  const wanted = new Set<string>()
  const ids = plan.flatMap(({ standing, holder }) => (holder ? [standing.id, holder.id] : []))
  for (const slice of splitIntoSlices(ids, askedAtOnce)) {
    for (const id of await findWanted(ctx.db, slice)) wanted.add(id)
  }
  return wanted
}

/** First all that are in the way, since they may want each other's places. */
async function store(run: Run, plan: readonly Planned[], roots: readonly Root[]) {
  const { ctx, progress, signal } = run
  const inTheWay = plan.flatMap(({ holder }) => holder ?? [])
  for (const slice of splitIntoSlices(inTheWay, askedAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      await progress.require(tx)
      await requireNaming(run, tx)
      await setAside(
        tx,
        slice.map(({ id }) => id),
      )
    })
    await breathe()
  }
  const leaving = new Set(plan.map(({ seriesId }) => seriesId))
  for (const slice of splitIntoSlices(plan, seriesAtOnce)) {
    signal.throwIfAborted()
    const joined = slice.flatMap(({ holder, seriesId }) =>
      holder && holder.trashedAt === null && !leaving.has(holder.id)
        ? [{ from: holder.id, to: seriesId }]
        : [],
    )
    await ctx.writeBulk(async (tx) => {
      await progress.require(tx)
      await requireNaming(run, tx)
      await settle(run, tx, { slice, joined, roots })
    })
    await breathe()
  }
}

async function settle(
  run: Run,
  tx: Tx,
  {
    slice,
    joined,
    roots,
  }: {
    slice: readonly Planned[]
    joined: readonly { from: string; to: string }[]
    roots: readonly Root[]
  },
) {
  const { ctx, scan, library } = run
  const places = slice.map(({ seriesId, draft: { groupKey, path } }): Rekeyed => ({
    id: seriesId,
    libraryId: library.id,
    groupKey,
    path,
  }))
  const standings = slice.map(({ standing }) => standing)
  await rekeySeries(tx, scan, places, { standings, now: ctx.now() })
  const missing = slice.flatMap((one) => one.missing)
  await bringAlong(tx, run, missing, roots)
  for (const pair of joined) await joinBooks(tx, scan, pair, ctx.now())
  await refreshAround(
    tx,
    joined.flatMap(({ from: other, to }) => [other, to]),
  )
}

/** Places that were thought out by names as they were read before are none any more. */
async function requireNaming({ library, naming }: Run, tx: Tx) {
  if ((await loadNaming(tx, library.id)) === naming) return
  throw new Error('the way of reading names was changed meanwhile: the scan begins anew')
}
