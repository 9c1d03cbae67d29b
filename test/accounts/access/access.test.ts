import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { addToGroups, setMappedGroups } from '../../../src/accounts/access/membership'
import { applyRestrictions } from '../../../src/accounts/access/restrictions'
import { system } from '../../../src/accounts/permissions/model'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let kid: string
let libraryId: string
let child: string
let adult: string
let unrated: string
let secret: string
let family: string

const ada = async (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })
const restrict = (body: object) => ada('PATCH', `/users/${kid}/restrictions`, body)
const nothing = { libraryIds: null, ageLimit: null, deniedTagIds: [], allowedTagIds: [] }
const listSeen = async (as = 'kid') =>
  (await server.call('GET', '/series', { as })).body.data.map(
    ({ metadata }: { metadata: { title: string } }) => metadata.title,
  ) as string[]

beforeAll(async () => {
  server = await startTestServer()
  kid = await server.addUser('kid', 'reader')
  const library = await seedLibrary(server, { name: 'All' })
  libraryId = library.id
  const add = async (title: string, ageRating: number | null) => {
    const row = await seedSeries(server, library, { title, ageRating, bookCount: 1 })
    await seedBook(server, row, { title: `${title} 1` })
    return row.id
  }
  child = await add('Child', 6)
  adult = await add('Adult', 18)
  unrated = await add('Unrated', null)
  const addTag = async (name: string) =>
    (await ada('POST', '/admin/sharing-tags', { name })).body.id as string
  secret = await addTag('Secret')
  family = await addTag('Family')
  await ada('PUT', `/series/${unrated}/sharing-tags`, { sharingTagIds: [secret] })
  await ada('PUT', `/series/${child}/sharing-tags`, { sharingTagIds: [family] })
})
beforeEach(() => restrict(nothing))
afterAll(() => server.close())

const cases: [string, Record<string, unknown>, string[]][] = [
  ['nothing', {}, ['Adult', 'Child', 'Unrated']],
  ['an age limit', { ageLimit: 12 }, ['Child', 'Unrated']],
  ['the same age as the limit', { ageLimit: 18 }, ['Adult', 'Child', 'Unrated']],
  ['an age limit, unrated hidden', { ageLimit: 12, hidesUnrated: true }, ['Child']],
  ['a denied tag', { deniedTagIds: ['secret'] }, ['Adult', 'Child']],
  ['an allowed tag', { allowedTagIds: ['family'] }, ['Child']],
  ['no library', { libraryIds: [] }, []],
]

test.each(cases)('%s', async (_, given, expected) => {
  const ids: Record<string, string> = { secret, family }
  const named = Object.entries(given).map(([name, value]) => [
    name,
    name.endsWith('TagIds') ? (value as string[]).map((tag) => ids[tag]!) : value,
  ])
  const body = { hidesUnrated: false, ...Object.fromEntries(named) }
  expect((await restrict(body)).status).toBe(200)
  expect(await listSeen()).toEqual(expected)
  const { body: all } = await server.call('GET', '/libraries', { as: 'kid' })
  const isPart = expected.length > 0 && expected.length < 3
  if (isPart) expect(all[0].seriesCount).toBe(expected.length)
})

