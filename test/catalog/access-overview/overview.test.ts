/** J3: what each user sees, in numbers, is what the lists show. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { recountLibrary } from '../../../src/catalog/libraries/recount-library'
import { seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { countStatements } from '../../support/statements'

let server: TestServer
let mia: string
let comics: SeededLibrary
let novels: SeededLibrary
let scary: string
let family: string

const call = (as: string, method: string, path: string, body?: unknown) =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })
const ada = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await call('ada', method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
  return answer
}
const preview = (body: object) => ada('POST', '/access/preview', body)
const countListed = async (as: string) => (await call(as, 'GET', '/series')).body.total as number
const findEntry = async (userId: string) =>
  (await ada('GET', '/access/users')).data.find((one: { userId: string }) => one.userId === userId)

/**
 * Comics: three for children, two for adults, one unrated. Novels: four unrated, two of them with
 * the tag "Family", and one of these with "Scary", too. One in the trash, and a library in it.
 */
beforeAll(async () => {
  server = await startTestServer()
  mia = await server.addUser('mia', 'reader')
  comics = await seedLibrary(server, { name: 'Comics', path: '/comics' })
  novels = await seedLibrary(server, { name: 'Novels', path: '/novels' })
  const gone = await seedLibrary(server, { name: 'Gone', path: '/gone', trashedAt: new Date() })
  const add = async (library: SeededLibrary, title: string, ageRating: number | null) =>
    (await seedSeries(server, library, { title, ageRating })).id
  for (const title of ['A', 'B', 'C']) await add(comics, title, 6)
  for (const title of ['D', 'E']) await add(comics, title, 18)
  await add(comics, 'F', null)
  const unrated: string[] = []
  for (const title of ['G', 'H', 'I', 'J']) unrated.push(await add(novels, title, null))
  await seedSeries(server, novels, { title: 'K', ageRating: null, trashedAt: new Date() })
  await add(gone, 'L', null)
  for (const { id } of [comics, novels]) await recountLibrary(server.ctx, id)
  const addTag = async (name: string): Promise<string> =>
    (await ada('POST', '/admin/sharing-tags', { name })).id
  scary = await addTag('Scary')
  family = await addTag('Family')
  const tag = (id: string, sharingTagIds: string[]) =>
    ada('PUT', `/series/${id}/sharing-tags`, { sharingTagIds })
  await tag(unrated[0]!, [family])
  await tag(unrated[1]!, [family, scary])
})
afterAll(() => server.close())

const nothing = { libraryIds: null, ageLimit: null, deniedTagIds: [], allowedTagIds: [] }

test('J3: a user without restrictions sees everything', async () => {
  const all = { visibleCount: 10, totalCount: 10, visibleUnratedCount: 5, hiddenUnratedCount: 0 }
  expect(await findEntry(mia)).toEqual({
    userId: mia,
    username: 'mia',
    isActive: true,
    isAdministrator: false,
    libraryIds: null,
    ageLimit: null,
    hidesUnrated: false,
    hasTagRules: false,
    ...all,
  })
  expect(await findEntry(server.getUserId('ada'))).toMatchObject({ isAdministrator: true, ...all })
})

type Expected = [visible: number, visibleUnrated: number, hiddenUnrated: number]
const cases: [string, () => object, Expected][] = [
  ['an age limit', () => ({ ageLimit: 10 }), [3, 0, 5]],
  ['one that shows unrated', () => ({ ageLimit: 10, hidesUnrated: false }), [8, 5, 0]],
  ['a library', () => ({ libraryIds: [novels.id] }), [4, 4, 0]],
  ['a library and an age', () => ({ libraryIds: [comics.id], ageLimit: 10 }), [3, 0, 1]],
  ['a denied tag', () => ({ deniedTagIds: [scary] }), [9, 4, 0]],
  ['a denied tag and an age', () => ({ deniedTagIds: [scary], ageLimit: 18 }), [5, 0, 4]],
  ['an allowed tag', () => ({ allowedTagIds: [family] }), [2, 2, 0]],
  ['both tags', () => ({ allowedTagIds: [family], deniedTagIds: [scary] }), [1, 1, 0]],
  ['an allowed tag and an age', () => ({ allowedTagIds: [family], ageLimit: 10 }), [0, 0, 2]],
  ['no library', () => ({ libraryIds: [], ageLimit: 10 }), [0, 0, 0]],
]

