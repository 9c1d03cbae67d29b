/**
 * Moves series whose folder was renamed or moved, with their metadata, covers and list entries.
 * Runs before the books move, so that a scan interrupted in between can continue.
 */
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { type BookByContent, listBooksInSeries } from '../../../catalog/books/scanned/book-moves'
import { loadNaming } from '../../../catalog/corrections/load-naming'
import type { Tx } from '../../../platform/db/store'
import type { Naming } from '../../../media/naming/naming'
import { refreshSeriesAndProgress } from '../../../reading/progress/refresh-series-and-progress'
import { findWantedSeriesIds } from '../../../reading/progress/books-with-reading-data'
import type { SeriesDraft } from '../../../catalog/series/scanned/store-series'
import {
  findSeriesStatesByKey,
  findSeriesStates,
  hasSetMetadata,
  type SeriesMove,
  displaceSeries,
  type SeriesState,
} from '../../../catalog/series/scanned/move-series'
import { moveMissingBooks } from './move-missing-books'
import { buildSeriesDraft } from '../read/series-draft'
import { mergeSeriesBooks, rekeySeries } from '../journal/journal'
import type { Move } from '../match/match-moves'
import { loadStoredMetadata } from './stored-metadata'
import { type Root, type Run, type RootScan } from '../run'

const seriesPerSlice = 25
const idsPerQuery = 100

type Book = Awaited<ReturnType<typeof listBooksInSeries>>[number]

interface SeriesTarget {
  seriesId: string
  draft: SeriesDraft
  books: number
}

/** A series and its target. `holder` is the series that currently has the target key. */
interface PlannedSeries extends SeriesTarget {
  state: SeriesState
  holder: SeriesState | undefined
  /** Missing books in a different library that move along with the series. */
  missing: Book[]
}

export async function relocateSeries(
  run: Run,
  rootScans: readonly RootScan[],
  moves: readonly Move<BookByContent>[],
) {
  const naming = await loadNaming(run.ctx.db, run.library.id)
  const targets = await collectTargets(run, naming, moves, rootScans)
  const fullyMoved = await findFullyMovedSeries(run, rootScans, { moves, wanted: targets })
  const plan = await loadHolders(run, fullyMoved)
  const roots = rootScans.map(({ root }) => root)
  const movedNumbers = new Set(moves.map(({ book }) => book.n))
  await storePlan(run, await excludeBlocked(run, plan), { roots, movedNumbers, naming })
}

/**
 * Selects for each series the target that most of its books move to. If several series have the
 * same target, the one with the most books gets it.
 */
async function collectTargets(
  { ctx }: Run,
  naming: Naming,
  moves: readonly Move<BookByContent>[],
  rootScans: readonly RootScan[],
) {
  const metadataByFile = await loadStoredMetadata(ctx.db, naming, moves)
  const rootById = new Map(rootScans.map(({ root }) => [root.id, root]))
  const bySeries = new Map<string, Map<string, SeriesTarget>>()
  for (const { file, book } of moves) {
    const seriesId = book.scannedSeriesId
    const root = rootById.get(file.rootId)!
    const draft = buildSeriesDraft(naming, root, file.path, metadataByFile.get(file))
    const targets = bySeries.get(seriesId) ?? new Map<string, SeriesTarget>()
    bySeries.set(seriesId, targets)
    const target = targets.get(draft.groupKey) ?? { seriesId, draft, books: 0 }
    targets.set(draft.groupKey, target)
    target.books++
  }
  const best = [...bySeries.values()].map((targets) => pickLargest([...targets.values()]))
  const byTarget = Map.groupBy(best, ({ draft }) => draft.groupKey)
  const remainingKeys = new Map([...bySeries].map(([id, targets]) => [id, new Set(targets.keys())]))
  return { targets: [...byTarget.values()].map(pickLargest), remainingKeys }
}

const pickLargest = (targets: readonly SeriesTarget[]) =>
  targets.reduce((best, target) => (target.books > best.books ? target : best))

