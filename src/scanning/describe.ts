/** Which series a path belongs to. Pure. */
import { parseName } from '../formats/names'
import { folderOf, lastNameOf, stemOf } from '../lib/path-names'
import { boundTitle, describeFolder } from '../series/from-file'
import type { SeriesDraft } from '../series/intake'

export interface Root {
  id: string
  path: string
}

/** The folder is the series; a file that lies in the root itself is grouped by its name. */
export function seriesOfPath(root: Root, path: string): SeriesDraft {
  const folder = folderOf(path)
  if (folder === '') {
    const { series, year } = parseName(stemOf(path))
    const title = boundTitle(series ?? stemOf(path))
    return { groupKey: `${root.id}//${title.toLowerCase()}`, title, year, path: root.path }
  }
  const { title, year } = describeFolder(lastNameOf(folder))
  return { groupKey: `${root.id}/${folder}`, title, year, path: `${root.path}/${folder}` }
}

export const titleOfPath = (path: string) => boundTitle(stemOf(path))
