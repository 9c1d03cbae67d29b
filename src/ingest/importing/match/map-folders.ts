/** Translates the folders of another program into those of this server. Pure. */
import type { BookIndex } from './book-index'

export interface FolderMapping {
  from: string
  to: string
}

export interface GuessedFolder {
  from: string
  /** null if the folder is not certain. */
  to: string | null
  /** Number of books that were compared. */
  sampled: number
  /** Number of compared books that are at the mapped place. */
  found: number
}

/** Minimum share of compared books at the mapped place. Below this, a mapping is not certain. */
const neededAgreement = 0.6
const samples = 200

export class FolderMap {
  readonly #mappings: readonly FolderMapping[]

  /** The mapping with the longest folder that contains a path applies. */
  constructor(mappings: readonly FolderMapping[]) {
    this.#mappings = mappings.toSorted((one, other) => other.from.length - one.from.length)
  }

  /** Returns undefined if no folder contains the path. */
  translate(path: string): string | undefined {
    for (const { from, to } of this.#mappings) {
      const rest = restBelow(from, path)
      if (rest !== undefined) return joinPath(to, rest)
    }
    return undefined
  }
}

/** Returns whether this is a Windows path, which is case-insensitive. */
export const ignoresCase = (path: string) => /^([A-Za-z]:\/|\/\/)/.test(path)

/** Returns the path below a folder, or undefined if the path is outside the folder. */
export function restBelow(folder: string, path: string): string | undefined {
  const start = folder.endsWith('/') ? folder : `${folder}/`
  const isSame = ignoresCase(folder)
    ? path.toLowerCase().startsWith(start.toLowerCase())
    : path.startsWith(start)
  if (isSame) return path.slice(start.length)
  return path === folder ? '' : undefined
}

const joinPath = (folder: string, rest: string) =>
  rest === '' ? folder : `${folder.replace(/\/+$/, '')}/${rest}`

/**
 * Guesses which folder on this server corresponds to `root`. Each book of a sample votes for the
 * folders on this server that contain a book at the same path below the folder.
 */
export function guessFolder(
  root: string,
  paths: readonly string[],
  index: BookIndex,
): GuessedFolder {
  const chosen = pickSpread(paths, samples)
  const votes = new Map<string, number>()
  let comparable = 0
  for (const path of chosen) {
    const rest = restBelow(root, path)
    const targets = rest === undefined ? [] : listTargets(rest, path, index)
    if (targets.length > 0) comparable++
    for (const target of targets) votes.set(target, (votes.get(target) ?? 0) + 1)
  }
  const [best, count = 0] = [...votes].toSorted((one, other) => other[1] - one[1])[0] ?? []
  const isCertain = best !== undefined && count / comparable >= neededAgreement
  return {
    from: root,
    to: isCertain ? best : null,
    sampled: chosen.length,
    found: isCertain ? count : 0,
  }
}

/**
 * Lists the folders on this server that may correspond to the root, if the whole path below it is
 * the same.
 */
function listTargets(rest: string, path: string, index: BookIndex): string[] {
  const wanted = `/${fold(rest)}`
  const depth = rest.split('/').length
  const same = depth > 1 ? index.listByTail(path) : index.listByName(path)
  const targets = same
    .filter((book) => fold(book.path).endsWith(wanted))
    .map((book) => book.path.split('/').slice(0, -depth).join('/') || '/')
  return [...new Set(targets)]
}

const fold = (path: string) => path.normalize('NFC').toLowerCase()

function pickSpread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!)
}
