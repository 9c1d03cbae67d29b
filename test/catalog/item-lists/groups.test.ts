/** Lists that are shared with access groups. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SeededLibrary, seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { addItems, createList, kinds, limitTo, listItems } from './two-kinds'

let server: TestServer
let library: SeededLibrary
let hidden: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  hidden = await seedLibrary(server)
  for (const name of ['kid', 'eve', 'tim']) await server.addUser(name, 'reader')
  await limitTo(server, 'kid', [library.id])
})
afterAll(() => server.close())

const askAs = async (as: string, method: string, path: string, body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })
const userIds = (names: readonly string[]) => names.map((name) => server.getUserId(name))

/** Creates a group. By default, its members include `max`, who publishes lists. */
async function createGroup(members: readonly string[] = ['max', 'kid']) {
  const name = `Group ${Bun.randomUUIDv7()}`
  const { body } = await askAs('ada', 'POST', '/access-groups', { name })
  const path = `/access-groups/${body.id}/members`
  await askAs('ada', 'POST', path, { userIds: userIds(members) })
  return { id: body.id as string, name }
}

const removeMember = (groupId: string, name: string) =>
  askAs('ada', 'DELETE', `/access-groups/${groupId}/members/${server.getUserId(name)}`)

test('groups to share with: all for administrators, otherwise only your own', async () => {
  const own = await createGroup()
  const foreign = await createGroup(['eve', 'kid'])
  const choicesOf = async (as: string) => (await askAs(as, 'GET', '/user/shareable-groups')).body
  expect(await choicesOf('ada')).toEqual(
    expect.arrayContaining([
      { ...own, memberCount: 2 },
      { ...foreign, memberCount: 2 },
    ]),
  )
  expect(await choicesOf('max')).toEqual([{ ...own, memberCount: null }])
  expect((await askAs('kid', 'GET', '/user/shareable-groups')).status).toBe(403)
  await removeMember(own.id, 'max')
  expect(await choicesOf('max')).toEqual([])
})

