/** `quire import` for the data of another program, and the management of such imports. */
import { resolve } from 'node:path'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { FolderMapping } from '../../ingest/importing/match/map-folders'
import type { ServerKind } from '../../ingest/importing/neutral-form'
import type { BookloreLogin } from '../../ingest/importing/sources/booklore/booklore-client'
import { toForeignPath } from '../../ingest/importing/sources/foreign-paths'
import type { Config } from '../../platform/config/model'
import type { Log } from '../../platform/log/log'
import type { CommandIo } from '../config'
import { isAddress, readServer } from './import-server'
import { parseUsers } from './import-users'
import { quoteArgument } from '../arguments'
import { exitOk, exitRefused, exitUsage } from '../exit-codes'
import { formatImports, formatSourceReport } from './source-report'

interface Command {
  values: Values
  /** The path of the source, or an action and its arguments. */
  positionals: readonly string[]
  args: readonly string[]
}

interface Values {
  kind?: string | undefined
  map?: string[] | undefined
  user?: string[] | undefined
  admin?: string[] | undefined
  apply?: boolean | undefined
  json?: boolean | undefined
  login?: string | undefined
}

/** Imports data from another program, lists such imports, or undoes one. */
export async function runSourceImport(
  { config, log }: { config: Config; log: Log },
  { values, positionals, args }: Command,
  io: CommandIo,
): Promise<number> {
  const { openAppContext } = await import('../server/app-context')
  const base = await openAppContext(config, log, { creates: false })
  const [path = ''] = positionals
  try {
    return path === 'list' || path === 'undo'
      ? await runImportAction(base.ctx, positionals, io)
      : await importSource(base.ctx, await completeSource(parseSource(path, values, args), io), io)
  } finally {
    await base.close()
  }
}

function parseSource(path: string, values: Values, args: readonly string[]): SourceImport {
  const { kind, map = [], user = [], admin = [] } = values
  const given = args.filter((one) => one !== '--preview' && one !== '--json')
  return {
    path,
    kind: kind as ServerKind | undefined,
    login: values.login,
    applies: values.apply === true,
    isJson: values.json === true,
    folders: map.map((one) => {
      const [from = '', to = ''] = one.split('=')
      return { from: toForeignPath(from), to: resolve(to) }
    }),
    users: parseUsers(user),
    admins: new Set(admin),
    command: `quire import ${[...given, '--apply'].map(quoteArgument).join(' ')}`,
  }
}

/** Asks for secrets that must not be part of the command. */
async function completeSource(source: SourceImport, io: CommandIo): Promise<SourceImport> {
  const { path, login } = source
  return isAddress(path) ? { ...source, server: await readServer(path, login, io) } : source
}

interface SourceImport {
  path: string
  login: string | undefined
  server?: BookloreLogin
  kind: ServerKind | undefined
  applies: boolean
  isJson: boolean
  folders: readonly FolderMapping[]
  users: ReadonlyMap<string, string>
  admins: ReadonlySet<string>
  /** The command that applies the import after a preview. */
  command: string
}

async function importSource(ctx: Context, wanted: SourceImport, io: CommandIo) {
  const { importFile } = await import('../../ingest/importing/service')
  const { closeDecoder } = await import('../../media/decoding/decoder')
  const { isJson, command, login: _, ...rest } = wanted
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
async function runImportAction(
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
    const rest = kept === 0 ? '' : ` Changed since and kept: ${kept}.`
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
