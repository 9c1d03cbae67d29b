/** Names, entries and order of collections and reading lists. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { waitUntil } from '../../support/wait-until'
import { type SeededLibrary, seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { addItems, createList, kinds, listItems, setTrashed } from './two-kinds'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

describe.each(kinds)('$path', (kind) => {
  const { path, entries, member, count } = kind
  const addThree = () =>
    Promise.all(['C', 'A', 'B'].map((title) => kind.addItem(server, library, title)))

  test('a list keeps its entries in the order in which they were added', async () => {
    const ids = await addThree()
    const id = await createList(server, kind, 'ann', { summary: 'About it' })
    const added = await addItems(server, kind, 'ann', { id, ids: [...ids, ids[0]!] })
    expect(added).toMatchObject({
      status: 200,
      body: { id, [count]: 3, ordered: true, automatic: false, summary: 'About it' },
    })
    expect(await addItems(server, kind, 'ann', { id, ids: [ids[1]!] })).toMatchObject({
      status: 200,
      body: { [count]: 3 },
    })
    expect(await listItems(server, kind, 'ann', id)).toEqual(ids)
    const found = await server.call('GET', `/${entries}/${ids[0]}/${kind.membership}`, {
      as: 'ann',
    })
    expect(found.body.data.map((list: { id: string }) => list.id)).toEqual([id])
  })

  test('M9: a place beyond the end is refused', async () => {
    const ids = (await addThree()) as [string, string, string]
    const id = await createList(server, kind, 'ann')
    await addItems(server, kind, 'ann', { id, ids })
    for (const place of [4, 99]) {
      const address = `${path}/${id}/${entries}/${ids[0]}/place`
      const { status, body } = await server.call('PUT', address, { as: 'ann', body: { place } })
      expect([status, body.details[0]]).toMatchObject([
        400,
        { path: 'place', code: 'lists.place_range', params: { max: 3 } },
      ])
    }
    expect(await listItems(server, kind, 'ann', id)).toEqual(ids)
  })

  test('entries are moved, reordered as a whole, and removed', async () => {
    const [c, a, b] = (await addThree()) as [string, string, string]
    const id = await createList(server, kind, 'ann')
    await addItems(server, kind, 'ann', { id, ids: [c, a, b] })
    const put = (sub: string, body: object) =>
      server.call('PUT', `${path}/${id}/${entries}${sub}`, { as: 'ann', body })
    expect((await put(`/${b}/place`, { place: 1 })).status).toBe(204)
    expect(await listItems(server, kind, 'ann', id)).toEqual([b, c, a])
    expect((await put(`/${b}/place`, { place: 3 })).status).toBe(204)
    expect(await listItems(server, kind, 'ann', id)).toEqual([c, a, b])
    expect((await put('', { [member]: [a, b, c] })).status).toBe(204)
    expect(await listItems(server, kind, 'ann', id)).toEqual([a, b, c])
    for (const order of [[a, b], [a, b, b], [a, b, c, Bun.randomUUIDv7()], []]) {
      expect((await put('', { [member]: order })).status).toBe(400)
    }
    const remove = () => server.call('DELETE', `${path}/${id}/${entries}/${b}`, { as: 'ann' })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(204)
    expect(await listItems(server, kind, 'ann', id)).toEqual([a, c])
    expect((await put(`/${b}/place`, { place: 1 })).status).toBe(404)
  })

  test('a list that is not ordered by hand is sorted', async () => {
    const [c, a, b] = (await addThree()) as [string, string, string]
    const sort = entries === 'series' ? 'name,desc' : 'filename,desc'
    const id = await createList(server, kind, 'ann', { ordered: false, sort })
    await addItems(server, kind, 'ann', { id, ids: [a, b, c] })
    expect(await listItems(server, kind, 'ann', id)).toEqual([c, b, a])
    const patched = await server.call('PATCH', `${path}/${id}`, {
      as: 'ann',
      body: { ordered: true },
    })
    expect(patched.body).toMatchObject({ ordered: true, sort })
    expect(await listItems(server, kind, 'ann', id)).toEqual([a, b, c])
    const byHand = `${path}/${id}/${entries}?sort=custom`
    for (const direction of ['', ',asc']) {
      const { body } = await server.call('GET', `${byHand}${direction}`, { as: 'ann' })
      expect(body.data.map((item: { id: string }) => item.id)).toEqual([a, b, c])
    }
    expect((await server.call('GET', `${byHand},desc`, { as: 'ann' })).status).toBe(400)
    const body = { sort: 'nonsense' }
    expect((await server.call('PATCH', `${path}/${id}`, { as: 'ann', body })).status).toBe(400)
  })

  test('names are unique for their owner, whatever their case and accents', async () => {
    const name = `Café ${kind.path}`
    await createList(server, kind, 'ann', { name })
    const again = { as: 'ann', body: { name: `  CAFE ${kind.path} ` } }
    const refused = await server.call('POST', path, again)
    expect([refused.status, refused.body.code]).toEqual([409, 'lists.name_taken'])
    await createList(server, kind, 'max', { name })
    const other = await createList(server, kind, 'ann')
    expect((await server.call('PATCH', `${path}/${other}`, again)).status).toBe(409)
    const empty = { as: 'ann', body: { name: '   ' } }
    expect((await server.call('POST', path, empty)).status).toBe(400)
    const found = await server.call('GET', `${path}?search=CAFÉ&editable=true`, { as: 'ann' })
    expect(found.body.data).toHaveLength(1)
  })

  test('an entry in the trash is hidden and comes back', async () => {
    const [c, a, b] = (await addThree()) as [string, string, string]
    const id = await createList(server, kind, 'ann')
    await addItems(server, kind, 'ann', { id, ids: [c, a, b] })
    await setTrashed(server, kind, a, true)
    expect(await listItems(server, kind, 'ann', id)).toEqual([c, b])
    const order = { as: 'ann', body: { [member]: [b, c] } }
    expect((await server.call('PUT', `${path}/${id}/${entries}`, order)).status).toBe(204)
    // Hidden items are neither added nor removed.
    expect((await addItems(server, kind, 'ann', { id, ids: [a] })).status).toBe(404)
    await server.call('DELETE', `${path}/${id}/${entries}/${a}`, { as: 'ann' })
    await setTrashed(server, kind, a, false)
    expect(await listItems(server, kind, 'ann', id)).toEqual([b, a, c])
  })

  test('the cover is one of the entries', async () => {
    const [c, a] = await addThree()
    const id = await createList(server, kind, 'ann')
    await addItems(server, kind, 'ann', { id, ids: [c!] })
    const patch = (coverItemId: string | null) =>
      server.call('PATCH', `${path}/${id}`, { as: 'ann', body: { coverItemId } })
    expect((await patch(a!)).status).toBe(400)
    expect((await patch(c!)).body.coverItemId).toBe(c)
    expect((await patch(null)).body.coverItemId).toBeNull()
  })

  test('a deleted list is gone, and its owner is told', async () => {
    const id = await createList(server, kind, 'ann')
    expect((await server.call('DELETE', `${path}/${id}`, { as: 'ann' })).status).toBe(204)
    expect((await server.call('GET', `${path}/${id}`, { as: 'ann' })).status).toBe(404)
    expect((await server.call('DELETE', `${path}/${id}`, { as: 'ann' })).status).toBe(404)
    const isTold = () =>
      server.events.filter(
        (event) =>
          event.type === kind.event &&
          event.userId === server.getUserId('ann') &&
          'listId' in event &&
          event.listId === id,
      ).length === 2
    await waitUntil(isTold)
  })

  test('lists of series and books can be filtered by the list', async () => {
    const [c, a] = await addThree()
    const id = await createList(server, kind, 'ann')
    await addItems(server, kind, 'ann', { id, ids: [c!] })
    const field = entries === 'series' ? 'inCollection' : 'inReadList'
    const search = async (as: string, operator: string) => {
      const body = { condition: { [field]: { operator, value: id } } }
      const found = await server.call('POST', `/${entries}/list?pageSize=500`, { as, body })
      return new Set(found.body.data.map((item: { id: string }) => item.id))
    }
    expect([...(await search('ann', 'is'))]).toEqual([c])
    const others = await search('ann', 'isNot')
    expect([others.has(c), others.has(a)]).toEqual([false, true])
    // A filter by a list that the user cannot see finds nothing.
    expect((await search('ada', 'is')).size).toBe(0)
  })
})
