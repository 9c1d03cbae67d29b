/**
 * The second look at files that a walk did not find, just before their books go to the trash. What is
 * gone is what the walk refuses, no less: else a book would stay for ever that no scan reads any more.
 */
import type { Stats } from 'node:fs'
import { isAtOrBelow } from '../match/compare'
import { leadsInside, isLink, listFolder, lookAt, lookAtRoot, realPath } from './look'
import { lostMounts } from './mounts'
import { Rules } from './rules'
import { mountsBelow, type WalkOrder } from './walk'

/**
 * Of these paths, those where there is certainly no book any more. Nothing, when the root is not on this
 * device, and nothing below the `mounts` of the order that are away; without one, only what cannot be found, since a scan has missed it already.
 */
export function findGone(
  order: WalkOrder,
  device: string | undefined,
  paths: readonly string[],
): string[] {
  if (device === undefined) {
    return paths.filter((path) => lookAt(`${order.root}/${path}`) === 'absent')
  }
  if (!isRootThere(order, device)) return []
  const place = new Place(order)
  const gone = paths.filter((path) => place.isGone(path))
  if (!isRootThere(order, device)) return []
  // What lay on a disk below the root that is away now is as it was, for all that anybody can say.
  const away = new Set(lostMounts(order.mounts ?? {}, mountsBelow(order.root)))
  return away.size === 0 ? gone : gone.filter((path) => !isAtOrBelow(path, away))
}

function isRootThere({ root }: WalkOrder, device: string) {
  const found = lookAtRoot(root)
  return typeof found !== 'string' && String(found.dev) === device
}

class Place {
  readonly #root: string
  readonly #realRoot: string | undefined
  readonly #rules: Rules
  readonly #names = new Map<string, string[]>()

  constructor(order: WalkOrder) {
    this.#root = order.root
    this.#realRoot = realPath(order.root)
    this.#rules = new Rules(order)
  }

  isGone(path: string): boolean {
    const found = lookAt(`${this.#root}/${path}`)
    if (typeof found === 'string') return found === 'absent'
    const isWanted = found.isDirectory() ? this.#isBookFolder(path) : this.#isBookFile(found, path)
    if (!isWanted) return true
    return this.#isBehindLink(path) || this.#isRenamed(path)
  }

  #isBookFile(found: Stats, path: string) {
    return found.isFile() && this.#rules.admits(this.#root, path)
  }

  #isBookFolder(path: string) {
    if (isLink(`${this.#root}/${path}`)) return false
    const entries = listFolder(`${this.#root}/${path}`)
    if (typeof entries === 'string') return true
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    return this.#rules.admitsBookFolder(this.#root, path, files)
  }

  /** A walk follows no link to a folder, and of links to files only those that stay in the root. */
  #isBehindLink(path: string) {
    const folders = path.split('/').slice(0, -1)
    const behind = folders.some((_, depth) =>
      isLink(`${this.#root}/${folders.slice(0, depth + 1).join('/')}`),
    )
    if (behind) return true
    const full = `${this.#root}/${path}`
    return (
      isLink(full) && this.#realRoot !== undefined && leadsInside(this.#realRoot, full) === false
    )
  }

  /** On a disk that does not tell `a` from `A`, the old name of a file still leads to it. */
  #isRenamed(path: string) {
    const names = path.split('/')
    return names.some((name, depth) =>
      isOtherSpelling(name, this.#namesIn(names.slice(0, depth).join('/'))),
    )
  }

  #namesIn(folder: string): string[] {
    const known = this.#names.get(folder)
    if (known) return known
    const entries = listFolder(`${this.#root}/${folder}`)
    const names = typeof entries === 'string' ? [] : entries.map(({ name }) => name)
    this.#names.set(folder, names)
    return names
  }
}

/** True only with proof: the name is not among those of its folder, and one that differs in spelling is. */
export function isOtherSpelling(name: string, present: readonly string[]): boolean {
  return !present.includes(name) && present.some((other) => folded(other) === folded(name))
}

const folded = (name: string) => name.normalize('NFC').toLowerCase()
