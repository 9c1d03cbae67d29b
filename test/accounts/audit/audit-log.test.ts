import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  deleteOldAuditEntries,
  recordAuditOfPerson,
  recordFailedSignIn,
} from '../../../src/accounts/audit/record'
import { auditEntries } from '../../../src/accounts/audit/schema'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { givePasswords, signIn } from '../sign-in'

let server: TestServer
let now: Date | undefined

beforeAll(async () => {
  server = await startTestServer()
  Object.assign(server.ctx.clock, { now: () => now ?? new Date() })
  await givePasswords(server, 'ann', 'max', 'ada')
})
afterAll(() => server.close())

interface Entry {
  action: string
  username: string | null
  address: string | null
  targetName: string | null
  changes: { name: string; before: string | null; after: string | null }[]
  count: number
}

async function list(query = ''): Promise<Entry[]> {
  const { status, body } = await server.call('GET', `/audit-log${query}`, { as: 'ada' })
  expect(status).toBe(200)
  return body.data
}
const last = async (action: string) => (await list(`?action=${action}&pageSize=1`))[0]

async function failSignIn(username: string, address: string) {
  const request = new Request('http://localhost/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'wrong horse' }),
  })
  storePeer(request, address)
  return (await server.app.handle(request)).status
}

describe('the audit log', () => {
  test('is for administrators only', async () => {
    for (const as of ['ann', 'max']) {
      expect((await server.call('GET', '/audit-log', { as })).status).toBe(403)
      expect((await server.call('GET', '/audit-log/export', { as })).status).toBe(403)
    }
    expect((await server.call('GET', '/audit-log')).status).toBe(401)
  })

  test('tells who signed in, how and from where', async () => {
    await signIn(server, 'ann')
    expect(await last('sign_in')).toMatchObject({
      username: 'ann',
      changes: [{ name: 'method', before: null, after: 'password' }],
    })
  })

  test('counts equal failed sign-ins in one entry, without names that do not exist', async () => {
    now = new Date('2026-03-01T10:10:00Z')
    for (const name of ['max', 'max', 'my secret password']) await failSignIn(name, '203.0.113.9')
    now = undefined
    const entries = await list(
      '?action=sign_in_failed&since=2026-03-01T10:00:00Z&until=2026-03-01T11:00:00Z',
    )
    expect(entries.map(({ username, address, count }) => ({ username, address, count }))).toEqual(
      expect.arrayContaining([
        { username: 'max', address: '203.0.113.9', count: 2 },
        { username: null, address: '203.0.113.9', count: 1 },
      ]),
    )
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  test('stays small during a flood of failed sign-ins', async () => {
    now = new Date('2026-03-02T10:10:00Z')

    for (let i = 0; i < 230; i += 1) {
      const address = `198.51.100.${i % 250}`
      const failed = { userId: null, username: null, address, method: 'password' }
      await recordFailedSignIn(server.ctx, failed)
    }
    now = undefined
    const { body } = await server.call(
      'GET',
      '/audit-log?action=sign_in_failed&since=2026-03-02T10:00:00Z&until=2026-03-02T11:00:00Z&pageSize=500',
      { as: 'ada' },
    )
    expect(body.total).toBe(201)
    const attempts = (body.data as Entry[]).reduce((sum, { count }) => sum + count, 0)
    expect(attempts).toBe(230)
  })

  test('tells changes of users and rights, and never a password', async () => {
    const created = await server.call('POST', '/users', {
      as: 'ada',
      body: { username: 'bea', email: 'bea@example.org', password: 'a secret password' },
    })
    const { id } = created.body
    expect(await last('create_user')).toMatchObject({ username: 'ada', targetName: 'bea' })
    const patch = { role: 'maintainer', password: 'another secret password' }
    await server.call('PATCH', `/users/${id}`, { as: 'ada', body: patch })
    expect((await last('change_user'))?.changes).toEqual([
      { name: 'role', before: 'reader', after: 'maintainer' },
      { name: 'password', before: null, after: 'reset' },
      { name: 'otherSignIns', before: null, after: 'removed' },
    ])
    const library = await seedLibrary(server, { name: 'Open shelf', path: '/open' })
    await server.call('PUT', `/users/${id}/libraries`, {
      as: 'ada',
      body: { libraryIds: [library.id] },
    })
    expect((await last('change_user'))?.changes).toEqual([
      { name: 'libraries', before: '*', after: 'Open shelf' },
    ])
    await server.call('DELETE', `/users/${id}`, { as: 'ada' })
    expect(await last('delete_user')).toMatchObject({ username: 'ada', targetName: 'bea' })
    const about = await list(`?userId=${id}`)
    expect(about.map(({ action }) => action)).toEqual([
      'delete_user',
      'change_user',
      'change_user',
      'create_user',
    ])
    expect(JSON.stringify(about)).not.toContain('secret')
  })

  test('tells API keys by name', async () => {
    const { body } = await server.call('POST', '/api-keys', { as: 'max', body: { name: 'Tablet' } })
    await server.call('PATCH', `/api-keys/${body.id}`, { as: 'max', body: { name: 'Phone' } })
    await server.call('DELETE', `/api-keys/${body.id}`, { as: 'max' })
    expect((await last('create_key'))?.changes[0]?.after).toBe('Tablet')
    expect((await last('change_key'))?.changes).toContainEqual({
      name: 'name',
      before: 'Tablet',
      after: 'Phone',
    })
    expect(await last('delete_key')).toMatchObject({ username: 'max', targetName: 'max' })
    expect(JSON.stringify(await list())).not.toContain(body.key)
  })

  test.each([
    ['/kobo-devices', 'Kobo'],
    ['/sync-logins', 'KOReader'],
    ['/user/feeds', 'feed'],
  ])('M10: credentials of devices are told by name: %s', async (path, method) => {
    const { body } = await server.call('POST', path, { as: 'max', body: { name: 'Bedside' } })
    const changes = [
      { name: 'name', before: null, after: 'Bedside' },
      { name: 'method', before: null, after: method },
    ]
    expect(await last('create_key')).toMatchObject({ username: 'max', changes })
    await server.call('DELETE', `${path}/${body.id}`, { as: 'max' })
    expect(await last('delete_key')).toMatchObject({ username: 'max', changes })
    const told = JSON.stringify(await list())
    for (const secret of [body.key, body.password, body.atomPath]) {
      if (secret !== undefined) expect(told).not.toContain(secret)
    }
  })

  test('tells what was changed and deleted in the libraries', async () => {
    const path = mkdtempSync(join(tmpdir(), 'audit-'))
    const { body: library } = await server.call('POST', '/libraries', {
      as: 'max',
      body: { name: 'Comics', path },
    })
    await server.call('PATCH', `/libraries/${library.id}`, { as: 'max', body: { name: 'Manga' } })
    expect((await last('change_library'))?.changes).toContainEqual({
      name: 'name',
      before: 'Comics',
      after: 'Manga',
    })
    await server.call('DELETE', `/libraries/${library.id}`, { as: 'ada' })
    await server.call('POST', `/libraries/${library.id}/restore`, { as: 'ada' })
    const actions = (await list('?search=manga')).map(({ action }) => action)
    expect(actions.slice(0, 2)).toEqual(['restore_library', 'delete_library'])
  })

  test('tells books and series that were deleted', async () => {
    const library = await seedLibrary(server, { name: 'Trash', path: '/trash' })
    const series = await seedSeries(server, library, { title: 'Anvil' })
    const book = await seedBook(server, series, { title: 'One' })
    await seedBook(server, series)
    await server.call('DELETE', `/books/${book.id}`, { as: 'max' })
    expect(await last('delete_book')).toMatchObject({ username: 'max' })
    const { status } = await server.call('DELETE', `/series/${series.id}`, { as: 'max' })
    expect(status).toBe(204)
    expect(await last('delete_series')).toMatchObject({ username: 'max', targetName: 'Anvil' })
    const purge = { name: 'Anvil' }
    await server.call('POST', `/series/${series.id}/purge`, { as: 'ada', body: purge })
    expect(await last('purge')).toMatchObject({ username: 'ada', targetName: 'Anvil' })
  })

  test('is exported whole, as CSV that spreadsheets do not run and as JSON', async () => {
    await server.ctx.write((tx) =>
      tx.insert(auditEntries).values(
        Array.from({ length: 1500 }, (_, i) => ({
          at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, i % 7)),
          action: 'change_user' as const,
          username: '=HYPERLINK("x")',
          proof: 'session' as const,
          changes: [],
        })),
      ),
    )
    const query = 'until=2026-01-02T00:00:00Z'
    const csv = await server.fetch(`/api/v1/audit-log/export?${query}`, { as: 'ada' })
    expect(csv.headers.get('content-type')).toStartWith('text/csv')
    const lines = (await csv.text()).trim().split('\r\n')
    expect(lines).toHaveLength(1501)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
    const json = await server.fetch(`/api/v1/audit-log/export?format=json&${query}`, { as: 'ada' })
    const entries = (await json.json()) as { id: string }[]
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1500)
  })

  test('cuts long texts and many changes', async () => {
    const [fits, tooLong] = ['x'.repeat(500), 'y'.repeat(501)]
    const person = { userId: null, username: 'eve', address: undefined }
    const changes = Array.from({ length: 31 }, (_, n) => ({
      name: `${n}`,
      before: n === 0 ? fits : null,
      after: n === 0 ? tooLong : null,
    }))
    await server.ctx.write((tx) =>
      recordAuditOfPerson(server.ctx, tx, person, { action: 'change_setting', changes }),
    )
    const entry = (await last('change_setting'))!
    expect(entry.changes).toHaveLength(30)
    expect(entry.changes[0]).toEqual({ name: '0', before: fits, after: `${'y'.repeat(500)}…` })
  })

  test('forgets entries after 180 days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const entry = { action: 'sign_in' as const, proof: 'none' as const, changes: [] }
    await server.ctx.write((tx) =>
      tx.insert(auditEntries).values([
        { ...entry, at: daysAgo(181), username: 'old' },
        { ...entry, at: daysAgo(179), username: 'young' },
      ]),
    )
    await deleteOldAuditEntries(server.ctx)
    expect(await list('?search=old')).toEqual([])
    expect(await list('?search=young')).toHaveLength(1)
  })

  test('refuses filters that make no sense', async () => {
    for (const query of ['action=nothing', 'since=yesterday', 'userId=ann', 'search=%00']) {
      expect((await server.call('GET', `/audit-log?${query}`, { as: 'ada' })).status).toBe(400)
    }
  })
})

