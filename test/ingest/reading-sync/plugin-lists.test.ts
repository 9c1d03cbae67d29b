/**
 * Plugins as reading lists, with one program per user and the same rules as for the built-in
 * services.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { series } from '../../../src/catalog/series/schema'
import { connections } from '../../../src/ingest/connections/schema'
import { pluginFailures, pluginValues } from '../../../src/ingest/plugins/schema'
import { seedLibrary } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { startPluginListServer, syncAnswers, syncPlugin } from './plugin-list-server'

let home: Awaited<ReturnType<typeof startPluginListServer>>
let pluginId: string
beforeAll(async () => {
  home = await startPluginListServer()
  pluginId = await home.install()
})
afterAll(() => home.close())
beforeEach(async () => {
  home.accounts.clear()
  await home.server.ctx.write(async (tx) => {
    await tx.delete(connections)
    await tx.delete(series)
  })
})

const getConnection = (id = pluginId, as = 'ann') =>
  home.server.call('GET', `/user/plugins/${id}`, { as })

test('is offered to users, and connected with their token', async () => {
  const { available } = await home.callAs('GET', '/user/plugins')
  expect(available).toContainEqual(
    expect.objectContaining({ pluginId, name: 'sync-example', signIn: 'token' }),
  )
  expect((await home.connect(pluginId, 'wrong')).status).toBe(400)
  expect((await home.connect(pluginId, '')).status).toBe(400)
  expect((await getConnection()).status).toBe(404)
  home.addAccount('token-a', 'a')
  const { body } = await home.connect(pluginId, 'token-a')
  expect(body).toMatchObject({
    connected: true,
    pluginType: 'user',
    externalUsername: 'reader a',
    capabilities: { readSync: true },
  })
  expect(JSON.stringify(body)).not.toContain('token-a')
})

describe('a sync', () => {
  test('waits for approval, pulls, pushes, and lowers neither side', async () => {
    const account = home.addAccount('token-a', 'a')
    const [ahead, behind] = [await home.addWork('x-1'), await home.addWork('x-2')]
    await home.read(behind.books.slice(0, 3))
    account.entries.set('x-1', { externalId: 'x-1', status: 'reading', progress: { chapters: 2 } })
    account.entries.set('x-2', { externalId: 'x-2', status: 'on_hold', progress: { chapters: 1 } })
    await home.connect(pluginId, 'token-a')
    const run = await home.sync(pluginId)
    expect(run).toMatchObject({ state: 'waiting', pulled: 1, pushed: 1 })
    expect(account.pushes).toEqual([])
    expect(await home.act(pluginId, run, 'approve')).toMatchObject({ state: 'done' })
    expect(await home.listRead(ahead.books)).toEqual([1, 2])
    expect(account.pushes).toEqual([
      expect.objectContaining({ externalId: 'x-2', status: 'on_hold', progress: { chapters: 3 } }),
    ])
    account.entries.get('x-2')!.progress = { chapters: 1 }
    account.entries.get('x-1')!.progress = {}
    await home.sync(pluginId)
    expect(account.pushes).toHaveLength(1)
    expect(await home.listRead(ahead.books)).toEqual([1, 2])
    expect(await home.listRead(behind.books)).toEqual([1, 2, 3])
  })

  test('restores what was there by an undo, and keeps an entry that it added', async () => {
    const account = home.addAccount('token-a', 'a')
    const [known, added] = [await home.addWork('x-1'), await home.addWork('x-2')]
    account.entries.set('x-1', { externalId: 'x-1', status: 'reading', progress: { chapters: 1 } })
    await home.settle(pluginId, 'token-a')
    await home.read(known.books.slice(0, 4))
    await home.read(added.books.slice(0, 2))
    const run = await home.sync(pluginId)
    expect(run).toMatchObject({ state: 'done', pushed: 2 })
    await home.act(pluginId, run, 'undo')
    expect(account.entries.get('x-1')).toMatchObject({ progress: { chapters: 1 } })
    expect(account.entries.get('x-2')).toMatchObject({ progress: { chapters: 2 } })
    const { data } = await home.callAs(
      'GET',
      `/user/plugins/${pluginId}/sync/runs/${run.id}/changes`,
    )
    expect(data.map((one: { state: string }) => one.state).toSorted()).toEqual(['kept', 'undone'])
  })

  test('tells only of what its user may see, and of libraries of the plugin', async () => {
    const account = home.addAccount('token-a', 'a')
    const [hidden, other] = [await seedLibrary(home.server), await seedLibrary(home.server)]
    const mine = await home.addWork('x-1')
    const secret = await home.addWork('x-2', { to: hidden })
    const left = await home.addWork('x-3', { to: other })
    for (const { books } of [mine, secret, left]) await home.read(books.slice(0, 2))
    const path = `/users/${home.server.getUserId('ann')}/libraries`
    const limit = (libraryIds: string[] | null) =>
      home.callAs('PUT', path, { as: 'ada', body: { libraryIds } })
    await limit([home.library.id, other.id])
    await home.call('PATCH', `/admin/plugins/${pluginId}`, {
      libraryIds: [home.library.id, hidden.id],
    })
    await home.settle(pluginId, 'token-a')
    expect(account.pushes.map(({ externalId }) => externalId)).toEqual(['x-1'])
    await limit(null)
    await home.call('PATCH', `/admin/plugins/${pluginId}`, { libraryIds: null })
  })

  test.each([
    ['a text', 'list'],
    ['no entries', { hasMore: false }],
    ['entries of another kind', { entries: {} }],
    ['entries that cannot be read', { entries: [null, 7, { externalId: {} }] }],
  ])('M1: with %s instead of a list changes nothing', async (_, list) => {
    const account = home.addAccount('token-a', 'a')
    const { books } = await home.addWork('x-1')
    await home.settle(pluginId, 'token-a')
    await home.read(books.slice(0, 2))
    account.list = list
    await home.sync(pluginId)
    expect(account.pushes).toEqual([])
    expect((await getConnection()).body).toMatchObject({ healthStatus: 'unhealthy' })
  })

  test('survives odd entries and a cursor that does not end', async () => {
    const account = home.addAccount('token-a', 'a')
    const { books } = await home.addWork('x-1')
    await home.settle(pluginId, 'token-a')
    const entries = [
      null,
      7,
      { externalId: {} },
      { externalId: 'x-1', status: 'unknown', progress: { chapters: 'many' } },
      { externalId: 'x-1', status: 'reading', progress: { chapters: 3.7 } },
      { externalId: 'x-1', status: 'reading', progress: { chapters: -2 } },
    ]
    account.list = { entries, hasMore: true, nextCursor: 'again' }
    await home.sync(pluginId)
    expect(await home.listRead(books)).toEqual([1, 2, 3])
  })

  test('of 20,000 entries ends', async () => {
    const account = home.addAccount('token-a', 'a')
    const { books } = await home.addWork('w-19999')
    const list = Array.from({ length: 20_000 }, (_, index) => ({
      externalId: `w-${index}`,
      status: 'reading',
      progress: { chapters: 1 },
    }))
    await home.settle(pluginId, 'token-a')
    account.list = { entries: list.slice(0, 10_000), hasMore: false }
    await home.sync(pluginId)
    expect((await getConnection()).body.healthStatus).toMatch(/healthy/)
    account.list = { entries: list.slice(12_000), hasMore: false }
    await home.sync(pluginId)
    expect(await home.listRead(books)).toEqual([1])
  })

  test.each([
    [50_000, 'healthy'],
    [50_001, 'unhealthy'],
  ])('of %d entries leaves the connection %s', async (length, health) => {
    const account = home.addAccount('token-a', 'a')
    await home.settle(pluginId, 'token-a')
    const entries = Array.from({ length }, (_, id) => ({ externalId: `${id}`, status: 'reading' }))
    // A plugin sends at most 1 MiB at once.
    account.pages = [0, 1, 2].map((page) => ({
      entries: entries.slice(page * 20_000, (page + 1) * 20_000),
      hasMore: page < 2,
      nextCursor: `${page + 1}`,
    }))
    await home.sync(pluginId)
    expect((await getConnection()).body.healthStatus).toBe(health)
  })

  test('asks for a new token when the service refuses it', async () => {
    home.addAccount('token-a', 'a')
    await home.settle(pluginId, 'token-a')
    home.accounts.delete('token-a')
    await home.sync(pluginId)
    expect((await getConnection()).body).toMatchObject({
      connected: false,
      lastError: { code: 'connections.sign_in_again' },
    })
  })
})

describe('the program of a user', () => {
  const values = `
    if (method === 'sync/getUserInfo') {
      const { data } = await call('storage/get', { key: 'who' })
      await call('storage/set', { key: 'who', data: params_.userPluginId })
      return { externalId: credentials.access_token, username: [data, params_.userConfig.list].join() }
    }
    if (method === 'sync/pullProgress') {
      const tracked = await call('releases/list_tracked', { sourceId: 'x' }).catch((error) => error.message)
      if (!String(tracked).includes('no method')) fail(-32603, 'too much was told')
      return { entries: [], hasMore: false }
    }
  `
  const plugin = {
    ...syncPlugin,
    name: 'sync-values',
    onInitialize: 'globalThis.params_ = params',
    answers: values,
  }

  test('has its own values, settings and folder, and loses them with the connection', async () => {
    const id = await home.install(plugin)
    const { ctx } = home.server
    for (const as of ['ann', 'max']) {
      expect((await home.connect(id, `token of ${as}`, as)).body.externalUsername).toBe(',')
    }
    await home.callAs('PATCH', `/user/plugins/${id}/config`, { body: { config: { list: 'mine' } } })
    expect(await home.sync(id)).toBeUndefined()
    expect(await home.sync(id, 'max')).toBeUndefined()
    const owners = await ctx.db.select().from(pluginValues)
    const connected = await ctx.db.select().from(connections)
    expect(owners.map(({ owner }) => owner).toSorted()).toEqual(
      connected.map((one) => one.id).toSorted(),
    )
    expect(owners.every(({ owner, value }) => value === JSON.stringify(owner))).toBe(true)
    const folder = join(ctx.config.data_dir, 'plugins', 'sync-values', 'users')
    expect(readdirSync(folder).toSorted()).toEqual(owners.map(({ owner }) => owner).toSorted())
    await home.callAs('DELETE', `/user/plugins/${id}`)
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await ctx.db.$count(pluginValues)).toBe(1)
    await home.call('DELETE', `/admin/plugins/${id}`)
    expect(existsSync(folder)).toBe(false)
    expect(await ctx.db.$count(connections)).toBe(0)
  })

  test('that fails does not disable the plugin for others', async () => {
    const crash = `
      if (method === 'sync/getUserInfo' && credentials.access_token === 'crash') process.exit(3)
      ${syncAnswers}`
    const id = await home.install({ ...syncPlugin, name: 'sync-crash', answers: crash })
    for (let count = 0; count < 4; count++) {
      expect((await home.connect(id, 'crash')).status).toBe(503)
    }
    home.addAccount('token-m', 'm')
    expect((await home.connect(id, 'token-m', 'max')).status).toBe(200)
    await home.call('DELETE', `/admin/plugins/${id}`)
  })

  test('fails without telling administrators what its user reads', async () => {
    const code = `
      if (method === 'sync/getUserInfo') fail(-32603, 'no entry for Secret Title')`
    const id = await home.install({ ...syncPlugin, name: 'sync-tells', answers: code })
    const { body } = await home.connect(id, 'token')
    expect(JSON.stringify(body)).toContain('Secret Title')
    const failures = await home.server.ctx.db.select().from(pluginFailures)
    const own = failures.filter(({ pluginId: of }) => of === id)
    expect(own).toHaveLength(1)
    expect(JSON.stringify(own)).not.toContain('Secret Title')
    await home.call('DELETE', `/admin/plugins/${id}`)
  })

  test('ends when its user is connected', async () => {
    const code = `
      if (method === 'sync/getUserInfo') return { externalId: 'a', username: String(process.pid) }`
    const id = await home.install({ ...syncPlugin, name: 'sync-pid', answers: code })
    const { externalUsername: pid } = (await home.connect(id, 'token')).body
    expect(Number(pid)).toBeGreaterThan(0)
    expect(existsSync(`/proc/${pid}`)).toBe(false)
    await home.call('DELETE', `/admin/plugins/${id}`)
  })

  test('that never answers ends the sync with an error', async () => {
    const silent = `
      if (method === 'sync/getUserInfo') return { externalId: 'a' }
      if (method === 'sync/pullProgress') return new Promise(() => {})`
    const id = await home.install({ ...syncPlugin, name: 'sync-silent', answers: silent })
    await home.connect(id, 'token')
    await home.call('PATCH', `/admin/plugins/${id}`, { requestTimeoutSeconds: 1 })
    await home.sync(id)
    expect((await getConnection(id)).body).toMatchObject({
      healthStatus: 'unhealthy',
      lastError: { code: 'plugins.too_slow' },
    })
    await home.call('DELETE', `/admin/plugins/${id}`)
  })
})

test('what a plugin kept for a deleted user goes with the next sync', async () => {
  const { ctx } = home.server
  home.addAccount('token-a', 'a')
  await home.settle(pluginId, 'token-a')
  const old = `01900000${Bun.randomUUIDv7().slice(8)}`
  const kept = { owner: old, key: 'x', value: '1', bytes: 1 }
  await ctx.write(async (tx) => {
    await tx
      .insert(pluginValues)
      .values({ ...kept, pluginId, createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() })
  })
  const folder = join(ctx.config.data_dir, 'plugins', 'sync-example', 'users', old)
  mkdirSync(folder, { recursive: true })
  await home.sync(pluginId)
  await waitUntil(async () => !existsSync(folder))
  expect((await ctx.db.select().from(pluginValues)).map(({ owner }) => owner)).not.toContain(old)
})

test('another account at a plugin is another connection, without what was kept', async () => {
  home.addAccount('token-a', 'a')
  home.addAccount('token-b', 'b')
  await home.settle(pluginId, 'token-a')
  const { ctx } = home.server
  const folder = join(ctx.config.data_dir, 'plugins', 'sync-example', 'users')
  const { id: first } = (await getConnection()).body
  const { id: second } = (await home.connect(pluginId, 'token-b')).body
  expect(second).not.toBe(first)
  expect(readdirSync(folder)).toContain(second)
  expect(readdirSync(folder)).not.toContain(first)
})

test('a plugin that is switched off is not asked, and keeps its connections', async () => {
  home.addAccount('token-a', 'a')
  await home.settle(pluginId, 'token-a')
  await home.call('POST', `/admin/plugins/${pluginId}/disable`)
  const { status, body } = await home.server.call('POST', `/user/plugins/${pluginId}/sync`, {
    as: 'ann',
  })
  expect([status, body.code]).toEqual([409, 'connections.plugin_off'])
  expect((await home.connect(pluginId, 'token-a', 'max')).status).toBe(409)
  await home.call('POST', `/admin/plugins/${pluginId}/enable`)
  await home.sync(pluginId)
  expect((await getConnection()).body).toMatchObject({ healthStatus: 'healthy' })
})

test.each([
  ['a wrong type', { list: 7 }],
  ['an unknown name', { other: 'x' }],
  ['a text that is too long', { list: 'x'.repeat(70_000) }],
])('settings of a plugin refuse %s', async (_, config) => {
  home.addAccount('token-a', 'a')
  await home.connect(pluginId, 'token-a')
  const path = `/user/plugins/${pluginId}/config`
  const answer = await home.server.call('PATCH', path, { as: 'ann', body: { config } })
  expect(answer.status).toBe(400)
  expect((await home.server.call('PATCH', path, { as: 'max', body: { config: {} } })).status).toBe(
    404,
  )
})

test('a plugin for metadata is not connected', async () => {
  const id = await home.install({ name: 'metadata-only' })
  expect((await home.connect(id, 'token')).status).toBe(404)
  expect((await getConnection(id)).status).toBe(404)
})

describe('an entry that is pushed', () => {
  test('keeps what did not change as the plugin told it', async () => {
    const account = home.addAccount('token-a', 'a')
    const { books } = await home.addWork('x-1')
    await home.settle(pluginId, 'token-a')
    const [startedAt, completedAt] = ['2024', '2024-05-06T07:08:09.000Z']
    const told = { externalId: 'x-1', status: 'rereading', startedAt, completedAt }
    account.entries.set('x-1', { ...told, progress: { chapters: 1, volumes: 2.5 } })
    await home.read(books.slice(0, 3))
    await home.sync(pluginId)
    expect(account.pushes).toEqual([{ ...told, progress: { chapters: 3, volumes: 2.5 } }])
  })

  test('is not lower than one of two for the same work', async () => {
    const account = home.addAccount('token-a', 'a')
    const { books } = await home.addWork('x-1')
    await home.settle(pluginId, 'token-a')
    const told = { externalId: 'x-1', status: 'reading' }
    const entries = [
      { ...told, progress: { chapters: 2, volumes: 3 } },
      { ...told, progress: { chapters: 1, volumes: 9 } },
      { ...told, progress: { chapters: 3 } },
    ]
    account.list = { entries, hasMore: false }
    await home.read(books.slice(0, 4))
    await home.sync(pluginId)
    expect(account.pushes).toEqual([{ ...told, progress: { chapters: 4, volumes: 9 } }])
  })
})

test('a list is read once for many changes', async () => {
  const account = home.addAccount('token-a', 'a')
  const works = [await home.addWork('x-1'), await home.addWork('x-2'), await home.addWork('x-3')]
  await home.settle(pluginId, 'token-a')
  for (const { books } of works) await home.read(books.slice(0, 2))
  const before = account.reads
  await home.sync(pluginId)
  expect(account.pushes).toHaveLength(3)
  expect(account.reads - before).toBe(1)
})

test('works are kept out although a setting of the plugin is missing', async () => {
  home.addAccount('token-a', 'a')
  const userConfigSchema = {
    fields: [{ key: 'list', label: 'Name of the list', type: 'string', required: true }],
  }
  const manifest = { ...syncPlugin.manifest, userConfigSchema }
  const id = await home.install({ ...syncPlugin, name: 'sync-required', manifest })
  await home.connect(id, 'token-a')
  const set = (config: object) =>
    home.server.call('PATCH', `/user/plugins/${id}/config`, { as: 'ann', body: { config } })
  expect((await set({ excludeAdult: true })).status).toBe(200)
  expect((await set({ list: 7 })).status).toBe(400)
  expect((await set({ list: 'mine' })).body.config).toEqual({ excludeAdult: true, list: 'mine' })
  // Stores a setting that this version of the plugin does not have.
  await home.server.ctx.write((tx) =>
    tx.update(connections).set({ config: { former: 1, list: 'mine' } }),
  )
  expect((await set({ excludeAdult: false })).status).toBe(200)
  expect((await set({ list: 'other' })).status).toBe(200)
  await home.call('DELETE', `/admin/plugins/${id}`)
})

describe('ratings and notes', () => {
  const rate = (id: string, body: object) =>
    home.callAs('PATCH', `/series/${id}/user-data`, { body })
  const agree = (config: object) =>
    home.callAs('PATCH', `/user/plugins/${pluginId}/config`, { body: { config } })
  const both = { syncScores: true, syncNotes: true }

  async function readOpinion(id: string) {
    const { rating, note } = await home.callAs('GET', `/series/${id}/user-data`)
    return [rating, note]
  }

  /** Connects and settles, with one work that both sides have. */
  async function prepare(values: object, config: object) {
    const account = home.addAccount('token-a', 'a')
    const work = await home.addWork('x-1')
    const entry = { externalId: 'x-1', status: 'reading', progress: { chapters: 3 }, ...values }
    account.entries.set('x-1', entry)
    await home.read(work.books.slice(0, 3))
    await home.settle(pluginId, 'token-a')
    await agree(config)
    return { account, ...work }
  }

  test('M12: neither travels to or from a plugin unless the user agreed', async () => {
    const { account, id, books } = await prepare({ score: 70, notes: 'Theirs' }, {})
    await rate(id, { note: 'Mine' })
    await home.read(books.slice(3, 4))
    await home.sync(pluginId)
    expect(Object.keys(account.pushes.at(-1)!)).toEqual(['externalId', 'status', 'progress'])
    expect(await readOpinion(id)).toEqual([null, 'Mine'])
    account.entries.get('x-1')!.score = 70
    await agree({ syncScores: true })
    await home.sync(pluginId)
    expect(await readOpinion(id)).toEqual([70, 'Mine'])
    expect(account.pushes).toHaveLength(1)
  })

  test('M12: they are pushed, pulled and undone', async () => {
    const { account, id, books } = await prepare({}, both)
    await rate(id, { rating: 85, note: 'Line 1\nLine 2' })
    const pushed = await home.sync(pluginId)
    expect(pushed).toMatchObject({ pushed: 1, pulled: 0 })
    const sent = { score: 85, notes: 'Line 1\nLine 2', progress: { chapters: 3 } }
    expect(account.pushes).toMatchObject([sent])
    // The plugin replaces entries, so what did not change is sent again.
    await home.read(books.slice(3, 4))
    await home.sync(pluginId)
    expect(account.entries.get('x-1')).toMatchObject({ ...sent, progress: { chapters: 4 } })
    Object.assign(account.entries.get('x-1')!, { score: 40.4 })
    const pulled = await home.sync(pluginId)
    expect(pulled).toMatchObject({ pushed: 0, pulled: 1 })
    expect(await readOpinion(id)).toEqual([40, 'Line 1\nLine 2'])
    await home.act(pluginId, pulled, 'undo')
    expect(await readOpinion(id)).toEqual([85, 'Line 1\nLine 2'])
    account.pushes.length = 0
    await home.sync(pluginId)
    expect([await readOpinion(id), account.pushes]).toEqual([[85, 'Line 1\nLine 2'], []])
  })

  test('M12: undoing a push restores or removes them there', async () => {
    const { account, id } = await prepare({ score: 20 }, both)
    await home.sync(pluginId)
    expect(await readOpinion(id)).toEqual([20, null])
    await rate(id, { rating: 90, note: 'Mine' })
    const pushed = await home.sync(pluginId)
    expect(account.entries.get('x-1')).toMatchObject({ score: 90, notes: 'Mine' })
    await home.act(pluginId, pushed, 'undo')
    expect(account.pushes.at(-1)).toMatchObject({ score: 20, notes: null })
    await home.sync(pluginId)
    expect(await readOpinion(id)).toEqual([90, 'Mine'])
    expect(account.entries.get('x-1')).toMatchObject({ score: 20, notes: null })
  })

  test('M12: what is no score, or cannot be stored, is left alone', async () => {
    for (const score of [0, -5, 'nine', null, Number.MAX_SAFE_INTEGER, {}]) {
      home.accounts.clear()
      await home.server.ctx.write(async (tx) => {
        await tx.delete(connections)
        await tx.delete(series)
      })
      const { account, id } = await prepare({ score, notes: 'x'.repeat(20_000) }, both)
      await home.sync(pluginId)
      expect([score, await readOpinion(id)]).toEqual([score, [null, null]])
      await rate(id, { note: 'Short' })
      await home.sync(pluginId)
      expect(account.entries.get('x-1')!.notes).toHaveLength(20_000)
      expect(account.pushes).toEqual([])
    }
  })
})
