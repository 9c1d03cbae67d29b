import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { pluginValues, plugins as pluginTable } from '../../../src/ingest/plugins/schema'
import type { ExamplePlugin } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
/** Response of the service. Each test sets its own. */
let respond: (request: Request) => Response | undefined | Promise<Response>
beforeAll(async () => {
  plugins = await startPluginServer({
    respond: async (request) =>
      (await respond(request)) ?? new Response('not found', { status: 404 }),
  })
})
afterAll(() => plugins.close())

const answerSearch = (request: Request) =>
  new URL(request.url).pathname === '/search'
    ? Response.json([{ externalId: '1', title: 'Akira' }])
    : undefined

const execute = (id: string, action: object | string) =>
  plugins.call('POST', `/plugins/${id}/execute`, { action })
const search = async (id: string, title = 'Akira') =>
  (await execute(id, { metadata: { action: 'search', contentType: 'series', params: { title } } }))
    .body
const getWork = async (id: string) =>
  (
    await execute(id, {
      metadata: { action: 'get', contentType: 'series', params: { externalId: '1' } },
    })
  ).body
const getPlugin = async (id: string) => (await plugins.call('GET', `/admin/plugins/${id}`)).body
const patch = (id: string, body: object) => plugins.call('PATCH', `/admin/plugins/${id}`, body)

/** Builds a plugin whose search runs the given code. */
const searching = (name: string, code: string): ExamplePlugin => ({
  name,
  answers: `if (method === 'metadata/series/search') { ${code} }`,
})

describe('hosts', () => {
  test('are asked for once, and refused until they are allowed', async () => {
    respond = answerSearch
    const id = await plugins.install({ name: 'asker' })
    await patch(id, { hosts: [] })
    const before = plugins.requests.length
    expect((await search(id)).success).toBe(false)
    expect((await search(id)).success).toBe(false)
    expect(plugins.requests.length).toBe(before)
    expect(await getPlugin(id)).toMatchObject({ hosts: [], requestedHosts: [plugins.host] })

    await patch(id, { hosts: [plugins.host.toUpperCase()] })
    expect(await getPlugin(id)).toMatchObject({ hosts: [plugins.host], requestedHosts: [] })
    expect((await search(id)).result).toMatchObject([{ title: 'Akira' }])
    await patch(id, { hosts: [] })
    expect((await search(id)).success).toBe(false)
  })

  test('of a redirect must be allowed, too', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json([]) })
    respond = () => Response.redirect(`http://127.0.0.1:${other.port}/search`)
    const id = await plugins.install({ name: 'redirected' })
    expect((await search(id)).success).toBe(false)
    expect((await getPlugin(id)).requestedHosts).toEqual([`127.0.0.1:${other.port}`])
    await other.stop(true)
  })

  test.each(['http://127.0.0.1:1/', 'http://localhost/', 'file:///etc/passwd', 'https://[::1]/'])(
    '%s is out of reach, also when it is allowed',
    async (url) => {
      const code = `return fetch('${url}').then(() => ({ results: [] }))`
      const id = await plugins.install(searching('inside', code))
      const host = URL.parse(url)!.host
      if (host !== '') await patch(id, { hosts: [host] })
      const { success, error } = await search(id)
      expect([success, error]).toEqual([false, expect.any(String)])
    },
  )

  test.each(['', 'a b', 'https://example.org', '*.example.org', 'x/y', 'ü.example', 'a:b:c'])(
    '"%s" is none',
    async (host) => {
      const id = await plugins.install({ name: 'hosts' })
      expect((await patch(id, { hosts: [host] })).status).toBe(400)
    },
  )
})

