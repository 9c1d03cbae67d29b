/** `quire scan …`: scans libraries, with or without a running server. */
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { Config } from '../../platform/config/model'
import type { ScanMode } from '../../ingest/scanning/model'
import type { CommandIo } from '../config'
import { exitUsage } from '../exit-codes'
import { reportError, loadSettings, openQuietLog } from '../server/command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire scan [LIBRARY]    scan a library for new, changed and missing files

LIBRARY is a name or ID. Without it, all enabled libraries are scanned. The command waits until the scan
is complete. If a server is running, it runs the scan. Otherwise the command does, and thumbnails are
created when the server starts.

      --deep             read all files again, including unchanged ones
${configFlagsHelp}`

const options = { ...configFlags, deep: { type: 'boolean' } } as const

export async function runScanCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [wanted, ...more] = positionals
  if (more.length > 0) {
    io.err(`Specify only one library. Quote names that contain spaces.\n\n${help}`)
    return exitUsage
  }
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('../server/app-context')
    const { scanJobs } = await import('../../ingest/scanning/jobs')
    const { scanLibraries } = await import('./scan-libraries')
    const serves = !(await isServerRunning(loaded.config))
    const ground = await openAppContext(loaded.config, openQuietLog(loaded, io), {
      runsJobs: serves,
      purpose: 'scan',
    })
    try {
      ground.engine.register(scanJobs(ground.ctx))
      if (serves) await ground.engine.start()
      const wish = { ...(wanted !== undefined && { wanted }), mode: modeOf(values) }
      const isThere = async () => serves || isServerRunning(loaded.config)
      return await scanLibraries(ground.ctx, wish, io, { isThere, ...pollOptions })
    } finally {
      await ground.close()
    }
  } catch (error) {
    return reportError(error, io)
  }
}

const modeOf = ({ deep }: { deep?: boolean }): ScanMode => (deep ? 'deep' : 'normal')

const pollOptions = { checkEveryMs: 5_000, timeoutMs: 30_000 }

/**
 * Returns whether a server is running, which then runs the jobs. Always false on PostgreSQL, where
 * any process can run jobs.
 */
async function isServerRunning({ database, data_dir: folder }: Config): Promise<boolean> {
  if (database.type !== 'sqlite') return false
  const { findLockHolder } = await import('../../platform/db/folder/data-lock')
  return findLockHolder(folder) !== undefined
}
