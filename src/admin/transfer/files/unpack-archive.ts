/** Unpacks a ZIP file that contains an export. Its content is untrusted. */
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipEntry } from '../../../media/archives/zip/central-directory'
import { openZip } from '../../../media/archives/zip/zip'
import { BookFile } from '../../../media/contents/book-file'
import { BadFile } from '../../../media/contents/contents'
import { formatMegabytes, getFreeBytes } from '../../../platform/db/backups/disk-space'
import { findEntryData } from './entry-data'
import { ImportRefused } from './line-reader'

/** Matches the names of all files that an export can contain. */
const knownName =
  /^(export\.json|export\.schema\.json|README\.txt|[a-z_]+\.jsonl|covers\/[\w-]+\.\w+)$/

/** Unpacks into `folder`, which must not exist. Throws `ImportRefused`. */
export async function unpackArchive(path: string, folder: string): Promise<void> {
  try {
    using file = new BookFile(path)
    const zip = openZip(file)
    if (zip.recovered) throw refuse(path, 'it is damaged or was not copied completely')
    const entries = zip.entries.filter(({ name }) => !name.endsWith('/'))
    checkEntries(path, entries)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    checkSpace(path, folder, entries)
    mkdirSync(join(folder, 'covers'), { mode: 0o700 })
    for (const entry of entries) {
      const start = findEntryData(file, entry)
      await unpackEntry(path, { entry, start, to: join(folder, entry.name) })
    }
  } catch (error) {
    if (error instanceof BadFile) throw refuse(path, 'it is damaged, or no ZIP file')
    throw error
  }
}

const refuse = (path: string, reason: string) =>
  new ImportRefused(`${path} cannot be imported: ${reason}. Nothing was imported.`)

function checkEntries(path: string, entries: readonly ZipEntry[]) {
  const names = new Set<string>()
  for (const entry of entries) {
    const { name, method, symlink, flags } = entry
    if (!knownName.test(name) || symlink) throw refuse(path, `no export has the file "${name}"`)
    if (names.has(name)) throw refuse(path, `it has the file "${name}" twice`)
    if (flags & 1 || (method !== 0 && method !== 8))
      throw refuse(path, `"${name}" is encrypted or packed with another method`)
    names.add(name)
  }
}

function checkSpace(path: string, folder: string, entries: readonly ZipEntry[]) {
  const needed = entries.reduce((total, { size }) => total + size, 0)
  const free = getFreeBytes(folder)
  if (needed < free) return
  throw refuse(
    path,
    `unpacked, it needs ${formatMegabytes(needed)}, but only ${formatMegabytes(free)} are free`,
  )
}

interface Unpacked {
  entry: ZipEntry
  /** Offset of its bytes in the archive. */
  start: number
  to: string
}

async function unpackEntry(path: string, { entry, start, to }: Unpacked) {
  let size = 0
  let crc = 0
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      crc = crc32(chunk, crc)
      // Never writes more than the size in the directory of the archive, regardless of how much the
      // entry unpacks to.
      if (size > entry.size) done(new DamagedEntry())
      else done(null, chunk)
    },
  })
  const output = createWriteStream(to, { flags: 'wx', mode: 0o600 })
  const input =
    entry.packedSize === 0
      ? Readable.from([])
      : createReadStream(path, { start, end: start + entry.packedSize - 1 })
  try {
    await (entry.method === 8
      ? pipeline(input, createInflateRaw(), check, output)
      : pipeline(input, check, output))
  } catch (error) {
    if (error instanceof DamagedEntry || isZlibError(error)) throw damaged(path, entry)
    throw error
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged(path, entry)
}

class DamagedEntry extends Error {}

const isZlibError = (error: unknown) => String((error as { code?: unknown }).code).startsWith('Z_')

const damaged = (path: string, { name }: ZipEntry) => refuse(path, `"${name}" in it is damaged`)
