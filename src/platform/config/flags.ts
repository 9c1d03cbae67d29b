import type { ParseArgsConfig } from 'node:util'
import { ConfigError, type Problem } from './problem'

/** The command line's settings, ready for `parseArgs` of node:util. */
export const configFlags = {
  config: { type: 'string', short: 'c' },
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  library: { type: 'string' },
  'log-level': { type: 'string' },
  set: { type: 'string', multiple: true },
} as const satisfies NonNullable<ParseArgsConfig['options']>

export const configFlagsHelp = `  -c, --config FILE      the settings file (otherwise ./service.yaml or /etc/quire/service.yaml)
  -p, --port PORT        the port to listen on
      --host ADDRESS     the address to listen on
      --data-dir FOLDER  the folder for everything Quire writes
      --library FOLDER   a folder of books to add and scan at the first start
      --log-level LEVEL  error, warn, info, debug or trace
      --set NAME=VALUE   any setting by its name, such as --set thumbnails.width=300
`

const keys = {
  port: 'server.port',
  host: 'server.host',
  'data-dir': 'data_dir',
  library: 'setup.library',
  'log-level': 'logging.level',
} as const

export type ConfigFlagValues = { readonly [K in keyof typeof keys]?: string | undefined } & {
  readonly config?: string | undefined
  readonly set?: readonly string[] | undefined
}

/** What the command line says of settings, by key. The named flags win over `--set`. */
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
  for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
    const value = values[name]
    if (value !== undefined) flags[keys[name]] = value
  }
  return { configFile: values.config, flags }
}