describe.each(kinds)('$path', (kind) => {
  const { path, entries, count } = kind
  const get = (as: string, id: string) => askAs(as, 'GET', `${path}/${id}`)
  const patch = (as: string, id: string, body: object) => askAs(as, 'PATCH', `${path}/${id}`, body)
  const addOne = (from = library) => kind.addItem(server, from, 'One')
  const shareWith = (groupId: string, canEdit?: boolean) => ({
    sharing: 'people',
    sharedWithGroups: [{ id: groupId, ...(canEdit !== undefined && { canEdit }) }],
  })

  /** Creates a list of `max` with one visible and one hidden entry. */
  async function createShared(body: object) {
    const id = await createList(server, kind, 'max', body)
    const items = [await addOne(hidden), await addOne()]
    await addItems(server, kind, 'max', { id, ids: items })
    return { id, items }
  }

  const isListed = async (as: string, id: string) => {
    const { body } = await askAs(as, 'GET', `${path}?pageSize=500`)
    expect(body.total).toBe(body.data.length)
    return body.data.some((list: { id: string }) => list.id === id)
  }

  test('members see it, and change it only if the group may', async () => {
    const group = await createGroup()
    const { id, items } = await createShared(shareWith(group.id))
    expect((await get('max', id)).body).toMatchObject({
      sharing: 'people',
      sharedWith: [],
      sharedWithGroups: [{ ...group, canEdit: false }],
    })
    expect((await get('kid', id)).body).toMatchObject({
      sharedWithGroups: [],
      isOwner: false,
      canEdit: false,
      canDelete: false,
      [count]: 1,
    })
    expect([await isListed('kid', id), await isListed('eve', id)]).toEqual([true, false])
    expect(await listItems(server, kind, 'kid', id)).toEqual([items[1]])
    expect((await get('eve', id)).status).toBe(404)
    expect(await listItems(server, kind, 'eve', id)).toBe(404)
    const one = await addOne()
    expect((await addItems(server, kind, 'kid', { id, ids: [one] })).status).toBe(403)
    await patch('max', id, shareWith(group.id, true))
    expect((await get('kid', id)).body.canEdit).toBe(true)
    expect((await addItems(server, kind, 'kid', { id, ids: [one] })).body[count]).toBe(2)
    expect((await addItems(server, kind, 'eve', { id, ids: [one] })).status).toBe(404)
    expect((await patch('kid', id, { name: 'Mine' })).status).toBe(403)
    const editable = await askAs('kid', 'GET', `${path}?pageSize=500&editable=true`)
    expect(editable.body.data.map((list: { id: string }) => list.id)).toContain(id)
  })

  test('conditions and the lists of an entry know it for members only', async () => {
    const group = await createGroup()
    const { id, items } = await createShared(shareWith(group.id))
    const condition = {
      [entries === 'series' ? 'inCollection' : 'inReadList']: { operator: 'is', value: id },
    }
    const foundBy = async (as: string) =>
      (await askAs(as, 'POST', `/${entries}/list`, { condition })).body.total
    expect([await foundBy('kid'), await foundBy('eve')]).toEqual([1, 0])
    const listsFor = async (as: string) =>
      (await askAs(as, 'GET', `/${entries}/${items[1]}/${kind.membership}`)).body.total
    expect([await listsFor('kid'), await listsFor('eve')]).toEqual([1, 0])
  })

  const ends: [string, (id: string, groupId: string) => Promise<{ status: number }>][] = [
    ['the member is removed', (_id, groupId) => removeMember(groupId, 'kid')],
    ['the group is deleted', (_id, groupId) => askAs('ada', 'DELETE', `/access-groups/${groupId}`)],
    ['the list is made private', (id) => patch('max', id, { sharing: 'private' })],
    [
      'the group is taken off the list',
      (id) => patch('max', id, { sharedWith: [{ username: 'eve' }], sharedWithGroups: [] }),
    ],
  ]
  test.each(ends)('access ends at once when %s', async (_name, end) => {
    const group = await createGroup()
    const { id } = await createShared(shareWith(group.id, true))
    const one = await addOne()
    expect((await get('kid', id)).status).toBe(200)
    expect((await end(id, group.id)).status).toBeLessThan(300)
    expect((await get('kid', id)).status).toBe(404)
    expect(await isListed('kid', id)).toBe(false)
    expect((await addItems(server, kind, 'kid', { id, ids: [one] })).status).toBe(404)
    expect((await get('max', id)).status).toBe(200)
  })

  test('two groups, or a name besides a group: whoever lets the member edit counts', async () => {
    const [readers, editors] = [
      await createGroup(['max', 'kid']),
      await createGroup(['max', 'kid']),
    ]
    const { id } = await createShared({
      ...shareWith(readers.id),
      sharedWith: [{ username: 'kid', canEdit: true }],
    })
    expect((await get('kid', id)).body.canEdit).toBe(true)
    await patch('max', id, { sharedWith: [] })
    expect((await get('kid', id)).body.canEdit).toBe(false)
    const both = [
      { id: readers.id, canEdit: false },
      { id: editors.id, canEdit: false },
      { id: editors.id, canEdit: true },
    ]
    await patch('max', id, { sharedWithGroups: both })
    expect((await get('kid', id)).body.canEdit).toBe(true)
    expect((await get('max', id)).body.sharedWithGroups).toHaveLength(2)
    await removeMember(editors.id, 'kid')
    expect((await get('kid', id)).body.canEdit).toBe(false)
  })

  test('unknown groups and those of others are refused alike', async () => {
    const foreign = await createGroup(['eve'])
    const id = await createList(server, kind, 'max')
    const answers = []
    for (const groupId of [foreign.id, Bun.randomUUIDv7()]) {
      answers.push(await patch('max', id, shareWith(groupId)))
    }
    for (const { status, body } of answers) {
      expect([status, body.details]).toEqual([400, answers[0]!.body.details])
      expect(body.details[0].path).toBe('sharedWithGroups.0.id')
    }
    expect((await get('max', id)).body).toMatchObject({ sharing: 'private', sharedWithGroups: [] })
    const byAdmin = await createList(server, kind, 'ada', shareWith(foreign.id))
    expect((await get('ada', byAdmin)).body.sharedWithGroups).toMatchObject([{ id: foreign.id }])
  })

  test('what contradicts itself is refused', async () => {
    const group = await createGroup()
    const mine = await createList(server, kind, 'ann')
    const refused = await patch('ann', mine, shareWith(group.id))
    expect([refused.status, refused.body.code]).toEqual([403, 'lists.publish_required'])
    const id = await createList(server, kind, 'max')
    const groups = [{ id: group.id }]
    const cases: [object, number][] = [
      [{ sharing: 'private', sharedWithGroups: groups }, 400],
      [{ sharedWithGroups: groups }, 400],
      [{ sharing: 'people', sharedWithGroups: [] }, 400],
      [{ sharing: 'people', sharedWithGroups: [{ id: 'x' }] }, 400],
      [{ sharing: 'people', sharedWith: [], sharedWithGroups: groups }, 200],
      [{ sharedWithGroups: [] }, 400],
      [{ sharedWith: [{ username: 'eve' }] }, 200],
      [{ sharedWithGroups: [] }, 200],
      [{ sharedWith: [] }, 400],
      [{ sharing: 'everyone', sharedWithGroups: groups }, 200],
      [{ sharing: 'private' }, 200],
    ]
    for (const [body, status] of cases) {
      expect([body, (await patch('max', id, body)).status]).toEqual([body, status])
    }
    expect((await get('max', id)).body).toMatchObject({ sharedWith: [], sharedWithGroups: [] })
  })

  test('a group that the owner has left stays, and is not to be chosen again', async () => {
    const group = await createGroup()
    const { id } = await createShared(shareWith(group.id))
    await removeMember(group.id, 'max')
    expect((await patch('max', id, shareWith(group.id, true))).status).toBe(200)
    expect((await get('kid', id)).body.canEdit).toBe(true)
    await patch('max', id, { sharing: 'private' })
    expect((await patch('max', id, shareWith(group.id))).status).toBe(400)
  })

  test('a list whose only group was deleted can still be changed', async () => {
    const group = await createGroup()
    const { id } = await createShared(shareWith(group.id))
    await askAs('ada', 'DELETE', `/access-groups/${group.id}`)
    const nobody = { sharing: 'people', sharedWith: [], sharedWithGroups: [] }
    expect((await patch('max', id, { name: `Kept ${id}`, ...nobody })).status).toBe(200)
    expect((await get('max', id)).body).toMatchObject({ name: `Kept ${id}`, ...nobody })
  })

  test('events reach members, and name the list only to those who may edit it', async () => {
    const readers = await createGroup(['max', 'kid'])
    const editors = await createGroup(['max', 'eve'])
    const id = await createList(server, kind, 'max', {
      sharing: 'people',
      sharedWithGroups: [{ id: readers.id }, { id: editors.id, canEdit: true }],
    })
    const told = (name: string) =>
      server.events.filter(
        (event) => event.type === kind.event && event.userId === server.getUserId(name),
      )
    const toldOf = (name: string) =>
      told(name).filter((event) => 'listId' in event && event.listId === id)
    const before = [told('kid').length, told('tim').length]
    await addItems(server, kind, 'max', { id, ids: [await addOne()] })
    await waitUntil(() => told('kid').length > before[0]! && toldOf('eve').length > 0)
    expect(toldOf('kid')).toEqual([])
    expect(told('tim')).toHaveLength(before[1]!)
  })

  test('apps show it to members only', async () => {
    const group = await createGroup()
    const name = `Ports ${path} ${Bun.randomUUIDv7()}`
    const { id } = await createShared({ ...shareWith(group.id), name })
    const answerOf = async (as: string, address: string) => {
      const found = await server.fetch(address, { as })
      return [found.status, (await found.text()).includes(name)]
    }
    const opds = path === '/collections' ? 'collections' : 'reading-lists'
    for (const address of [
      `/komga/api/v1${path}?unpaged=true`,
      `/opds/${opds}`,
      `/opds/v2/${opds}`,
    ]) {
      expect([address, await answerOf('kid', address)]).toEqual([address, [200, true]])
      expect([address, await answerOf('eve', address)]).toEqual([address, [200, false]])
    }
    if (path !== '/readlists') return
    expect((await askAs('kid', 'GET', `${path}/${id}/cbl`)).status).toBe(200)
    expect((await askAs('eve', 'GET', `${path}/${id}/cbl`)).status).toBe(404)
  })
})
