import type { ParseArgsConfig } from 'node:util'
import { ConfigError, type Problem } from '../config-error'

/** Options for `parseArgs` from node:util. */
export const configFlags = {
  config: { type: 'string', short: 'c' },
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  library: { type: 'string' },
  'log-level': { type: 'string' },
  set: { type: 'string', multiple: true },
} as const satisfies NonNullable<ParseArgsConfig['options']>

export const configFlagsHelp = `  -c, --config FILE      settings file (default: ./service.yaml or /etc/quire/service.yaml)
  -p, --port PORT        port to listen on
      --host ADDRESS     address to listen on
      --data-dir FOLDER  data folder: database, thumbnails, cache
      --library FOLDER   folder to add as a library on first start
      --log-level LEVEL  log level: error, warn, info, debug or trace
      --set NAME=VALUE   set any setting, such as --set thumbnails.width=300
`

const keyByFlag = {
  port: 'server.port',
  host: 'server.host',
  'data-dir': 'data_dir',
  library: 'setup.library',
  'log-level': 'logging.level',
} as const

export type ConfigFlagValues = { readonly [K in keyof typeof keyByFlag]?: string | undefined } & {
  readonly config?: string | undefined
  readonly set?: readonly string[] | undefined
}

/**
 * Reads settings from the command line, keyed by setting. Named flags take precedence over `--set`.
 */
export function readConfigFlags(values: ConfigFlagValues): {
  configFile: string | undefined
  flags: Record<string, string>
} {
  const flags: Record<string, string> = {}
  const problems: Problem[] = []
  for (const assignment of values.set ?? []) {
    const equals = assignment.indexOf('=')
    if (equals < 1) problems.push({ source: '--set', message: 'must be of the form NAME=VALUE' })
    else flags[assignment.slice(0, equals).trim()] = assignment.slice(equals + 1)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  for (const name of Object.keys(keyByFlag) as (keyof typeof keyByFlag)[]) {
    const value = values[name]
    if (value !== undefined) flags[keyByFlag[name]] = value
  }
  return { configFile: values.config, flags }
}
