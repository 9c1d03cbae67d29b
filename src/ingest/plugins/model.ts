import {
  anyText,
  boolean,
  freeForm,
  id,
  instant,
  integer,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  record,
  shape,
  type Static,
  text,
  unknown,
  upload,
} from '../../platform/http/shapes'
import { MessageView, messageMembers } from '../../platform/http/message-shapes'

const ConfigFieldView = named('PluginConfigField', {
  key: anyText(),
  label: anyText(),
  description: nullable(anyText()),
  type: oneOf(['string', 'number', 'boolean']),
  required: boolean(),
  default: unknown(),
  example: unknown(),
})

export const ConfigSchemaView = named('PluginConfigSchema', {
  description: nullable(anyText()),
  fields: list(ConfigFieldView),
})

const CredentialFieldView = named('PluginCredentialField', {
  key: anyText(),
  label: anyText(),
  description: nullable(anyText()),
  required: boolean(),
  sensitive: boolean(),
  credentialType: anyText(),
})

const ManifestView = named('PluginManifest', {
  name: anyText(),
  displayName: anyText(),
  version: anyText(),
  protocolVersion: anyText(),
  description: nullable(anyText()),
  author: nullable(anyText()),
  homepage: nullable(anyText()),
  adminSetupInstructions: nullable(anyText()),
  capabilities: named('InstalledPluginCapabilities', {
    metadataProvider: list(oneOf(['series', 'book'])),
    releaseSource: boolean(),
    userReadSync: boolean(),
    userRecommendationProvider: boolean(),
    wantsDetailedProgress: boolean(),
    wantsFullMetadata: boolean(),
    externalIdSource: nullable(anyText()),
  }),
  contentTypes: list(anyText()),
  configSchema: nullable(ConfigSchemaView),
  userConfigSchema: nullable(ConfigSchemaView),
  userSetupInstructions: nullable(anyText()),
  requiredCredentials: list(CredentialFieldView),
  searchUriTemplate: nullable(anyText({ description: 'URL that contains `{title}`' })),
})
export type ManifestView = Static<typeof ManifestView>

const health = oneOf(['unknown', 'healthy', 'degraded', 'unhealthy', 'disabled'])

