/** Changes of saved filters, libraries and users that are based on an older version are refused. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { libraries } from '../../../src/catalog/libraries/schema'
import { seedLibrary } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let names = 0
const filter = () => ({ name: `Filter ${++names}`, condition: {} })

async function createPreset() {
  const body = { ...filter(), scope: 'global', target: 'series' }
  const created = await server.call('POST', '/filter-presets', { as: 'ada', body })
  return `/filter-presets/${created.body.id}`
}
const createLibrary = async () =>
  `/libraries/${(await seedLibrary(server, { path: `/library-${++names}` })).id}`
const createUser = async () => `/users/${await server.addUser(`user-${++names}`, 'reader')}`

interface Kind {
  name: string
  create: () => Promise<string>
  method: string
  change: () => object
}
const kinds: Kind[] = [
  { name: 'saved filters', create: createPreset, method: 'PUT', change: filter },
  {
    name: 'libraries',
    create: createLibrary,
    method: 'PATCH',
    change: () => ({ name: `Name ${++names}` }),
  },
  {
    name: 'users',
    create: createUser,
    method: 'PATCH',
    change: () => ({ email: `new${++names}@example.org` }),
  },
  {
    name: 'the libraries of users',
    create: async () => `${await createUser()}/libraries`,
    method: 'PUT',
    change: () => ({ libraryIds: [] }),
  },
]

const get = (path: string) => server.call('GET', path, { as: 'ada' })
const getTag = async (path: string) => (await get(path)).headers.get('etag')!
const send = (method: string, path: string, tag: string, body?: object) =>
  server.call(method, path, { as: 'ada', headers: { 'if-match': tag }, ...(body && { body }) })

describe.each(kinds)('$name', ({ create, method, change }) => {
  test('M9: each change needs the version that it names', async () => {
    const path = await create()
    const old = await getTag(path)
    expect(old).toMatch(/^(W\/)?".+"$/)
    expect((await send(method, path, old, change())).status).toBe(200)
    const before = await get(path)
    for (const tag of [old, '"other"', `${old}, "x"`, '"x.y"']) {
      for (const [verb, body] of [[method, change()] as const, ['DELETE', undefined] as const]) {
        if (verb === 'DELETE' && path.endsWith('/libraries')) continue
        const { status, body: answer } = await send(verb, path, tag, body)
        expect([verb, tag, status]).toEqual([verb, tag, 412])
        expect(answer.error).toBe('precondition_failed')
      }
    }
    expect((await get(path)).body).toEqual(before.body)
    expect((await send(method, path, '*', change())).status).toBe(200)
    expect((await send(method, path, await getTag(path), change())).status).toBe(200)
    if (path.endsWith('/libraries')) return
    expect((await send('DELETE', path, await getTag(path))).status).toBe(204)
    expect((await send('DELETE', path, '*')).status).toBe(404)
  })
})

describe.each(kinds.filter(({ name }) => name !== 'the libraries of users'))(
  'of two changes of $name',
  ({ create, method, change }) => {
    test('M9: of the same version one is made', async () => {
      const path = await create()
      const tag = await getTag(path)
      const bodies = [change(), change(), change()]
      const answers = await Promise.all(bodies.map((body) => send(method, path, tag, body)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    })
  },
)

test('M9: scans and signing in are no changes, but change the ETag', async () => {
  const library = await createLibrary()
  const user = await createUser()
  const [libraryTag, userTag] = [await getTag(library), await getTag(user)]
  await server.ctx.write(async (tx) => {
    const now = server.clock.now()
    const id = (path: string) => path.split('/')[2]!
    await tx
      .update(libraries)
      .set({ bookCount: 7, lastScannedAt: now, updatedAt: now })
      .where(eq(libraries.id, id(library)))
    await tx
      .update(users)
      .set({ lastLoginAt: now })
      .where(eq(users.id, id(user)))
  })
  expect([await getTag(library), await getTag(user)]).not.toContain(libraryTag)
  expect(await getTag(user)).not.toBe(userTag)
  expect((await send('PATCH', library, libraryTag, { name: `N ${++names}` })).status).toBe(200)
  expect((await send('PATCH', user, userTag, { role: 'maintainer' })).status).toBe(200)
})
