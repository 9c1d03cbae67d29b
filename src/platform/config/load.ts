import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, parse, resolve } from 'node:path'
import { type Environment, readEnvironment } from './sources/environment'
import { readSettingsFile } from './sources/file'
import { createLayer, type SourceValue, type Layer, quote, addText } from './sources/layer'
import { type Config, isOptionKey, type OptionKey, optionKeys, getOption } from './model'
import { findNearestKey } from './key-names'
import type { Parsed } from './option'
import { ConfigError, type Problem } from './config-error'
import { findContradictions, applyComputedDefaults } from './cross-setting-rules'

export interface LoadInput {
  /** Value of `--config`. */
  readonly configFile?: string | undefined
  /** Settings from the command line, keyed by setting. */
  readonly flags?: Readonly<Record<string, string>>
  readonly env: Environment
  readonly cwd: string
  /** The system-wide file. Only tests override it. */
  readonly systemFile?: string
}

export interface LoadedConfig {
  readonly config: Config
  /** The source of each setting, such as `service.yaml:12` or `default`. */
  readonly sources: Readonly<Record<OptionKey, string>>
  readonly warnings: readonly Problem[]
  /** The settings files that were read, the overlay last. */
  readonly files: readonly string[]
}

/**
 * Loads settings. The sources, by descending priority, are flags, environment variables,
 * `service.local.yaml`, `service.yaml` and defaults. Throws one `ConfigError` with all problems.
 */
export function loadConfig(input: LoadInput): LoadedConfig {
  const { layers: fileLayers, files } = readFiles(input)
  const layers = [
    ...fileLayers,
    readEnvironment(input.env, input.cwd),
    readFlags(input.flags ?? {}, input.cwd),
  ]
  const problems = layers.flatMap((layer) => layer.problems)
  // Contradictions are checked only if all settings are valid, because correcting an invalid
  // setting may resolve or cause a contradiction.
  if (problems.length > 0) throw new ConfigError(problems)
  const { settings, sources } = mergeLayers(layers, input)
  const config = {
    ...nestSettings(settings),
    settings_files: files,
    setting_sources: listChangedSources(sources),
  } as unknown as Config
  const contradictions = findContradictions(config, (key) => sources[key])
  if (contradictions.problems.length > 0) throw new ConfigError(contradictions.problems)
  const warnings = [
    ...layers.flatMap((layer) => layer.warnings),
    ...findPlaceholders(settings, sources),
    ...contradictions.warnings,
  ]
  const unused = findUnusedPostgres(layers, config)
  return { config, sources, warnings: [...warnings, ...unused], files }
}

const listChangedSources = (sources: Sources) =>
  Object.fromEntries(Object.entries(sources).filter(([, source]) => source !== 'default'))

function readFiles(input: LoadInput): { layers: Layer[]; files: string[] } {
  const named = findNamedFile(input)
  const main = named?.file ?? findDefaultFile(input)
  if (main === undefined) return { layers: [], files: [] }
  const layers: Layer[] = []
  const files: string[] = []
  for (const file of [main, getOverlayPath(main)]) {
    const layer = readSettingsFile(file)
    if (layer !== undefined) {
      layers.push(layer)
      files.push(file)
    }
    if (layer === undefined && file === named?.file) layers.push(missingFileLayer(named))
  }
  return { layers, files }
}

interface NamedFile {
  readonly file: string
  readonly source: string
}

function findNamedFile({ configFile, env, cwd }: LoadInput): NamedFile | undefined {
  if (configFile !== undefined) return { file: resolve(cwd, configFile), source: '--config' }
  const fromEnvironment = env['SERVICE_CONFIG']?.trim()
  if (!fromEnvironment) return undefined
  return { file: resolve(cwd, fromEnvironment), source: 'SERVICE_CONFIG' }
}

function missingFileLayer({ file, source }: NamedFile): Layer {
  const problem = { source, message: `settings file not found: ${file}` }
  return { ...createLayer(), problems: [problem] }
}

