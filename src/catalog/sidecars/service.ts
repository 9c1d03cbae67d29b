/**
 * Sidecar files: metadata (ComicInfo, OPF, series.json), images, and page text (.mokuro). The
 * scanner stores them; series, books, covers and pages read them through this module.
 */
import type { Db, Tx } from '../../platform/db/store'
import { getArtRank, getDescribedName } from '../../media/reader/sidecars'
import { completed, type FileMetadata } from '../../media/contents/file-metadata'
import { getFolder, getBaseName, getStem } from '../../platform/lib/path-names'
import {
  type FolderLocation,
  deleteSidecarRows,
  selectSidecarsInFolders,
  selectSidecarsBelowRoot,
  selectPicture,
  selectTextFile,
  type SidecarRow,
  upsertSidecars,
} from './queries'
import type { sidecars } from './schema'

export type { FolderLocation }
export type KnownSidecar = Awaited<ReturnType<typeof selectSidecarsBelowRoot>>[number]
export type SidecarDraft = typeof sidecars.$inferInsert

const pageSize = 1000

/** Lists all sidecar files below a root, page by page. */
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

/** The location of a book file. */
export interface BookFile {
  rootId: string
  relativePath: string
}

/** Sidecar files of some books and series. */
export class SidecarIndex {
  readonly #rows: ReadonlyMap<string, SidecarRow[]>

  constructor(rows: readonly SidecarRow[]) {
    this.#rows = Map.groupBy(rows, getFolderKey)
  }

  /** Lists the sidecar files of one book, most trusted first. */
  listForBook({ rootId, relativePath }: BookFile): SidecarRow[] {
    const stem = getStem(relativePath)
    const there = this.#at({ rootId, folder: getFolder(relativePath) })
    return there.filter(({ book }) => book === stem).toSorted(compareByTrust(stem))
  }

  /** Lists the sidecar files of a folder, most trusted first. */
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

/** Returns the metadata from these files. Omits files without metadata. */
export const listSidecarMetadata = (rows: readonly SidecarRow[]): FileMetadata[] =>
  rows.flatMap(({ metadata }) => (metadata ? [completed(metadata)] : []))

/** Returns the images among these files, best first. */
export const listPictures = (rows: readonly SidecarRow[]): SidecarRow[] =>
  rows.filter(({ mediaType }) => mediaType !== null)

/** Finds an image and its path, or undefined if it is unknown. */
export async function findPicture(db: Db, id: string) {
  const row = await selectPicture(db, id)
  return row && { ...row, path: [row.rootPath, row.folder, row.name].filter(Boolean).join('/') }
}

/**
 * Finds the sidecar file with the text of a comic's pages, unless that file has problems. Returns
 * its path relative to the root.
 */
export async function findTextFile(
  db: Db,
  { format, rootId, relativePath }: BookFile & { format: string | null },
): Promise<string | undefined> {
  // E-books and PDFs contain their text. The format of a book is unknown until it has been read.
  if (format === null || format === 'epub' || format === 'pdf') return undefined
  const folder = getFolder(relativePath)
  const name = await selectTextFile(db, { rootId, folder, book: getStem(relativePath) })
  return name && [folder, name].filter(Boolean).join('/')
}

const getFolderKey = ({ rootId, folder }: FolderLocation) => `${rootId}/${folder}`

const kindsByTrust = ['series_json', 'opf', 'comicinfo', 'artwork', 'mokuro']

/**
 * Compares by kind first. A file named after the book comes before others of its kind. Among
 * images, covers come before posters.
 */
const compareByTrust = (stem: string) => (a: SidecarRow, b: SidecarRow) =>
  kindsByTrust.indexOf(a.kind) - kindsByTrust.indexOf(b.kind) ||
  Number(getDescribedName(b.name) === stem) - Number(getDescribedName(a.name) === stem) ||
  (getArtRank(a.name) ?? 0) - (getArtRank(b.name) ?? 0) ||
  (getBaseName(a.name) < getBaseName(b.name) ? -1 : 1)
