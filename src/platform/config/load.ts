import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, parse, resolve } from 'node:path'
import { type Environment, readEnvironment } from './environment'
import { readSettingsFile } from './file'
import { emptyLayer, type Given, type Layer, quote, take } from './layer'
import { type Config, isOptionKey, type OptionKey, optionKeys, optionOf } from './model'
import { nearestKey } from './nearest'
import type { Parsed } from './option'
import { ConfigError, type Problem } from './problem'
import { findContradictions, settle } from './rules'

export interface LoadInput {
  /** The file of `--config`. */
  readonly configFile?: string | undefined
  /** Key to text, from the command line. */
  readonly flags?: Readonly<Record<string, string>>
  readonly env: Environment
  readonly cwd: string
  /** Where the machine's own file lies; only tests name another. */
  readonly systemFile?: string
}

export interface Loaded {
  readonly config: Config
  /** Where the value of each setting comes from, such as `service.yaml:12` or `default`. */
  readonly sources: Readonly<Record<OptionKey, string>>
  readonly warnings: readonly Problem[]
  /** The settings files that were read, the overlay last. */
  readonly files: readonly string[]
}

/**
 * Settings from flags over environment over `service.local.yaml` over `service.yaml` over defaults.
 * Throws `ConfigError` with everything that is wrong in any of them.
 */
export function loadConfig(input: LoadInput): Loaded {
  const { layers: fileLayers, files } = readFiles(input)
  const layers = [
    ...fileLayers,
    readEnvironment(input.env, input.cwd),
    readFlags(input.flags ?? {}, input.cwd),
  ]
  const problems = layers.flatMap((layer) => layer.problems)
  // Settings with gaps would contradict each other where their author did not.
  if (problems.length > 0) throw new ConfigError(problems)
  const { settings, sources } = merge(layers, input)
  const config = nest(settings) as unknown as Config
  const contradictions = findContradictions(config, (key) => sources[key])
  if (contradictions.problems.length > 0) throw new ConfigError(contradictions.problems)
  const warnings = [...layers.flatMap((layer) => layer.warnings), ...contradictions.warnings]
  const unused = unusedPostgres(layers, config)
  return { config, sources, warnings: [...warnings, ...unused], files }
}

function readFiles(input: LoadInput): { layers: Layer[]; files: string[] } {
  const named = namedFile(input)
  const main = named?.file ?? usualFile(input)
  if (main === undefined) return { layers: [], files: [] }
  const layers: Layer[] = []
  const files: string[] = []
  for (const file of [main, overlayOf(main)]) {
    const layer = readSettingsFile(file)
    if (layer !== undefined) {
      layers.push(layer)
      files.push(file)
    }
    if (layer === undefined && file === named?.file) layers.push(missing(named))
  }
  return { layers, files }
}

interface NamedFile {
  readonly file: string
  readonly source: string
}

function namedFile({ configFile, env, cwd }: LoadInput): NamedFile | undefined {
  if (configFile !== undefined) return { file: resolve(cwd, configFile), source: '--config' }
  const fromEnvironment = env['SERVICE_CONFIG']?.trim()
  if (!fromEnvironment) return undefined
  return { file: resolve(cwd, fromEnvironment), source: 'SERVICE_CONFIG' }
}

function missing({ file, source }: NamedFile): Layer {
  const problem = { source, message: `there is no settings file ${file}` }
  return { ...emptyLayer(), problems: [problem] }
}

/** A place counts when it has the file or at least its overlay. */
function usualFile({ cwd, systemFile = '/etc/quire/service.yaml' }: LoadInput): string | undefined {
  const places = [resolve(cwd, 'service.yaml'), systemFile]
  return places.find((file) => existsSync(file) || existsSync(overlayOf(file)))
}

/** `service.local.yaml` for `service.yaml`. */
function overlayOf(file: string): string {
  const { dir, name, ext } = parse(file)
  return join(dir, `${name}.local${ext}`)
}

function readFlags(flags: Readonly<Record<string, string>>, cwd: string): Layer {
  const layer = emptyLayer()
  const source = 'command line'
  for (const [key, text] of Object.entries(flags)) {
    if (!isOptionKey(key)) {
      const near = nearestKey(key)
      const hint = near === undefined ? '' : `; did you mean ${near}?`
      layer.problems.push({ source, message: `there is no setting named ${quote(key)}${hint}` })
      continue
    }
    take(layer, key, { text, source, folder: cwd })
    if (optionOf(key).secret) {
      const message = `${key} on the command line can be seen by every user of this machine`
      layer.warnings.push({ source, message })
    }
  }
  return layer
}

type Sources = Record<OptionKey, string>

function merge(layers: readonly Layer[], input: LoadInput) {
  const settings = new Map<OptionKey, unknown>()
  const sources: Partial<Sources> = {}
  for (const key of optionKeys) {
    const given = layers.findLast((layer) => layer.given.has(key))?.given.get(key)
    const { value, source } = isSet(given) ? given : standard(key, input)
    settings.set(key, value)
    sources[key] = source
  }
  settle(settings)
  return { settings, sources: sources as Sources }
}

/** A key that is there without a value takes back what lower sources say. */
const isSet = (given: Given | undefined): given is Given => given?.value !== undefined

function standard(key: OptionKey, { env, cwd }: LoadInput): Given {
  if (key === 'data_dir') {
    // systemd names the folder that it made for the service.
    const [stateFolder = ''] = (env['STATE_DIRECTORY'] ?? '').split(delimiter)
    return isAbsolute(stateFolder)
      ? { value: stateFolder, source: 'STATE_DIRECTORY' }
      : { value: pathDefault(key, cwd), source: 'default' }
  }
  return { value: optionOf(key).default, source: 'default' }
}

function pathDefault(key: OptionKey, cwd: string): unknown {
  const option = optionOf(key)
  const parsed: Parsed<unknown> = option.parse(String(option.default), cwd)
  return 'value' in parsed ? parsed.value : option.default
}

interface Tree {
  [name: string]: unknown
}

/** `{ server: { port } }` from `server.port`. */
export function nest(settings: ReadonlyMap<OptionKey, unknown>): Tree {
  const tree: Tree = {}
  for (const [key, value] of settings) {
    const parts = key.split('.')
    const name = parts.pop() ?? key
    let section = tree
    for (const part of parts) section = (section[part] ??= {}) as Tree
    section[name] = value
  }
  return tree
}

/** Only when nobody chose sqlite on purpose: the type is then most likely forgotten. */
function unusedPostgres(layers: readonly Layer[], config: Config): Problem[] {
  const given = layers.flatMap((layer) => [...layer.given])
  const isChosen = given.some(([key]) => key === 'database.type')
  const unused = given.find(([key]) => key.startsWith('database.postgres.'))
  if (config.database.type === 'postgres' || isChosen || unused === undefined) return []
  const message = `${unused[0]} has no effect, because database.type is sqlite; set it to postgres to use PostgreSQL`
  return [{ source: unused[1].source, message }]
}