/** Finds the first location that contains `service.yaml` or its overlay. */
function findDefaultFile({
  cwd,
  systemFile = '/etc/quire/service.yaml',
}: LoadInput): string | undefined {
  const places = [resolve(cwd, 'service.yaml'), systemFile]
  return places.find((file) => existsSync(file) || existsSync(getOverlayPath(file)))
}

/** Returns `service.local.yaml` for `service.yaml`. */
function getOverlayPath(file: string): string {
  const { dir, name, ext } = parse(file)
  return join(dir, `${name}.local${ext}`)
}

function readFlags(flags: Readonly<Record<string, string>>, cwd: string): Layer {
  const layer = createLayer()
  const source = 'command line'
  for (const [key, text] of Object.entries(flags)) {
    if (!isOptionKey(key)) {
      const near = findNearestKey(key)
      const hint = near === undefined ? '' : `; did you mean ${near}?`
      layer.problems.push({ source, message: `unknown setting ${quote(key)}${hint}` })
      continue
    }
    addText(layer, key, { text, source, folder: cwd })
    if (getOption(key).secret) {
      const message = `${key} on the command line is visible to every user of this machine`
      layer.warnings.push({ source, message })
    }
  }
  return layer
}

type Sources = Record<OptionKey, string>

/** Checks the final values, because a value that is overridden does not need a warning. */
function findPlaceholders(settings: ReadonlyMap<OptionKey, unknown>, sources: Sources): Problem[] {
  const keys = optionKeys.filter(
    (key) =>
      sources[key] !== 'default' &&
      [settings.get(key)].flat().some((part) => /\$\{[^}]*\}/.test(String(part))),
  )
  return keys.map((key) => ({
    source: sources[key],
    message: `${key} contains a placeholder of the form \${...}, which is used literally. Use an environment variable or service.local.yaml instead`,
  }))
}

function mergeLayers(layers: readonly Layer[], input: LoadInput) {
  const settings = new Map<OptionKey, unknown>()
  const sources: Partial<Sources> = {}
  for (const key of optionKeys) {
    const given = layers.findLast((layer) => layer.values.has(key))?.values.get(key)
    const { value, source } = isSet(given) ? given : getDefault(key, input)
    settings.set(key, value)
    sources[key] = source
  }
  applyComputedDefaults(settings)
  return { settings, sources: sources as Sources }
}

/** False for an empty value, which resets the setting to its default. */
const isSet = (given: SourceValue | undefined): given is SourceValue => given?.value !== undefined

function getDefault(key: OptionKey, { env, cwd }: LoadInput): SourceValue {
  if (key === 'data_dir') {
    // systemd passes the state folder that it has created for the service.
    const [stateFolder = ''] = (env['STATE_DIRECTORY'] ?? '').split(delimiter)
    return isAbsolute(stateFolder)
      ? { value: stateFolder, source: 'STATE_DIRECTORY' }
      : { value: resolvePathDefault(key, cwd), source: 'default' }
  }
  return { value: getOption(key).default, source: 'default' }
}

function resolvePathDefault(key: OptionKey, cwd: string): unknown {
  const option = getOption(key)
  const parsed: Parsed<unknown> = option.parse(String(option.default), cwd)
  return 'value' in parsed ? parsed.value : option.default
}

interface Tree {
  [name: string]: unknown
}

/** Builds `{ server: { port } }` from `server.port`. */
export function nestSettings(settings: ReadonlyMap<OptionKey, unknown>): Tree {
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

/** Warns about PostgreSQL settings without `database.type`, which was most likely forgotten. */
function findUnusedPostgres(layers: readonly Layer[], config: Config): Problem[] {
  const given = layers.flatMap((layer) => [...layer.values])
  const isChosen = given.some(([key]) => key === 'database.type')
  const unused = given.find(([key]) => key.startsWith('database.postgres.'))
  if (config.database.type === 'postgres' || isChosen || unused === undefined) return []
  const message = `${unused[0]} is ignored because database.type is sqlite; set it to postgres to use PostgreSQL`
  return [{ source: unused[1].source, message }]
}
