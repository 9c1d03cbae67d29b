/** Plugins in the settings, from modified server responses. */
import type { Page } from 'playwright-core'
import { pluginMessages } from '../../src/ingest/plugins/messages'
import { withText } from '../../src/platform/messages/message'
import type { ScreenPlace } from './screens'

const longName = 'A plugin with an unusually long name that wraps onto several lines'
const buildId = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = '2026-01-01T12:00:00.000Z'

const manifest = {
  name: 'metadata-example',
  displayName: 'Example catalog',
  version: '1.4.0',
  protocolVersion: '1.0',
  description: 'Knows a few works.',
  author: 'Ada Example',
  homepage: 'https://example.org/plugins/metadata-example',
  adminSetupInstructions:
    'Create an account at example.org.\nOpen “Developers”, create a key, and enter it below.',
  capabilities: {
    metadataProvider: ['series', 'book'],
    releaseSource: true,
    userReadSync: false,
    userRecommendationProvider: false,
    externalIdSource: null,
  },
  contentTypes: ['series'],
  configSchema: {
    description: 'Applies to every library.',
    fields: [
      {
        key: 'language',
        label: 'Language of titles',
        description: 'Two letters.',
        type: 'string',
        required: true,
        default: null,
        example: 'en',
      },
      {
        key: 'limit',
        label: 'Results',
        description: null,
        type: 'number',
        required: false,
        default: 10,
        example: null,
      },
      {
        key: 'adult',
        label: 'Include adult works',
        description: 'They are marked with their age rating.',
        type: 'boolean',
        required: false,
        default: false,
        example: null,
      },
    ],
  },
  requiredCredentials: [
    {
      key: 'apiKey',
      label: 'API key',
      description: 'From the page “Developers”.',
      required: true,
      sensitive: true,
      credentialType: 'api_key',
    },
    {
      key: 'secret',
      label: 'Client secret',
      description: null,
      required: true,
      sensitive: true,
      credentialType: 'string',
    },
  ],
  searchUriTemplate: null,
}

const plugin = {
  id: buildId(1),
  name: 'metadata-example',
  displayName: 'Example catalog',
  description: 'Knows a few works.',
  pluginType: 'system',
  version: '1.4.0',
  previousVersion: '1.3.2',
  packageName: null,
  integrity:
    'sha512-9PvqkP1Dq4sZxQ3xv0xDpO5pDNXf1sF3XoUZfLQ3mW0V8aGqH8u7m6y3bQm1l1uYV7tYp2sQw8n1mJm4xw0H5g==',
  command: '',
  args: [],
  env: {},
  permissions: ['metadata:write:summary', 'metadata:write:genres'],
  scopes: [],
  hosts: ['api.example.org'],
  requestedHosts: ['covers.example.org', `${'a-very-long-host-name.'.repeat(5)}example.org`],
  libraryIds: [],
  allLibraries: true,
  hasCredentials: true,
  credentialKeys: ['apiKey'],
  credentialDelivery: 'init_message',
  config: { language: 'en' },
  manifest,
  missingSettings: [],
  enabled: true,
  isConfined: true,
  isUnconfinedAllowed: false,
  healthStatus: 'degraded',
  failureCount: 1,
  disabledReason: null,
  disabledMessage: null,
  lastSuccessAt: at,
  lastFailureAt: at,
  requestTimeoutSeconds: null,
  rateLimitRequestsPerMinute: null,
  useExistingExternalId: true,
  createdAt: at,
  updatedAt: at,
}

const plugins = [
  plugin,
  { ...plugin, id: buildId(2), displayName: longName, healthStatus: 'healthy', requestedHosts: [] },
  {
    ...plugin,
    id: buildId(3),
    displayName: 'Broken',
    enabled: false,
    healthStatus: 'disabled',
    requestedHosts: [],
    disabledMessage: withText(pluginMessages.too_many_failures({ count: 3 })),
  },
  {
    ...plugin,
    id: buildId(4),
    displayName: 'Down',
    healthStatus: 'unhealthy',
    requestedHosts: [],
    description: null,
    lastSuccessAt: null,
  },
]

const failures = ['the service answered 503', 'the service sent '.repeat(12)].map((reason, n) => {
  const problem = withText(pluginMessages.program_error({ plugin: 'Example catalog', reason }))
  const shown = { problem, errorMessage: problem.message, errorCode: '-32004' }
  return {
    id: buildId(20 + n),
    ...shown,
    method: 'metadata/series/search',
    isOwn: n === 1,
    occurredAt: at,
  }
})

const showPlugins =
  (change: object = {}, ofSystem: object = {}) =>
  async (page: Page) => {
    const list = {
      plugins: plugins.map((one) => ({ ...one, ...change })),
      total: plugins.length,
      canConfine: true,
      hasRegistry: true,
      permissions: ['metadata:read', 'metadata:write:*', ...writable],
      ...ofSystem,
    }
    await page.route(/\/admin\/plugins$/, (route) => route.fulfill({ json: list }))
    await page.route(/\/admin\/plugins\/[\w-]+\/failures/, (route) =>
      route.fulfill({
        json: { failures, total: 24, windowFailures: 1, windowSeconds: 3600, threshold: 3 },
      }),
    )
    await page.route(/\/admin\/plugins\/[\w-]+\/log/, (route) =>
      route.fulfill({ json: { lines: ['started', `asked ${'https://example.org/'.repeat(9)}`] } }),
    )
    await page.route(/\/admin\/plugin-storage\//, (route) =>
      route.fulfill({
        json: { pluginName: 'metadata-example', fileCount: 3, totalBytes: 123_456 },
      }),
    )
  }

const writable = ['title', 'summary', 'covers', 'genres', 'tags', 'authors', 'external_ids'].map(
  (name) => `metadata:write:${name}`,
)

const pagePath = `/settings/plugins/${plugin.id}`
const unconfined = { isConfined: false, enabled: false, healthStatus: 'disabled' }

export const pluginScreens: readonly ScreenPlace[] = [
  {
    name: 'settings-plugins-some',
    path: '/settings/plugins',
    before: showPlugins(),
    ready: (page) => page.getByText('Turned off after 3 failures').waitFor(),
  },
  {
    name: 'settings-plugin-install',
    path: '/settings/plugins',
    before: showPlugins({ isConfined: false }, { canConfine: false }),
    ready: async (page) => {
      await page.getByRole('button', { name: 'Install a plugin' }).click()
      await page.getByLabel('Or a package name').waitFor()
    },
  },
  {
    name: 'settings-plugin',
    path: pagePath,
    before: showPlugins(),
    ready: async (page) => {
      await page.getByText('Limits', { exact: true }).click()
      await page.getByText('Log', { exact: true }).click()
      await page.getByRole('region', { name: 'Log' }).waitFor()
      await page.getByText('answered 503').waitFor()
    },
  },
  {
    name: 'settings-plugin-unconfined',
    path: pagePath,
    before: showPlugins(unconfined, { canConfine: false }),
    ready: (page) => page.getByText('This system can’t confine plugins').waitFor(),
  },
  {
    name: 'settings-plugin-remove',
    path: pagePath,
    before: showPlugins(),
    ready: async (page) => {
      await page.getByRole('button', { name: 'Remove Example catalog' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).waitFor()
    },
  },
]
