/** `quire export`: exports user data, or everything, into a folder or a ZIP file. */
import { resolve } from 'node:path'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { CopyFormat } from '../../admin/transfer/copies/write-copies'
import type { Context } from '../../context'
import type { CommandIo } from '../config'
import { exitFailure, exitOk, exitUsage } from '../exit-codes'
import { loadSettings, openQuietLog, reportError } from '../server/command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire export --to FOLDER [--user NAME]    export user data: positions, completions, bookmarks,
                                                 highlights, ratings, queues, lists and settings
       quire export --everything --to PLACE      export the whole library and all user data
       quire export --everything --user NAME --to PLACE
                                                 export all data of this user
       quire export --write-metadata KIND --to FOLDER
                                                 copy books and add the metadata of Quire, never
                                                 into a library; KIND is comicinfo (CBZ), opf (EPUB)
                                                 or series-json (one file per series, no books)

      --to PLACE         a new folder, or with --everything a file NAME.zip;
                         docs/export.md and docs/export-format.md describe the files
      --user NAME        only this user; repeat it for several, except with --everything
      --with-secrets     with --everything: include hashes of passwords and keys
      --library NAME     with --write-metadata: only this library
      --series ID        with --write-metadata: only this series
      --json             print the number of lines by file as JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  to: { type: 'string' },
  user: { type: 'string', multiple: true },
  everything: { type: 'boolean' },
  'with-secrets': { type: 'boolean' },
  'write-metadata': { type: 'string' },
  library: { type: 'string' },
  series: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function runExport(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  const misused = findMisuse(values)
  if (misused !== undefined || values.to === undefined) {
    io.err(`${misused ?? 'Specify a folder with --to.'}\n\n${help}`)
    return exitUsage
  }
  const to = resolve(io.cwd, values.to)
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('../server/app-context')
    const base = await openAppContext(loaded.config, openQuietLog(loaded, io), { creates: false })
    try {
      const made = await write(base.ctx, to, values)
      io.out(values.json ? `${JSON.stringify(made.result)}\n` : made.words)
      return exitOk
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ExportRefused') throw error
      io.err(`${error.message}\n`)
      return exitFailure
    } finally {
      await base.close()
    }
  } catch (error) {
    return reportError(error, io)
  }
}

interface ExportFlags {
  user?: string[] | undefined
  everything?: boolean | undefined
  'with-secrets'?: boolean | undefined
  'write-metadata'?: string | undefined
  library?: string | undefined
  series?: string | undefined
}

const metadataKinds = ['comicinfo', 'opf', 'series-json']

function findMisuse(flags: ExportFlags) {
  const { everything, user = [], 'with-secrets': withSecrets } = flags
  if (withSecrets && (!everything || user.length > 0))
    return '--with-secrets needs --everything, without --user.'
  if (everything && user.length > 1) return 'With --everything, specify only one user.'
  return findMetadataMisuse(flags)
}

function findMetadataMisuse(flags: ExportFlags) {
  const { everything, user, 'write-metadata': metadata } = flags
  if (metadata === undefined) {
    const isLimited = flags.library !== undefined || flags.series !== undefined
    return isLimited ? '--library and --series need --write-metadata.' : undefined
  }
  if (everything || user) return '--write-metadata is an export of its own.'
  return metadataKinds.includes(metadata)
    ? undefined
    : `--write-metadata must be one of ${metadataKinds.join(', ')}.`
}

const write = (ctx: Context, to: string, flags: ExportFlags) => {
  if (flags['write-metadata'] !== undefined) return writeMetadata(ctx, to, flags)
  const [name] = flags.user ?? []
  if (flags.everything && name !== undefined) return writePerson(ctx, to, name)
  return flags.everything
    ? writeEverything(ctx, to, flags['with-secrets'] === true)
    : writeReading(ctx, to, flags.user ?? [])
}

async function writePerson(ctx: Context, to: string, name: string) {
  const { exportPerson, requirePerson } = await import('../../admin/transfer/own/export-person')
  const { personContents } = await import('./kinds/archive-contents')
  const viewer = await requirePerson(ctx.db, name)
  const result = await exportPerson(ctx, { ...personContents, viewer, to })
  const { books = 0, events = 0 } = result.lines
  const words = `Exported everything of ${name} to ${to}: books: ${books}, reading events: ${events}, covers: ${result.covers}.\n`
  return { result: { to, ...result }, words }
}

const maxNamed = 10

async function writeMetadata(ctx: Context, to: string, flags: ExportFlags) {
  const { writeCopies } = await import('../../admin/transfer/copies/write-copies')
  const format = flags['write-metadata'] as CopyFormat
  const { library, series } = flags
  const report = await writeCopies(ctx, { format, to, library, series })
  const named = report.skipped.slice(0, maxNamed).map(({ path, reason }) => `  ${path}: ${reason}`)
  const rest = report.skipped.length - named.length
  const lines = [
    `Files written to ${to}: ${report.written}. Left out: ${report.skipped.length}.`,
    ...named,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
  return { result: { to, ...report }, words: `${lines.join('\n')}\n` }
}

async function writeReading(ctx: Context, folder: string, names: readonly string[]) {
  const { exportReading } = await import('../../admin/transfer/export-reading')
  const lines = await exportReading(ctx, { folder, names })
  const { users = 0, books = 0 } = lines
  const words = `Exported to ${folder}: users: ${users}, books: ${books}.\n`
  return { result: { folder, lines }, words }
}

async function writeEverything(ctx: Context, to: string, withSecrets: boolean) {
  const { exportEverything } = await import('../../admin/transfer/everything/export-everything')
  const { archiveContents } = await import('./kinds/archive-contents')
  const result = await exportEverything(ctx, { ...archiveContents, to, withSecrets })
  const { users = 0, libraries = 0, books = 0, events = 0 } = result.lines
  const words = `Exported everything to ${to}: users: ${users}, libraries: ${libraries}, books: ${books}, reading events: ${events}, covers: ${result.covers}.\n`
  return { result: { to, ...result }, words }
}
