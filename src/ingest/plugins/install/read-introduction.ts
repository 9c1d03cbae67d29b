/** Reads the manifest of a plugin from its package, or by starting the plugin. */
import { invalid } from '../../../errors'
import type { Context } from '../../../context'
import { readObject } from '../../providers/text/read-json'
import { RpcError, SandboxFailure } from '../../sandbox/model'
import { type Manifest, readManifest } from '../manifest'
import { pluginMessages } from '../messages'
import { describeError } from '../programs/ask-plugin'
import {
  forgetProgramLog,
  type Installed,
  readProgramLog,
  startProgram,
} from '../programs/plugin-programs'
import type { Package } from './package-archive'

type Trial = Pick<Installed, 'name' | 'integrity' | 'entry' | 'isUnconfinedAllowed'>

/**
 * Returns the manifest of the package. If it has none, starts the plugin without settings and
 * without access to any hosts. If that fails, starts it again with placeholders for settings, or
 * else builds a manifest from the settings that it demanded. Throws a `Refusal`.
 */
export async function readIntroduction(
  ctx: Context,
  trial: Trial,
  unpacked: Package,
): Promise<Manifest> {
  const declared = readDeclaredManifest(unpacked)
  if (declared) return declared
  const first = await startForManifest(ctx, trial, [])
  if ('manifest' in first) return first.manifest
  const demanded = new Set<string>()
  let failed = first
  while (failed.reason !== undefined && demanded.size < maxDemanded) {
    const { reason } = failed
    const known = demanded.size
    if (failed.isDemand) for (const key of findDemandedKeys(reason)) demanded.add(key)
    if (failed !== first && demanded.size === known) break
    const answer = await startForManifest(ctx, trial, [
      ...listWords(reason),
      ...usualKeys,
      ...demanded,
    ])
    if ('manifest' in answer) return answer.manifest
    failed = answer
  }
  if (demanded.size > 0) return describeUnstarted(unpacked, demanded)
  // Reports the first error, because later ones may name placeholders.
  throw invalid(describeError({ displayName: 'The plugin' }, first.error))
}

const maxDemanded = 12
const manifestFiles = ['manifest.json', 'dist/manifest.json']

/** The manifest is a separate file, or the member `manifest` of package.json. */
function readDeclaredManifest({ files }: Package): Manifest | undefined {
  const inPackage = readObject(parseFile(files.get('package.json')))['manifest']
  return [...manifestFiles.map((path) => parseFile(files.get(path))), inPackage]
    .map(readManifest)
    .find((one) => one !== undefined)
}

function parseFile(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    // A file with this name may contain anything. The plugin is then started to get its manifest.
    return undefined
  }
}

interface NotStarted {
  error: RpcError | SandboxFailure
  /** The plugin's own error message. Undefined if settings cannot be the cause. */
  reason: string | undefined
  /** Whether the error says that a setting is missing or invalid. */
  isDemand: boolean
}

async function startForManifest(
  ctx: Context,
  trial: Trial,
  keys: readonly string[],
): Promise<{ manifest: Manifest } | NotStarted> {
  const id = crypto.randomUUID()
  const placeholders = Object.fromEntries(keys.map((key) => [key, 'placeholder']))
  const plugin = { ...trial, id, config: placeholders, sealedCredentials: null, placeholders }
  try {
    const { program, manifest } = await startProgram(ctx, plugin)
    await program.end()
    if (manifest) return { manifest }
  } catch (error) {
    if (error instanceof RpcError)
      return { error, reason: error.message, isDemand: isDemand(error) }
    if (error instanceof SandboxFailure)
      return { error, ...findLoggedReason(error, [...readProgramLog(ctx, id)]) }
    throw error
  } finally {
    forgetProgramLog(ctx, id)
  }
  throw invalid(pluginMessages.invalid_response({ plugin: 'The plugin' }))
}

const demandPattern =
  /required|missing|must|need|not (?:set|given|provided|configured)|credential|setting|api[ _-]?key|access[ _-]?token|client[ _-]?(?:id|secret)|password|username/i
const keyPattern = /\b[a-z][a-z\d]*(?:[_-][a-z\d]+)+\b|\b[a-z]+\d*(?:[A-Z][a-z\d]*)+\b/g
/** Maps names of settings in plain English to the keys that plugins usually use for them. */
const plainNames: [RegExp, string[]][] = [
  [/\bapi[ -]key\b/i, ['api_key', 'apiKey']],
  [/\baccess[ -]token\b/i, ['access_token', 'accessToken']],
  [/\bclient[ -]id\b/i, ['client_id', 'clientId']],
  [/\bclient[ -]secret\b/i, ['client_secret', 'clientSecret']],
  [/\btoken\b/i, ['token']],
  [/\bpassword\b/i, ['password']],
  [/\busername\b/i, ['username']],
]

/** Protocol error codes for invalid credentials and invalid settings. */
const settingsCodes: ReadonlySet<number> = new Set([-32_003, -32_005])

const isDemand = ({ code, message }: RpcError) =>
  settingsCodes.has(code) || demandPattern.test(message)

/**
 * Some plugins log their missing settings and exit, or just exit. Lines of a stack trace are not
 * demands.
 */
function findLoggedReason({ reason }: SandboxFailure, log: readonly string[]) {
  if (reason !== 'ended') return { reason: undefined, isDemand: false }
  const demand = log.find((line) => demandPattern.test(line) && !/^\s*at /.test(line))
  return { reason: demand ?? '', isDemand: demand !== undefined }
}

/** Tried if a plugin demands a setting without naming it. */
const usualKeys = plainNames.flatMap(([, keys]) => keys)

const maxWords = 50

/** Any word of the error may be the name of a setting. */
const listWords = (message: string) =>
  (message.match(/[a-z][\w.-]*\w/gi) ?? []).filter((word) => !(word in {})).slice(0, maxWords)

/** Finds the keys that an error demands, such as "api_key credential is required". */
function findDemandedKeys(message: string): string[] {
  const named = message.match(keyPattern) ?? []
  if (named.length > 0) return [...new Set(named)].slice(0, maxDemanded)
  return plainNames.find(([pattern]) => pattern.test(message))?.[1] ?? []
}

/** The real manifest replaces this one when the plugin starts. */
const describeUnstarted = ({ name, version }: Package, demanded: ReadonlySet<string>): Manifest =>
  readManifest({
    name,
    version,
    protocolVersion: '1.0',
    requiredCredentials: [...demanded].map((key) => ({ key, label: key, required: true })),
  })!
