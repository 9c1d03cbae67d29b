/** Which series a file belongs to, as its library's naming says. Pure. */
import type { FileMetadata } from '../../../media/contents/metadata'
import { getStem } from '../../../platform/lib/path-names'
import { type Naming, placeOf, readFile } from '../../../media/naming/naming'
import type { Group } from '../../../media/naming/strategy'
import type { SeriesDraft } from '../../../catalog/series/scanned/intake'

export interface Root {
  id: string
  path: string
}

/** `files`: what it and those beside it say, where that may decide; none before they were read. */
export function seriesOfPath(
  naming: Naming,
  root: Root,
  path: string,
  files: readonly FileMetadata[] = [],
): SeriesDraft {
  return draftOf(placeOf(naming, readFile(naming, { rootId: root.id, path }, files)), root)
}

const draftOf = ({ key, title, year, folder, corrected }: Group, root: Root): SeriesDraft => ({
  groupKey: key,
  title,
  year,
  path: folder === '' ? root.path : `${root.path}/${folder}`,
  isCorrected: corrected !== undefined,
})

/** Until the file is read. */
export const titleOfPath = (path: string) => getStem(path).slice(0, 500).toWellFormed()
