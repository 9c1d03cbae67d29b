/** Decides which files and folders are books. Pure, except for the lookup of marker files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isImageFolder } from '../../../../media/comic/folder'

/** A library's rules: formats such as `cbz`, and exclusion patterns, one glob each. */
export interface RuleSettings {
  formats: readonly string[] | null
  excluded: readonly string[]
}

/** File extensions of each format. */
const extensionsByFormat: Record<string, readonly string[]> = {
  cbz: ['cbz', 'zip'],
  cbr: ['cbr', 'rar'],
  cb7: ['cb7', '7z'],
  cbt: ['cbt', 'tar'],
  epub: ['epub'],
  pdf: ['pdf'],
  folder: [],
}
export const bookFormats = Object.keys(extensionsByFormat)

/** Returns the expected format for an extension, before the file is read. */
export const findFormatByExtension = (extension: string): string | undefined =>
  bookFormats.find((format) => extensionsByFormat[format]?.includes(extension.toLowerCase()))

/**
 * Folders created by NAS devices, operating systems and other programs. Not listed: names that
 * start with a dot, which are always ignored, and partial copies (`.part`, `.tmp`, `.crdownload` …),
 * which have no book extension.
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

/** A folder with one of these files is ignored, including everything below it. */
const ignoreMarkers = ['.ignore', '.nomedia']

export class FileRules {
  readonly #extensions: ReadonlySet<string>
  readonly #excluded: Bun.Glob[]
  readonly #acceptsImageFolders: boolean

  constructor({ formats, excluded }: RuleSettings) {
    const accepted = formats ?? bookFormats
    this.#acceptsImageFolders = accepted.includes('folder')
    this.#extensions = new Set(accepted.flatMap((format) => extensionsByFormat[format] ?? []))
    this.#excluded = excluded.flatMap((pattern) => [
      new Bun.Glob(pattern.toLowerCase()),
      new Bun.Glob(`**/${pattern.toLowerCase()}`),
    ])
  }

  acceptsFile(name: string, relativePath: string): boolean {
    if (name.startsWith('.') || name.startsWith('~$')) return false
    const dot = name.lastIndexOf('.')
    if (dot < 0 || !this.#extensions.has(name.slice(dot + 1).toLowerCase())) return false
    return !this.#isExcluded(relativePath)
  }

  /** Exclusion patterns also apply to sidecar files. */
  acceptsSidecar(relativePath: string): boolean {
    return !this.#isExcluded(relativePath)
  }

  acceptsFolder(name: string, relativePath: string): boolean {
    if (name.startsWith('.') || junkFolders.has(name.toLowerCase())) return false
    return !this.#isExcluded(relativePath)
  }

  /** Returns whether the library accepts folders of images and these file names form one. */
  isImageBook(names: readonly string[]): boolean {
    return this.#acceptsImageFolders && isImageFolder(names)
  }

  /**
   * Returns whether the library accepts the file at this path. Looks for ignore markers in its
   * folders.
   */
  acceptsFileAt(root: string, relativePath: string): boolean {
    const parts = relativePath.split('/')
    const name = parts.pop() ?? ''
    return this.acceptsFile(name, relativePath) && this.#acceptsParentFolders(root, parts)
  }

  /**
   * Returns whether the library accepts a folder of images with these file names at this path.
   * Looks for ignore markers in the folder and its parents.
   */
  acceptsImageBookAt(root: string, relativePath: string, names: readonly string[]): boolean {
    return this.isImageBook(names) && this.#acceptsParentFolders(root, relativePath.split('/'))
  }

  #acceptsParentFolders(root: string, parts: readonly string[]): boolean {
    if (hasIgnoreMarker(root)) return false
    return parts.every((part, depth) => {
      const folder = parts.slice(0, depth + 1).join('/')
      return this.acceptsFolder(part, folder) && !hasIgnoreMarker(join(root, folder))
    })
  }

  #isExcluded(relativePath: string) {
    if (this.#excluded.length === 0) return false
    const path = relativePath.toLowerCase()
    return this.#excluded.some((glob) => glob.match(path))
  }
}

export const isIgnoreMarker = (name: string) => ignoreMarkers.includes(name)

const hasIgnoreMarker = (folder: string) =>
  ignoreMarkers.some((marker) => existsSync(join(folder, marker)))

/**
 * Parses the patterns of a library, one per line. Ignores empty lines and lines that start with #.
 */
export function parsePatterns(text: string | null): string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/\/+$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Partial downloads. Renaming a finished download causes a separate event. */
const partialDownload = /\.(part|partial|tmp|temp|crdownload|download|filepart|aria2|!qb|!ut)$/i

/**
 * `path` is relative to the root. It may no longer exist, so it may have been a file or a folder.
 */
export function isRelevantChange(rules: FileRules, path: string): boolean {
  const parts = path.split(/[\\/]/)
  const name = parts.at(-1) ?? ''
  if (partialDownload.test(name)) return false
  const folders = isIgnoreMarker(name) ? parts.slice(0, -1) : parts
  return folders.every((part, depth) =>
    rules.acceptsFolder(part, folders.slice(0, depth + 1).join('/')),
  )
}