test('own settings and groups combine to the stricter', async () => {
  const { body: group } = await ada('POST', '/access-groups', {
    name: 'Children',
    ageLimit: 12,
    hidesUnrated: false,
  })
  await ada('POST', `/access-groups/${group.id}/members`, { userIds: [kid] })
  expect(await listSeen()).toEqual(['Child', 'Unrated'])
  await restrict({ ageLimit: 18, hidesUnrated: false })
  expect(await listSeen()).toEqual(['Child', 'Unrated'])
  await restrict({ ageLimit: 5 })
  expect(await listSeen()).toEqual(['Unrated'])
  await ada('POST', `/access-groups/${group.id}/grants`, {
    sharingTagId: secret,
    accessMode: 'deny',
  })
  expect(await listSeen()).toEqual([])
  const { body: effective } = await ada('GET', `/users/${kid}/effective-grants?seriesId=${adult}`)
  const ofUser = { kind: 'user', groupId: null, groupName: null }
  const ofGroup = { kind: 'group', groupId: group.id, groupName: 'Children' }
  expect(effective).toMatchObject({
    userId: kid,
    ageLimit: 5,
    ageLimitSources: [ofUser],
    grants: [{ sharingTagName: 'Secret', accessMode: 'deny', sources: [ofGroup] }],
    decision: {
      isVisible: false,
      reasons: [
        { rule: 'age', sources: [ofUser] },
        { rule: 'age', sources: [ofGroup] },
      ],
    },
  })
  const { body: detail } = await ada('GET', `/access-groups/${group.id}`)
  expect(detail).toMatchObject({
    memberCount: 1,
    grantCount: 1,
    members: [{ username: 'kid', source: 'manual' }],
    grants: [{ sharingTagName: 'Secret', accessMode: 'deny' }],
    oidcMappings: [],
  })
  await restrict({ ageLimit: null })
  await ada('PATCH', `/access-groups/${group.id}`, { ageLimit: null })
  await ada('DELETE', `/access-groups/${group.id}/grants/${secret}`)
  expect(await listSeen()).toEqual(['Adult', 'Child', 'Unrated'])
  await ada('PATCH', `/access-groups/${group.id}`, { libraryIds: [] })
  expect(await listSeen()).toEqual([])
  expect((await ada('DELETE', `/access-groups/${group.id}/members/${kid}`)).status).toBe(204)
  expect(await listSeen()).toEqual(['Adult', 'Child', 'Unrated'])
  expect((await ada('DELETE', `/access-groups/${group.id}`)).status).toBe(204)
})

test('a deleted group restricts nobody', async () => {
  const { body: group } = await ada('POST', '/access-groups', { name: 'Gone', ageLimit: 0 })
  await ada('POST', `/access-groups/${group.id}/members`, { userIds: [kid] })
  expect((await ada('GET', `/users/${kid}/access-groups`)).body).toMatchObject([{ name: 'Gone' }])
  await ada('DELETE', `/access-groups/${group.id}`)
  expect(await listSeen()).toEqual(['Adult', 'Child', 'Unrated'])
})

test('a tag that is allowed and denied is denied', async () => {
  const { body: group } = await ada('POST', '/access-groups', { name: 'Both' })
  const grant = { sharingTagId: family, accessMode: 'deny' }
  await ada('POST', `/access-groups/${group.id}/grants`, grant)
  await ada('POST', `/access-groups/${group.id}/members`, { userIds: [kid] })
  await ada('PUT', `/users/${kid}/sharing-tags`, { ...grant, accessMode: 'allow' })
  expect(await listSeen()).toEqual([])
  await ada('DELETE', `/access-groups/${group.id}`)
  expect(await listSeen()).toEqual(['Child'])
  expect((await ada('DELETE', `/users/${kid}/sharing-tags/${family}`)).status).toBe(204)
  expect(await listSeen()).toEqual(['Adult', 'Child', 'Unrated'])
})

test('labels count what is visible, whatever changes it', async () => {
  await ada('PUT', `/series/${child}/genres`, { genres: ['Fantasy'] })
  await ada('PUT', `/series/${adult}/genres`, { genres: ['Fantasy'] })
  await restrict({ ageLimit: 12, deniedTagIds: [secret] })
  const count = async () =>
    (await server.call('GET', '/genres', { as: 'kid' })).body.data[0]?.seriesCount ?? 0
  expect(await count()).toBe(1)
  await ada('PATCH', `/series/${adult}/metadata`, { ageRating: 12 })
  expect(await count()).toBe(2)
  await ada('PATCH', '/series/bulk/sharing-tags', { seriesIds: [child, adult], add: [secret] })
  expect(await count()).toBe(0)
  await ada('PATCH', '/series/bulk/sharing-tags', { seriesIds: [child, adult], remove: [secret] })
  await ada('PATCH', `/series/${adult}/metadata`, { ageRating: 18 })
  expect(await count()).toBe(1)
})