describe('requests of a plugin', () => {
  test('carry what it says, but not what belongs to the connection', async () => {
    let seen: Headers | undefined
    let body = ''
    respond = async (request) => {
      seen = request.headers
      body = await request.text()
      return Response.json([])
    }
    const init = `{ method: 'POST', body: 'ü', headers: { 'x-own': 'yes', cookie: 'a=b', 'x-forwarded-for': '1.2.3.4' } }`
    const id = await plugins.install(
      searching('sender', `await fetch(config.service, ${init}); return { results: [] }`),
    )
    expect((await search(id)).success).toBe(true)
    expect(body).toBe('ü')
    expect([seen?.get('x-own'), seen?.get('cookie'), seen?.get('x-forwarded-for')]).toEqual([
      'yes',
      null,
      null,
    ])
    expect(seen?.get('user-agent')).toStartWith('Quire/')
  })

  test('with a large response fail', async () => {
    respond = () => new Response(new Uint8Array(9 * 1024 * 1024))
    const id = await plugins.install({ name: 'greedy' })
    expect((await search(id)).success).toBe(false)
  })

  test('are limited', async () => {
    respond = () => Response.json([])
    const code = `for (let at = 0; at < 15; at++) await fetch(config.service); return { results: [] }`
    const id = await plugins.install(searching('busy', code))
    await patch(id, { rateLimitRequestsPerMinute: 1 })
    const before = plugins.requests.length
    expect((await search(id)).success).toBe(false)
    expect(plugins.requests.length - before).toBeLessThanOrEqual(10)
  })
})

describe('what a plugin says', () => {
  test.each<[string, unknown, number]>([
    ['an empty list', { results: [] }, 0],
    ['an id that is a number', { results: [{ externalId: 1, title: 'A' }] }, 1],
    ['rubbish beside a work', { results: [null, 3, [], { externalId: '1', title: 'A' }] }, 1],
    [
      'too many works',
      { results: Array.from({ length: 90 }, (_, at) => ({ externalId: `${at}`, title: 'A' })) },
      20,
    ],
  ])('%s is read leniently', async (_, answer, count) => {
    const id = await plugins.install(searching('lenient', `return ${JSON.stringify(answer)}`))
    const { success, result } = await search(id)
    expect([success, result?.length]).toEqual([true, count])
  })

  test.each([
    'null',
    '"many"',
    '[]',
    '{}',
    '{ results: null }',
    '{ results: "many" }',
    '{ results: { length: 1 } }',
    '{ results: [null, 3, []] }',
    '{ results: [{ externalId: "1" }] }',
    '{ results: [{ title: "A" }] }',
  ])('M1: %s is an error of a search, not an empty list', async (answer) => {
    const id = await plugins.install(searching('broken', `return ${answer}`))
    expect(await search(id)).toMatchObject({ success: false, error: expect.any(String) })
    const { body } = await plugins.call('GET', `/admin/plugins/${id}/failures`)
    expect(JSON.stringify(body)).toContain('invalid_response')
    await plugins.call('DELETE', `/admin/plugins/${id}`)
  })

  test('about a work is bounded and cleaned', async () => {
    const long = 'x'.repeat(100_000)
    respond = () =>
      Response.json({
        externalId: '1',
        title: `${long}`,
        summary: '<p onclick="x()">Text ~!spoiler!~&amp; more</p>',
        year: 'about 1990',
        coverUrl: 'javascript:alert(1)',
        externalUrl: 'file:///etc/passwd',
        genres: ['A', 'A', 3, null, { name: 'B' }],
        status: 'RELEASING',
        ageRating: 99,
        language: 'not a language',
        authors: [{ name: 'Ann', role: 'Author' }, 'Bob', { role: 'x' }],
        artists: ['Ann'],
        externalIds: [
          { source: 'api:anilist', externalId: 30_002 },
          { source: 'api:../evil', externalId: '1' },
        ],
      })
    const id = await plugins.install({ name: 'untidy' })
    const { result } = await getWork(id)
    expect(result).toEqual({
      title: 'x'.repeat(500),
      summary: 'Text & more',
      year: 1990,
      genres: ['A'],
      status: 'ongoing',
      authors: [
        { name: 'Ann', role: 'writer' },
        { name: 'Bob', role: 'writer' },
        { name: 'Ann', role: 'penciller' },
      ],
      crossReferences: [{ provider: 'anilist', externalId: '30002' }],
    })
  })

  test('is kept to what it may change', async () => {
    respond = () => Response.json({ externalId: '1', title: 'A', summary: 'S', genres: ['G'] })
    const id = await plugins.install({ name: 'restricted' })
    await patch(id, { permissions: ['metadata:read', 'metadata:write:genres'] })
    expect((await getWork(id)).result).toEqual({ genres: ['G'] })
    const unknown = await patch(id, { permissions: ['users:write'] })
    expect([unknown.status, unknown.body.details[0].code]).toEqual([
      400,
      'plugins.permission_unknown',
    ])
  })
})

