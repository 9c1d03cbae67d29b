/** Opens KOReader's files: one sidecar, the statistics, or a ZIP file with many of them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../../../../errors'
import type { ZipEntry } from '../../../../../media/archives/zip/central-directory'
import { openZip, readZipEntry, type Zip } from '../../../../../media/archives/zip/zip'
import { BookFile } from '../../../../../media/contents/book-file'
import { BadFile } from '../../../../../media/contents/contents'
import { yieldToEventLoop } from '../../../../../platform/lib/yield'
import { importMessages } from '../../../messages'
import { type OpenSource, sourceNames } from '../../../neutral-form'
import { copyForeign } from '../../foreign-copy'
import { ForeignDatabase } from '../../foreign-database'
import type { AppOwner } from '../app-source'
import { type KoreaderBook, parseSidecar } from './koreader-sidecar'
import { createKoreaderSource, type KoreaderData } from './koreader-source'
import { type KoreaderStatistics, readKoreaderStatistics } from './koreader-statistics'

const maxSidecarBytes = 4 * 2 ** 20
/**
 * Limit for books, bookmarks and highlights, far above the number that any person has. Prevents a
 * manipulated file from filling the database.
 */
const maxEntries = 100_000

interface OpenedFile {
  path: string
  /** Name of the uploaded file. */
  name: string
  /** Folder for copies. The caller deletes it. */
  folder: string
  maxBytes: number
}

const noStatistics = (): KoreaderStatistics => ({ lastRead: new Map(), sessions: new Map() })

export function openSidecar(bytes: Uint8Array, name: string, owner: AppOwner): OpenSource {
  if (bytes.length > maxSidecarBytes) throw unreadable()
  const sidecar = parseSidecar(new TextDecoder().decode(bytes), name)
  if (!sidecar) throw unreadable()
  const data = { sidecars: [sidecar], statistics: noStatistics(), damaged: 0 }
  return createKoreaderSource(data, owner)
}

export async function openStatistics(file: OpenedFile, owner: AppOwner): Promise<OpenSource> {
  const statistics = await readDatabase(file)
  return createKoreaderSource({ sidecars: [], statistics, damaged: 0 }, owner)
}

async function readDatabase({
  path: from,
  folder,
  maxBytes,
}: OpenedFile): Promise<KoreaderStatistics> {
  const program = sourceNames.koreader
  const db = ForeignDatabase.open(copyForeign({ from, folder, maxBytes, program }), program)
  try {
    return await readKoreaderStatistics(db)
  } finally {
    db.close()
  }
}

const unreadable = () => new Refusal('invalid', importMessages.no_app_file())

export async function openKoreaderZip(file: OpenedFile, owner: AppOwner): Promise<OpenSource> {
  try {
    using opened = new BookFile(file.path)
    const data = await readZip(openZip(opened), file)
    if (data.sidecars.length === 0 && data.statistics.lastRead.size === 0) throw unreadable()
    return createKoreaderSource(data, owner)
  } catch (error) {
    throw error instanceof BadFile ? unreadable() : error
  }
}

const sidecarName = /(?:^|\/)metadata\.\w{1,10}\.lua$/
const statisticsName = /(?:^|\/)statistics\.sqlite3?$/

async function readZip(zip: Zip, file: OpenedFile): Promise<KoreaderData> {
  const budget = new Budget(file.maxBytes)
  const sidecars: KoreaderBook[] = []
  let damaged = 0
  let entries = 0
  for (const entry of zip.entries.filter(({ name }) => sidecarName.test(name))) {
    await yieldToEventLoop()
    const bytes = budget.read(zip, entry, maxSidecarBytes)
    const sidecar = bytes && parseSidecar(new TextDecoder().decode(bytes), entry.name)
    if (!sidecar) damaged++
    else {
      sidecars.push(sidecar)
      entries += 1 + sidecar.bookmarks.length + sidecar.highlights.length
    }
    if (entries > maxEntries) {
      throw new Refusal('too_large', importMessages.too_many_entries({ max: maxEntries }))
    }
  }
  const entry = zip.entries.find(({ name }) => statisticsName.test(name))
  const bytes = entry && budget.read(zip, entry, file.maxBytes)
  if (entry && !bytes) damaged++
  const statistics = bytes ? await unpackDatabase(bytes, file) : noStatistics()
  return { sidecars, statistics, damaged }
}

/** Limits the total size of all unpacked entries. */
class Budget {
  readonly #maxBytes: number
  #left: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#left = maxBytes
  }

  /**
   * Returns undefined for an entry that is damaged, encrypted, a symbolic link, or larger than
   * `maxBytes`. Throws if all entries together are too large.
   */
  read(zip: Zip, entry: ZipEntry, maxBytes: number): Uint8Array | undefined {
    if (entry.symlink) return undefined
    this.#left -= Math.min(entry.size, maxBytes)
    if (this.#left < 0) {
      const max = Math.floor(this.#maxBytes / 2 ** 20)
      throw new Refusal('too_large', importMessages.file_too_large({ max }))
    }
    try {
      return readZipEntry(zip, entry, maxBytes)
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
      return undefined
    }
  }
}

function unpackDatabase(bytes: Uint8Array, file: OpenedFile): Promise<KoreaderStatistics> {
  const path = join(file.folder, 'statistics.sqlite3')
  writeFileSync(path, bytes, { mode: 0o600 })
  return readDatabase({ ...file, path, folder: join(file.folder, 'database') })
}
