/**
 * Recommendation plugins run in the background and receive what their user has read and can see.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { series } from '../../../src/catalog/series/schema'
import { connections } from '../../../src/ingest/connections/schema'
import { pluginFailures } from '../../../src/ingest/plugins/schema'
import {
  outsideRecommendations,
  recommendationDismissals,
} from '../../../src/ingest/recommendations/schema'
import { seedLibrary } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { startPluginListServer } from '../reading-sync/plugin-list-server'

let home: Awaited<ReturnType<typeof startPluginListServer>>
beforeAll(async () => {
  home = await startPluginListServer()
})
afterAll(() => home.close())
beforeEach(async () => {
  await home.server.ctx.write(async (tx) => {
    await tx.delete(connections)
    await tx.delete(series)
    await tx.delete(recommendationDismissals)
  })
})

/** Records the requests, and returns them as reasons. */
const answers = `
  // Requests run at the same time: each has a key of its own.
  const keep = (key, data) => call('storage/set', { key, data })
  const read = async (key) => (await call('storage/get', { key })).data
  if (method === 'recommendations/updateProfile') { await keep('profile', params.entries.length); return { updated: true } }
  if (method === 'recommendations/dismiss') { await keep('dismissed', params.externalId + ' ' + params.reason); return { dismissed: true } }
  if (method === 'recommendations/clear') { await keep('cleared', 'cleared'); return { cleared: true } }
  if (method === 'recommendations/get') {
    const data = [await read('profile'), await read('dismissed'), await read('cleared')]
    return { recommendations: [
      null,
      { externalId: 'no-title' },
      { externalId: 'r-1', title: 'First', score: 0.5, reason: '<b>told</b> ' + JSON.stringify(params.library.map((one) => one.title)), basedOn: ['Mine'], externalUrl: 'javascript:alert(1)' },
      { externalId: 'r-2', title: 'Second', score: 7, reason: JSON.stringify(data), externalUrl: 'https://example.org/2' },
      { externalId: 'x-9', title: 'Owned', score: 0.1, reason: 'Excluded: ' + params.excludeIds.join() },
    ] }
  }
`

const plugin = (name: string, code = answers) => ({
  name,
  manifest: {
    displayName: name,
    capabilities: { userRecommendationProvider: true, externalIdSource: 'api:example' },
    requiredCredentials: [],
  },
  answers: code,
})

interface Source {
  pluginName: string
  taskStatus: string | null
}

async function getFetched(name: string, as = 'ann') {
  let body: { recommendations: Shown[]; sources: Source[] }
  await waitUntil(async () => {
    body = await home.callAs('GET', '/user/recommendations', { as })
    const source = body.sources.find(({ pluginName }) => pluginName === name)
    return source !== undefined && source.taskStatus === null
  })
  return body!.recommendations.filter(({ sourcePlugin }) => sourcePlugin === name)
}

interface Shown {
  sourcePlugin: string
  externalId: string
  reason: string
}

/** Refreshes recommendations. Rejected while they are being fetched. */
const refresh = () => home.server.call('POST', '/user/recommendations/refresh', { as: 'ann' })

test('recommend by what their user has read and may see', async () => {
  const id = await home.install(plugin('recs-example'))
  const hidden = await seedLibrary(home.server)
  const mine = await home.addWork('x-1')
  const secret = await home.addWork('x-2', { to: hidden })
  const owned = await home.addWork('x-9')
  for (const { books } of [mine, secret]) await home.read(books.slice(0, 1))
  const path = `/users/${home.server.getUserId('ann')}/libraries`
  await home.callAs('PUT', path, { as: 'ada', body: { libraryIds: [home.library.id] } })
  expect((await home.connect(id, '')).body).toMatchObject({
    connected: true,
    signIn: 'none',
    capabilities: { readSync: false, userRecommendationProvider: true },
  })
  const found = await getFetched('recs-example')
  await home.callAs('PUT', path, { as: 'ada', body: { libraryIds: null } })
  expect(found.map(({ externalId }) => externalId)).toEqual(['r-2', 'r-1', 'x-9'])
  expect(found[1]).toMatchObject({
    reason: 'told ["Work x-1"]',
    basedOn: ['Mine'],
    externalUrl: null,
    source: 'plugin:recs-example',
  })
  expect(found[0]).toMatchObject({ score: 1, externalUrl: 'https://example.org/2' })
  expect(found[2]).toMatchObject({ seriesId: owned.id, inLibrary: true, owned: true })
  const { status } = await home.server.call('POST', `/user/plugins/${id}/sync`, { as: 'ann' })
  expect(status).toBe(409)
})