test('many users are restricted at once', async () => {
  const other = await server.addUser('other', 'reader')
  const userIds = [kid, other, server.getUserId('ada'), crypto.randomUUID()]
  const { body } = await ada('PATCH', '/users/bulk/restrictions', {
    userIds,
    ageLimit: 12,
    hidesUnrated: false,
  })
  expect(body).toMatchObject({ updatedCount: 2, unchangedCount: 0 })
  expect(body.problems.map(({ error }: { error: string }) => error)).toEqual([
    'conflict',
    'not_found',
  ])
  expect(await listSeen('other')).toEqual(['Child', 'Unrated'])
  expect(await listSeen('ada')).toEqual(['Adult', 'Child', 'Unrated'])
})

test('sharing tags of many series change at once', async () => {
  await restrict({ deniedTagIds: [secret] })
  const body = { seriesIds: [child, adult], add: [secret], remove: [family] }
  expect((await ada('PATCH', '/series/bulk/sharing-tags', body)).body).toMatchObject({
    updatedCount: 2,
  })
  expect(await listSeen()).toEqual([])
  await ada('PUT', `/series/${child}/sharing-tags`, { sharingTagIds: [family] })
  await ada('DELETE', `/series/${adult}/sharing-tags/${secret}`)
  expect(await listSeen()).toEqual(['Adult', 'Child'])
})