/** Finds series whose books have all left the old location. */
async function findFullyMovedSeries(
  { ctx, library, signal }: Run,
  rootScans: readonly RootScan[],
  {
    moves,
    wanted: { targets, remainingKeys },
  }: { moves: readonly Move<BookByContent>[]; wanted: Awaited<ReturnType<typeof collectTargets>> },
): Promise<PlannedSeries[]> {
  const movedNumbers = new Set(moves.map(({ book }) => book.n))
  const missingNumbers = collectMissing(rootScans)
  const fullyMoved: PlannedSeries[] = []
  for (const slice of splitIntoSlices(targets, idsPerQuery)) {
    signal.throwIfAborted()
    const ids = slice.map(({ seriesId }) => seriesId)
    const stateById = new Map((await findSeriesStates(ctx.db, ids)).map((one) => [one.id, one]))
    const all = await listBooksInSeries(ctx.db, ids)
    const booksOf = Map.groupBy(all, ({ scannedSeriesId }) => scannedSeriesId)
    const chosenFor = Map.groupBy(all.filter(isElsewhere), ({ seriesId }) => seriesId)
    for (const target of slice) {
      const state = stateById.get(target.seriesId)
      const books = booksOf.get(target.seriesId) ?? []
      if (!state || remainingKeys.get(target.seriesId)?.has(state.groupKey)) continue
      const isOwnLibrary = state.libraryId === library.id
      const chosen = chosenFor.get(target.seriesId) ?? []
      const sets = { isOwnLibrary, movedNumbers, missingNumbers }
      if (!isFullyMoved(books, chosen, sets)) continue
      const missing = isOwnLibrary ? [] : books.filter(({ n }) => !movedNumbers.has(n))
      fullyMoved.push({ ...target, state, holder: undefined, missing })
    }
    await yieldToEventLoop()
  }
  return fullyMoved
}

const collectMissing = (rootScans: readonly RootScan[]) =>
  new Set(
    rootScans
      .filter(({ assessment }) => assessment.state !== 'unavailable')
      .flatMap(({ missing }) => [...missing].map(({ n }) => n)),
  )

/** Manually grouped books stay in their series as long as it stays in its library. */
function isFullyMoved(
  books: readonly Book[],
  chosen: readonly Book[],
  {
    isOwnLibrary,
    movedNumbers,
    missingNumbers,
  }: {
    isOwnLibrary: boolean
    movedNumbers: ReadonlySet<number>
    missingNumbers: ReadonlySet<number>
  },
) {
  const hasMoved = ({ n }: Book) => movedNumbers.has(n)
  // A trashed book in a different library counts as gone only if its file is missing. Otherwise, it
  // would end up in a series of this library.
  const isGone = ({ n, isTrashed, isMissing }: Book) =>
    isMissing || (isOwnLibrary && (isTrashed || missingNumbers.has(n)))
  const areChosenMoved = isOwnLibrary || chosen.every(hasMoved)
  return areChosenMoved && books.every((book) => hasMoved(book) || isGone(book))
}

const isElsewhere = ({ seriesId, scannedSeriesId }: Book) => seriesId !== scannedSeriesId

async function loadHolders({ ctx, library, signal }: Run, plan: readonly PlannedSeries[]) {
  const withHolders: PlannedSeries[] = []
  for (const slice of splitIntoSlices(plan, idsPerQuery)) {
    signal.throwIfAborted()
    const keys = slice.map(({ draft }) => draft.groupKey)
    const holders = await findSeriesStatesByKey(ctx.db, library.id, keys)
    const holderByKey = new Map(holders.map((one) => [one.groupKey, one]))
    withHolders.push(
      ...slice.map((one) => ({ ...one, holder: holderByKey.get(one.draft.groupKey) })),
    )
    await yieldToEventLoop()
  }
  return withHolders
}

/**
 * Omits series whose target is not free. A target is free if its current series also moves or is in
 * the trash. It is also free if only the moving series has user data, for example if half of a
 * folder was moved before the last scan.
 */
async function excludeBlocked(run: Run, plan: readonly PlannedSeries[]): Promise<PlannedSeries[]> {
  const leaving = new Map(plan.map((one) => [one.seriesId, one]))
  const byTargetKey = new Map(plan.map((one) => [one.draft.groupKey, one]))
  const wanted = await findWantedSeries(run, plan)
  const hasUserData = (one: SeriesState) => hasSetMetadata(one) || wanted.has(one.id)
  const isBlocked = ({ state, holder }: PlannedSeries) =>
    holder !== undefined &&
    !leaving.has(holder.id) &&
    holder.trashedAt === null &&
    (hasUserData(holder) || !hasUserData(state))
  const blocked = plan.filter(isBlocked)
  for (let one = blocked.pop(); one !== undefined; one = blocked.pop()) {
    leaving.delete(one.seriesId)
    const next = byTargetKey.get(one.state.groupKey)
    if (next && leaving.has(next.seriesId) && isBlocked(next)) blocked.push(next)
  }
  return plan.filter(({ seriesId }) => leaving.has(seriesId))
}

