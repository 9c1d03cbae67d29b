/** `quire doctor`: checks everything that can prevent a server from running, and suggests fixes. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { LoadedConfig } from '../../platform/config/load'
import { ConfigError } from '../../platform/config/config-error'
import type { CommandIo } from '../config'
import { isAnyHanging } from './deadline'
import type { Finding } from './doctor-finding'
import { exitFailure, exitOk } from '../exit-codes'
import { loadSettings } from '../server/command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire doctor [--json]    check settings, folders, database, image formats and system

Exit code 0 if Quire can run, otherwise 1.

      --json             print JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  json: { type: 'boolean' },
} as const

export async function runDoctor(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  const findings: Finding[] = []
  const report = (finding: Finding) => {
    findings.push(finding)
    if (!values.json) io.out(formatFinding(finding))
  }
  const loaded = readSettings(() => loadSettings(values, io), report)
  if (loaded) await runChecks(loaded, report)
  const problems = findings.filter(({ state }) => state === 'problem').length
  if (values.json) io.out(`${JSON.stringify({ healthy: problems === 0, findings }, null, 2)}\n`)
  else io.out(problems === 0 ? '\nQuire can run.\n' : `\nProblems to fix: ${problems}.\n`)
  const code = problems === 0 ? exitOk : exitFailure
  // A blocked read would keep the process alive.
  if (isAnyHanging()) process.exit(code)
  return code
}

type Report = (finding: Finding) => void

function readSettings(load: () => LoadedConfig, report: Report): LoadedConfig | undefined {
  const check = 'settings'
  try {
    const loaded = load()
    for (const { source, message } of loaded.warnings) {
      report({ check, state: 'warning', message: `${source}: ${message}` })
    }
    const where = loaded.files.length === 0 ? 'no file; defaults' : loaded.files.join(', ')
    report({ check, state: 'ok', message: `The settings are valid (${where}).` })
    return loaded
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    report({
      check,
      state: 'problem',
      message: error.message,
      advice: 'Fix the settings named above.',
    })
    return undefined
  }
}

async function runChecks({ config }: LoadedConfig, report: Report) {
  if (!existsSync(config.data_dir)) keepOutOf(config.data_dir)
  const machine = await import('./doctor-machine')
  const { checkDatabase } = await import('./doctor-database')
  const { checkPlugins } = await import('./doctor-plugins')
  const { checkOwners, checkSecretFiles } = await import('./doctor-folders')
  const { checkPublicUrl } = await import('./doctor-network')
  const { checkStorage } = await import('./doctor-storage')
  const checks = [
    machine.checkDataFolder,
    checkOwners,
    checkSecretFiles,
    machine.checkDiskSpace,
    checkDatabase,
    checkStorage,
    machine.checkClock,
    machine.checkImageFormats,
    machine.checkPort,
    checkPublicUrl,
    machine.checkFileLimit,
    checkPlugins,
  ]
  for (const check of checks) {
    for (const finding of await check(config)) report(finding)
  }
}

/**
 * Prevents the image library from creating the data folder. On Linux, it can be loaded from memory.
 */
function keepOutOf(dataFolder: string) {
  if (process.env['QUIRE_NATIVE_DIR'] !== `${dataFolder}/native`) return
  process.env['QUIRE_NATIVE_DIR'] =
    process.platform === 'linux' ? '' : join(tmpdir(), 'quire-doctor')
}

const marks = { ok: '✓', warning: '!', problem: '✗' }

function formatFinding({ state, check, message, advice }: Finding) {
  const indented = message.replaceAll('\n', '\n  ')
  return `${marks[state]} ${check}: ${indented}\n${advice ? `    → ${advice}\n` : ''}`
}
