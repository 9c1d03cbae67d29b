/** Which files of a folder speak of its books or of its series. Pure. */
import {
  maySpeak,
  type SidecarKind,
  sidecarOfBook,
  sidecarOfFolder,
} from '../../../media/reader/sidecars'
import { getStem, removeExtension } from '../../../platform/lib/path-names'

/** A file as the walk met it. */
export interface SidecarFound extends Sidecar {
  /** Below the root; empty: the root itself. */
  folder: string
  size: number
  modifiedAtMs: number
}

export interface Sidecar {
  name: string
  kind: SidecarKind
  /** Name without extension of the book of which it speaks; null: of all that is in the folder. */
  book: string | null
}

/**
 * What has a book's name speaks of that book. A description in a folder of one book (maybe in several
 * formats) speaks of it, and so does a cover where such a description is: a folder as calibre makes it.
 */
export function sidecarsAmong(
  names: readonly string[],
  isBook: (name: string) => boolean,
): Sidecar[] {
  const candidates = names.filter(maySpeak)
  if (candidates.length === 0) return []
  const stems = new Set(names.filter(isBook).map(getStem))
  const [first = null] = stems
  const sole = stems.size === 1 ? first : null
  const isDescribed = candidates.some((name) => sidecarOfFolder(name) === 'opf')
  return candidates.flatMap((name) => {
    const kind = sidecarOfFolder(name)
    if (kind) return { name, kind, book: ownerOf({ name, kind }, { sole, isDescribed }) }
    const own = sidecarOfBook(name)
    const book = removeExtension(name)
    return own && stems.has(book) ? { name, kind: own, book } : []
  })
}

function ownerOf(
  { name, kind }: Pick<Sidecar, 'name' | 'kind'>,
  { sole, isDescribed }: { sole: string | null; isDescribed: boolean },
) {
  if (kind === 'opf' || kind === 'comicinfo') return sole
  return kind === 'artwork' && isDescribed && removeExtension(name).toLowerCase() === 'cover'
    ? sole
    : null
}
