/** Plugins as represented in the API. */
import type { Context } from '../../context'
import { renderMessage, withText } from '../../platform/messages/message'
import { getProviderKey } from '../../platform/outgoing/exchange'
import type { BuiltInProvider } from '../providers/provider'
import { getProviderId } from '../providers/providers'
import type { Manifest } from './manifest'
import type { ManifestView, PluginView } from './model'
import { listMissingSettings } from './plugin-config'
import { judgeHealth } from './programs/plugin-health'
import type { PluginRow } from './queries'

const scopes = ['series:detail', 'series:bulk', 'library:detail']

/** API contract members that have the same value for every plugin. */
const fixedMembers = {
  command: '',
  args: [],
  env: {},
  credentialDelivery: 'init_message',
  useExistingExternalId: true,
}

interface Surroundings {
  libraryIds: readonly string[]
  recentFailures: number
  canConfine: boolean
  credentialKeys: readonly string[]
}

export function buildPluginView(
  row: PluginRow,
  { libraryIds, recentFailures, canConfine, credentialKeys }: Surroundings,
): PluginView {
  const { manifest, disabledReason, sealedCredentials, previous } = row
  return {
    ...fixedMembers,
    id: row.id,
    name: row.name,
    displayName: row.displayName,
    description: row.description,
    pluginType: 'system',
    version: row.version,
    previousVersion: previous?.version ?? null,
    packageName: row.packageName,
    integrity: row.integrity,
    permissions: row.permissions,
    scopes: manifest?.capabilities.metadataProvider.length ? scopes : [],
    hosts: row.hosts,
    requestedHosts: row.requestedHosts,
    libraryIds: [...libraryIds],
    allLibraries: row.isForAllLibraries,
    hasCredentials: sealedCredentials !== null,
    credentialKeys: [...credentialKeys],
    config: row.config,
    manifest: manifest && buildManifestView(manifest),
    missingSettings: listMissingSettings(row, credentialKeys),
    enabled: row.enabled,
    isConfined: canConfine,
    isUnconfinedAllowed: row.isUnconfinedAllowed,
    healthStatus: judgeHealth(row, recentFailures),
    failureCount: recentFailures,
    disabledReason: disabledReason && renderMessage(disabledReason),
    disabledMessage: disabledReason && withText(disabledReason),
    lastSuccessAt: row.lastSuccessAt,
    lastFailureAt: row.lastFailureAt,
    requestTimeoutSeconds: row.requestTimeoutSeconds,
    rateLimitRequestsPerMinute: row.rateLimitRequestsPerMinute,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

export function buildManifestView(manifest: Manifest): ManifestView {
  const { capabilities, ...shown } = manifest
  const { releaseIdSources: _, ...shownCapabilities } = capabilities
  return {
    ...shown,
    capabilities: shownCapabilities,
    contentTypes: [...capabilities.metadataProvider],
  }
}

/** Creation time that the API returns for built-in providers. */
const startedAt = new Date()

/** A built-in provider does not have its own settings. */
export function buildBuiltInView(
  { config }: Pick<Context, 'config'>,
  provider: BuiltInProvider,
): PluginView {
  const hasKey = getProviderKey(config, provider) !== undefined
  return {
    ...fixedMembers,
    id: getProviderId(provider.name),
    name: provider.name,
    displayName: provider.displayName,
    description: null,
    pluginType: 'builtin',
    version: null,
    previousVersion: null,
    packageName: null,
    integrity: null,
    permissions: [],
    scopes,
    hosts: [new URL(config.providers[provider.name].base ?? provider.base).host],
    requestedHosts: [],
    libraryIds: [],
    allLibraries: true,
    hasCredentials: hasKey,
    credentialKeys: [],
    config: {},
    manifest: null,
    missingSettings: [],
    enabled: !config.providers.offline && (hasKey || provider.key?.isRequired !== true),
    isConfined: true,
    isUnconfinedAllowed: false,
    healthStatus: 'unknown',
    failureCount: 0,
    disabledReason: null,
    disabledMessage: null,
    lastSuccessAt: null,
    lastFailureAt: null,
    requestTimeoutSeconds: null,
    rateLimitRequestsPerMinute: null,
    createdAt: startedAt,
    updatedAt: startedAt,
  }
}
