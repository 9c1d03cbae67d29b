/** Books whose own files are as they were, but not what lies beside them. */
import { giveWay } from '../db/give-way'
import type { Tx } from '../db/store'
import { upsertRows } from '../db/upsert'
import { lookBeside, placeOf } from '../sidecars/service'
import { bookMetadata, books } from './schema'
import { findKnownMetadata, loadRows, type Row, settleFields, stamped } from './settling'

/**
 * Other words lie beside these books than before. Nothing is opened: what their files said is known.
 * Books that were never read wait for that.
 */
export async function settleAnew(
  tx: Tx,
  ns: readonly number[],
  { strategy, now }: { strategy: string; now: Date },
) {
  const rowOf = await loadRows(tx, ns)
  const beside = await lookBeside(
    tx,
    [...rowOf.values()].map(({ book }) => placeOf(book)),
  )
  const files = await findKnownMetadata(tx, ns)
  const settled: Row[] = []
  for (const row of rowOf.values()) {
    if (row.book.analyzedAt === null) continue
    const known = { fileMetadata: files.get(row.book.n) ?? null, isWhole: true, strategy }
    const fresh = settleFields(row, known, beside)
    if (!Bun.deepEquals(fresh, row)) settled.push(stamped(fresh, row, now))
    await giveWay()
  }
  await upsertRows(tx, books, { key: 'n', kept: ['id'], rows: settled.map(({ book }) => book) })
  await upsertRows(tx, bookMetadata, { key: 'n', rows: settled.map(({ metadata }) => metadata) })
  return settled.map(({ book: { id, seriesId } }) => ({ id, seriesId }))
}
