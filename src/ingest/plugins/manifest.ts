/** Plugin manifests. Parsing is lenient, because plugins are third-party code. Pure. */
import {
  type JsonObject,
  readItems,
  readLine,
  readLines,
  readObject,
  readUrl,
} from '../providers/text/read-json'

export interface ConfigField {
  key: string
  label: string
  description: string | null
  type: 'string' | 'number' | 'boolean'
  required: boolean
  default: unknown
  example: unknown
}

interface CredentialField {
  key: string
  label: string
  description: string | null
  required: boolean
  sensitive: boolean
  credentialType: string
}

export interface ConfigSchema {
  description: string | null
  fields: ConfigField[]
}

export interface Manifest {
  name: string
  displayName: string
  version: string
  protocolVersion: string
  description: string | null
  author: string | null
  homepage: string | null
  adminSetupInstructions: string | null
  capabilities: {
    metadataProvider: ('series' | 'book')[]
    releaseSource: boolean
    /** Names of the catalogs whose IDs the plugin needs to find releases. */
    releaseIdSources: string[]
    userReadSync: boolean
    userRecommendationProvider: boolean
    wantsDetailedProgress: boolean
    wantsFullMetadata: boolean
    externalIdSource: string | null
  }
  configSchema: ConfigSchema | null
  /** Settings that each user sets individually. */
  userConfigSchema: ConfigSchema | null
  userSetupInstructions: string | null
  requiredCredentials: CredentialField[]
  /** Contains `{title}`. */
  searchUriTemplate: string | null
}

/** Protocol versions that Quire supports. */
const knownProtocol = /^1\.[0-2](\.\d+)?$/
const maxText = 4000

/** Returns undefined if the value is not a manifest, or if Quire does not support its protocol. */
export function readManifest(value: unknown): Manifest | undefined {
  const given = readObject(value)
  const [name, version] = [readLine(given['name']), readLine(given['version'])]
  const protocolVersion = readLine(given['protocolVersion'])
  if (name === undefined || protocolVersion === undefined) return undefined
  if (!knownProtocol.test(protocolVersion)) return undefined
  return {
    name,
    displayName: readLine(given['displayName']) ?? name,
    version: version ?? '',
    protocolVersion,
    description: readText(given['description']),
    author: readLine(given['author']) ?? null,
    homepage: readUrl(given['homepage']) ?? null,
    adminSetupInstructions: readText(given['adminSetupInstructions']),
    capabilities: readCapabilities(readObject(given['capabilities'])),
    configSchema: readConfigSchema(given['configSchema']),
    userConfigSchema: readConfigSchema(given['userConfigSchema']),
    userSetupInstructions: readText(given['userSetupInstructions']),
    requiredCredentials: readItems(given['requiredCredentials']).flatMap(readCredential),
    searchUriTemplate: readSearchTemplate(given),
  }
}

/** Reads text that may contain several lines. */
const readText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cleanText(value.trim()) : null

/** PostgreSQL cannot store NUL characters. */
const cleanText = (text: string) => text.slice(0, maxText).replaceAll('\0', '').toWellFormed()

const isContentType = (value: string): value is 'series' | 'book' =>
  value === 'series' || value === 'book'

function readCapabilities(given: JsonObject): Manifest['capabilities'] {
  const source = given['releaseSource']
  return {
    metadataProvider: readLines(given['metadataProvider']).filter(isContentType),
    // Newer manifests contain an object here.
    releaseSource: source === true || (typeof source === 'object' && source !== null),
    releaseIdSources: readLines(readObject(source)['requiresExternalIds']),
    userReadSync: given['userReadSync'] === true,
    userRecommendationProvider: given['userRecommendationProvider'] === true,
    wantsDetailedProgress: given['wantsDetailedProgress'] === true,
    wantsFullMetadata: given['wantsFullMetadata'] === true,
    externalIdSource: readLine(given['externalIdSource']) ?? null,
  }
}

const types: Record<string, ConfigField['type']> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}

function readConfigSchema(value: unknown): ConfigSchema | null {
  if (typeof value !== 'object' || value === null) return null
  const given = readObject(value)
  return {
    description: readText(given['description']),
    fields: readItems(given['fields']).flatMap(readConfigField),
  }
}

function readConfigField(value: unknown): ConfigField[] {
  const given = readObject(value)
  const [key, type] = [readKey(given['key']), types[readLine(given['type']) ?? '']]
  if (key === undefined || !type) return []
  const field = { key, type, label: readLine(given['label']) ?? key }
  return [
    {
      ...field,
      description: readText(given['description']),
      required: given['required'] === true,
      default: readScalar(given['default']),
      example: readScalar(given['example']),
    },
  ]
}

function readCredential(value: unknown): CredentialField[] {
  const given = readObject(value)
  const key = readKey(given['key'])
  if (key === undefined) return []
  return [
    {
      key,
      label: readLine(given['label']) ?? key,
      description: readText(given['description']),
      required: given['required'] === true,
      sensitive: given['sensitive'] !== false,
      credentialType: readLine(given['credentialType']) ?? readLine(given['type']) ?? 'string',
    },
  ]
}

/** Rejects names such as `constructor`, which every object inherits. */
function readKey(value: unknown): string | undefined {
  const key = readLine(value)
  return key !== undefined && /^[A-Za-z][\w.-]{0,99}$/.test(key) && !(key in {}) ? key : undefined
}

function readScalar(value: unknown) {
  if (typeof value === 'string') return cleanText(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Older manifests use `<title>`. */
function readSearchTemplate(given: JsonObject): string | null {
  const links = readObject(readObject(given['capabilities'])['webLinks'])
  const template =
    readLine(links['searchUrlTemplate']) ??
    readLine(given['searchUriTemplate']) ??
    readLine(given['searchURITemplate'])
  const normal = template?.replaceAll('<title>', '{title}')
  return normal !== undefined && readUrl(normal.replaceAll('{title}', 'x')) ? normal : null
}
