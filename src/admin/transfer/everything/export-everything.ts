/** Exports the whole library and all user data, as a snapshot of one moment. */
import type { Context } from '../../../context'
import { getUploadKey, uploadedCoversFolder } from '../../../artwork/thumbnails/picture-keys'
import type { Config } from '../../../platform/config/model'
import { getStorage } from '../../../platform/storage/open-storage'
import type { Db } from '../../../platform/db/store'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { formatHeader, headerName } from '../export-header'
import { type ArchiveWriter, createArchive } from '../files/archive-writer'
import { buildSchema } from './archive-schema'
import type { ExportKind, Row } from './export-kind'
import { describeFormat, formatRecord } from './record-format'
import { type OwnerNumbers, readNested, readSlices } from './records-queries'
import { formatReadme } from './readme'

export const schemaName = 'export.schema.json'
export const formatSchema = (schema: object) => `${JSON.stringify(schema, undefined, 2)}\n`
export const coversFolder = 'covers'

export interface EverythingOptions {
  kinds: readonly ExportKind[]
  /** A folder, or a file whose name ends with `.zip`. */
  to: string
  /** Includes password hashes, API keys and devices. */
  withSecrets: boolean
  isCover: (fileName: string) => boolean
  signal?: AbortSignal
}

export interface EverythingResult {
  /** The number of lines by file. */
  lines: Record<string, number>
  covers: number
}

type EverythingContext = Pick<Context, 'snapshot' | 'config' | 'clock'>

/** Throws `ExportRefused` if the target already exists. */
export async function exportEverything(
  ctx: EverythingContext,
  options: EverythingOptions,
): Promise<EverythingResult> {
  const now = ctx.clock.now()
  const out = createArchive(options.to, now)
  try {
    out.addText('README.txt', formatReadme(options))
    out.addText(schemaName, formatSchema(buildSchema({ content: 'everything', ...options })))
    const header = await ctx.snapshot(async (db) => {
      for (const kind of options.kinds) {
        if (options.withSecrets || !kind.isSecret) await writeKind({ db, out, kind }, options)
      }
      const covers = await addCovers(ctx, out, options)
      const { withSecrets } = options
      const more = { content: 'everything', withSecrets, covers, lines: out.counts }
      out.addText(headerName, await formatHeader(db, now, more))
      return { lines: out.counts, covers }
    })
    out.finish()
    return header
  } finally {
    out.close()
  }
}

interface KindWork {
  db: Db
  out: ArchiveWriter
  kind: ExportKind
  /** Books and series whose records are written. If omitted, all are written. */
  numbers?: OwnerNumbers
  /** Removes data that the recipient of the export must not see. */
  hide?: (row: Row) => Row
}

export async function writeKind(
  { db, out, kind, numbers, hide }: KindWork,
  { withSecrets, signal }: Pick<EverythingOptions, 'withSecrets' | 'signal'>,
) {
  const format = describeFormat(kind)
  for await (const rows of readSlices(db, kind, numbers)) {
    const nested = await Promise.all(format.nested.map(({ of }) => readNested(db, of, rows)))
    for (const row of rows) {
      const shown = hide ? hide(row) : row
      out.write(kind.name, formatRecord(format, { row: shown, nested, withSecrets }))
    }
    signal?.throwIfAborted()
    await yieldToEventLoop()
  }
}

/**
 * Returns the number of files. Uploads of deleted books are included, because they are kept in case
 * the books return.
 */
async function addCovers(
  { config }: EverythingContext,
  out: ArchiveWriter,
  options: EverythingOptions,
): Promise<number> {
  const storage = getStorage(config)
  const names: string[] = []
  for await (const keys of storage.list(uploadedCoversFolder)) {
    const all = keys.map((key) => key.slice(uploadedCoversFolder.length + 1))
    names.push(...all.filter(options.isCover))
  }
  return packCoverFiles(config, out, { names, signal: options.signal })
}

/** Returns the number of files that exist. */
export async function packCoverFiles(
  config: Config,
  out: ArchiveWriter,
  { names, signal }: { names: readonly string[]; signal: AbortSignal | undefined },
): Promise<number> {
  const storage = getStorage(config)
  let count = 0
  for (const name of names.toSorted()) {
    signal?.throwIfAborted()
    const key = getUploadKey(name)
    if ((await storage.head(key)) === undefined) continue
    await using file = await storage.getLocal(key)
    if (!file) continue
    out.addFile(`${coversFolder}/${name}`, file.path)
    count++
  }
  return count
}
