/** Writes down what a scan did, in the transaction that does it. */
import { and, lt } from 'drizzle-orm'
import {
  joinSeries,
  listOfSeries,
  relocate,
  type Relocation,
} from '../../../catalog/books/scanned/moves'
import { regroupBooks, type Wanted } from '../../../catalog/books/scanned/regroup'
import { books } from '../../../catalog/books/schema'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { isDisplaced } from '../../../platform/lib/path-names'
import { type ChangeKind, type ChangeRow, insertChanges, redirectMove } from './change-queries'
import type { ScanRow } from '../queries'
import { type Rekeyed, rekey, type Standing } from '../../../catalog/series/scanned/rekey'

type Scan = Pick<ScanRow, 'id'>
type Before = Pick<
  ChangeRow,
  'libraryBefore' | 'rootBefore' | 'pathBefore' | 'seriesBefore' | 'missingBefore' | 'trashedBefore'
>

/** These books as they are now. */
export async function recordBooks(
  tx: Tx,
  { id: scanId }: Scan,
  kind: ChangeKind,
  ns: readonly number[],
) {
  await record(tx, ns, () => ({ scanId, kind }))
}

/** Moves them and writes down from where; false when one of them is not where it was. */
export async function relocateBooks(
  tx: Tx,
  { id: scanId }: Scan,
  relocations: readonly Relocation[],
  options: Parameters<typeof relocate>[2],
): Promise<boolean> {
  const ns = relocations.map(({ n }) => n)
  const before = await standingOf(tx, ns)
  if (!(await relocate(tx, relocations, options))) return false
  const arrived = await redirect(
    tx,
    scanId,
    ns.filter((n) => isDisplaced(before.get(n)?.pathBefore)),
  )
  const others = ns.filter((n) => !arrived.has(n))
  await record(tx, others, (n) => ({ scanId, kind: 'moved', ...before.get(n) }))
  return true
}

/** Gives series another place and writes down the one that they had. */
export async function rekeySeries(
  tx: Tx,
  { id: scanId }: Scan,
  places: readonly Rekeyed[],
  { standings, now }: { standings: readonly Standing[]; now: Date },
) {
  await rekey(tx, places, now)
  const before = new Map(standings.map((standing) => [standing.id, standing]))
  await insertChanges(
    tx,
    places.flatMap(({ id, groupKey, path }) => {
      const known = before.get(id)
      if (!known) return []
      const { title, libraryId, folder } = known
      const place = { libraryBefore: libraryId, pathBefore: folder, keyBefore: known.groupKey }
      const what = { scanId, kind: 'series_moved', seriesId: id, title, path } as const
      return [{ ...what, ...place, keyAfter: groupKey }]
    }),
  )
}

/** Lets all books of one series stand in another, and writes down in which they stood. */
export async function joinBooks(
  tx: Tx,
  { id: scanId }: Scan,
  pair: { from: string; to: string },
  now: Date,
) {
  const ns = (await listOfSeries(tx, [pair.from])).map(({ n }) => n)
  const before = await standingOf(tx, ns)
  await joinSeries(tx, pair, now)
  await record(tx, ns, (n) => ({ scanId, kind: 'moved', ...before.get(n) }))
}

/** Puts each book into the series it belongs to, and writes down in which it stood; as `regroupBooks` answers. */
export async function regroupAndRecord(
  tx: Tx,
  {
    id: scanId,
    libraryId,
    startedAt,
    createdAt,
  }: Pick<ScanRow, 'id' | 'libraryId' | 'startedAt' | 'createdAt'>,
  wanted: readonly Wanted[],
  now: Date,
) {
  const ns = wanted.map(({ n }) => n)
  const before = await standingOf(tx, ns)
  const regrouped = await regroupBooks(tx, libraryId, wanted, now)
  // What this scan itself has added stood nowhere before.
  const old = await tx
    .select({ n: books.n, seriesId: books.seriesId })
    .from(books)
    .where(and(inNumbers(books.n, ns), lt(books.createdAt, startedAt ?? createdAt)))
  const moved = old.filter(({ n, seriesId }) => before.get(n)?.seriesBefore !== seriesId)
  await record(
    tx,
    moved.map(({ n }) => n),
    (n) => ({ scanId, kind: 'moved', ...before.get(n) }),
  )
  return { ...regrouped, moved: moved.length }
}

/** Books that this scan had only put out of the way: one move, from where they were to where they are. */
async function redirect(tx: Tx, scanId: string, ns: readonly number[]): Promise<Set<number>> {
  const arrived = new Set<number>()
  if (ns.length === 0) return arrived
  for (const { n, id, seriesId, path } of await findWhere(tx, ns)) {
    if (await redirectMove(tx, { scanId, bookId: id }, { seriesId, path })) arrived.add(n)
  }
  return arrived
}

const findWhere = (tx: Tx, ns: readonly number[]) =>
  tx
    .select({ n: books.n, id: books.id, seriesId: books.seriesId, path: books.relativePath })
    .from(books)
    .where(inNumbers(books.n, ns))

async function record(
  tx: Tx,
  ns: readonly number[],
  about: (n: number) => Pick<ChangeRow, 'scanId' | 'kind'> & Partial<Before>,
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
    rows.map(({ n, ...row }) => ({ ...row, ...about(n) })),
  )
}

async function standingOf(tx: Tx, ns: readonly number[]): Promise<Map<number, Before>> {
  const rows = await tx
    .select({
      n: books.n,
      libraryBefore: books.libraryId,
      rootBefore: books.rootId,
      pathBefore: books.relativePath,
      seriesBefore: books.seriesId,
      missingBefore: books.missingSince,
      trashedBefore: books.trashedAt,
    })
    .from(books)
    .where(inNumbers(books.n, ns))
  return new Map(rows.map(({ n, ...before }) => [n, before]))
}
