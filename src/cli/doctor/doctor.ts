/** `quire doctor`: looks at everything that keeps a server from running well, and says what to do. */
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { LoadedConfig } from '../../platform/config/load'
import { ConfigError } from '../../platform/config/problem'
import type { CommandIo } from '../config'
import type { Finding } from './doctor-finding'
import { exitFailure, exitOk } from '../exit-codes'
import { loadSettings } from '../server/house'
import { readWords } from '../words'

const help = `Usage: quire doctor [--json]    check settings, folders, database, pictures and the machine

Exit code 0 when nothing keeps Quire from running, else 1.

      --json             print JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  json: { type: 'boolean' },
} as const

export async function runDoctor(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readWords(args, io, { options, help })
  if ('exit' in said) return said.exit
  const { values } = said
  const findings: Finding[] = []
  const tell = (finding: Finding) => {
    findings.push(finding)
    if (!values.json) io.out(lineOf(finding))
  }
  const loaded = readSettings(() => loadSettings(values, io), tell)
  if (loaded) await examine(loaded, tell)
  const problems = findings.filter(({ state }) => state === 'problem').length
  if (values.json) io.out(`${JSON.stringify({ healthy: problems === 0, findings }, null, 2)}\n`)
  else io.out(problems === 0 ? '\nQuire can run.\n' : `\n${problems} of these must be mended.\n`)
  return problems === 0 ? exitOk : exitFailure
}

type Tell = (finding: Finding) => void

function readSettings(load: () => LoadedConfig, tell: Tell): LoadedConfig | undefined {
  const check = 'settings'
  try {
    const loaded = load()
    for (const { source, message } of loaded.warnings) {
      tell({ check, state: 'warning', message: `${source}: ${message}` })
    }
    const where = loaded.files.length === 0 ? 'no file; defaults' : loaded.files.join(', ')
    tell({ check, state: 'ok', message: `The settings can be used (${where}).` })
    return loaded
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    tell({
      check,
      state: 'problem',
      message: error.message,
      advice: 'Mend the settings named above.',
    })
    return undefined
  }
}

async function examine({ config }: LoadedConfig, tell: Tell) {
  const machine = await import('./doctor-machine')
  const { checkDatabase } = await import('./doctor-database')
  const checks = [
    machine.checkDataFolder,
    machine.checkDiskSpace,
    checkDatabase,
    machine.checkClock,
    machine.checkPictures,
    machine.checkPort,
    machine.checkFileLimit,
  ]
  for (const check of checks) {
    for (const finding of await check(config)) tell(finding)
  }
}

const marks = { ok: '✓', warning: '!', problem: '✗' }

function lineOf({ state, check, message, advice }: Finding) {
  const indented = message.replaceAll('\n', '\n  ')
  return `${marks[state]} ${check}: ${indented}\n${advice ? `    → ${advice}\n` : ''}`
}