describe('failures', () => {
  const crash = searching('crashing', 'process.exit(3)')

  test('of the plugin itself switch it off', async () => {
    const id = await plugins.install(crash)
    for (const expected of ['unhealthy', 'unhealthy', 'disabled']) {
      expect(await search(id)).toMatchObject({ success: false, problem: { code: 'plugins.ended' } })
      expect((await getPlugin(id)).healthStatus).toBe(expected)
    }
    expect(await getPlugin(id)).toMatchObject({
      enabled: false,
      failureCount: 3,
      disabledMessage: { code: 'plugins.too_many_failures', params: { count: 3 } },
    })
    expect((await execute(id, 'ping')).status).toBe(404)
    const { body } = await plugins.call('GET', `/admin/plugins/${id}/failures?limit=2`)
    expect(body).toMatchObject({ total: 3, windowFailures: 3, threshold: 3 })
    expect(body.failures).toHaveLength(2)

    await plugins.call('POST', `/admin/plugins/${id}/enable`)
    expect(await getPlugin(id)).toMatchObject({
      enabled: true,
      failureCount: 0,
      disabledReason: null,
    })
  })

  test('of its service do not', async () => {
    respond = () => new Response('', { status: 500 })
    const id = await plugins.install({ name: 'patient' })
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await search(id)).problem).toMatchObject({ code: 'plugins.program_error' })
    }
    expect(await getPlugin(id)).toMatchObject({
      enabled: true,
      failureCount: 0,
      healthStatus: 'unhealthy',
    })
    respond = answerSearch
    expect((await search(id)).success).toBe(true)
    expect((await getPlugin(id)).healthStatus).toBe('healthy')
  })

  test('of a refused host do not, so that it can still be allowed', async () => {
    respond = answerSearch
    const id = await plugins.install({ name: 'refused-host' })
    await patch(id, { hosts: [] })
    for (let attempt = 0; attempt < 4; attempt++) expect((await search(id)).success).toBe(false)
    expect(await getPlugin(id)).toMatchObject({ enabled: true, failureCount: 0 })
    await patch(id, { hosts: [plugins.host] })
    expect((await search(id)).success).toBe(true)
  })

  test('say when to come back', async () => {
    respond = () => new Response('', { status: 429 })
    const id = await plugins.install({ name: 'waiting' })
    expect((await search(id)).problem).toMatchObject({
      code: 'plugins.busy',
      params: { minutes: 2 },
    })
  })

  test('to answer in time end the program', async () => {
    const id = await plugins.install(searching('slow', 'await new Promise(() => 0)'))
    await patch(id, { requestTimeoutSeconds: 1 })
    expect((await search(id)).problem).toMatchObject({ code: 'plugins.too_slow' })
  })
})

describe('settings', () => {
  test.each<[string, object, string]>([
    ['that the plugin does not know', { unknown: 1 }, 'plugins.config_unknown'],
    ['that are text instead of a number', { limit: 'many' }, 'plugins.config_type'],
    ['that are a number instead of text', { service: 3 }, 'plugins.config_type'],
    ['that are too large', { service: 'x'.repeat(70_000) }, 'plugins.config_too_large'],
    ['with the name of a member of every object', { constructor: 'x' }, 'plugins.config_unknown'],
  ])('%s are refused', async (_, config, code) => {
    const id = await plugins.install({ name: 'configured' })
    const { status, body } = await patch(id, { config })
    expect([status, body.details[0].code]).toEqual([400, code])
  })

  test('reach the program at its next start', async () => {
    const id = await plugins.install(
      searching('aware', `return { results: [{ externalId: '1', title: String(config.limit) }] }`),
    )
    for (const limit of [1, 2]) {
      await patch(id, { config: { limit } })
      expect((await search(id)).result).toMatchObject([{ title: String(limit) }])
    }
  })

  test('are kept secret where they are credentials', async () => {
    const secret = 'k3y-that-nobody-may-see'
    const id = await plugins.install(
      searching(
        'secretive',
        `console.error('my key is ' + credentials.apiKey); return { results: [{ externalId: '1', title: credentials.apiKey ?? 'none' }] }`,
      ),
    )
    const { body } = await patch(id, { credentials: { apiKey: secret } })
    expect(JSON.stringify(body)).not.toContain(secret)
    expect(body).toMatchObject({ hasCredentials: true, credentialKeys: ['apiKey'] })
    expect((await search(id)).result).toMatchObject([{ title: secret }])

    const rows = await plugins.server.ctx.db.select().from(pluginTable)
    expect(JSON.stringify(rows)).not.toContain(secret)
    const log = await plugins.call('GET', `/admin/plugins/${id}/log`)
    expect(log.body.lines.join('\n')).toContain('my key is ')
    expect(log.body.lines.join('\n')).not.toContain(secret)

    await patch(id, { credentials: { apiKey: null } })
    expect((await getPlugin(id)).hasCredentials).toBe(false)
    expect((await search(id)).result).toMatchObject([{ title: 'none' }])
  })
})