test.each(cases)('J3: the preview of %s is what the user then sees', async (_, make, expected) => {
  await ada('PATCH', `/users/${mia}/restrictions`, nothing)
  const [visibleCount, visibleUnratedCount, hiddenUnratedCount] = expected
  const counts = { visibleCount, totalCount: 10, visibleUnratedCount, hiddenUnratedCount }
  const answer = await preview({ userId: mia, ...make() })
  expect(answer).toMatchObject(counts)
  expect(await countListed('mia')).toBe(10)
  expect(await preview(make())).toEqual(answer)
  await ada('PATCH', `/users/${mia}/restrictions`, make())
  expect(await countListed('mia')).toBe(visibleCount)
  const { ageLimit, hidesUnrated } = answer
  expect(await findEntry(mia)).toMatchObject({ ageLimit, hidesUnrated, ...counts })
})

test('J3: groups count in the preview, those of the user or others', async () => {
  await ada('PATCH', `/users/${mia}/restrictions`, nothing)
  const group = await ada('POST', '/access-groups', { name: 'Children', ageLimit: 10 })
  expect(await preview({ userId: mia })).toMatchObject({ visibleCount: 10 })
  const inGroup = { visibleCount: 3, hiddenUnratedCount: 5, ageLimit: 10, hidesUnrated: true }
  expect(await preview({ accessGroupIds: [group.id] })).toMatchObject(inGroup)
  expect(await preview({ userId: mia, accessGroupIds: [group.id] })).toMatchObject(inGroup)
  await ada('POST', `/access-groups/${group.id}/members`, { userIds: [mia] })
  expect(await preview({ userId: mia })).toMatchObject(inGroup)
  expect(await findEntry(mia)).toMatchObject(inGroup)
  expect(await countListed('mia')).toBe(3)
  expect(await preview({ userId: mia, accessGroupIds: [] })).toMatchObject({ visibleCount: 10 })
  await ada('DELETE', `/access-groups/${group.id}`)
})

test('J3: a changed age keeps the setting of an existing limit', async () => {
  await ada('PATCH', `/users/${mia}/restrictions`, nothing)
  await ada('PATCH', `/users/${mia}/restrictions`, { ageLimit: 10, hidesUnrated: false })
  const changed = { visibleCount: 10, hidesUnrated: false, visibleUnratedCount: 5 }
  expect(await preview({ userId: mia, ageLimit: 18 })).toMatchObject(changed)
  expect(await preview({ userId: mia, ageLimit: 18, hidesUnrated: true })).toMatchObject({
    visibleCount: 5,
    hiddenUnratedCount: 5,
  })
})

test('an administrator sees everything, whatever is asked', async () => {
  const userId = server.getUserId('ada')
  expect(await preview({ userId, ageLimit: 6 })).toMatchObject({ visibleCount: 10 })
})

test('who may only add users learns about new accounts in their own libraries', async () => {
  const host = await server.addUser('host', 'reader', ['users:read', 'users:write'])
  await ada('PATCH', `/users/${host}/restrictions`, { libraryIds: [comics.id] })
  const ask = (body: object) => call('host', 'POST', '/access/preview', body)
  expect((await ask({ ageLimit: 10 })).body).toMatchObject({
    visibleCount: 3,
    totalCount: 6,
    hiddenUnratedCount: 1,
  })
  expect((await ask({ libraryIds: [novels.id] })).body).toMatchObject({ visibleCount: 0 })
  const refused = [{ userId: mia }, { deniedTagIds: [scary] }, { allowedTagIds: [family] }]
  for (const body of [...refused, { accessGroupIds: [Bun.randomUUIDv7()] }]) {
    expect(await ask(body)).toMatchObject({
      status: 403,
      body: { code: 'access.preview_needs_admin' },
    })
  }
  for (const as of ['ann', 'max', 'host']) {
    expect((await call(as, 'GET', '/access/users')).status).toBe(403)
  }
  for (const as of ['ann', 'max']) {
    expect((await call(as, 'POST', '/access/preview', {})).status).toBe(403)
  }
})

test('unknown users and values are refused', async () => {
  const ask = async (body: object) => (await call('ada', 'POST', '/access/preview', body)).status
  expect(await ask({ userId: Bun.randomUUIDv7() })).toBe(404)
  expect(await ask({ ageLimit: 100 })).toBe(400)
  expect(await ask({ age: 10 })).toBe(400)
})

test('users with different restrictions are counted in one statement', async () => {
  const counted = countStatements(server.ctx)
  const measure = async () => {
    const start = counted()
    await ada('GET', '/access/users?pageSize=100')
    return counted() - start
  }
  await measure()
  const before = await measure()
  for (let age = 1; age <= 20; age += 1) {
    const id = await server.addUser(`child ${age}`, 'reader')
    await ada('PATCH', `/users/${id}/restrictions`, { ageLimit: age })
  }
  // One request a minute also saves when the session was last used.
  expect(Math.min(await measure(), await measure())).toBeLessThanOrEqual(before)
  const { data, total } = await ada('GET', '/access/users?pageSize=2&page=2')
  expect({ rows: data.length, total }).toEqual({ rows: 2, total: 25 })
})
