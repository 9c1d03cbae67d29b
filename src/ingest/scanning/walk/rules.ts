/** Which files of a folder are books, and what is passed over. Pure, but for the look at marker files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isImageFolder } from '../../../media/comic/folder'

/** What a library admits: `formats` as in `cbz`, `excluded` one glob each. */
export interface RuleSettings {
  formats: readonly string[] | null
  excluded: readonly string[]
}

/** The extensions under which the books of each format come. */
const extensionsOf: Record<string, readonly string[]> = {
  cbz: ['cbz', 'zip'],
  cbr: ['cbr', 'rar'],
  cb7: ['cb7', '7z'],
  cbt: ['cbt', 'tar'],
  epub: ['epub'],
  pdf: ['pdf'],
  folder: [],
}
export const bookFormats = Object.keys(extensionsOf)

/** The format that files with this extension are thought to have, before anybody looks into them. */
export const formatOf = (extension: string): string | undefined =>
  bookFormats.find((format) => extensionsOf[format]?.includes(extension.toLowerCase()))

/**
 * Folders that network drives, desktops and other programs make for themselves. All that begins with a
 * dot is passed over anyway; half copied files (`.part`, `.tmp`, `.crdownload` …) have no book's extension.
 */
const junkFolders = new Set([
  '__macosx',
  '@eadir',
  '@recycle',
  '@recently-snapshot',
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  'system volume information',
  'lost+found',
])

/** A folder that holds one of these is left alone, with all below it. */
const markers = ['.ignore', '.nomedia']

export class Rules {
  readonly #extensions: ReadonlySet<string>
  readonly #excluded: Bun.Glob[]
  readonly #takesFolders: boolean

  constructor({ formats, excluded }: RuleSettings) {
    const admitted = formats ?? bookFormats
    this.#takesFolders = admitted.includes('folder')
    this.#extensions = new Set(admitted.flatMap((format) => extensionsOf[format] ?? []))
    this.#excluded = excluded.flatMap((pattern) => [
      new Bun.Glob(pattern.toLowerCase()),
      new Bun.Glob(`**/${pattern.toLowerCase()}`),
    ])
  }

  admitsFile(name: string, relativePath: string): boolean {
    if (name.startsWith('.') || name.startsWith('~$')) return false
    const dot = name.lastIndexOf('.')
    if (dot < 0 || !this.#extensions.has(name.slice(dot + 1).toLowerCase())) return false
    return !this.#isExcluded(relativePath)
  }

  /** What lies beside books is passed over where a pattern says so, like books. */
  admitsBeside(relativePath: string): boolean {
    return !this.#isExcluded(relativePath)
  }

  admitsFolder(name: string, relativePath: string): boolean {
    if (name.startsWith('.') || junkFolders.has(name.toLowerCase())) return false
    return !this.#isExcluded(relativePath)
  }

  /** Whether the files of these names, all that lie in one folder, are the pages of a book. */
  makeBook(names: readonly string[]): boolean {
    return this.#takesFolders && isImageFolder(names)
  }

  /** Whether the library still wants the file at this path; looks for markers in its folders. */
  admits(root: string, relativePath: string): boolean {
    const parts = relativePath.split('/')
    const name = parts.pop() ?? ''
    return this.admitsFile(name, relativePath) && this.#admitsFolders(root, parts)
  }

  /** The same of a folder whose files have these names. */
  admitsBookFolder(root: string, relativePath: string, names: readonly string[]): boolean {
    return this.makeBook(names) && this.#admitsFolders(root, relativePath.split('/'))
  }

  #admitsFolders(root: string, parts: readonly string[]): boolean {
    if (holdsMarker(root)) return false
    return parts.every((part, depth) => {
      const folder = parts.slice(0, depth + 1).join('/')
      return this.admitsFolder(part, folder) && !holdsMarker(join(root, folder))
    })
  }

  #isExcluded(relativePath: string) {
    if (this.#excluded.length === 0) return false
    const path = relativePath.toLowerCase()
    return this.#excluded.some((glob) => glob.match(path))
  }
}

export const isMarker = (name: string) => markers.includes(name)

const holdsMarker = (folder: string) => markers.some((marker) => existsSync(join(folder, marker)))

/** The patterns in a library's text: one a line; empty lines and those that begin with # say nothing. */
export function patternsOf(text: string | null): string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/\/+$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
}
