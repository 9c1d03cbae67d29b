/** `quire export`: writes what users made into a folder. */
import { resolve } from 'node:path'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { CommandIo } from '../config'
import { exitFailure, exitOk, exitUsage } from '../exit-codes'
import { loadSettings, openQuietLog, reportError } from '../server/command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire export --to FOLDER [--user NAME]    write what users made: positions, completions, bookmarks,
                                                 highlights, ratings, queues, lists and settings

      --to FOLDER        a folder that does not exist yet; docs/export.md describes its files
      --user NAME        only this user; repeat it for several
      --json             print the number of lines by file as JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  to: { type: 'string' },
  user: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

export async function runExport(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  if (!values.to) {
    io.err(`Specify a folder with --to.\n\n${help}`)
    return exitUsage
  }
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('../server/app-context')
    const { exportReading, ExportRefused } = await import('../../admin/transfer/export-reading')
    const base = await openAppContext(loaded.config, openQuietLog(loaded, io), { creates: false })
    try {
      const folder = resolve(io.cwd, values.to)
      const counts = await exportReading(base.ctx, { folder, names: values.user ?? [] })
      const { users = 0, books = 0 } = counts
      const words = `Exported to ${folder}: users: ${users}, books: ${books}.\n`
      io.out(values.json ? `${JSON.stringify({ folder, lines: counts })}\n` : words)
      return exitOk
    } catch (error) {
      if (!(error instanceof ExportRefused)) throw error
      io.err(`${error.message}\n`)
      return exitFailure
    } finally {
      await base.close()
    }
  } catch (error) {
    return reportError(error, io)
  }
}
