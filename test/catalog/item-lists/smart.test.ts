/** Smart lists: a condition decides what a list contains for each viewer. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { waitUntil } from '../../support/wait-until'
import { type SeededLibrary, seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { addItems, createList, kinds, limitTo, listItems, setTrashed } from './two-kinds'

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

const named = (word: string) => ({ title: { operator: 'contains', value: word } })

describe.each(kinds)('$path', (kind) => {
  const { path, entries, member, count } = kind
  const field = kind.entries === 'series' ? 'inCollection' : 'inReadList'
  const get = (as: string, id: string) => server.call('GET', `${path}/${id}`, { as })
  const patch = (as: string, id: string, body: object) =>
    server.call('PATCH', `${path}/${id}`, { as, body })
  const listAll = async (as: string, query = '') => {
    const found = await server.call('GET', `${path}?pageSize=500${query}`, { as })
    expect(found.body.total).toBe(found.body.data.length)
    return found.body.data.map((list: { id: string }) => list.id)
  }
  const add = (title: string, from = library) => kind.addItem(server, from, title)
  /** Returns a word that occurs nowhere else. */
  const newWord = () => `w${Bun.randomUUIDv7().replaceAll('-', '')}`

  async function createSmart(as: string, body: object = {}) {
    const word = newWord()
    const items = [await add(`B ${word}`), await add(`A ${word}`), await add(`C ${word}`, hidden)]
    const id = await createList(server, kind, as, { condition: named(word), ...body })
    return { id, items, word }
  }

  test('holds what matches, as it is now', async () => {
    const { id, items, word } = await createSmart('ann', { sort: 'date_added' })
    expect((await get('ann', id)).body).toMatchObject({
      automatic: true,
      ordered: false,
      canEdit: false,
      isOwner: true,
      condition: named(word),
      [count]: 3,
    })
    expect(await listItems(server, kind, 'ann', id)).toEqual(items)
    const more = await add(`Aa ${word}`)
    expect(await listItems(server, kind, 'ann', id)).toEqual([...items, more])
    await setTrashed(server, kind, items[1]!, true)
    expect((await get('ann', id)).body[count]).toBe(3)
    const page = await server.call('GET', `${path}/${id}/${entries}?page=2&pageSize=2`, {
      as: 'ann',
    })
    expect([page.body.total, page.body.data.map((one: { id: string }) => one.id)]).toEqual([
      3,
      [more],
    ])
    const sorted = `${path}/${id}/${entries}?sort=date_added,desc`
    const found = await server.call('GET', sorted, { as: 'ann' })
    expect(found.body.data[0].id).toBe(more)
    for (const sort of ['custom', 'custom,asc']) {
      const custom = await server.call('GET', `${path}/${id}/${entries}?sort=${sort}`, {
        as: 'ann',
      })
      expect([custom.status, custom.body.total]).toEqual([200, 3])
    }
    // A smart list can also be used as a filter.
    const condition = { allOf: [{ [field]: { operator: 'is', value: id } }, named(`Aa ${word}`)] }
    const list = (one: object) =>
      server.call('POST', `/${entries}/list`, { as: 'ann', body: { condition: one } })
    expect((await list(condition)).body.data.map((one: { id: string }) => one.id)).toEqual([more])
    const outside = { allOf: [{ [field]: { operator: 'notIn', values: [id] } }, named(word)] }
    expect((await list(outside)).body.total).toBe(0)
    const body = { condition: { [field]: { operator: 'is', value: id } }, facets: ['libraryId'] }
    const facets = await server.call('POST', `/${entries}/list/facets`, { as: 'ann', body })
    expect(
      facets.body[0].values.map((one: { value: string; count: number }) => [one.value, one.count]),
    ).toContainEqual([library.id, 2])
    const letters = await server.call('POST', `/${entries}/list/alphabetical-groups`, {
      as: 'ann',
      body: { condition: body.condition },
    })
    const counts = letters.body.map((group: { count: number }) => group.count)
    expect(counts.reduce((sum: number, one: number) => sum + one, 0)).toBe(3)
  })

  test('two requests at once make it a list by hand once', async () => {
    const { id, items } = await createSmart('ann', { sort: 'date_added' })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => patch('ann', id, { condition: null })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await get('ann', id)).body).toMatchObject({ automatic: false, [count]: 3 })
    expect(await listItems(server, kind, 'ann', id)).toEqual(items)
  })

  test('shows each viewer what they may see, and nothing of its condition', async () => {
    const { id, items } = await createSmart('max', { sharing: 'everyone', sort: 'date_added' })
    expect((await get('kid', id)).body).toMatchObject({
      automatic: true,
      condition: null,
      canEdit: false,
      isOwner: false,
      [count]: 2,
    })
    expect(await listItems(server, kind, 'kid', id)).toEqual([items[0], items[1]])
    expect(await listAll('kid')).toContain(id)
    const membership = (item: string) => `/${entries}/${item}/${kind.membership}`
    const of = await server.call('GET', membership(items[0]!), { as: 'kid' })
    expect(of.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    const other = await server.call('GET', membership(await add('Other')), { as: 'max' })
    expect(other.body.data.map((one: { id: string }) => one.id)).not.toContain(id)
    // If the viewer can see none of its items, another user's list does not exist for them.
    const secret = await createSmart('max', { sharing: 'everyone' })
    for (const one of secret.items.slice(0, 2)) await setTrashed(server, kind, one, true)
    expect((await get('kid', secret.id)).status).toBe(404)
    expect(await listItems(server, kind, 'kid', secret.id)).toBe(404)
    expect(await listAll('kid')).not.toContain(secret.id)
    expect((await get('ann', secret.id)).body[count]).toBe(1)
    const tom = `tom${entries}`
    await server.addUser(tom, 'maintainer')
    await limitTo(server, tom, [library.id])
    expect((await get(tom, secret.id)).status).toBe(404)
    expect(await listAll(tom)).not.toContain(secret.id)
    // A private list is visible only to its owner.
    const mine = await createSmart('max')
    for (const as of ['ann', 'ada', 'kid']) {
      expect((await get(as, mine.id)).status).toBe(404)
      expect(await listAll(as)).not.toContain(mine.id)
      const condition = { [field]: { operator: 'is', value: mine.id } }
      const found = await server.call('POST', `/${entries}/list`, { as, body: { condition } })
      expect(found.body.total).toBe(0)
    }
  })

  test('asks the viewer about what was read, not the owner', async () => {
    const word = newWord()
    const items = [await add(`One ${word}`), await add(`Two ${word}`)]
    const condition = {
      allOf: [named(word), { favorite: { operator: 'isTrue' } }],
    }
    const id = await createList(server, kind, 'max', { condition, sharing: 'everyone' })
    const like = (as: string, item: string) =>
      server.call('PATCH', `/${entries}/${item}/user-data`, { as, body: { favorite: true } })
    const answers = [await like('max', items[0]!), await like('ann', items[1]!)]
    expect(answers.map(({ status }) => status < 300)).toEqual([true, true])
    expect(await listItems(server, kind, 'max', id)).toEqual([items[0]])
    expect(await listItems(server, kind, 'ann', id)).toEqual([items[1]])
    expect((await get('eve', id)).status).toBe(404)
  })

  test('its entries are changed by its condition only', async () => {
    const { id, items, word } = await createSmart('max', { sharing: 'everyone' })
    const one = await add('One')
    const answers = [
      await addItems(server, kind, 'max', { id, ids: [one] }),
      await server.call('DELETE', `${path}/${id}/${entries}/${items[0]}`, { as: 'max' }),
      await server.call('PUT', `${path}/${id}/${entries}`, {
        as: 'max',
        body: { [member]: items },
      }),
      await server.call('PUT', `${path}/${id}/${entries}/${items[0]}/place`, {
        as: 'max',
        body: { place: 1 },
      }),
      await addItems(server, kind, 'ann', { id, ids: [one] }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'lists.smart']),
    )
    expect(await listAll('max', '&editable=true')).not.toContain(id)
    expect(await listAll('max', '&editable=false')).toContain(id)
    expect((await patch('ann', id, { condition: {} })).status).toBe(403)
    expect((await patch('max', id, { coverItemId: items[0] })).status).toBe(400)
    await server.forgetEvents()
    const changed = await patch('max', id, { condition: named(`A ${word}`), ordered: true })
    expect(changed.body).toMatchObject({
      condition: named(`A ${word}`),
      ordered: false,
      [count]: 1,
    })
    await waitUntil(() => server.events.some(({ type }) => type === kind.event))
    // An empty condition matches everything.
    const all = await patch('max', id, { condition: {} })
    const total = (
      await server.call('POST', `/${entries}/list`, {
        as: 'max',
        body: { condition: { allOf: [] } },
      })
    ).body.total
    expect([all.body[count], total > 0]).toEqual([total, true])
  })

  test('becomes a list by hand with what it holds, and never the other way', async () => {
    const { id, items, word } = await createSmart('ann', { sort: 'date_added,desc' })
    const changed = await patch('ann', id, { condition: null })
    expect(changed.body).toMatchObject({
      automatic: false,
      condition: null,
      ordered: true,
      canEdit: true,
      [count]: 3,
    })
    const kept = items.toReversed()
    expect(await listItems(server, kind, 'ann', id)).toEqual(kept)
    await add(`Later ${word}`)
    expect(await listItems(server, kind, 'ann', id)).toEqual(kept)
    expect((await patch('ann', id, { condition: named(word) })).status).toBe(400)
    expect((await patch('ann', id, { condition: null })).status).toBe(200)
  })

  test('refuses conditions that lists refuse', async () => {
    const create = (as: string, condition: unknown) =>
      server.call('POST', path, { as, body: { name: newWord(), condition } })
    const { id } = await createSmart('ann')
    const cases: [unknown, number][] = [
      [{ nonsense: { operator: 'is', value: 'x' } }, 400],
      [{ title: { operator: 'gt', value: 1 } }, 400],
      [{ allOf: [], anyOf: [] }, 400],
      [{ title: { operator: 'contains', value: 'x'.repeat(400) } }, 201],
      [{ anyOf: Array.from({ length: 60 }, () => named('x'.repeat(400))) }, 400],
      [{ path: { operator: 'contains', value: 'x' } }, 403],
      [{ [field]: { operator: 'is', value: id } }, 400],
      [{ [field]: { operator: 'is', value: Bun.randomUUIDv7() } }, 201],
      ['text', 400],
      [[], 400],
    ]
    for (const [condition, status] of cases) {
      const { status: found } = await create('ann', condition)
      expect([condition, found]).toEqual([condition, status])
    }
    for (const condition of [{ nonsense: {} }, { path: { operator: 'contains', value: 'x' } }]) {
      expect((await patch('ann', id, { condition })).status).toBeOneOf([400, 403])
    }
  })

  test('what the viewer may not ask for matches nothing', async () => {
    const { word } = await createSmart('ada')
    for (const condition of [
      { allOf: [named(word), { path: { operator: 'isNotNull' } }] },
      { not: { path: { operator: 'isNull' } } },
    ]) {
      const id = await createList(server, kind, 'ada', { condition, sharing: 'everyone' })
      expect((await get('ada', id)).body[count]).toBeGreaterThan(0)
      expect((await get('ann', id)).status).toBe(404)
      expect(await listAll('ann')).not.toContain(id)
      const body = { condition: { [field]: { operator: 'is', value: id } } }
      const found = await server.call('POST', `/${entries}/list`, { as: 'ann', body })
      expect([found.status, found.body.total]).toEqual([200, 0])
    }
    const gone = { libraryId: { operator: 'is', value: Bun.randomUUIDv7() } }
    const id = await createList(server, kind, 'ann', { condition: gone })
    expect((await get('ann', id)).body[count]).toBe(0)
    expect(await listItems(server, kind, 'ann', id)).toEqual([])
    expect((await server.call('GET', `${path}/${id}/thumbnail`, { as: 'ann' })).status).toBe(200)
  })

  test('are limited in number for each owner', async () => {
    const tim = `tim${entries}`
    await server.addUser(tim, 'reader')
    for (let n = 0; n < 100; n++) await createList(server, kind, tim, { condition: {} })
    const refused = await server.call('POST', path, { as: tim, body: { name: 'x', condition: {} } })
    expect([refused.status, refused.body.code]).toEqual([409, 'lists.too_many_smart'])
    expect(await listAll(tim)).toHaveLength((await listAll('eve')).length + 100)
    await createList(server, kind, tim)
    const ids = (await listAll(tim, '&search=List')).slice(0, 11)
    const body = { condition: { [field]: { operator: 'in', values: ids } } }
    const named11 = await server.call('POST', `/${entries}/list`, { as: tim, body })
    expect(named11.status).toBe(400)
  }, 120_000)

  test('shared ones are limited in number for everybody', async () => {
    const create = (n: number, sharing: string) =>
      server.call('POST', path, {
        as: 'ada',
        body: { name: `Shared ${n}`, condition: {}, sharing },
      })
    const codes = new Set<string | undefined>()
    let last = 0
    for (; last < 100 && codes.size === 0; last++) {
      const { status, body } = await create(last, 'everyone')
      if (status !== 201) codes.add(body.code)
    }
    expect([...codes]).toEqual(['lists.too_many_smart_shared'])
    // A private list can still be created, but not shared.
    const made = await create(last, 'private')
    expect(made.status).toBe(201)
    expect((await patch('ada', made.body.id, { sharing: 'everyone' })).status).toBe(409)
    expect((await get('ada', made.body.id)).body.sharing).toBe('private')
  }, 120_000)
})
