/** Finds sidecar files of books and series in a folder. Pure. */
import {
  getDescribedName,
  mayBeSidecar,
  type SidecarKind,
  findBookSidecar,
  findFolderSidecar,
} from '../../../media/reader/sidecars'
import { getStem, removeExtension } from '../../../platform/lib/path-names'

/** A sidecar file as found by the walk. */
export interface FoundSidecar extends Sidecar {
  /** Relative to the root, or empty for the root itself. */
  folder: string
  size: number
  modifiedAtMs: number
}

export interface Sidecar {
  name: string
  kind: SidecarKind
  /** File name (without extension) of the described book, or null for all books in the folder. */
  book: string | null
}

/**
 * A sidecar file named after a book describes that book. If a folder contains a single book, in any
 * number of formats, a metadata file describes that book, and a cover next to an OPF file belongs
 * to it, as calibre stores them. A `.mokuro` file can also be named after a folder of images.
 */
export function findSidecars(
  names: readonly string[],
  isBook: (name: string) => boolean,
  folders: readonly string[] = [],
): Sidecar[] {
  const candidates = names.filter(mayBeSidecar)
  if (candidates.length === 0) return []
  const stems = new Set(names.filter(isBook).map(getStem))
  const [first = null] = stems
  const onlyBook = stems.size === 1 ? first : null
  const isDescribed = candidates.some((name) => findFolderSidecar(name) === 'opf')
  return candidates.flatMap((name) => {
    const kind = findFolderSidecar(name)
    if (kind)
      return {
        name,
        kind,
        book: findDescribedBook({ name, kind }, { sole: onlyBook, isDescribed }),
      }
    const kindOfBook = findBookSidecar(name)
    const book = getDescribedName(name)
    const isNamedAfterBook =
      stems.has(book) || (kindOfBook === 'mokuro' && folders.some((one) => getStem(one) === book))
    return kindOfBook && isNamedAfterBook ? { name, kind: kindOfBook, book } : []
  })
}

function findDescribedBook(
  { name, kind }: Pick<Sidecar, 'name' | 'kind'>,
  { sole: onlyBook, isDescribed }: { sole: string | null; isDescribed: boolean },
) {
  if (kind === 'opf' || kind === 'comicinfo') return onlyBook
  return kind === 'artwork' && isDescribed && removeExtension(name).toLowerCase() === 'cover'
    ? onlyBook
    : null
}