describe('a sharing tag', () => {
  test('is not deleted while somebody sees only its series', async () => {
    const { body: tag } = await ada('POST', '/admin/sharing-tags', { name: 'Only' })
    await ada('POST', `/series/${adult}/sharing-tags`, { sharingTagId: tag.id })
    await restrict({ allowedTagIds: [tag.id] })
    expect(await listSeen()).toEqual(['Adult'])
    const refused = await ada('DELETE', `/admin/sharing-tags/${tag.id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'access.whitelist_in_use' } })
    await restrict({ allowedTagIds: [], deniedTagIds: [tag.id] })
    expect(await listSeen()).toEqual(['Child', 'Unrated'])
    expect((await ada('DELETE', `/admin/sharing-tags/${tag.id}`)).status).toBe(204)
    expect(await listSeen()).toEqual(['Adult', 'Child', 'Unrated'])
    expect((await ada('GET', `/admin/sharing-tags/${tag.id}`)).status).toBe(404)
  })

  test('counts its series and users, and has a unique name', async () => {
    await restrict({ deniedTagIds: [secret] })
    const { body } = await ada('GET', '/admin/sharing-tags')
    expect(body.data).toMatchObject([
      { name: 'Family', seriesCount: 1, userCount: 0 },
      { name: 'Secret', seriesCount: 1, userCount: 1 },
    ])
    const again = await ada('POST', '/admin/sharing-tags', { name: ' SECRET ' })
    expect(again).toMatchObject({ status: 409, body: { code: 'sharing.name_taken' } })
  })
})

test('administrators cannot be restricted', async () => {
  const id = server.getUserId('ada')
  const { status, body } = await ada('PATCH', `/users/${id}/restrictions`, { ageLimit: 12 })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'access.admin_unrestricted' })
  expect((await ada('GET', `/users/${id}/effective-grants`)).body.isAdministrator).toBe(true)
})

test('whoever is restricted has the permissions of a reader at most', async () => {
  const id = await server.addUser('helper', 'maintainer', ['users:write'])
  const tasks = async () => (await server.call('GET', '/tasks', { as: 'helper' })).status
  expect(await tasks()).toBe(200)
  await ada('PATCH', `/users/${id}/restrictions`, { ageLimit: 12 })
  expect(await tasks()).toBe(403)
  const user = { username: 'new', email: 'new@example.org', password: 'long enough' }
  expect((await server.call('POST', '/users', { as: 'helper', body: user })).status).toBe(403)
  expect((await ada('GET', `/users/${id}/effective-grants`)).body.hasReaderPermissionsOnly).toBe(
    true,
  )
})

test('a mapping is stored with its group', async () => {
  const { body: group } = await ada('POST', '/access-groups', { name: 'Mapped' })
  const path = `/access-groups/${group.id}/oidc-mappings`
  const { body: mapping } = await ada('POST', path, { oidcGroupName: 'family' })
  expect((await ada('POST', path, { oidcGroupName: 'family' })).status).toBe(409)
  expect((await ada('GET', `/access-groups/${group.id}`)).body.oidcMappings).toEqual([mapping])
  expect((await ada('DELETE', `${path}/${mapping.id}`)).status).toBe(204)
  expect((await ada('DELETE', `${path}/${mapping.id}`)).status).toBe(404)
})

test('accounts are created together with restrictions and groups', async () => {
  const { ctx } = server
  const { body: group } = await ada('POST', '/access-groups', { name: 'New', ageLimit: 12 })
  await ada('POST', `/access-groups/${group.id}/oidc-mappings`, { oidcGroupName: 'kids' })
  const userId = await server.addUser('fresh', 'reader')
  const patch = { deniedTagIds: [secret] }
  await ctx.write(async (tx) => {
    await applyRestrictions(ctx, tx, system, { userId, patch })
    await addToGroups(ctx, tx, userId, [group.id, crypto.randomUUID()])
  })
  expect(await listSeen('fresh')).toEqual(['Child'])
  await ada('DELETE', `/access-groups/${group.id}/members/${userId}`)
  expect(await listSeen('fresh')).toEqual(['Adult', 'Child'])
  const map = (oidcGroupNames: string[]) =>
    ctx.write((tx) => setMappedGroups(ctx, tx, userId, { oidcGroupNames, source: 'oidc:home' }))
  expect(await map(['kids', 'others'])).toBe(true)
  expect(await listSeen('fresh')).toEqual(['Child'])
  expect(await map(['kids'])).toBe(false)
  expect(await map([])).toBe(true)
  expect(await listSeen('fresh')).toEqual(['Adult', 'Child'])
  await ada('DELETE', `/access-groups/${group.id}`)
})

describe('viewing as somebody else', () => {
  const viewAs = (method: string, path: string, more: { as?: string; body?: unknown } = {}) =>
    server.call(method, path, { as: 'ada', headers: { 'x-view-as': kid }, ...more })

  test('shows what they see, and nothing that is theirs', async () => {
    await restrict({ ageLimit: 12, hidesUnrated: false })
    const [book] = (await server.call('GET', `/series/${child}/books`, { as: 'kid' })).body.data
    const note = { page: 1, note: 'my diary' }
    await server.call('POST', `/books/${book.id}/bookmarks`, { as: 'kid', body: note })
    await server.call('PUT', `/books/${book.id}/progress`, { as: 'kid', body: { currentPage: 2 } })
    const { body } = await viewAs('GET', '/series')
    expect(body.total).toBe(2)
    expect((await viewAs('POST', '/series/list', { body: {} })).body.total).toBe(2)
    expect((await viewAs('GET', `/series/${adult}`)).status).toBe(404)
    expect((await viewAs('GET', '/bookmarks')).body.total ?? 0).toBe(0)
    expect((await viewAs('GET', `/books/${book.id}/progress`)).status).toBe(204)
    expect((await viewAs('GET', '/user')).status).toBe(403)
  })

  test('changes nothing, and is for administrators', async () => {
    const [book] = (await server.call('GET', `/series/${child}/books`, { as: 'kid' })).body.data
    const body = { currentPage: 3 }
    const refused = await viewAs('PUT', `/books/${book.id}/progress`, { body })
    expect(refused).toMatchObject({ status: 403, body: { code: 'access.view_as_reads_only' } })
    const other = await viewAs('GET', '/series', { as: 'max' })
    expect(other).toMatchObject({ status: 403, body: { code: 'access.view_as_admins_only' } })
  })

  test('fails on no route that reads', async () => {
    const failed: string[] = []
    for (const { method, path } of await server.app.listRoutes()) {
      if (method !== 'GET' || !path.startsWith('/api/v1/') || path.endsWith('/stream')) continue
      const filled = path
        .replace('/api/v1', '')
        .replace('series/:id', `series/${child}`)
        .replace('libraries/:id', `libraries/${libraryId}`)
        .replaceAll(/:\w+/g, crypto.randomUUID())
      const { status } = await viewAs('GET', filled)
      if (status >= 500) failed.push(`${path}: ${status}`)
    }
    expect(failed).toEqual([])
  })
})
