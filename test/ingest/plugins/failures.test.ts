import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ExamplePlugin } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
/** Response of the service. Each test sets its own. */
let respond: () => Response | Promise<Response> = () => Response.json([])
beforeAll(async () => {
  plugins = await startPluginServer({ respond: () => respond() })
})
afterAll(() => plugins.close())

const search = async (id: string) => {
  const action = { metadata: { action: 'search', contentType: 'series', params: { title: 'A' } } }
  return (await plugins.call('POST', `/plugins/${id}/execute`, { action })).body
}
const getPlugin = async (id: string) => (await plugins.call('GET', `/admin/plugins/${id}`)).body
const searching = (name: string, code: string): ExamplePlugin => ({
  name,
  answers: `if (method === 'metadata/series/search') { ${code} }`,
})

test('one crash counts once, however many requests were open', async () => {
  const crash = `
    globalThis.asked = (globalThis.asked ?? 0) + 1
    if (globalThis.asked === 4) process.exit(3)
    await new Promise(() => 0)`
  const id = await plugins.install(searching('crowded', crash))
  const found = await Promise.all([1, 2, 3, 4].map(() => search(id)))
  expect(found.map(({ problem }) => problem.code)).toEqual(Array(4).fill('plugins.ended'))
  expect(await getPlugin(id)).toMatchObject({ enabled: true, failureCount: 1 })
})

test.each(['enable', 'disable'])('%s during a request is no failure', async (action) => {
  const arrived = Promise.withResolvers<void>()
  const left = Promise.withResolvers<Response>()
  respond = () => {
    arrived.resolve()
    return left.promise
  }
  const id = await plugins.install({ name: `interrupted-${action}` })
  const asked = search(id)
  await arrived.promise
  await plugins.call('POST', `/admin/plugins/${id}/${action}`)
  expect((await asked).problem.code).toBe('plugins.interrupted')
  left.resolve(Response.json([]))
  const { body } = await plugins.call('GET', `/admin/plugins/${id}/failures`)
  expect(body).toMatchObject({ total: 0, windowFailures: 0 })
})

test.each<[string, () => Promise<string>]>([
  [
    'that its hosts are not allowed',
    async () => {
      const id = await plugins.install({ name: 'unreached' })
      await plugins.call('PATCH', `/admin/plugins/${id}`, { hosts: [] })
      return id
    },
  ],
  [
    'that its service fails',
    () => {
      respond = () => new Response('<h1>', { status: 502 })
      const code = `JSON.parse(await (await fetch(config.service)).text())`
      return plugins.install(searching('naive', code))
    },
  ],
])('%s is no failure of the plugin, whatever it says', async (_, install) => {
  const id = await install()
  for (let at = 0; at < 4; at++) expect((await search(id)).success).toBe(false)
  expect(await getPlugin(id)).toMatchObject({ enabled: true, failureCount: 0 })
})

test('a success after a failure is seen at once', async () => {
  const id = await plugins.install({ name: 'recovering' })
  for (const [status, health] of [
    [200, 'healthy'],
    [500, 'unhealthy'],
    [200, 'healthy'],
  ] as const) {
    respond = () => Response.json([], { status })
    await search(id)
    expect((await getPlugin(id)).healthStatus).toBe(health)
  }
})

test('the reason of a failure contains no credentials', async () => {
  const secret = 'k3y+that/nobody may see'
  const forms = `[credentials.apiKey, encodeURIComponent(credentials.apiKey), btoa(credentials.apiKey)]`
  const id = await plugins.install(
    searching('careless', `fail(-32004, 'no access with ' + ${forms}.join(' or '))`),
  )
  await plugins.call('PATCH', `/admin/plugins/${id}`, { credentials: { apiKey: secret } })
  const shown = [
    await search(id),
    (await plugins.call('GET', `/admin/plugins/${id}/failures`)).body,
  ]
  const text = JSON.stringify(shown)
  expect(text).toContain('no access with ')
  for (const form of [secret, encodeURIComponent(secret), btoa(secret).slice(0, 20)]) {
    expect(text).not.toContain(form)
  }
})

test('a plugin that is switched off for its failures no longer runs', async () => {
  const id = await plugins.install({
    ...searching('restless', `fail(-32603, 'a mistake')`),
    onInitialize: `console.error('pid ' + process.pid)`,
  })
  for (let at = 0; at < 3; at++) await search(id)
  expect((await getPlugin(id)).enabled).toBe(false)
  const { body } = await plugins.call('GET', `/admin/plugins/${id}/log`)
  const pid = Number(/pid (\d+)/.exec(body.lines.join('\n'))?.[1])
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
