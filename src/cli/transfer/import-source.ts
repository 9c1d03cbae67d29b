/** `quire import` of the data of another program, and what can be done with it later. */
import { resolve } from 'node:path'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { FolderMapping } from '../../ingest/importing/match/map-folders'
import type { SourceKind } from '../../ingest/importing/neutral-form'
import type { CommandIo } from '../config'
import { exitOk, exitRefused, exitUsage } from '../exit-codes'
import { formatImports, formatSourceReport } from './source-report'

interface SourceImport {
  path: string
  kind: SourceKind | undefined
  applies: boolean
  isJson: boolean
  folders: readonly FolderMapping[]
  users: ReadonlyMap<string, string>
  admins: ReadonlySet<string>
  /** The command that would apply what was shown. */
  command: string
}

export async function importSource(ctx: Context, wanted: SourceImport, io: CommandIo) {
  const { importFile } = await import('../../ingest/importing/service')
  const { closeDecoder } = await import('../../media/decoding/decoder')
  const { isJson, command, ...rest } = wanted
  try {
    const { importId, report } = await importFile(ctx, {
      ...rest,
      path: resolve(io.cwd, rest.path),
    })
    const result = { ...report, importId, applied: importId !== null }
    io.out(
      isJson ? `${JSON.stringify(result)}\n` : formatSourceReport(report, { importId, command }),
    )
    return exitOk
  } catch (error) {
    return reportRefusal(error, io)
  } finally {
    closeDecoder()
  }
}

/** Handles `quire import list` and `quire import undo ID`. */
export async function runImportAction(
  ctx: Context,
  [action = '', id, ...more]: readonly string[],
  io: CommandIo,
) {
  const { listImports } = await import('../../ingest/importing/service')
  const { undoImport } = await import('../../ingest/importing/merge/undo-import')
  const { isUuid } = await import('../../platform/http/shapes')
  if (action === 'list') {
    io.out(formatImports(await listImports(ctx)))
    return exitOk
  }
  if (id === undefined || more.length > 0 || !isUuid(id)) {
    io.err('Specify the ID of one import. "quire import list" shows them.\n')
    return exitUsage
  }
  try {
    const { kept } = await undoImport(ctx, id)
    const rest = kept === 0 ? '' : ` ${kept} changed since and stay as they are.`
    io.out(`The import was undone.${rest}\n`)
    return exitOk
  } catch (error) {
    return reportRefusal(error, io)
  }
}

function reportRefusal(error: unknown, io: CommandIo) {
  if (!(error instanceof Refusal)) throw error
  io.err(`${error.message}\n`)
  return exitRefused
}
