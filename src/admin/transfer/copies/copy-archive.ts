/** Copies ZIP archives and replaces their metadata. The bytes of pages are copied unchanged. */
import { renameSync, rmSync, statSync } from 'node:fs'
import type { ZipEntry } from '../../../media/archives/zip/central-directory'
import { openZip, readZipEntry, type Zip } from '../../../media/archives/zip/zip'
import { BookFile } from '../../../media/contents/book-file'
import { BadFile } from '../../../media/contents/contents'
import { getAttribute, getLocalName, parseXml, walkDescendants } from '../../../media/metadata/xml'
import { ZipWriter } from '../../../platform/lib/zip/zip-writer'
import { findEntryData } from '../files/entry-data'

/** The entry with the metadata, and its replacement. */
export interface Replacement {
  /** The name of the existing or new entry. */
  name: string
  text: string
}

/** Returns undefined if the archive has no entry that can contain the metadata. */
export type FindReplacement = (zip: Zip) => Replacement | undefined

const chunkBytes = 1024 * 1024
const mimetype = 'mimetype'

/**
 * Returns false if `find` has no replacement. Throws if the file is not a complete, unencrypted ZIP
 * archive.
 */
export function copyArchive(source: string, target: string, find: FindReplacement): boolean {
  using file = new BookFile(source)
  const zip = openZip(file)
  if (zip.recovered || zip.entries.some(({ flags }) => flags & 1)) throw new UnfitArchive()
  const replacement = find(zip)
  if (!replacement) return false
  const draft = `${target}.part`
  rmSync(draft, { force: true })
  const out = new ZipWriter(draft, statSync(source).mtime)
  try {
    writeEntries(out, { zip, file, replacement })
    out.finish()
    renameSync(draft, target)
  } finally {
    out.close()
    rmSync(draft, { force: true })
  }
  return true
}

/** A damaged or encrypted archive. */
class UnfitArchive extends Error {}

interface Copied {
  zip: Zip
  file: BookFile
  replacement: Replacement
}

function writeEntries(out: ZipWriter, { zip, file, replacement }: Copied) {
  const metadata = Buffer.from(replacement.text)
  let isWritten = false
  for (const entry of listInOrder(zip)) {
    if (entry.name === mimetype) out.addStored(mimetype, readZipEntry(zip, entry))
    else if (entry.name !== replacement.name) copyEntry(out, file, entry)
    else if (!isWritten) {
      out.addStored(replacement.name, metadata)
      isWritten = true
    }
  }
  if (!isWritten) out.addStored(replacement.name, metadata)
}

/** Puts the entry with the media type first, as EPUB requires. */
const listInOrder = ({ entries }: Zip) => [
  ...entries.filter(({ name }) => name === mimetype).slice(0, 1),
  ...entries.filter(({ name }) => name !== mimetype),
]

function copyEntry(out: ZipWriter, file: BookFile, entry: ZipEntry) {
  const start = findEntryData(file, entry)
  out.addPacked(entry, readParts(file, start, entry.packedSize))
}

function* readParts(file: BookFile, start: number, length: number): Generator<Buffer> {
  for (let done = 0; done < length; done += chunkBytes) {
    yield file.read(start + done, Math.min(chunkBytes, length - done))
  }
}

const maxDocumentBytes = 16 * 1024 * 1024

/**
 * Finds an entry by its file name, ignoring case and folders. `name` must be lowercase. If there
 * are several, the one with the shallowest path is used.
 */
export function findByBaseName({ entries }: Zip, name: string): ZipEntry | undefined {
  const found = entries.filter((entry) => entry.name.toLowerCase().split('/').at(-1) === name)
  return found.toSorted((one, other) => countFolders(one) - countFolders(other))[0]
}

const countFolders = ({ name }: ZipEntry) => name.split('/').length

export const readDocument = (zip: Zip, entry: ZipEntry): Buffer =>
  readZipEntry(zip, entry, maxDocumentBytes)

/** Finds the package document of an EPUB. */
export function findPackage(zip: Zip): ZipEntry | undefined {
  const container = zip.entries.find(({ name }) => name === 'META-INF/container.xml')
  const root = container && parseXml(readDocument(zip, container))
  if (!root) return undefined
  for (const element of walkDescendants(root)) {
    if (getLocalName(element) !== 'rootfile') continue
    const path = getAttribute(element, 'full-path')
    return zip.entries.find(({ name }) => name === path)
  }
  return undefined
}

export const isUnfit = (error: unknown) => error instanceof UnfitArchive || error instanceof BadFile