test('are told what is dismissed, and that they are no longer wanted', async () => {
  const id = await home.install(plugin('recs-dismiss'))
  await home.connect(id, '')
  await getFetched('recs-dismiss')
  await home.callAs('POST', '/user/recommendations/r-1/dismiss', { body: { reason: 'read it' } })
  await waitUntil(async () => {
    await refresh()
    const found = await getFetched('recs-dismiss')
    return found.some(({ reason }) => reason.includes('r-1 read it'))
  })
  const found = await getFetched('recs-dismiss')
  expect(found.map(({ externalId }) => externalId)).toEqual(['r-2', 'x-9'])
  expect(found[1]!.reason).toBe('Excluded: r-1')
  const config = `/user/plugins/${id}/config`
  await home.callAs('PATCH', config, { body: { config: { recommendations: false } } })
  const off = await home.callAs('GET', '/user/recommendations')
  expect(JSON.stringify(off)).not.toContain('recs-dismiss')
  const { db } = home.server.ctx
  await waitUntil(async () => (await db.$count(outsideRecommendations)) === 0)
  await home.callAs('PATCH', config, { body: { config: { recommendations: true } } })
  await waitUntil(async () => {
    const again = await getFetched('recs-dismiss')
    return again.some(({ reason }) => reason.includes('cleared'))
  })
})

test('are forgotten when they are switched off, also by one that is too busy to be told', async () => {
  const code = `
    if (method === 'recommendations/clear') fail(-32001, 'later', { retryAfter: 3600 })
    ${answers}`
  const id = await home.install(plugin('recs-busy', code))
  await home.connect(id, '')
  await getFetched('recs-busy')
  const config = { recommendations: false }
  await home.callAs('PATCH', `/user/plugins/${id}/config`, { body: { config } })
  await home.callAs('GET', '/user/recommendations')
  const { db } = home.server.ctx
  await waitUntil(async () => (await db.$count(outsideRecommendations)) === 0)
})

test('need not know every request', async () => {
  const code = `if (method === 'recommendations/get') return { recommendations: [{ externalId: 'a', title: 'A', score: 1, reason: 'good' }] }`
  const id = await home.install(plugin('recs-small', code))
  await home.connect(id, '')
  expect(await getFetched('recs-small')).toHaveLength(1)
  await home.callAs('POST', '/user/recommendations/a/dismiss', { body: {} })
  const failures = await home.server.ctx.db.select().from(pluginFailures)
  expect(failures.filter(({ pluginId }) => pluginId === id)).toEqual([])
})

test('M1: what was recommended is kept when a later answer means nothing', async () => {
  const code = `
    if (method === 'recommendations/get') {
      const { data } = await call('storage/get', { key: 'asked' })
      const asked = data ?? 0
      await call('storage/set', { key: 'asked', data: asked + 1 })
      const good = { recommendations: [{ externalId: 'a', title: 'A', score: 1, reason: 'good' }] }
      return [good, null, {}, [], { recommendations: 'x' }, { recommendations: [null, {}] }, { recommendations: [] }][asked]
    }`
  const id = await home.install(plugin('recs-meaningless', code))
  await home.connect(id, '')
  const { db } = home.server.ctx
  const read = async () => {
    await getFetched('recs-meaningless')
    const rows = await db.select().from(outsideRecommendations)
    return rows.map(({ items, error }): [number, string | undefined] => [items.length, error?.code])
  }
  expect(await read()).toEqual([[1, undefined]])
  for (let asked = 1; asked <= 5; asked++) {
    await refresh()
    expect([asked, await read()]).toEqual([asked, [[1, 'plugins.invalid_response']]])
  }
  await refresh()
  expect(await read()).toEqual([[0, undefined]])
})

test('that refuse a token need a new one', async () => {
  const code = `if (method === 'recommendations/get') fail(-32003, 'wrong token')`
  const given = plugin('recs-token', code)
  const requiredCredentials = [{ key: 'access_token', label: 'Token', required: true }]
  const id = await home.install({
    ...given,
    manifest: { ...given.manifest, requiredCredentials },
  })
  await home.connect(id, 'token')
  await getFetched('recs-token')
  expect(await home.callAs('GET', `/user/plugins/${id}`)).toMatchObject({ connected: false })
})

test.each([
  ['never answers', `if (method === 'recommendations/get') return new Promise(() => {})`],
  ['ends', `if (method === 'recommendations/get') process.exit(1)`],
  ['sends too much', `if (method === 'recommendations/get') return 'x'.repeat(3_000_000)`],
  ['sends something else', `if (method === 'recommendations/get') return ['x']`],
])('that %s keeps nobody waiting', async (how, code) => {
  const name = `recs-${how.replaceAll(' ', '-')}`
  const id = await home.install(plugin(name, code))
  await home.call('PATCH', `/admin/plugins/${id}`, { requestTimeoutSeconds: 1 })
  await home.connect(id, '')
  expect(await getFetched(name)).toEqual([])
  await home.call('DELETE', `/admin/plugins/${id}`)
})
