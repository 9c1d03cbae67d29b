/**
 * Moves books to the series that their metadata names, if their paths belong to a different one.
 */
import { listFileMetadata } from '../../../catalog/books/scanned/list-file-metadata'
import type { Tx } from '../../../platform/db/store'
import type { FileMetadata } from '../../../media/contents/file-metadata'
import type { Naming } from '../../../media/naming/naming'
import { refreshSeriesProgress } from '../../../reading/progress/series/series-progress'
import { buildSeriesDraft } from './series-draft'
import { deleteEmptyNewSeries } from './delete-empty-series'
import { regroupAndRecord } from '../journal/journal'
import { findBookPaths } from '../queries'
import type { Run } from '../run'
import { seriesCreated, seriesDeleted } from '../../../catalog/series/model'

/**
 * Returns series that lost books, except deleted ones. Without `fileMetadata`, uses stored
 * metadata.
 */
export async function regroupByMetadata(
  tx: Tx,
  { ctx, library, scan }: Run,
  {
    naming,
    ns,
    fileMetadata,
  }: { naming: Naming; ns: readonly number[]; fileMetadata?: ReadonlyMap<number, FileMetadata> },
): Promise<string[]> {
  const { grouping } = naming
  if (!grouping.usesMetadata || ns.length === 0) return []
  const places = (await findBookPaths(tx, ns)).filter(({ relativePath }) =>
    grouping.usesMetadata?.(relativePath),
  )
  if (places.length === 0) return []
  const metadataByBook = await listFileMetadata(tx, places, fileMetadata)
  const wanted = places.map(({ n, rootId, rootPath, relativePath }) => {
    const root = { id: rootId, path: rootPath }
    return { n, draft: buildSeriesDraft(naming, root, relativePath, metadataByBook.get(n)) }
  })
  const libraryId = library.id
  const { left: emptied, joined, added } = await regroupAndRecord(tx, scan, wanted, ctx.clock.now())
  // Reading progress moves first, because it would be deleted along with the old series.
  await refreshSeriesProgress(tx, joined)
  const deleted = await deleteEmptyNewSeries(tx, emptied, scan.startedAt ?? scan.createdAt)
  tx.afterCommit(() => {
    for (const seriesId of added) ctx.bus.publish(seriesCreated, { libraryId, seriesId })
    for (const seriesId of deleted) {
      ctx.bus.publish(seriesDeleted, { libraryId, seriesId })
    }
  })
  return emptied.filter((id) => !deleted.includes(id))
}
