/** Access to lists: which users can see and change them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { waitUntil } from '../../support/wait-until'
import { type SeededLibrary, seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { addItems, createList, kinds, limitTo, listItems } from './two-kinds'

let server: TestServer
let library: SeededLibrary
let hidden: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  hidden = await seedLibrary(server)
  for (const name of ['kid', 'eve']) await server.addUser(name, 'reader')
  await limitTo(server, 'kid', [library.id])
})
afterAll(() => server.close())

describe.each(kinds)('$path', (kind) => {
  const { path, entries, member, count } = kind
  const get = (as: string, id: string) => server.call('GET', `${path}/${id}`, { as })
  const patch = (as: string, id: string, body: object) =>
    server.call('PATCH', `${path}/${id}`, { as, body })
  const listIds = async (as: string) => {
    const found = await server.call('GET', `${path}?pageSize=500`, { as })
    expect(found.body.total).toBe(found.body.data.length)
    return found.body.data.map((list: { id: string }) => list.id)
  }
  const addOne = (from = library) => kind.addItem(server, from, 'One')

  /** Creates a list of `max` with one visible and one hidden entry. */
  async function createShared(body: object) {
    const id = await createList(server, kind, 'max', body)
    const items = [await addOne(hidden), await addOne()]
    await addItems(server, kind, 'max', { id, ids: items })
    return { id, items }
  }

  test('a private list is there for its owner only', async () => {
    const { id, items } = await createShared({})
    for (const as of ['ann', 'ada']) {
      expect((await get(as, id)).status).toBe(404)
      expect((await patch(as, id, { name: 'Mine' })).status).toBe(404)
      expect((await server.call('DELETE', `${path}/${id}`, { as })).status).toBe(404)
      expect(await listItems(server, kind, as, id)).toBe(404)
      expect((await addItems(server, kind, as, { id, ids: [items[1]!] })).status).toBe(404)
      expect((await server.call('GET', `${path}/${id}/thumbnail`, { as })).status).toBe(404)
      expect(await listIds(as)).not.toContain(id)
      const found = await server.call('GET', `/${entries}/${items[1]}/${kind.membership}`, { as })
      expect(found.body.total).toBe(0)
    }
  })

  test('sharing needs a permission, and names of active users', async () => {
    const id = await createList(server, kind, 'ann')
    const people = (username: string) => ({ sharing: 'people', sharedWith: [{ username }] })
    for (const body of [{ sharing: 'everyone' }, people('eve')]) {
      const refused = await patch('ann', id, body)
      expect([refused.status, refused.body.code]).toEqual([403, 'lists.publish_required'])
    }
    const mine = await createList(server, kind, 'max')
    const bodies = [
      people('nobody'),
      people('max'),
      { sharing: 'people' },
      { sharing: 'people', sharedWith: [] },
      { sharing: 'private', sharedWith: [{ username: 'ann' }] },
    ]
    for (const body of bodies) expect((await patch('max', mine, body)).status).toBe(400)
    expect((await get('max', mine)).body.sharing).toBe('private')
  })

  test('chosen people see a list, and change it if they may', async () => {
    const sharedWith = [{ username: 'ANN' }, { username: 'kid', canEdit: true }]
    const { id, items } = await createShared({ sharing: 'people', sharedWith })
    expect((await get('eve', id)).status).toBe(404)
    expect((await get('ann', id)).body).toMatchObject({
      sharing: 'people',
      sharedWith: [],
      ownerName: 'max',
      isOwner: false,
      canEdit: false,
      canDelete: false,
      [count]: 2,
    })
    expect((await get('max', id)).body.sharedWith).toEqual([
      { username: 'ann', canEdit: false },
      { username: 'kid', canEdit: true },
    ])
    const one = await addOne()
    expect((await addItems(server, kind, 'ann', { id, ids: [one] })).status).toBe(403)
    expect((await addItems(server, kind, 'kid', { id, ids: [one] })).body[count]).toBe(2)
    expect((await patch('kid', id, { name: 'Mine' })).status).toBe(403)
    expect((await server.call('DELETE', `${path}/${id}`, { as: 'kid' })).status).toBe(403)
    const order = { as: 'kid', body: { [member]: [one, items[1]] } }
    expect((await server.call('PUT', `${path}/${id}/${entries}`, order)).status).toBe(204)
    // The hidden entry keeps its position.
    expect(await listItems(server, kind, 'max', id)).toEqual([items[0], one, items[1]])
    expect(await listItems(server, kind, 'kid', id)).toEqual([one, items[1]])
    await patch('max', id, { sharing: 'private' })
    expect((await get('kid', id)).status).toBe(404)
    const kid = server.getUserId('kid')
    await waitUntil(() =>
      server.events.some((event) => event.type === kind.event && event.userId === kid),
    )
  })

  test('nothing hidden is counted, and a list with nothing visible is not there', async () => {
    const { id, items } = await createShared({ sharing: 'everyone' })
    expect((await get('ann', id)).body[count]).toBe(2)
    expect((await get('kid', id)).body[count]).toBe(1)
    expect(await listItems(server, kind, 'kid', id)).toHaveLength(1)
    // Not even the ID of a hidden cover is revealed.
    expect((await patch('max', id, { coverItemId: items[0] })).body.coverItemId).toBe(items[0])
    expect((await get('ann', id)).body.coverItemId).toBe(items[0])
    expect((await get('kid', id)).body.coverItemId).toBeNull()
    const secret = await createList(server, kind, 'max', { sharing: 'everyone' })
    await addItems(server, kind, 'max', { id: secret, ids: [await addOne(hidden)] })
    expect((await get('ann', secret)).status).toBe(200)
    expect((await get('kid', secret)).status).toBe(404)
    expect(await listIds('kid')).not.toContain(secret)
    const foreign = await addOne(hidden)
    const own = await createList(server, kind, 'kid')
    expect((await addItems(server, kind, 'kid', { id: own, ids: [foreign] })).status).toBe(404)
    const membership = `/${entries}/${foreign}/${kind.membership}`
    expect((await server.call('GET', membership, { as: 'kid' })).status).toBe(404)
  })

  test('a change of hidden entries does not show in the list or its ETag', async () => {
    const sharing = { sharing: 'people', sharedWith: [{ username: 'kid', canEdit: true }] }
    const { id, items } = await createShared(sharing)
    const readAll = async (as: string) => {
      const [one, all] = [
        await get(as, id),
        await server.call('GET', `${path}?pageSize=500`, { as }),
      ]
      const listed = all.body.data.find((list: { id: string }) => list.id === id)
      expect(listed).toEqual(one.body)
      return [one.headers.get('etag'), one.body]
    }
    const [before, beforeOfMax] = [await readAll('kid'), await readAll('max')]
    await server.clock.advance(60_000)
    const another = await addOne(hidden)
    await addItems(server, kind, 'max', { id, ids: [another] })
    expect(await readAll('kid')).toEqual(before)
    expect(await readAll('max')).not.toEqual(beforeOfMax)
    await server.clock.advance(60_000)
    await server.call('DELETE', `${path}/${id}/${entries}/${items[0]}`, { as: 'max' })
    expect(await readAll('kid')).toEqual(before)
    // The ETag still is that of the version that is changed.
    const [etag] = before as [string]
    const visible = await addOne()
    const change = { as: 'kid', headers: { 'if-match': etag }, body: { [member]: [visible] } }
    expect((await server.call('POST', `${path}/${id}/${entries}`, change)).status).toBe(200)
    const after = (await get('kid', id)).body
    expect(after[count]).toBe(2)
    expect(after.updatedAt > (before[1] as { updatedAt: string }).updatedAt).toBe(true)
    expect((await server.call('POST', `${path}/${id}/${entries}`, change)).status).toBe(412)
  })

  test('whoever looks after lists sees none about hidden libraries', async () => {
    const secret = await createList(server, kind, 'ada', { sharing: 'everyone' })
    await addItems(server, kind, 'ada', { id: secret, ids: [await addOne(hidden)] })
    const empty = await createList(server, kind, 'ada', { sharing: 'everyone' })
    const tom = `tom${entries}`
    await server.addUser(tom, 'maintainer')
    await limitTo(server, tom, [library.id])
    expect([(await get(tom, secret)).status, (await get(tom, empty)).status]).toEqual([404, 200])
    expect((await patch(tom, secret, { summary: 'x' })).status).toBe(404)
    expect(await listIds(tom)).not.toContain(secret)
    await limitTo(server, tom, null)
    expect((await get(tom, secret)).body.canEdit).toBe(true)
  })

  test('an event names a list only to those who certainly see it', async () => {
    const sharedWith = [{ username: 'kid' }, { username: 'eve', canEdit: true }]
    const id = await createList(server, kind, 'max', { sharing: 'people', sharedWith })
    await addItems(server, kind, 'max', { id, ids: [await addOne(hidden)] })
    expect((await get('kid', id)).status).toBe(404)
    const toldOf = (name: string) =>
      server.events.filter(
        (event) =>
          event.type === kind.event &&
          event.userId === server.getUserId(name) &&
          'listId' in event &&
          event.listId === id,
      ).length
    await waitUntil(() => toldOf('eve') > 0 && toldOf('max') > 0)
    expect(toldOf('kid')).toBe(0)
  })

  test('lists for everybody have names of their own, and maintainers look after them', async () => {
    const name = `For all ${path}`
    const { id } = await createShared({ sharing: 'everyone', name })
    const taken = await server.call('POST', path, {
      as: 'ada',
      body: { name, sharing: 'everyone' },
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'lists.public_name_taken'])
    expect((await get('ada', id)).body).toMatchObject({ canEdit: true, canDelete: true })
    expect((await patch('ada', id, { name: 'Other' })).status).toBe(403)
    const one = await addOne()
    expect((await addItems(server, kind, 'ada', { id, ids: [one] })).body[count]).toBe(3)
    expect((await server.call('DELETE', `${path}/${id}`, { as: 'ann' })).status).toBe(403)
    expect((await server.call('DELETE', `${path}/${id}`, { as: 'ada' })).status).toBe(204)
  })

  test('a deleted user takes private lists along; others keep what was shared', async () => {
    const name = `gone${kind.entries}`
    await server.addUser(name, 'maintainer')
    const mine = await createList(server, kind, name)
    const shared = await createList(server, kind, name, { sharing: 'everyone' })
    await addItems(server, kind, name, { id: shared, ids: [await addOne()] })
    await server.ctx.write((tx) => tx.delete(users).where(eq(users.id, server.getUserId(name))))
    expect((await get('ada', mine)).status).toBe(404)
    expect((await get('ann', shared)).body).toMatchObject({ ownerName: null, canEdit: false })
    expect((await get('max', shared)).body).toMatchObject({ isOwner: true, canDelete: true })
    expect((await patch('max', shared, { summary: 'Kept' })).body.summary).toBe('Kept')
  })

  test('a key without the permission changes nothing', async () => {
    const id = await createList(server, kind, 'ann')
    const created = await server.call('POST', '/api-keys', {
      as: 'ann',
      body: { name: `Reading ${path}`, permissions: ['libraries:read', 'series:read'] },
    })
    const headers = { 'x-api-key': created.body.key }
    expect((await server.call('GET', path, { headers })).status).toBe(403)
    expect((await server.call('DELETE', `${path}/${id}`, { headers })).status).toBe(403)
  })
})
