/** `quire update`: installs a newer version of this program, or only checks for one. */
import { configFlagsHelp } from '../../platform/config/sources/flags'
import type { LoadedConfig } from '../../platform/config/load'
import type { CommandIo } from '../config'
import { quoteArgument } from '../arguments'
import { exitOk } from '../exit-codes'
import { type FoundRelease, findRelease, refuseUnreachable } from './release/find-release'
import { openSource } from './release/release-source'
import { UpdateRefused } from './release/update-refused'
import { compareVersions } from './release/versions'
import { installRelease, settleInterrupted, type UpdateStep } from './install-release'
import { findOwnProgram, type InstalledProgram, refuseForeignPlace } from './program-place'
import { formatConfigFlags } from './run-program'
import { hasUpdateFolder, runUpdateCommand, withUpdateLock } from './update-command'

const help = `Usage: quire update [--check]    install the newest version of this program

Backs up the database first, and keeps the current program. "quire rollback" undoes the update. The server may be
running; it uses the new version once it is restarted. Nothing is ever updated without this command.

      --check            only check whether a newer version is available
      --version X        install this version instead of the newest one
      --from PLACE       address or folder with the releases
      --no-data          update even though there is no database to back up
      --key KEY          public key (minisign) of releases that you build yourself
      --json             with --check: print JSON
${configFlagsHelp}`

const options = {
  check: { type: 'boolean' },
  version: { type: 'string' },
  from: { type: 'string' },
  'no-data': { type: 'boolean' },
  key: { type: 'string' },
  json: { type: 'boolean' },
} as const

export interface UpdateSeams {
  program: InstalledProgram
  now: () => Date
  onStep?: (step: UpdateStep) => void
}

export const runUpdate = (
  args: readonly string[],
  io: CommandIo,
  seams: UpdateSeams = { program: findOwnProgram(), now: () => new Date() },
): Promise<number> =>
  runUpdateCommand(args, io, { options, help }, async (values, loaded) => {
    const { program, now } = seams
    const source = openSource(values.from ?? program.from, io.cwd)
    const keys = values.key === undefined ? program.keys : [values.key]
    const release = await findRelease(source, { version: values.version, keys, now: now() })
    if (values.check) {
      const found = describeFound(program, release)
      io.out(values.json ? `${JSON.stringify(found)}\n` : formatCheck(found))
      return exitOk
    }
    const { version } = release
    const { data_dir: dataDir } = loaded.config
    if (compareVersions(version, program.release) === 0) {
      if (hasUpdateFolder(dataDir))
        await withUpdateLock(dataDir, 'update', () => settleInterrupted(dataDir, program))
      io.out(`Quire ${version} is installed already.\n`)
      return exitOk
    }
    refuseUnreachable(release, program.release)
    refuseForeignPlace(program, version)
    await refuseRunningServer(program, loaded)
    if (!values['no-data']) await requireDatabase(loaded)
    const report = (line: string) => io.out(`${line}\n`)
    const given = formatConfigFlags(values)
    const { onStep } = seams
    const work = { program, source, release, loaded, configFlags: given, report, onStep }
    const { backup } = await withUpdateLock(dataDir, 'update', () =>
      installRelease({ ...work, now: now() }),
    )
    const goBack = ['quire', 'rollback', ...given].map(quoteArgument).join(' ')
    io.out(await formatDone(loaded, program, { version, backup, goBack }))
    return exitOk
  })

function describeFound(program: InstalledProgram, release: FoundRelease): Found {
  const { version, isSecurity, notes } = release
  const isNewer = compareVersions(version, program.release) > 0
  return { current: program.release, version, isNewer, isSecurity, notes }
}

/**
 * Throws if a server is running. Only on Linux does a server keep running its own program after the
 * file has been replaced.
 */
async function refuseRunningServer(
  { target }: InstalledProgram,
  { config }: LoadedConfig,
): Promise<void> {
  if (target.startsWith('linux')) return
  const { findLockHolder } = await import('../../platform/db/folder/data-lock')
  const holder = findLockHolder(config.data_dir)
  if (holder === undefined) return
  throw new UpdateRefused(`The data folder is in use by ${holder}. Stop it first.`)
}

/**
 * Throws if there is no database. Without the settings of the server, its database would not be
 * backed up.
 */
async function requireDatabase({ config }: LoadedConfig): Promise<void> {
  const { planMigration } = await import('../../platform/db/open')
  const { isNew } = await planMigration(config)
  if (!isNew) return
  throw new UpdateRefused(
    `There is no database in ${config.data_dir} to back up. Specify the settings file or the data folder of the server with --config FILE or --data-dir FOLDER. If there is no database yet, add --no-data.`,
  )
}

interface Found {
  current: string
  version: string
  isNewer: boolean
  isSecurity: boolean
  notes: string | undefined
}

function formatCheck({ current, version, isNewer, isSecurity, notes }: Found): string {
  if (!isNewer) return `This is the newest version: ${current}.\n`
  const reason = isSecurity ? ' It fixes a security problem.' : ''
  const more = notes === undefined ? '' : ` Changes: ${notes}`
  return `Quire ${version} is available. You have ${current}.${reason}${more}\nInstall it with: quire update\n`
}

async function formatDone(
  { config }: LoadedConfig,
  { path, release }: InstalledProgram,
  { version, backup, goBack }: { version: string; backup: string | null; goBack: string },
): Promise<string> {
  const { findLockHolder } = await import('../../platform/db/folder/data-lock')
  const isRunning = config.database.type === 'sqlite' && findLockHolder(config.data_dir)
  const server = isRunning
    ? `The server still runs ${release}. Restart it to use the new version, such as with: sudo systemctl restart quire`
    : `Start the server to use it. If one is running, restart it.`
  return `Installed Quire ${version} as ${path}. Version ${release} is kept beside it as ${path}.previous.
${backup === null ? 'There was no database to back up.' : `The database was backed up to ${backup}.`}
${server}
To go back, stop the server and run: ${goBack}
`
}
