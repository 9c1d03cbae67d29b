import { chmod, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Environment } from '../platform/config/sources/environment'
import {
  renderExampleFile,
  getLastPart,
  renderSettings,
  formatYamlValue,
} from '../platform/config/example'
import { configFlags, configFlagsHelp, readConfigFlags } from '../platform/config/sources/flags'
import { type LoadedConfig, loadConfig } from '../platform/config/load'
import { ConfigError, formatProblem } from '../platform/config/config-error'
import { getDisplayValue } from '../platform/config/redact-config'
import { exitCannotCreate, exitConfig, exitOk, exitUsage } from './exit-codes'

/** The parts of the process that commands use. */
export interface CommandIo {
  readonly env: Environment
  readonly cwd: string
  /** Writes to standard output without adding a line break. */
  readonly out: (text: string) => void
  /** Writes to standard error. */
  readonly err: (text: string) => void
  /**
   * Runs the command in a process that needs less memory, unless this is already such a process.
   * Not used in tests.
   */
  readonly restartWithLessMemory?: ((args: readonly string[]) => void) | undefined
}

export const configHelp = `Usage: quire config check [--quiet] [--strict]   check the settings
       quire config print                       print all settings with their sources
       quire config init [--force] [FILE]       write an example settings file

${configFlagsHelp}`

const options = {
  ...configFlags,
  quiet: { type: 'boolean', short: 'q' },
  strict: { type: 'boolean' },
  force: { type: 'boolean', short: 'f' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Runs `quire config …`.
 * @param args the arguments after `config`
 * @returns the exit code
 */
export async function runConfigCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parse(args)
  if ('error' in parsed) return usage(io, parsed.error)
  const { values, positionals } = parsed
  if (values.help === true) {
    io.out(configHelp)
    return exitOk
  }
  const [action, file, ...more] = positionals
  if (more.length > 0 || (file !== undefined && action !== 'init')) {
    return usage(io, 'Too many arguments.')
  }
  if (action === 'init') return init(io, file ?? values.config, values.force === true)
  if (action === 'check') return reportingProblems(io, () => check(io, values))
  if (action === 'print') return reportingProblems(io, () => print(io, values))
  return usage(io, 'Choose an action: check, print or init.')
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { error: error.message }
  }
}

type Values = Exclude<ReturnType<typeof parse>, { error: string }>['values']

function usage(io: CommandIo, message: string): number {
  io.err(`${message}\n\n${configHelp}`)
  return exitUsage
}

function reportingProblems(io: CommandIo, run: () => number): number {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    io.err(`${error.message}\n`)
    return exitConfig
  }
}

const load = (io: CommandIo, values: Values) =>
  loadConfig({ ...readConfigFlags(values), env: io.env, cwd: io.cwd })

function check(io: CommandIo, values: Values): number {
  const loaded = load(io, values)
  if (values.quiet !== true) io.out(settingsText(loaded, false))
  warn(io, loaded)
  const isRefused = values.strict === true && loaded.warnings.length > 0
  if (isRefused) io.err('The warnings count as errors because of --strict.\n')
  else if (values.quiet !== true) io.out('\n# The configuration is valid.\n')
  return isRefused ? exitConfig : exitOk
}

function print(io: CommandIo, values: Values): number {
  const loaded = load(io, values)
  io.out(settingsText(loaded, true))
  warn(io, loaded)
  return exitOk
}

function warn(io: CommandIo, { warnings }: LoadedConfig): void {
  if (warnings.length === 0) return
  io.err(`Warnings:\n${warnings.map(formatProblem).join('\n')}\n`)
}

function settingsText({ config, sources, files }: LoadedConfig, withSources: boolean): string {
  const heading = `# Settings files: ${files.length === 0 ? 'none' : files.join(', ')}\n`
  const settings = renderSettings((key, indent) => {
    const source = withSources ? `  # ${sources[key]}` : ''
    return `${indent}${getLastPart(key)}: ${formatYamlValue(getDisplayValue(config, key))}${source}\n`
  })
  return heading + settings
}

async function init(io: CommandIo, given: string | undefined, force: boolean): Promise<number> {
  const file = resolve(io.cwd, given ?? 'service.yaml')
  try {
    // Only the owner may read the file, because secrets may be added later.
    await writeFile(file, renderExampleFile(), { flag: force ? 'w' : 'wx', mode: 0o600 })
    if (force) await chmod(file, 0o600)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    const isThere = code === 'EEXIST'
    io.err(
      isThere
        ? `${file} already exists. Use --force to replace it.\n`
        : `${file} cannot be written (${code}).\n`,
    )
    return exitCannotCreate
  }
  io.out(`Wrote ${file}. Edit it, then run: quire config check\n`)
  return exitOk
}
