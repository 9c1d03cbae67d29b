/** Books of which the files, now that they were read, say another series than their places did. */
import { listSaid } from '../../../catalog/books/scanned/said'
import type { Tx } from '../../../platform/db/store'
import type { FileMetadata } from '../../../media/contents/metadata'
import { refreshSeriesProgress } from '../../../reading/progress/refresh'
import { seriesOfPath } from './describe'
import { dropUntold } from './drop-untold'
import { regroupAndRecord } from '../journal/journal'
import { placesOfBooks } from '../queries'
import type { Run } from '../run'
import { seriesCreated, seriesDeleted } from '../../../catalog/series/model'

/** Answers the series that lost books. `inside`: what the files say; else it is what was stored of them. */
export async function regroupBySaying(
  tx: Tx,
  { ctx, library, naming, scan }: Run,
  ns: readonly number[],
  inside?: ReadonlyMap<number, FileMetadata>,
): Promise<string[]> {
  if (!naming.grouping.asksFiles || ns.length === 0) return []
  const places = await placesOfBooks(tx, ns)
  const saidOf = await listSaid(tx, places, inside)
  const wanted = places.map(({ n, rootId, rootPath, relativePath }) => {
    const root = { id: rootId, path: rootPath }
    return { n, draft: seriesOfPath(naming, root, relativePath, saidOf.get(n)) }
  })
  const libraryId = library.id
  const { left, joined, added } = await regroupAndRecord(tx, scan, wanted, ctx.now())
  // What was read goes along first: it would go with the series that it was read in.
  await refreshSeriesProgress(tx, joined)
  const dropped = await dropUntold(tx, left, scan.startedAt ?? scan.createdAt)
  tx.afterCommit(() => {
    for (const seriesId of added) ctx.bus.publish(seriesCreated, { libraryId, seriesId })
    for (const seriesId of dropped) {
      ctx.bus.publish(seriesDeleted, { libraryId, seriesId })
    }
  })
  return left.filter((id) => !dropped.includes(id))
}