describe('what a plugin keeps', () => {
  const keeper = (name: string, code: string) =>
    searching(
      name,
      `const kept = await (async () => { ${code} })(); return { results: [{ externalId: '1', title: JSON.stringify(kept) }] }`,
    )
  const run = async (name: string, code: string) => {
    const id = await plugins.install(keeper(name, code))
    const answer = await search(id)
    return answer.success ? JSON.parse(answer.result[0].title) : answer.error
  }

  test('is there for it alone', async () => {
    const set = `await call('storage/set', { key: 'a', data: { n: 1 } }); await call('storage/set', { key: 'b', data: null, expiresAt: '2020-01-01T00:00:00Z' })`
    const read = `return [await call('storage/get', { key: 'a' }), await call('storage/get', { key: 'b' }), (await call('storage/list', {})).keys.map((one) => one.key)]`
    expect(await run('keeper', `${set}; ${read}`)).toEqual([
      { data: { n: 1 } },
      { data: null },
      ['a'],
    ])
    expect(await run('stranger', read)).toEqual([{ data: null }, { data: null }, []])
  })

  test('can be deleted', async () => {
    const code = `
      await call('storage/set', { key: 'a', data: 1 }); await call('storage/set', { key: 'b', data: 2 })
      return [await call('storage/delete', { key: 'a' }), await call('storage/delete', { key: 'a' }), await call('storage/clear', {})]`
    expect(await run('deleter', code)).toEqual([
      { deleted: true },
      { deleted: false },
      { deletedCount: 1 },
    ])
  })

  test.each([
    [
      'keys',
      `for (let at = 0; at < 101; at++) await call('storage/set', { key: 'k' + at, data: at })`,
    ],
    ['bytes of a value', `await call('storage/set', { key: 'a', data: 'x'.repeat(1048576) })`],
    [
      'bytes in all',
      `for (let at = 0; at < 12; at++) await call('storage/set', { key: 'k' + at, data: 'x'.repeat(1000000) })`,
    ],
    ['letters of a key', `await call('storage/set', { key: 'x'.repeat(201), data: 1 })`],
    ['methods', `await call('users/list', {})`],
  ])('has a limit: %s', async (_, code) => {
    expect(await run('hoarder', code)).toBeString()
  })

  test('is deleted with it', async () => {
    const { db } = plugins.server.ctx
    const id = await plugins.install(
      keeper('leaving', `await call('storage/set', { key: 'a', data: 1 })`),
    )
    await search(id)
    const count = async () =>
      (await db.select().from(pluginValues)).filter(({ pluginId }) => pluginId === id).length
    expect(await count()).toBe(1)
    expect((await plugins.call('DELETE', `/admin/plugins/${id}`)).status).toBe(204)
    expect(await count()).toBe(0)
    expect((await plugins.call('GET', `/admin/plugins/${id}`)).status).toBe(404)
  })
})

describe('files of a plugin', () => {
  test('are counted and deleted', async () => {
    const code = `(await import('node:fs')).writeFileSync('notes.txt', 'hello'); return { results: [] }`
    const id = await plugins.install(searching('writer', code))
    expect((await search(id)).success).toBe(true)
    const { body } = await plugins.call('GET', '/admin/plugin-storage/writer')
    expect(body).toEqual({ pluginName: 'writer', fileCount: 1, totalBytes: 5 })
    const deleted = await plugins.call('DELETE', '/admin/plugin-storage/writer')
    expect(deleted.body).toMatchObject({ filesDeleted: 1, bytesFreed: 5 })
    const all = await plugins.call('GET', '/admin/plugin-storage')
    expect(all.body.plugins).toContainEqual({ pluginName: 'writer', fileCount: 0, totalBytes: 0 })
  })
})