describe('restrictions', () => {
  const ada = async (method: string, path: string, body?: object) => {
    const response = await server.call(method, path, { as: 'ada', ...(body && { body }) })
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}`)
    return response.body
  }
  const latest = async (action: string) => {
    const { targetName, changes } = (await last(action))!
    return [targetName, ...changes.map(({ name, before, after }) => [name, before, after])]
  }

  test('of users, groups and series are in the log, by name', async () => {
    const annId = server.getUserId('ann')
    const library = await seedLibrary(server, { name: 'Shelf', path: '/shelf' })
    const { id: seriesId } = await seedSeries(server, library, { title: 'Knight' })
    const tag = await ada('POST', '/admin/sharing-tags', { name: 'Horror' })
    expect(await latest('create_sharing_tag')).toEqual(['Horror'])
    await ada('PATCH', `/admin/sharing-tags/${tag.id}`, { name: 'Terror' })
    expect(await latest('change_sharing_tag')).toEqual(['Horror', ['name', 'Horror', 'Terror']])

    const tags = `/series/${seriesId}/sharing-tags`
    await ada('PUT', tags, { sharingTagIds: [tag.id] })
    expect(await latest('tag_series')).toEqual(['Knight', ['sharingTags', null, 'Terror']])
    await ada('PUT', tags, { sharingTagIds: [tag.id] })
    const before = await list('?action=tag_series')
    expect(before.length).toBe(1)

    const own = `/users/${annId}/restrictions`
    await ada('PATCH', own, { ageLimit: 12, deniedTagIds: [tag.id], libraryIds: [library.id] })
    const given = [
      ['libraries', '*', 'Shelf'],
      ['ageLimit', null, '12'],
      ['hidesUnrated', 'false', 'true'],
      ['deniedTags', null, 'Terror'],
    ]
    expect(await latest('change_restrictions')).toEqual(['ann', ...given])
    await ada('PATCH', own, { ageLimit: 12 })
    expect((await list('?action=change_restrictions')).length).toBe(1)
    await ada('DELETE', `/users/${annId}/sharing-tags/${tag.id}`)
    expect(await latest('change_restrictions')).toEqual(['ann', ['deniedTags', 'Terror', null]])
    await ada('PATCH', own, { ageLimit: null, libraryIds: null })

    const group = await ada('POST', '/access-groups', { name: 'Kids', ageLimit: 6 })
    expect(await latest('create_access_group')).toEqual(['Kids'])
    const limit = [
      ['ageLimit', null, '6'],
      ['hidesUnrated', 'false', 'true'],
    ]
    expect(await latest('change_access_group')).toEqual(['Kids', ...limit])
    const path = `/access-groups/${group.id}`
    await ada('PATCH', path, { name: 'Children', hidesUnrated: false })
    const renamed = [
      ['name', 'Kids', 'Children'],
      ['hidesUnrated', 'true', 'false'],
    ]
    expect(await latest('change_access_group')).toEqual(['Kids', ...renamed])
    await ada('POST', `${path}/grants`, { sharingTagId: tag.id, accessMode: 'allow' })
    expect(await latest('change_access_group')).toEqual([
      'Children',
      ['allowedTags', null, 'Terror'],
    ])
    await ada('DELETE', `${path}/grants/${tag.id}`)
    await ada('POST', `${path}/members`, { userIds: [annId] })
    await ada('POST', `${path}/members`, { userIds: [annId] })
    expect(await latest('change_restrictions')).toEqual(['ann', ['accessGroup', null, 'Children']])
    const mapping = await ada('POST', `${path}/oidc-mappings`, { oidcGroupName: 'young' })
    expect(await latest('change_access_group')).toEqual(['Children', ['mapping', null, 'young']])
    await ada('DELETE', `${path}/oidc-mappings/${mapping.id}`)
    expect(await latest('change_access_group')).toEqual(['Children', ['mapping', 'young', null]])
    await ada('DELETE', path)
    expect(await latest('delete_access_group')).toEqual(['Children'])
    expect(await latest('change_restrictions')).toEqual(['ann', ['accessGroup', 'Children', null]])
    await ada('DELETE', `/admin/sharing-tags/${tag.id}`)
    expect(await latest('delete_sharing_tag')).toEqual(['Terror'])
    expect((await list('?action=tag_series')).length).toBe(1)
    expect((await list(`?userId=${annId}&action=change_restrictions`)).length).toBeGreaterThan(4)
  })

  test('are in no log if the change was refused', async () => {
    const before = await list()
    const unknown = crypto.randomUUID()
    const own = `/users/${server.getUserId('ann')}/restrictions`
    const refused = { as: 'ada', body: { ageLimit: 3, deniedTagIds: [unknown] } }
    expect((await server.call('PATCH', own, refused)).status).toBe(400)
    expect((await list()).length).toBe(before.length)
  })
})
