/**
 * Files beside books: descriptions (ComicInfo, OPF, series.json) and pictures. The scanner says what lies
 * where; the rooms of series, books and covers ask here for what speaks of theirs.
 */
import type { Db, Tx } from '../../platform/db/store'
import { artRank } from '../../media/reader/sidecars'
import { completed, type FileMetadata } from '../../media/contents/metadata'
import { getFolder, getBaseName, getStem, removeExtension } from '../../platform/lib/path-names'
import {
  type FolderLocation,
  deleteSidecarRows,
  selectSidecarsInFolders,
  selectSidecarsBelowRoot,
  selectPicture,
  type SidecarRow,
  upsertSidecars,
} from './queries'
import type { sidecars } from './schema'

export type { FolderLocation }
export type KnownSidecar = Awaited<ReturnType<typeof selectSidecarsBelowRoot>>[number]
export type SidecarDraft = typeof sidecars.$inferInsert

const pageSize = 1000

/** All that is known below a root, a page at a time. */
export async function* listSidecars(db: Db, rootId: string): AsyncGenerator<KnownSidecar[]> {
  for (let after = { folder: '', name: '' }; ;) {
    const page = await selectSidecarsBelowRoot(db, rootId, { after, limit: pageSize })
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last
  }
}

export const storeSidecars = (tx: Tx, drafts: readonly SidecarDraft[]) => upsertSidecars(tx, drafts)
export const deleteSidecars = (tx: Tx, ids: readonly string[]) => deleteSidecarRows(tx, ids)

/** A book as far as its place goes. */
export interface BookFile {
  rootId: string
  relativePath: string
}

/** What lies beside some books and series. */
export class SidecarIndex {
  readonly #rows: ReadonlyMap<string, SidecarRow[]>

  constructor(rows: readonly SidecarRow[]) {
    this.#rows = Map.groupBy(rows, getFolderKey)
  }

  /** What speaks of this one book, the most trusted first. */
  listForBook({ rootId, relativePath }: BookFile): SidecarRow[] {
    const stem = getStem(relativePath)
    const there = this.#at({ rootId, folder: getFolder(relativePath) })
    return there.filter(({ book }) => book === stem).toSorted(compareByTrust(stem))
  }

  /** What speaks of all that is in a folder, the most trusted first. */
  listForFolder(place: FolderLocation): SidecarRow[] {
    return this.#at(place)
      .filter(({ book }) => book === null)
      .toSorted(compareByTrust(''))
  }

  #at(place: FolderLocation) {
    return this.#rows.get(getFolderKey(place)) ?? []
  }
}

export const loadSidecarIndex = async (db: Db, places: readonly FolderLocation[]) =>
  new SidecarIndex(await selectSidecarsInFolders(db, places))

export const getFolderLocation = ({ rootId, relativePath }: BookFile): FolderLocation => ({
  rootId,
  folder: getFolder(relativePath),
})

/** What these files say, without those that say nothing. */
export const listSidecarMetadata = (rows: readonly SidecarRow[]): FileMetadata[] =>
  rows.flatMap(({ metadata }) => (metadata ? [completed(metadata)] : []))

/** The pictures among them, the best one first. */
export const listPictures = (rows: readonly SidecarRow[]): SidecarRow[] =>
  rows.filter(({ mediaType }) => mediaType !== null)

/** A picture and where it lies; undefined when it is not known any more. */
export async function findPicture(db: Db, id: string) {
  const row = await selectPicture(db, id)
  return row && { ...row, path: [row.rootPath, row.folder, row.name].filter(Boolean).join('/') }
}

const getFolderKey = ({ rootId, folder }: FolderLocation) => `${rootId}/${folder}`

const kindsByTrust = ['series_json', 'opf', 'comicinfo', 'artwork']

/** What has the book's own name goes first; of pictures a cover before a poster. */
const compareByTrust = (stem: string) => (a: SidecarRow, b: SidecarRow) =>
  kindsByTrust.indexOf(a.kind) - kindsByTrust.indexOf(b.kind) ||
  Number(removeExtension(b.name) === stem) - Number(removeExtension(a.name) === stem) ||
  (artRank(a.name) ?? 0) - (artRank(b.name) ?? 0) ||
  (getBaseName(a.name) < getBaseName(b.name) ? -1 : 1)
