/** A plugin, and the page on which an administrator sets it up. */
import type { Schemas } from '../../../../../src/web/ui/api/types'
import { findByRole } from '../find'
import { api, open } from '../page'
import { library } from './works'

const at = '2026-01-01T00:00:00.000Z'
export const noMessage = { message: '', code: '', params: {} }
const field = { description: null, required: false, default: null, example: null }
export const example: Schemas['Plugin'] = {
  id: '01a1fdc4-0439-7419-b25d-00000000e4a1',
  name: 'example',
  displayName: 'Example',
  description: 'Finds harbors.',
  pluginType: 'system',
  version: '2.0.0',
  previousVersion: '1.0.0',
  packageName: null,
  integrity: 'sha512-a',
  command: 'main.js',
  args: [],
  env: {},
  permissions: ['metadata:write:*'],
  scopes: [],
  hosts: [],
  requestedHosts: ['api.example.org'],
  libraryIds: [],
  allLibraries: true,
  hasCredentials: false,
  credentialKeys: [],
  credentialDelivery: 'init',
  config: { limit: 3 },
  manifest: {
    name: 'example',
    displayName: 'Example',
    version: '2.0.0',
    protocolVersion: '1.0',
    description: null,
    author: null,
    homepage: null,
    adminSetupInstructions: null,
    capabilities: {
      metadataProvider: ['series'],
      releaseSource: false,
      userReadSync: false,
      userRecommendationProvider: false,
      wantsDetailedProgress: false,
      wantsFullMetadata: false,
      externalIdSource: null,
    },
    contentTypes: [],
    configSchema: {
      description: null,
      fields: [{ ...field, key: 'limit', label: 'Limit', type: 'number' }],
    },
    userConfigSchema: null,
    userSetupInstructions: null,
    requiredCredentials: [
      {
        key: 'api_key',
        label: 'API key',
        description: null,
        required: true,
        sensitive: true,
        credentialType: 'token',
      },
    ],
    searchUriTemplate: null,
  },
  enabled: false,
  missingSettings: [],
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
  useExistingExternalId: true,
  createdAt: at,
  updatedAt: at,
}
export const pluginPath = '/api/v1/admin/plugins/{id}'
const failures: Schemas['PluginFailures'] = {
  failures: [],
  total: 0,
  windowFailures: 0,
  windowSeconds: 3600,
  threshold: 5,
}

/** Opens the page of the plugin. The server keeps what is changed there. */
export async function openExample(address = `/settings/plugins/${example.id}`, canConfine = true) {
  let plugins = [example]
  const permissions = ['metadata:write:*', 'metadata:write:title', 'metadata:write:summary']
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/admin/plugins', () => ({
    plugins,
    total: plugins.length,
    canConfine,
    hasRegistry: true,
    permissions,
  }))
  api.on('patch', pluginPath, ({ body }) => {
    const { credentials, ...patch } = body as Schemas['PluginPatch']
    const credentialKeys = Object.keys(credentials ?? {})
    plugins = [{ ...plugins[0]!, ...(patch as Partial<Schemas['Plugin']>), credentialKeys }]
    return plugins[0]!
  })
  api.on('delete', pluginPath, () => {
    plugins = []
    return null as never
  })
  api.on('get', '/api/v1/admin/plugins/{id}/failures', () => failures)
  api.on('get', '/api/v1/admin/plugin-storage/{name}', {
    pluginName: 'example',
    fileCount: 0,
    totalBytes: 0,
  })
  await open(address)
  await findByRole('heading', address.endsWith('plugins') ? 'Plugins' : 'Example')
}
