import { BadFile } from '../contents/contents'
import type { ZipEntry } from '../archives/zip/central-directory'
import { type Zip, readZipEntry } from '../archives/zip/zip'
import { type XmlElement, parseXml } from '../metadata/xml'

/** Access to the files in an EPUB by path. */
export interface EpubFiles {
  zip: Zip
  find(path: string): ZipEntry | undefined
  /** Returns null if the file is missing, damaged or larger than `maxBytes`. */
  readXml(path: string, maxBytes: number): XmlElement | null
  /**
   * Reads a document that the book needs. If it cannot be read, the reason is in `failures`, by
   * path.
   */
  readNeededXml(path: string, maxBytes: number): XmlElement | null
  failures: ReadonlyMap<string, BadFile>
  /** Announces documents that will be read, so that a decoder unpacks them together. */
  expect(paths: readonly string[], maxBytes: number): void
}

const parseIfRead = (bytes: Buffer | null) => (bytes ? parseXml(bytes) : null)

export function openEpubFiles(zip: Zip): EpubFiles {
  const exact = new Map<string, ZipEntry>()
  const folded = new Map<string, ZipEntry>()
  for (const entry of zip.entries) {
    if (!exact.has(entry.name)) exact.set(entry.name, entry)
    const name = foldEntryName(entry.name)
    if (!folded.has(name)) folded.set(name, entry)
  }
  const find = (path: string) => exact.get(path) ?? folded.get(foldEntryName(path))
  const failures = new Map<string, BadFile>()
  const read = (path: string, maxBytes: number, failed?: (error: BadFile) => void) => {
    const entry = find(path)
    return entry ? readIfIntact(zip, entry, maxBytes, failed) : null
  }
  return {
    zip,
    find,
    failures,
    readXml: (path, maxBytes) => parseIfRead(read(path, maxBytes)),
    readNeededXml: (path, maxBytes) =>
      parseIfRead(read(path, maxBytes, (error) => failures.set(path, error))),
    expect: (paths, maxBytes) => {
      zip.unpacked?.expect(
        paths.flatMap((path) => find(path) ?? []),
        maxBytes,
      )
    },
  }
}

/**
 * Returns the same text for names that differ only in case, or in how accents are written. Programs
 * on systems where such names are equal use both forms in one book.
 */
export const foldEntryName = (name: string) => name.normalize('NFC').toLowerCase()

/** Returns the name of a file as written in the archive, or the path if there is no such file. */
export const findEntryName = (files: EpubFiles, path: string): string =>
  files.find(path)?.name ?? path

/**
 * Returns the folder of a path in the book with a trailing slash, or an empty string at the root.
 */
export const getHrefFolder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * Resolves a link to a path from the root of the book, without the fragment. The result never
 * leaves the book.
 */
export function resolveHref(folder: string, href: string): string {
  const target = decodeHref(href.replace(/[?#].*$/s, ''))
  const parts: string[] = []
  const whole = target.startsWith('/') ? target : folder + target
  for (const part of whole.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function decodeHref(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch (error) {
    // The percent sign is literal, so the name is used unchanged.
    if (error instanceof URIError) return href
    throw error
  }
}

function readIfIntact(
  zip: Zip,
  entry: ZipEntry,
  maxBytes: number,
  failed?: (error: BadFile) => void,
): Buffer | null {
  try {
    return readZipEntry(zip, entry, maxBytes)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    failed?.(error)
    return null
  }
}
