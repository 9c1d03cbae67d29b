/**
 * Books whose own files are as they were, but not what lies beside them, or not the way in which names
 * are read.
 */
import { giveWay } from '../../../platform/db/yield'
import type { Db, Tx } from '../../../platform/db/store'
import type { Naming } from '../../../media/naming/naming'
import { lookBeside, placeOf } from '../../sidecars/service'
import {
  findKnownMetadata,
  loadRows,
  putBooks,
  putMetadata,
  type Row,
  settleFields,
  stamped,
} from './compute-metadata'

/** As it is stored, and as it would be said now. */
export interface Retold {
  before: Row
  after: Row
}

/** Nothing is opened: what their files said is known. Books that were never read wait for that. */
export async function retell(db: Db, naming: Naming, ns: readonly number[]): Promise<Retold[]> {
  const rows = [...(await loadRows(db, ns)).values()]
  const files = await findKnownMetadata(db, ns)
  const beside = await lookBeside(
    db,
    rows.map(({ book }) => placeOf(book)),
  )
  const retold: Retold[] = []
  for (const before of rows) {
    if (before.book.analyzedAt === null) continue
    const fileMetadata = files.get(before.book.n) ?? null
    retold.push({
      before,
      after: settleFields(before, { fileMetadata, isWhole: true, naming }, beside),
    })
    await giveWay()
  }
  return retold
}

/** Answers those in which something changed. */
export async function settleAnew(
  tx: Tx,
  ns: readonly number[],
  { naming, now }: { naming: Naming; now: Date },
) {
  const retold = await retell(tx, naming, ns)
  const changed = retold.filter(({ before, after }) => !Bun.deepEquals(after, before))
  const settled = changed.map(({ before, after }) => stamped(after, before, now))
  const narrow = settled.map(({ book }) => book)
  await putBooks(tx, narrow)
  const wide = settled.map(({ metadata }) => metadata)
  await putMetadata(tx, wide)
  return settled.map(({ book: { n, id, seriesId } }) => ({ n, id, seriesId }))
}
