/**
 * Files beside books: descriptions (ComicInfo, OPF, series.json) and pictures. The scanner says what lies
 * where; the rooms of series, books and covers ask here for what speaks of theirs.
 */
import type { Db, Tx } from '../../platform/db/store'
import { artRank } from '../../media/reader/sidecars'
import { completed, type FileMetadata } from '../../media/contents/metadata'
import { getFolder, getBaseName, getStem, removeExtension } from '../../platform/lib/path-names'
import {
  type FolderPlace,
  remove,
  selectIn,
  selectKnown,
  selectPicture,
  type SidecarRow,
  upsert,
} from './queries'
import type { sidecars } from './schema'

export type { FolderPlace }
export type KnownSidecar = Awaited<ReturnType<typeof selectKnown>>[number]
export type SidecarDraft = typeof sidecars.$inferInsert

const knownAtOnce = 1000

/** All that is known below a root, a page at a time. */
export async function* listSidecars(db: Db, rootId: string): AsyncGenerator<KnownSidecar[]> {
  for (let after = { folder: '', name: '' }; ;) {
    const page = await selectKnown(db, rootId, { after, limit: knownAtOnce })
    yield page
    const last = page.at(-1)
    if (!last || page.length < knownAtOnce) return
    after = last
  }
}

export const storeSidecars = (tx: Tx, drafts: readonly SidecarDraft[]) => upsert(tx, drafts)
export const forgetSidecars = (tx: Tx, ids: readonly string[]) => remove(tx, ids)

/** A book as far as its place goes. */
export interface BookPlace {
  rootId: string
  relativePath: string
}

/** What lies beside some books and series. */
export class Beside {
  readonly #rows: ReadonlyMap<string, SidecarRow[]>

  constructor(rows: readonly SidecarRow[]) {
    this.#rows = Map.groupBy(rows, keyOf)
  }

  /** What speaks of this one book, the most trusted first. */
  ofBook({ rootId, relativePath }: BookPlace): SidecarRow[] {
    const stem = getStem(relativePath)
    const there = this.#at({ rootId, folder: getFolder(relativePath) })
    return there.filter(({ book }) => book === stem).toSorted(byTrust(stem))
  }

  /** What speaks of all that is in a folder, the most trusted first. */
  ofFolder(place: FolderPlace): SidecarRow[] {
    return this.#at(place)
      .filter(({ book }) => book === null)
      .toSorted(byTrust(''))
  }

  #at(place: FolderPlace) {
    return this.#rows.get(keyOf(place)) ?? []
  }
}

export const lookBeside = async (db: Db, places: readonly FolderPlace[]) =>
  new Beside(await selectIn(db, places))

export const placeOf = ({ rootId, relativePath }: BookPlace): FolderPlace => ({
  rootId,
  folder: getFolder(relativePath),
})

/** What these files say, without those that say nothing. */
export const wordsOf = (rows: readonly SidecarRow[]): FileMetadata[] =>
  rows.flatMap(({ metadata }) => (metadata ? [completed(metadata)] : []))

/** The pictures among them, the best one first. */
export const picturesOf = (rows: readonly SidecarRow[]): SidecarRow[] =>
  rows.filter(({ mediaType }) => mediaType !== null)

/** A picture and where it lies; undefined when it is not known any more. */
export async function findPicture(db: Db, id: string) {
  const row = await selectPicture(db, id)
  return row && { ...row, path: [row.rootPath, row.folder, row.name].filter(Boolean).join('/') }
}

const keyOf = ({ rootId, folder }: FolderPlace) => `${rootId}/${folder}`

const trust = ['series_json', 'opf', 'comicinfo', 'artwork']

/** What has the book's own name goes first; of pictures a cover before a poster. */
const byTrust = (stem: string) => (a: SidecarRow, b: SidecarRow) =>
  trust.indexOf(a.kind) - trust.indexOf(b.kind) ||
  Number(removeExtension(b.name) === stem) - Number(removeExtension(a.name) === stem) ||
  (artRank(a.name) ?? 0) - (artRank(b.name) ?? 0) ||
  (getBaseName(a.name) < getBaseName(b.name) ? -1 : 1)
