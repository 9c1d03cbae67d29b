import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import type { Viewer } from '../../accounts/permissions/model'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { Job } from '../../platform/jobs/job'
import { getStorage } from '../../platform/storage/open-storage'
import { describeAccess } from './export-access'
import { exportsFolder, getExportKey } from './export-files'
import { chooseFields } from './fields'
import { formats } from './formats'
import { exportMessages } from './messages'
import { type ExportType, exportsUpdated, type TextFormat } from './model'
import { type ExportRecord, findExportById, storeExportChanges } from './queries'
import { type RowSource, type Section, sections } from './rows'

const maxBytes = 512 * 1024 * 1024

class TooLarge extends Error {}

/** Writes all data of a user into a ZIP file. */
export type WriteArchive = (archive: {
  viewer: Viewer
  to: string
  signal: AbortSignal
}) => Promise<{ lines: Record<string, number> }>

interface WritingOptions {
  signal: AbortSignal
  writeArchive: WriteArchive
}

export async function writeExport(
  ctx: Context,
  { payload }: Job<{ exportId: string }>,
  options: WritingOptions,
) {
  const row = await findExportById(ctx.db, payload.exportId)
  const viewer = row && (await findViewerOfUser(ctx.db, row.userId))
  // The export or its user may have been deleted in the meantime, or the export may have been
  // completed.
  if (!row || !viewer || row.status === 'completed') return undefined
  const startedAt = ctx.clock.now()
  await ctx.write((tx) => storeExportChanges(tx, row.id, { status: 'running', startedAt }))
  ctx.bus.publish(exportsUpdated, { userId: row.userId })
  const rights = await describeAccess(ctx, viewer)
  try {
    const written = await writeFile(ctx, row, viewer, options)
    return (tx: Tx) => endExport(ctx, tx, row, { ...written, rights, status: 'completed' })
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    const message = exportMessages.too_large({ size: maxBytes / 1024 / 1024 })
    return (tx: Tx) => endExport(ctx, tx, row, { status: 'failed', error: message })
  }
}

async function endExport(
  ctx: Context,
  tx: Tx,
  { id, userId }: ExportRecord,
  changes: Parameters<typeof storeExportChanges>[2],
) {
  await storeExportChanges(tx, id, { ...changes, completedAt: ctx.clock.now() })
  tx.afterCommit(() => ctx.bus.publish(exportsUpdated, { userId }))
}

/** Marks an export as failed, after its last attempt. */
export async function failExport(ctx: Context, tx: Tx, exportId: string) {
  const row = await findExportById(tx, exportId)
  if (row) await endExport(ctx, tx, row, { status: 'failed', error: exportMessages.failed() })
}

async function writeFile(
  ctx: Context,
  row: ExportRecord,
  viewer: Viewer,
  { signal, writeArchive }: WritingOptions,
): Promise<{ fileSizeBytes: number; rowCount: number }> {
  const source = { viewer, libraryIds: row.libraryIds }
  const write = async (path: string) => {
    if (row.exportType === 'everything') {
      const written = await writeZip(writeArchive, { viewer, to: `${path}.zip`, signal })
      await rename(`${path}.zip`, path)
      return { key: getExportKey(row), written }
    }
    await using file = await open(path, 'w', 0o600)
    const written = await writeSections(ctx, { row, source, out: new Output(file), signal })
    await file.sync()
    return { key: getExportKey(row), written }
  }
  return (await getStorage(ctx.config).store(exportsFolder, write)).written
}

/** If writing fails, `writeArchive` itself deletes the unfinished file. */
async function writeZip(writeArchive: WriteArchive, archive: Parameters<WriteArchive>[0]) {
  await rm(archive.to, { force: true })
  const { lines } = await writeArchive(archive)
  const { size: fileSizeBytes } = await stat(archive.to)
  if (fileSizeBytes > maxBytes) {
    await rm(archive.to)
    throw new TooLarge()
  }
  return { fileSizeBytes, rowCount: Object.values(lines).reduce((sum, count) => sum + count, 0) }
}

class Output {
  readonly #file: FileHandle
  bytes = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  async write(text: string) {
    const data = Buffer.from(text)
    this.bytes += data.length
    if (this.bytes > maxBytes) throw new TooLarge()
    if (data.length > 0) await this.#file.writeFile(data)
  }
}

interface Writing {
  row: ExportRecord
  source: RowSource
  out: Output
  signal: AbortSignal
}

async function writeSections(ctx: Context, { row, source, out, signal }: Writing) {
  const format = formats[row.format as TextFormat]
  const chosen = listSections(row)
  let rowCount = 0
  await out.write(format.begin(chosen))
  for (const [place, section] of chosen.entries()) {
    await out.write(format.beginSection(section, chosen.length > 1 ? place : undefined))
    let count = 0
    for await (const rows of section.rows(ctx, source)) {
      signal.throwIfAborted()
      await out.write(rows.map((one) => format.row(one, section, count++)).join(''))
    }
    await out.write(format.endSection(section, count))
    rowCount += count
  }
  await out.write(format.end(chosen))
  return { fileSizeBytes: out.bytes, rowCount }
}

function listSections({ exportType, fields, bookFields }: ExportRecord): Section[] {
  const ofSeries = withFields(sections.series, fields)
  const ofBooks = withFields(sections.books, bookFields)
  const type = exportType as Exclude<ExportType, 'everything'>
  if (type === 'series') return [ofSeries]
  if (type === 'books') return [ofBooks]
  return type === 'both' ? [ofSeries, ofBooks] : [sections[type]]
}

const withFields = (section: Section, keys: readonly string[]) => ({
  ...section,
  fields: chooseFields(section.fields, keys),
})
