/** Plugins that do not start without their settings are installed, and started once they have them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ExamplePlugin, examplePlugin, packTar } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
beforeAll(async () => {
  plugins = await startPluginServer()
})
afterAll(() => plugins.close())

const upload = async (plugin: ExamplePlugin) => plugins.upload(await packTar(examplePlugin(plugin)))
const patch = async (id: string, body: object) =>
  (await plugins.call('PATCH', `/admin/plugins/${id}`, body)).body
const enable = async (id: string) =>
  (await plugins.call('POST', `/admin/plugins/${id}/enable`)).body

const apiKey = { key: 'api_key', label: 'API key', type: 'password', required: true }

interface Demand {
  name: string
  /** Code that runs when the plugin starts. */
  onInitialize: string
  credentials: Record<string, string>
}

const demands: Demand[] = [
  {
    name: 'named-key',
    onInitialize: "if (!credentials.api_key) throw new Error('api_key credential is required')",
    credentials: { api_key: 'k' },
  },
  {
    name: 'plain-words',
    onInitialize: "if (!credentials.api_key) fail(-32603, 'An API key is required.')",
    credentials: { api_key: 'k' },
  },
  {
    name: 'only-a-code',
    onInitialize: "if (!credentials.api_key) fail(-32003, 'unauthorized')",
    credentials: { api_key: 'k' },
  },
  {
    name: 'ends-at-once',
    onInitialize: `if (!credentials.api_key) {
      console.error('api_key is not set')
      process.exit(1)
    }`,
    credentials: { api_key: 'k' },
  },
  {
    name: 'reads-its-length',
    onInitialize: "if (credentials.api_key.length === 0) throw new Error('empty')",
    credentials: { api_key: 'k' },
  },
  ...['Unauthorized', 'Invalid API key', 'No api_key', 'Bitte api_key angeben', ''].map(
    (words, index) => ({
      name: `own-words-${index}`,
      onInitialize: `if (!credentials.api_key) fail(-32603, '${words}')`,
      credentials: { api_key: 'k' },
    }),
  ),
  {
    name: 'ends-without-a-word',
    onInitialize: 'if (!credentials.api_key) process.exit(1)',
    credentials: { api_key: 'k' },
  },
  {
    name: 'one-after-the-other',
    onInitialize: `
      if (!credentials.appUser) throw new Error('Missing credential: appUser')
      if (!credentials.app_secret) throw new Error('Missing credential: app_secret')`,
    credentials: { appUser: 'u', app_secret: 's' },
  },
]

test.each(demands)(
  'M2: a plugin that demands its credential when it starts is installed: $name',
  async ({ name, onInitialize, credentials }) => {
    const requiredCredentials = Object.keys(credentials).map((key) => ({
      key,
      label: `Label of ${key}`,
      required: true,
    }))
    const installed = await upload({ name, onInitialize, manifest: { requiredCredentials } })
    const labels = requiredCredentials.map(({ label }) => label)
    expect([installed.status, installed.body.code]).toEqual([
      201,
      'plugins.installed_without_settings',
    ])
    expect(installed.body.plugin).toMatchObject({
      enabled: false,
      missingSettings: labels,
      manifest: { displayName: 'Example', contentTypes: ['series'] },
    })
    const { id } = installed.body.plugin
    const refused = await enable(id)
    expect(refused.plugin.enabled).toBe(false)
    expect(refused.healthCheckProblem).toMatchObject({
      code: 'plugins.needs_settings',
      params: { settings: labels.join(', ') },
    })
    expect((await patch(id, { credentials })).missingSettings).toEqual([])
    expect(await enable(id)).toMatchObject({ healthCheckPassed: true, plugin: { enabled: true } })
  },
)

test('M2: a plugin that refuses placeholders is described by what it demands', async () => {
  const onInitialize = `
    if (!credentials.api_key) throw new Error('api_key credential is required')
    if (credentials.api_key !== 'real') throw new Error('api_key must have 32 characters')`
  const name = 'checks-its-key'
  const { status, body } = await upload({
    name,
    onInitialize,
    manifest: { requiredCredentials: [apiKey] },
  })
  expect([status, body.plugin?.missingSettings]).toEqual([201, ['api_key']])
  const { id } = body.plugin
  const wrong = await patch(id, { credentials: { api_key: 'wrong' } })
  expect(wrong).toMatchObject({
    enabled: false,
    disabledMessage: { code: 'plugins.program_error' },
  })
  await patch(id, { credentials: { api_key: null } })
  const right = await patch(id, { credentials: { api_key: 'real' } })
  expect(right).toMatchObject({
    disabledMessage: null,
    manifest: { displayName: 'Example', requiredCredentials: [{ label: 'API key' }] },
  })
  expect((await enable(id)).healthCheckPassed).toBe(true)
})

test.each(['manifest.json', 'dist/manifest.json', 'package.json'])(
  'M2: the manifest is read from %s without starting the plugin',
  async (file) => {
    const name = `declares-in-${file.replaceAll(/[^a-z]/g, '-')}`
    const manifest = {
      name,
      displayName: 'Declared',
      version: '1.0.0',
      protocolVersion: '1.0',
      capabilities: { metadataProvider: ['book'] },
      requiredCredentials: [apiKey],
    }
    const program = { name, version: '1.0.0', main: 'dist/index.js' }
    const { status, body } = await upload({
      name,
      source: 'process.exit(1)',
      files:
        file === 'package.json'
          ? { 'package/package.json': JSON.stringify({ ...program, manifest }) }
          : { [`package/${file}`]: JSON.stringify(manifest) },
    })
    expect([status, body.plugin]).toMatchObject([
      201,
      { displayName: 'Declared', enabled: false, missingSettings: ['API key'] },
    ])
  },
)

test('M2: a plugin whose users enter the credential is turned on without one', async () => {
  const { status, body } = await upload({
    name: 'list-of-users',
    onInitialize: "if (!credentials.access_token) throw new Error('access_token is required')",
    manifest: {
      capabilities: { userReadSync: true, externalIdSource: 'api:example' },
      requiredCredentials: [{ key: 'access_token', label: 'Token', required: true }],
    },
  })
  expect([status, body.plugin?.missingSettings]).toEqual([201, []])
  expect((await enable(body.plugin.id)).plugin.enabled).toBe(true)
})

test('M2: a required setting counts, too', async () => {
  const fields = [{ key: 'server', label: 'Server', type: 'string', required: true }]
  const { status, body } = await upload({
    name: 'needs-a-server',
    onInitialize: "if (!config.server) throw new Error('Setting missing: server')",
    manifest: { configSchema: { fields } },
  })
  expect([status, body.plugin?.missingSettings]).toEqual([201, ['Server']])
  const { id } = body.plugin
  expect((await enable(id)).healthCheckProblem.code).toBe('plugins.needs_settings')
  expect((await patch(id, { config: { server: 'x' } })).missingSettings).toEqual([])
  expect((await enable(id)).healthCheckPassed).toBe(true)
})
