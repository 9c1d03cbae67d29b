/** Exports all that the library knows and everybody did, as it is at one moment. */
import type { Context } from '../../../context'
import { getUploadKey, uploadedCoversFolder } from '../../../artwork/thumbnails/picture-keys'
import { getStorage } from '../../../platform/storage/open-storage'
import type { Db } from '../../../platform/db/store'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { formatHeader, headerName } from '../export-header'
import { type ArchiveWriter, createArchive } from '../files/archive-writer'
import { buildSchema } from './archive-schema'
import type { ExportKind } from './kind'
import { describeFormat, formatRecord } from './record-format'
import { readNested, readSlices } from './records-queries'
import { formatReadme } from './readme'

const schemaName = 'export.schema.json'
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

/** Throws `ExportRefused`. */
export async function exportEverything(
  ctx: EverythingContext,
  options: EverythingOptions,
): Promise<EverythingResult> {
  const now = ctx.clock.now()
  const out = createArchive(options.to, now)
  try {
    out.addText('README.txt', formatReadme(options))
    out.addText(schemaName, `${JSON.stringify(buildSchema(options.kinds), undefined, 2)}\n`)
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
}

async function writeKind({ db, out, kind }: KindWork, { withSecrets, signal }: EverythingOptions) {
  const format = describeFormat(kind)
  for await (const rows of readSlices(db, kind)) {
    const nested = await Promise.all(format.nested.map(({ of }) => readNested(db, of, rows)))
    for (const row of rows) {
      out.write(kind.name, formatRecord(format, { row, nested, withSecrets }))
    }
    signal?.throwIfAborted()
    await yieldToEventLoop()
  }
}

/** Returns their number. Uploads of deleted books wait for their return, and belong to it. */
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
  let count = 0
  for (const name of names.toSorted()) {
    options.signal?.throwIfAborted()
    await using file = await storage.getLocal(getUploadKey(name))
    if (!file) continue
    out.addFile(`${coversFolder}/${name}`, file.path)
    count++
  }
  return count
}