export const PluginView = named('Plugin', {
  id: id(),
  name: anyText({
    description: 'Name of the plugin, used in metadata sources such as plugin:example',
  }),
  displayName: anyText(),
  description: nullable(anyText()),
  pluginType: oneOf(['builtin', 'system']),
  version: nullable(anyText()),
  previousVersion: nullable(anyText({ description: 'Previous version, which can be restored' })),
  packageName: nullable(
    anyText({
      description: 'Name of the package in the registry; null if the plugin was uploaded',
    }),
  ),
  integrity: nullable(anyText({ description: 'SHA-512 of the archive' })),
  command: anyText({ description: 'Always empty; Quire only runs installed plugins' }),
  args: list(anyText()),
  env: freeForm(),
  permissions: list(anyText()),
  scopes: list(anyText()),
  hosts: list(anyText(), { description: 'Hosts that the plugin can reach' }),
  requestedHosts: list(anyText(), {
    description: 'Hosts that the plugin tried to reach without permission',
  }),
  libraryIds: list(id(), {
    description: 'IDs of the libraries; empty means all, unless allLibraries is false',
  }),
  allLibraries: boolean(),
  hasCredentials: boolean(),
  credentialKeys: list(anyText(), { description: 'Names of the stored credentials' }),
  credentialDelivery: anyText(),
  config: freeForm(),
  manifest: nullable(ManifestView),
  missingSettings: list(anyText(), {
    description:
      'Labels of the settings and credentials that the plugin needs before it can start; empty if it can be turned on',
  }),
  enabled: boolean(),
  isConfined: boolean({ description: 'Whether this system confines the plugin' }),
  isUnconfinedAllowed: boolean(),
  healthStatus: health,
  failureCount: integer({
    description: 'Number of failures of the plugin itself in the last hour',
  }),
  disabledReason: nullable(anyText()),
  disabledMessage: nullable(MessageView, { description: 'Reason why Quire disabled the plugin' }),
  lastSuccessAt: nullable(instant()),
  lastFailureAt: nullable(instant()),
  requestTimeoutSeconds: nullable(integer()),
  rateLimitRequestsPerMinute: nullable(integer()),
  useExistingExternalId: boolean(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type PluginView = Static<typeof PluginView>

export const PluginsView = named('Plugins', {
  plugins: list(PluginView),
  total: integer(),
  canConfine: boolean({ description: 'Whether this system can confine plugins' }),
  hasRegistry: boolean({ description: 'Whether plugins can be installed by name' }),
  permissions: list(anyText(), { description: 'All permissions that plugins can have' }),
})
export type PluginsView = Static<typeof PluginsView>

export const PluginStatusView = named('PluginStatus', {
  plugin: PluginView,
  ...messageMembers(),
  healthCheckPerformed: boolean(),
  healthCheckPassed: nullable(boolean()),
  healthCheckLatencyMs: nullable(long()),
  healthCheckError: nullable(anyText()),
  healthCheckProblem: nullable(MessageView),
})
export type PluginStatusView = Static<typeof PluginStatusView>

export const PluginTestView = named('PluginTestResult', {
  success: boolean(),
  ...messageMembers(),
  latencyMs: nullable(long()),
  manifest: nullable(ManifestView),
})
export type PluginTestView = Static<typeof PluginTestView>

const pluginName = () =>
  text(60, { minLength: 1, description: 'Name of the plugin; default: the name in its manifest' })

export const CreatePluginBody = named('CreatePlugin', {
  name: optional(pluginName()),
  displayName: optional(text(200, { minLength: 1 })),
  command: text(200, {
    description:
      '`npx`, `node`, `bun` or `bunx`; in each case, the package named in `args` is installed',
  }),
  args: optional(list(text(300), { maxItems: 20 })),
  allowUnconfined: optional(boolean()),
})
export type CreatePluginBody = Static<typeof CreatePluginBody>

/** The multipart form of an upload. */
export const InstallPluginForm = shape({
  file: upload(),
  name: optional(pluginName()),
  allowUnconfined: optional(oneOf(['true', 'false'])),
})
export type InstallPluginForm = Static<typeof InstallPluginForm>

const words = (description: string) =>
  list(text(260, { minLength: 1 }), { maxItems: 100, description })

export const PluginPatch = named('PluginPatch', {
  displayName: patchable(text(200, { minLength: 1 })),
  description: patchable(text(2000)),
  permissions: patchable(words('What the plugin can change, such as metadata:write:summary')),
  hosts: patchable(words('Hosts that the plugin can reach')),
  libraryIds: patchable(
    list(id(), { maxItems: 500, description: 'IDs of the libraries; empty means all' }),
  ),
  config: optional(freeForm()),
  credentials: patchable(
    record(nullable(text(4000)), {
      description:
        'Credentials by key; null as a value deletes that credential, and null instead of the object deletes all',
    }),
  ),
  isUnconfinedAllowed: optional(
    boolean({ description: 'Whether to run the plugin even if this system cannot confine it' }),
  ),
  requestTimeoutSeconds: patchable(integer({ minimum: 1, maximum: 300 })),
  rateLimitRequestsPerMinute: patchable(integer({ minimum: 1, maximum: 6000 })),
})
export type PluginPatch = Static<typeof PluginPatch>

const FailureView = named('PluginFailure', {
  id: id(),
  errorMessage: anyText(),
  problem: MessageView,
  errorCode: nullable(anyText()),
  method: nullable(anyText()),
  isOwn: boolean({ description: 'Whether the plugin itself failed, not the service it contacts' }),
  occurredAt: instant(),
})

export const FailuresQuery = shape({
  limit: optional(
    text(3, {
      pattern: '^[0-9]+$',
      description: 'Maximum number of failures to return, from 1 to 100; default: 20',
    }),
  ),
  offset: optional(text(6, { pattern: '^[0-9]+$', description: 'Number of failures to skip' })),
})
export type FailuresQuery = Static<typeof FailuresQuery>

export const FailuresView = named('PluginFailures', {
  failures: list(FailureView),
  total: integer(),
  windowFailures: integer({
    description: 'Number of failures of the plugin itself within windowSeconds',
  }),
  windowSeconds: integer(),
  threshold: integer({
    description: 'Number of failures within windowSeconds after which the plugin is disabled',
  }),
})
export type FailuresView = Static<typeof FailuresView>

export const HealthView = named('PluginHealthResult', {
  health: named('PluginHealth', {
    pluginId: id(),
    name: anyText(),
    healthStatus: health,
    enabled: boolean(),
    failureCount: integer(),
    disabledReason: nullable(anyText()),
    disabledMessage: nullable(MessageView),
    lastSuccessAt: nullable(instant()),
    lastFailureAt: nullable(instant()),
  }),
})
export type HealthView = Static<typeof HealthView>

export const LogView = named('PluginLog', {
  lines: list(anyText(), {
    description: 'Latest lines that the plugin wrote to its log in this server process',
  }),
})

export const StorageView = named('PluginStorage', {
  pluginName: anyText(),
  fileCount: integer(),
  totalBytes: long(),
})
export const StoragesView = named('PluginStorages', {
  plugins: list(StorageView),
  totalFileCount: integer(),
  totalBytes: long(),
})
export const StorageParams = shape({ name: text(60, { minLength: 1 }) })
export const StorageCleanedView = named('PluginStorageCleaned', {
  filesDeleted: integer(),
  bytesFreed: long(),
  failures: integer(),
})
