/** Determines the series of a file according to its library's naming settings. Pure. */
import type { FileMetadata } from '../../../media/contents/file-metadata'
import { getStem } from '../../../platform/lib/path-names'
import { type Naming, placeFile, readFile } from '../../../media/naming/naming'
import type { Group } from '../../../media/naming/strategy'
import type { SeriesDraft } from '../../../catalog/series/scanned/store-series'

export interface Root {
  id: string
  path: string
}

/**
 * `files` is the metadata of the file and its siblings if it can affect the result. It is empty
 * until the files have been read.
 */
export function buildSeriesDraft(
  naming: Naming,
  root: Root,
  path: string,
  files: readonly FileMetadata[] = [],
): SeriesDraft {
  return toSeriesDraft(placeFile(naming, readFile(naming, { rootId: root.id, path }, files)), root)
}

const toSeriesDraft = (
  { key, title, year, folder, corrected }: Group,
  root: Root,
): SeriesDraft => ({
  groupKey: key,
  title,
  year,
  path: folder === '' ? root.path : `${root.path}/${folder}`,
  isCorrected: corrected !== undefined,
})

/** Builds the title that is used until the file has been read. */
export const buildInitialTitle = (path: string) => getStem(path).slice(0, 500).toWellFormed()
