/** Compares random operations of several users with a simple model. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SeededLibrary, seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { randomSeed } from '../../support/dice'
import { countRounds, sharePart } from '../../support/share'
import { type Kind, kinds, limitTo, setTrashed } from '../../catalog/item-lists/two-kinds'

const seed = randomSeed + sharePart
const modules = ['catalog/item-lists', 'catalog/collections', 'catalog/reading-lists']
const steps = countRounds(200, modules)
const names = ['ann', 'kid', 'max', 'ada']
const publishers = new Set(['max', 'ada'])

let server: TestServer
let open: SeededLibrary
let closed: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  open = await seedLibrary(server)
  closed = await seedLibrary(server)
  await server.addUser('kid', 'reader')
  await limitTo(server, 'kid', [open.id])
  await limitTo(server, 'max', [open.id])
})
afterAll(() => server.close())

interface ModelList {
  id: string
  owner: string
  sharing: 'private' | 'people' | 'everyone'
  people: Map<string, boolean>
  /** True if the group can edit the list; undefined if it is not shared with the group. */
  group: boolean | undefined
  items: string[]
}

interface Item {
  isClosed: boolean
  isTrashed: boolean
}

/** Returns a generator with a repeatable sequence. */
function createRandom(start: number) {
  let state = start
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe.each(kinds)('$path', (kind) => {
  test(`${steps} operations leave what the model says (SEED=${seed})`, async () => {
    const world = await createWorld(kind, createRandom(seed))
    for (let step = 0; step < steps; step++) await world.act()
    await world.compare()
  }, 120_000)
})

async function createWorld(kind: Kind, random: () => number) {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const items = new Map<string, Item>()
  const lists: ModelList[] = []
  for (let n = 0; n < 12; n++) {
    const isClosed = n % 3 === 0
    const id = await kind.addItem(server, isClosed ? closed : open, `Item ${n}`)
    items.set(id, { isClosed, isTrashed: false })
  }
  const ids = [...items.keys()]
  const sees = (as: string, itemId: string) => {
    const { isClosed, isTrashed } = items.get(itemId)!
    return !isTrashed && !(isClosed && ['kid', 'max'].includes(as))
  }
  const { body: club } = await server.call('POST', '/access-groups', {
    as: 'ada',
    body: { name: `Club ${kind.path}` },
  })
  const members = new Set<string>()
  const isMember = (as: string, list: ModelList) => list.group !== undefined && members.has(as)
  const isOwnOrEntrusted = (as: string, list: ModelList) =>
    list.owner === as || list.people.get(as) === true || (isMember(as, list) && list.group === true)
  const isLookedAfter = (as: string, list: ModelList) =>
    list.sharing === 'everyone' && publishers.has(as)
  const seesList = (as: string, list: ModelList) =>
    isOwnOrEntrusted(as, list) ||
    (isLookedAfter(as, list) && (as !== 'max' || list.items.length === 0)) ||
    ((list.sharing === 'everyone' || list.people.has(as) || isMember(as, list)) &&
      list.items.some((itemId) => sees(as, itemId)))
  const canEdit = (as: string, list: ModelList) =>
    seesList(as, list) && (isOwnOrEntrusted(as, list) || isLookedAfter(as, list))
  const call = (method: string, as: string, path: string, body?: object) =>
    server.call(method, `${kind.path}${path}`, { as, ...(body && { body }) })
  const expectAccess = (as: string, list: ModelList, status: number, ok: number) =>
    expect(status).toBe(canEdit(as, list) ? ok : seesList(as, list) ? 403 : 404)

  const acts = [
    async function create() {
      const owner = pick(names)
      const created = await call('POST', owner, '', { name: `List ${lists.length}` })
      expect(created.status).toBe(201)
      const { id } = created.body
      lists.push({ id, owner, sharing: 'private', people: new Map(), group: undefined, items: [] })
    },
    async function share() {
      const list = pick(lists)
      const as = pick(names)
      const person = pick(names.filter((name) => name !== list.owner))
      const sharing = pick(['private', 'people', 'everyone'] as const)
      const mayEdit = random() < 0.5
      const sharedWith = sharing === 'people' ? [{ username: person, canEdit: mayEdit }] : undefined
      const { status } = await call('PATCH', as, `/${list.id}`, { sharing, sharedWith })
      if (as !== list.owner) return expect(status).toBe(seesList(as, list) ? 403 : 404)
      const isRefused = sharing !== 'private' && !publishers.has(as)
      expect(status).toBe(isRefused ? 403 : 200)
      if (isRefused) return
      list.sharing = sharing
      if (sharing === 'private') Object.assign(list, { people: new Map(), group: undefined })
      if (sharing === 'people') list.people = new Map([[person, mayEdit]])
    },
    async function shareWithGroup() {
      const list = pick(lists)
      const as = list.owner
      const canEditIt = random() < 0.5
      const { status } = await call('PATCH', as, `/${list.id}`, {
        sharing: 'people',
        sharedWith: [],
        sharedWithGroups: [{ id: club.id, canEdit: canEditIt }],
      })
      const mayChoose = as === 'ada' || members.has(as) || list.group !== undefined
      expect(status).toBe(!publishers.has(as) ? 403 : mayChoose ? 200 : 400)
      if (status !== 200) return
      Object.assign(list, { sharing: 'people', people: new Map(), group: canEditIt })
    },
    async function joinOrLeave() {
      const name = pick(names)
      const path = `/access-groups/${club.id}/members`
      const userId = server.getUserId(name)
      if (members.delete(name)) {
        expect((await server.call('DELETE', `${path}/${userId}`, { as: 'ada' })).status).toBe(204)
        return
      }
      members.add(name)
      const body = { userIds: [userId] }
      expect((await server.call('POST', path, { as: 'ada', body })).status).toBe(200)
    },
    async function add() {
      const list = pick(lists)
      const as = pick(names)
      const added = [...new Set([pick(ids), pick(ids), pick(ids)])]
      const { status } = await call('POST', as, `/${list.id}/${kind.entries}`, {
        [kind.member]: added,
      })
      if (!canEdit(as, list)) return expectAccess(as, list, status, 200)
      const isSeen = added.every((itemId) => sees(as, itemId))
      expect(status).toBe(isSeen ? 200 : 404)
      if (isSeen) list.items.push(...added.filter((itemId) => !list.items.includes(itemId)))
    },
    async function remove() {
      const list = pick(lists)
      const as = pick(names)
      const itemId = pick(ids)
      const { status } = await call('DELETE', as, `/${list.id}/${kind.entries}/${itemId}`)
      expectAccess(as, list, status, 204)
      if (status === 204 && sees(as, itemId)) {
        list.items = list.items.filter((other) => other !== itemId)
      }
    },
    async function move() {
      const list = pick(lists)
      const as = pick(names)
      const visible = list.items.filter((itemId) => sees(as, itemId))
      const itemId = pick(visible) ?? pick(ids)
      const place = 1 + Math.floor(random() * 5)
      const path = `/${list.id}/${kind.entries}/${itemId}/place`
      const { status } = await call('PUT', as, path, { place })
      if (!canEdit(as, list)) return expectAccess(as, list, status, 204)
      const inRange = place <= visible.length ? 204 : 400
      expect(status).toBe(visible.includes(itemId) ? inRange : 404)
      if (status !== 204) return
      const order = visible.filter((other) => other !== itemId)
      order.splice(place - 1, 0, itemId)
      placeVisible(list, as, order)
    },
    async function reorder() {
      const list = pick(lists)
      const as = pick(names)
      const order = list.items.filter((itemId) => sees(as, itemId)).toReversed()
      const path = `/${list.id}/${kind.entries}`
      const { status } = await call('PUT', as, path, { [kind.member]: order })
      expectAccess(as, list, status, 204)
      if (status === 204) placeVisible(list, as, order)
    },
    async function trash() {
      const itemId = pick(ids)
      const item = items.get(itemId)!
      item.isTrashed = random() < 0.3
      await setTrashed(server, kind, itemId, item.isTrashed)
    },
  ]

  function placeVisible(list: ModelList, as: string, order: string[]) {
    const next = order.values()
    list.items = list.items.map((itemId) => (sees(as, itemId) ? next.next().value! : itemId))
  }

  async function compare() {
    for (const as of names) {
      const shown = await call('GET', as, '?pageSize=500')
      const expected = lists.filter((list) => seesList(as, list))
      const byId = new Map(shown.body.data.map((list: { id: string }) => [list.id, list]))
      expect(new Set(byId.keys())).toEqual(new Set(expected.map(({ id }) => id)))
      for (const list of expected) {
        const visible = list.items.filter((itemId) => sees(as, itemId))
        expect(byId.get(list.id)).toMatchObject({
          [kind.count]: visible.length,
          canEdit: canEdit(as, list),
          sharing: list.sharing,
        })
        const found = await call('GET', as, `/${list.id}/${kind.entries}`)
        expect(found.body.data.map((item: { id: string }) => item.id)).toEqual(visible)
      }
    }
  }

  await acts[0]!()
  await acts[0]!()
  return { act: () => pick(lists.length < 12 ? acts : acts.slice(1))(), compare }
}
