/** Records the changes of a scan in the transaction that makes them. */
import { and, lt } from 'drizzle-orm'
import { listBooksInSeries } from '../../../catalog/books/scanned/book-moves'
import {
  listMovingNumbers,
  type RelocationGroup,
  storeRelocations,
} from '../../../catalog/books/scanned/update-paths'
import { assignSeries, scannedSeriesId } from '../../../catalog/books/scanned/assign-scanned-series'
import { regroupBooks, type WantedSeries } from '../../../catalog/books/scanned/regroup-books'
import { books } from '../../../catalog/books/schema'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { isDisplaced } from '../../../platform/lib/path-names'
import { type ChangeKind, type ChangeRow, insertChanges, redirectMove } from './change-queries'
import type { ScanRow } from '../queries'
import {
  type SeriesMove,
  moveSeries,
  type SeriesState,
} from '../../../catalog/series/scanned/move-series'

type Scan = Pick<ScanRow, 'id'>
type PlaceBefore = Pick<
  ChangeRow,
  'libraryBefore' | 'rootBefore' | 'pathBefore' | 'seriesBefore' | 'missingBefore' | 'trashedBefore'
>

export async function recordBooks(
  tx: Tx,
  { id: scanId }: Scan,
  kind: ChangeKind,
  ns: readonly number[],
) {
  await recordChanges(tx, ns, () => ({ scanId, kind }))
}

/**
 * Moves groups of books and records their old locations. Returns whether each group was moved, as
 * `storeRelocations` does.
 */
export async function relocateBooks(
  tx: Tx,
  { id: scanId }: Scan,
  groups: readonly RelocationGroup[],
  now: Date,
): Promise<boolean[]> {
  const before = await loadPlacesBefore(tx, listMovingNumbers(groups))
  const wereMoved = await storeRelocations(tx, groups, now)
  const ns = listMovingNumbers(groups.filter((_, index) => wereMoved[index]))
  const redirected = await redirectMoves(
    tx,
    scanId,
    ns.filter((n) => isDisplaced(before.get(n)?.pathBefore)),
  )
  const others = ns.filter((n) => !redirected.has(n))
  await recordChanges(tx, others, (n) => ({ scanId, kind: 'moved', ...before.get(n) }))
  return wereMoved
}

/** Moves series and records their old keys and folders. */
export async function rekeySeries(
  tx: Tx,
  { id: scanId }: Scan,
  places: readonly SeriesMove[],
  { states, now }: { states: readonly SeriesState[]; now: Date },
) {
  await moveSeries(tx, places, now)
  const before = new Map(states.map((state) => [state.id, state]))
  await insertChanges(
    tx,
    places.flatMap(({ id, groupKey, path }) => {
      const state = before.get(id)
      if (!state) return []
      const { title, libraryId, folder } = state
      const place = { libraryBefore: libraryId, pathBefore: folder, keyBefore: state.groupKey }
      const change = { scanId, kind: 'series_moved', seriesId: id, title, path } as const
      return [{ ...change, ...place, keyAfter: groupKey }]
    }),
  )
}

/**
 * Moves the books that scans assigned to one series into another, and records the changes. Books
 * that users moved into the series stay there.
 */
export async function mergeSeriesBooks(
  tx: Tx,
  { id: scanId }: Scan,
  pair: { from: string; to: string },
  now: Date,
) {
  const all = await listBooksInSeries(tx, [pair.from])
  const ns = all.filter((book) => book.scannedSeriesId === pair.from).map(({ n }) => n)
  const before = await loadPlacesBefore(tx, ns)
  const found = ns.map((n) => ({ n, seriesId: pair.to }))
  await assignSeries(tx, found, now)
  await recordChanges(tx, ns, (n) => ({ scanId, kind: 'moved', ...before.get(n) }))
}

/**
 * Moves each book into its series and records the previous series. Returns the result of
 * `regroupBooks` and the number of moved books.
 */
export async function regroupAndRecord(
  tx: Tx,
  {
    id: scanId,
    libraryId,
    startedAt,
    createdAt,
  }: Pick<ScanRow, 'id' | 'libraryId' | 'startedAt' | 'createdAt'>,
  wanted: readonly WantedSeries[],
  now: Date,
) {
  const ns = wanted.map(({ n }) => n)
  const before = await loadPlacesBefore(tx, ns)
  const regrouped = await regroupBooks(tx, libraryId, wanted, now)
  // Books added by this scan do not have a previous series.
  const existing = await tx
    .select({ n: books.n, scannedSeriesId })
    .from(books)
    .where(and(inNumbers(books.n, ns), lt(books.createdAt, startedAt ?? createdAt)))
  const moved = existing.filter((book) => before.get(book.n)?.seriesBefore !== book.scannedSeriesId)
  await recordChanges(
    tx,
    moved.map(({ n }) => n),
    (n) => ({ scanId, kind: 'moved', ...before.get(n) }),
  )
  return { ...regrouped, moved: moved.length }
}

/**
 * If this scan had moved a book to a temporary location, records both moves as one, from the
 * original location to the final one.
 */
async function redirectMoves(tx: Tx, scanId: string, ns: readonly number[]): Promise<Set<number>> {
  const redirected = new Set<number>()
  if (ns.length === 0) return redirected
  for (const { n, id, seriesId, path } of await findCurrentPlaces(tx, ns)) {
    if (await redirectMove(tx, { scanId, bookId: id }, { seriesId, path })) redirected.add(n)
  }
  return redirected
}

const findCurrentPlaces = (tx: Tx, ns: readonly number[]) =>
  tx
    .select({ n: books.n, id: books.id, seriesId: books.seriesId, path: books.relativePath })
    .from(books)
    .where(inNumbers(books.n, ns))

async function recordChanges(
  tx: Tx,
  ns: readonly number[],
  buildChange: (n: number) => Pick<ChangeRow, 'scanId' | 'kind'> & Partial<PlaceBefore>,
) {
  if (ns.length === 0) return
  const rows = await tx
    .select({
      n: books.n,
      bookId: books.id,
      seriesId: books.seriesId,
      title: books.title,
      path: books.relativePath,
    })
    .from(books)
    .where(inNumbers(books.n, ns))
  await insertChanges(
    tx,
    rows.map(({ n, ...row }) => ({ ...row, ...buildChange(n) })),
  )
}

async function loadPlacesBefore(tx: Tx, ns: readonly number[]): Promise<Map<number, PlaceBefore>> {
  const rows = await tx
    .select({
      n: books.n,
      libraryBefore: books.libraryId,
      rootBefore: books.rootId,
      pathBefore: books.relativePath,
      seriesBefore: scannedSeriesId,
      missingBefore: books.missingSince,
      trashedBefore: books.trashedAt,
    })
    .from(books)
    .where(inNumbers(books.n, ns))
  return new Map(rows.map(({ n, ...before }) => [n, before]))
}
