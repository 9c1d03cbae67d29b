/** `quire scan …`: looks through libraries, beside a server that runs or without one. */
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { Config } from '../platform/config/model'
import type { ScanMode } from '../ingest/scanning/model'
import type { CommandIo } from './config'
import { exitUsage } from './exit-codes'
import { explain, loadSettings, openQuietLog } from './server/house'
import { readWords } from './words'

const help = `Usage: quire scan [LIBRARY]    look through a library for what is new, changed or gone

LIBRARY is its name or id; without it, all libraries that are switched on are scanned. It waits until all
is done. A server that runs does the work; without one this command does it, and the covers are made
at the server's next start.

      --deep             open every file again, also those that did not change
${configFlagsHelp}`

const options = { ...configFlags, deep: { type: 'boolean' } } as const

export async function runScan(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readWords(args, io, { options, help, takesWords: true })
  if ('exit' in said) return said.exit
  const { values, positionals } = said
  const [wanted, ...more] = positionals
  if (more.length > 0) {
    io.err(`Name one library, in quotes if there are blanks in its name.\n\n${help}`)
    return exitUsage
  }
  try {
    const loaded = loadSettings(values, io)
    const { openGround } = await import('./server/ground')
    const { scanJobs } = await import('../ingest/scanning/jobs')
    const { scanLibraries } = await import('./scan-libraries')
    const serves = !(await isServed(loaded.config))
    const ground = await openGround(loaded.config, openQuietLog(loaded, io), {
      serves,
      purpose: 'scan',
    })
    try {
      ground.engine.register(scanJobs(ground.ctx))
      if (serves) await ground.engine.start()
      const wish = { ...(wanted !== undefined && { wanted }), mode: modeOf(values) }
      const isThere = async () => serves || isServed(loaded.config)
      return await scanLibraries(ground.ctx, wish, io, { isThere, ...often })
    } finally {
      await ground.close()
    }
  } catch (error) {
    return explain(error, io)
  }
}

const modeOf = ({ deep }: { deep?: boolean }): ScanMode => (deep ? 'deep' : 'normal')

const often = { checkEveryMs: 5_000, patienceMs: 30_000 }

/** Over SQLite one process does the work; over PostgreSQL whoever takes it. */
async function isServed({ database, data_dir: folder }: Config): Promise<boolean> {
  if (database.type !== 'sqlite') return false
  const { findHolder } = await import('../platform/db/data-lock')
  return findHolder(folder) !== undefined
}
