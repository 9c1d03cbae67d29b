/** Plugin packages for tests, as found in a registry. */

/**
 * Implements the plugin protocol without a library. `__EXTRA__` is code that handles further
 * methods. It has access to `method`, `params`, `config` and `call`.
 */
const program = `
import { createInterface } from 'node:readline'
const manifest = __MANIFEST__
let config = {}, credentials = {}
let next = 1
const waiting = new Map()
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const call = (method, params) => new Promise((resolve, reject) => {
  const id = next++
  waiting.set(id, { resolve, reject })
  write({ id, method, params })
})
const fail = (code, message, data) => { throw Object.assign(new Error(message), { code, data }) }
async function answer(method, params) {
  if (method === 'initialize') {
    config = params.adminConfig
    credentials = params.credentials
    __INITIALIZE__
    return manifest
  }
  if (method === 'ping') return 'pong'
  __EXTRA__
  fail(-32601, 'no such method')
}
createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line)
  if (message.method === undefined) {
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    return message.error ? one.reject(new Error(message.error.message)) : one.resolve(message.result)
  }
  if (message.method === 'shutdown') {
    write({ id: message.id, result: null })
    process.exit(0)
  }
  try {
    write({ id: message.id, result: await answer(message.method, message.params) })
  } catch (error) {
    write({ id: message.id, error: { code: error.code ?? -32603, message: error.message, data: error.data } })
  }
}).on('close', () => process.exit(0))
`

/** Handles searches and requests for works by querying the service at `config.service`. */
const metadataAnswers = `
  if (method === 'metadata/series/search') {
    const response = await fetch(config.service + '/search?q=' + encodeURIComponent(params.query))
    if (response.status === 429) fail(-32001, 'too many requests', { retryAfter: 120 })
    if (!response.ok) fail(-32004, 'the service answered ' + response.status)
    return { results: await response.json() }
  }
  if (method === 'metadata/series/get') {
    const response = await fetch(config.service + '/works/' + params.externalId)
    if (response.status === 404) fail(-32002, 'no such work')
    return response.json()
  }
  if (method === 'test/crash') process.exit(3)
`

export interface ExamplePlugin {
  name?: string
  version?: string
  /** Members of the manifest. */
  manifest?: object
  /** Code that handles methods. */
  answers?: string
  /** Code that runs on initialization. */
  onInitialize?: string
  /** Source code that replaces the default program. */
  source?: string
  /** Other files of the package. */
  files?: Record<string, string>
}

const defaultManifest = {
  displayName: 'Example',
  protocolVersion: '1.0',
  description: 'Knows a few works.',
  homepage: 'https://example.org',
  capabilities: { metadataProvider: ['series'] },
  searchURITemplate: 'https://example.org/search?q=<title>',
  configSchema: {
    fields: [
      { key: 'service', label: 'Service', type: 'string', required: false },
      { key: 'limit', label: 'Limit', type: 'number' },
    ],
  },
  requiredCredentials: [{ key: 'apiKey', label: 'API key', type: 'password', required: false }],
}

export const examplePlugin = ({
  name = 'metadata-example',
  version = '1.0.0',
  manifest = {},
  answers = metadataAnswers,
  onInitialize = '',
  source,
  files = {},
}: ExamplePlugin = {}): Record<string, string> => ({
  'package/package.json': JSON.stringify({ name, version, bin: { example: 'dist/index.js' } }),
  'package/dist/index.js':
    source ??
    program
      .replace('__MANIFEST__', () =>
        JSON.stringify({ name, version, ...defaultManifest, ...manifest }),
      )
      .replace('__INITIALIZE__', () => onInitialize)
      .replace('__EXTRA__', () => answers),
  ...files,
})

/** Packs the files like `npm pack`. */
export const packTar = async (files: Record<string, string | Uint8Array>): Promise<Uint8Array> =>
  new Bun.Archive(files, { compress: 'gzip' }).bytes()