async function findWantedSeries({ ctx }: Run, plan: readonly PlannedSeries[]) {
  const wanted = new Set<string>()
  const ids = plan.flatMap(({ state, holder }) => (holder ? [state.id, holder.id] : []))
  for (const slice of splitIntoSlices(ids, idsPerQuery)) {
    for (const id of await findWantedSeriesIds(ctx.db, slice)) wanted.add(id)
  }
  return wanted
}

interface StoreOptions {
  roots: readonly Root[]
  movedNumbers: ReadonlySet<number>
  naming: Naming
}

/** Displaces all current holders first, because they may need each other's locations. */
async function storePlan(
  run: Run,
  plan: readonly PlannedSeries[],
  { roots, movedNumbers, naming }: StoreOptions,
) {
  const { ctx, progress, signal } = run
  const blockers = plan.flatMap(({ holder }) => holder ?? [])
  for (const slice of splitIntoSlices(blockers, idsPerQuery)) {
    signal.throwIfAborted()
    const ids = slice.map(({ id }) => id)
    await ctx.writeBulk(async (tx) => {
      await progress.requireLive(tx)
      await requireUnchangedNaming(run, tx, naming)
      await displaceSeries(tx, ids)
    })
  }
  const leaving = new Set(plan.map(({ seriesId }) => seriesId))
  for (const slice of splitIntoSlices(plan, seriesPerSlice)) {
    signal.throwIfAborted()
    const joined = slice.flatMap(({ holder, seriesId }) =>
      holder && holder.trashedAt === null && !leaving.has(holder.id)
        ? [{ from: holder.id, to: seriesId }]
        : [],
    )
    await ctx.writeBulk(async (tx) => {
      await progress.requireLive(tx)
      await requireUnchangedNaming(run, tx, naming)
      await requireUnchangedChoices(run, tx, slice, movedNumbers)
      await storePlanSlice(run, tx, { slice, joined, roots })
    })
  }
}

async function storePlanSlice(
  run: Run,
  tx: Tx,
  {
    slice,
    joined,
    roots,
  }: {
    slice: readonly PlannedSeries[]
    joined: readonly { from: string; to: string }[]
    roots: readonly Root[]
  },
) {
  const { ctx, scan, library } = run
  const places = slice.map(({ seriesId, draft: { groupKey, path } }): SeriesMove => ({
    id: seriesId,
    libraryId: library.id,
    groupKey,
    path,
  }))
  const states = slice.map(({ state }) => state)
  await rekeySeries(tx, scan, places, { states, now: ctx.clock.now() })
  const missing = slice.flatMap((one) => one.missing)
  await moveMissingBooks(tx, run, missing, roots)
  for (const pair of joined) await mergeSeriesBooks(tx, scan, pair, ctx.clock.now())
  await refreshSeriesAndProgress(
    tx,
    joined.flatMap(({ from: other, to }) => [other, to]),
  )
}

/** Targets computed with previous naming settings are no longer valid. */
async function requireUnchangedNaming({ library }: Run, tx: Tx, naming: Naming) {
  if ((await loadNaming(tx, library.id)) === naming) return
  throw new Error('naming settings changed during the scan: restarting')
}

/** Throws if a book that stays in its library was manually moved into a series that leaves it. */
async function requireUnchangedChoices(
  { library }: Run,
  tx: Tx,
  slice: readonly PlannedSeries[],
  movedNumbers: ReadonlySet<number>,
) {
  const arriving = slice.filter(({ state }) => state.libraryId !== library.id)
  if (arriving.length === 0) return
  const ids = new Set(arriving.map(({ seriesId }) => seriesId))
  const stays = (book: Book) =>
    isElsewhere(book) && ids.has(book.seriesId) && !movedNumbers.has(book.n)
  if (!(await listBooksInSeries(tx, [...ids])).some(stays)) return
  throw new Error('books were grouped during the scan: restarting')
}
