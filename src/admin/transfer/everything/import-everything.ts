/**
 * Imports a full export into an empty installation, in a single transaction. Records keep their
 * IDs.
 */
import { existsSync } from 'node:fs'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import { ImportRefused, LineReader } from '../files/line-reader'
import { readHeader } from '../files/read-export'
import { addCoverFiles, removeCoverFiles } from './cover-files'
import type { ExportKind, Row } from './export-kind'
import { mapFolders, type FolderMap } from './map-folders'
import { describeFormat, type Format, type ParsedRecord, parseRecord } from './record-format'
import { countRecords } from './records-queries'
import { linkToSelf, type SelfLinks, storeRecords, takeSelfLinks } from './store-records'

export interface EverythingImport {
  kinds: readonly ExportKind[]
  /** The unpacked archive. */
  folder: string
  /** Folders in the export, and the corresponding folders here. */
  maps: readonly FolderMap[]
  isCover: (fileName: string) => boolean
  /** If false, the import is rolled back at the end. */
  applies: boolean
}

export interface EverythingReport {
  /** Number of records by file. */
  records: Record<string, number>
  covers: number
  /** Folders of the imported libraries. */
  folders: string[]
  missingFolders: string[]
  /** Names of users who need a new password. */
  withoutPassword: string[]
}

type ImportContext = Pick<Context, 'db' | 'write' | 'config' | 'clock' | 'refreshStatistics'>

class Undone extends Error {}

/** If it throws `ImportRefused`, nothing has changed. */
export async function importEverything(
  ctx: ImportContext,
  options: EverythingImport,
): Promise<EverythingReport> {
  const { covers } = readHeader(options.folder)
  const report: EverythingReport = {
    records: {},
    covers: 0,
    folders: [],
    missingFolders: [],
    withoutPassword: [],
  }
  // Checked first, because adding cover files replaces those of an existing installation.
  await requireEmpty(ctx.db, options.kinds)
  const added = await addCoverFiles(ctx.config, { ...options, expected: covers })
  report.covers = added.length
  try {
    await ctx.write(async (tx) => {
      await requireEmpty(tx, options.kinds)
      for (const kind of options.kinds)
        await importKind(tx, kind, { options, report, now: ctx.clock.now() })
      if (!options.applies) throw new Undone()
    })
  } catch (error) {
    if (options.applies) await removeCoverFiles(ctx.config, added)
    if (!(error instanceof Undone)) throw error
  }
  if (options.applies) await ctx.refreshStatistics()
  return report
}

async function requireEmpty(db: Db, kinds: readonly ExportKind[]) {
  const present: string[] = []
  for (const kind of kinds) {
    const count = await countRecords(db, kind)
    if (count > 0) present.push(`${kind.name}: ${count}`)
  }
  if (present.length === 0) return
  throw new ImportRefused(
    `This installation is not empty (${present.slice(0, 5).join(', ')}). Everything can only be imported into a new one, made by "quire migrate". To add only what users read and made, use --reading. Nothing was imported.`,
  )
}

interface KindImport {
  options: EverythingImport
  report: EverythingReport
  now: Date
}

const recordsAtOnce = 500

async function importKind(tx: Tx, kind: ExportKind, { options, report, now }: KindImport) {
  const format = describeFormat(kind)
  const links: SelfLinks = []
  const lines = new LineReader(options.folder, kind.name, (value) => parseRecord(format, value))
  let count = 0
  try {
    while (lines.peek()) {
      let taken = 0
      const most = kind.atOnce ?? recordsAtOnce
      const records = lines.takeWhile(() => taken++ < most)
      for (const record of records) mapFolders(format, record, options.maps)
      links.push(...takeSelfLinks(format, records))
      describe(format, records, report)
      const places = { name: kind.name, from: count + 1, to: count + records.length }
      await storeRecords(tx, format, records, places)
      const rows = records.map(({ row }) => row)
      await kind.onStored?.(tx, rows, now)
      count += records.length
    }
  } finally {
    lines.close()
  }
  await linkToSelf(tx, format, links)
  if (count > 0) report.records[kind.name] = count
}

/** Adds users without a password and the folders of libraries to the report. */
function describe({ kind }: Format, records: readonly ParsedRecord[], report: EverythingReport) {
  const rows = records.map(({ row }) => row)
  if (kind.name === 'users') {
    const missing = kind.missing?.['passwordHash']
    const without = rows.filter((row) => row['passwordHash'] === missing)
    report.withoutPassword.push(...without.map(getName))
  }
  if (kind.name !== 'library_roots') return
  const folders = rows.map(({ path }) => String(path))
  report.folders.push(...folders)
  report.missingFolders.push(...folders.filter((folder) => !existsSync(folder)))
}

const getName = ({ username }: Row) => String(username)
