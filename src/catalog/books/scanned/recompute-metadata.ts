/** Recomputes the metadata of unchanged files after sidecar files or parsing rules have changed. */
import { yieldToEventLoop } from '../../../platform/lib/yield'
import type { Db, Tx } from '../../../platform/db/store'
import type { Naming } from '../../../media/naming/naming'
import { loadSidecarIndex, getFolderLocation } from '../../sidecars/service'
import {
  findKnownMetadata,
  loadBooksWithMetadata,
  upsertBooks,
  upsertMetadata,
  type BookWithMetadata,
  computeFields,
  updateTimesAndSearch,
} from './compute-metadata'

/** The stored and the newly computed state. */
export interface RecomputedBook {
  before: BookWithMetadata
  after: BookWithMetadata
}

/** Uses the stored file metadata without opening files. Skips books that have not been analyzed. */
export async function computeMetadataAgain(
  db: Db,
  naming: Naming,
  ns: readonly number[],
): Promise<RecomputedBook[]> {
  const rows = [...(await loadBooksWithMetadata(db, ns)).values()]
  const files = await findKnownMetadata(db, ns)
  const beside = await loadSidecarIndex(
    db,
    rows.map(({ book }) => getFolderLocation(book)),
  )
  const recomputed: RecomputedBook[] = []
  for (const before of rows) {
    if (before.book.analyzedAt === null) continue
    const fileMetadata = files.get(before.book.n) ?? null
    recomputed.push({
      before,
      after: computeFields(before, { fileMetadata, isWhole: true, naming }, beside),
    })
    await yieldToEventLoop()
  }
  return recomputed
}

/** Returns the changed books. */
export async function recomputeBookMetadata(
  tx: Tx,
  ns: readonly number[],
  { naming, now }: { naming: Naming; now: Date },
) {
  const recomputed = await computeMetadataAgain(tx, naming, ns)
  const changed = recomputed.filter(({ before, after }) => !Bun.deepEquals(after, before))
  const settled = changed.map(({ before, after }) => updateTimesAndSearch(after, before, now))
  const narrow = settled.map(({ book }) => book)
  await upsertBooks(tx, narrow)
  const wide = settled.map(({ metadata }) => metadata)
  await upsertMetadata(tx, wide)
  return settled.map(({ book: { n, id, seriesId } }) => ({ n, id, seriesId }))
}
