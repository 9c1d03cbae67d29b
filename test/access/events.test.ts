/** Two clients with different permissions listen at the same time while permissions change. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { seedLibrary, seedSeries } from '../support/seed'
import { startTestServer, type TestServer } from '../support/server'
import { waitUntil } from '../support/wait-until'
import { seriesUpdated } from '../../src/catalog/series/model'

let server: TestServer
let origin: string
let open: string
let adult: string
let libraryId: string
const listeners: Listener[] = []

beforeAll(async () => {
  server = await startTestServer()
  origin = server.listen()
  await server.addUser('kid', 'reader')
  const library = await seedLibrary(server)
  libraryId = library.id
  open = (await seedSeries(server, library, { title: 'Open', ageRating: 6 })).id
  adult = (await seedSeries(server, library, { title: 'Adult', ageRating: 18 })).id
})
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.stop()
})
afterAll(() => server.close())

interface Message {
  type: string
  seriesId?: string
}

class Listener {
  readonly messages: Message[] = []
  readonly #abort = new AbortController()
  lastId = ''

  static async start(as: string, lastEventId?: string, { viewAs }: { viewAs?: string } = {}) {
    const listener = new Listener()
    listeners.push(listener)
    const response = await fetch(`${origin}/api/v1/events/stream`, {
      signal: listener.#abort.signal,
      headers: {
        authorization: `Bearer ${server.getToken(as)}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        ...(viewAs !== undefined && { 'x-view-as': viewAs }),
      },
    })
    void listener.#read(response).catch(() => undefined)
    await waitUntil(() => listener.lastId !== '')
    return listener
  }

  async #read(response: Response) {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body!) {
      const frames = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
      rest = frames.pop()!
      for (const frame of frames) {
        this.lastId = /^id: (.+)$/m.exec(frame)?.[1] ?? this.lastId
        const data = /^data: (.+)$/m.exec(frame)?.[1]
        if (data) this.messages.push(JSON.parse(data) as Message)
      }
    }
  }

  stop() {
    this.#abort.abort()
  }

  countOf = (seriesId: string) =>
    this.messages.filter((message) => message.seriesId === seriesId).length
  countResyncs = () => this.messages.filter(({ type }) => type === 'resync').length
}

const touch = (seriesId: string) => server.ctx.bus.publish(seriesUpdated, { libraryId, seriesId })
const restrict = (body: object) =>
  server.call('PATCH', `/users/${server.getUserId('kid')}/restrictions`, { as: 'ada', body })
const canSee = async (as: string, id: string) =>
  (await server.call('GET', `/series/${id}`, { as })).status === 200

test('events follow rights that change meanwhile', async () => {
  await restrict({ ageLimit: null })
  const [kid, ann] = [await Listener.start('kid'), await Listener.start('ann')]
  touch(adult)
  await waitUntil(() => kid.countOf(adult) === 1 && ann.countOf(adult) === 1)

  await restrict({ ageLimit: 12 })
  expect(await canSee('kid', adult)).toBe(false)
  await waitUntil(() => kid.countResyncs() === 1)
  touch(adult)
  touch(open)
  await waitUntil(() => kid.countOf(open) === 1 && ann.countOf(open) === 1)
  expect(kid.countOf(adult)).toBe(1)
  expect(ann.countOf(adult)).toBe(2)
  expect(ann.countResyncs()).toBe(0)

  await restrict({ ageLimit: null })
  await waitUntil(() => kid.countResyncs() === 2)
  touch(adult)
  await waitUntil(() => kid.countOf(adult) === 2)
})

test('a changed age rating hides and shows a series at once', async () => {
  await restrict({ ageLimit: 12 })
  const kid = await Listener.start('kid')
  const rate = (ageRating: number) =>
    server.call('PATCH', `/series/${open}/metadata`, { as: 'ada', body: { ageRating } })
  await rate(16)
  expect(await canSee('kid', open)).toBe(false)
  await waitUntil(() => kid.countResyncs() === 1)
  expect(kid.countOf(open)).toBe(0)
  await rate(6)
  expect(await canSee('kid', open)).toBe(true)
  await waitUntil(() => kid.countResyncs() === 2)
  await waitUntil(() => kid.countOf(open) > 0)
})

test('missed events are replayed by the rights of now', async () => {
  await restrict({ ageLimit: null })
  const before = await Listener.start('kid')
  before.stop()
  touch(adult)
  touch(open)
  await waitUntil(
    () =>
      server.events.filter((event) => 'seriesId' in event && event.seriesId === open).length > 0,
  )
  await restrict({ ageLimit: 12 })
  const after = await Listener.start('kid', before.lastId)
  await waitUntil(() => after.countOf(open) === 1 || after.countResyncs() === 1)
  expect(after.countOf(adult)).toBe(0)
})

test('whoever joins or leaves a group reloads, for the lists that are shared with it', async () => {
  await restrict({ ageLimit: null })
  const { body: group } = await server.call('POST', '/access-groups', {
    as: 'ada',
    body: { name: 'Open' },
  })
  const members = `/access-groups/${group.id}/members`
  const kid = await Listener.start('kid')
  const ann = await Listener.start('ann')
  const body = { userIds: [server.getUserId('kid')] }
  await server.call('POST', members, { as: 'ada', body })
  await waitUntil(() => kid.countResyncs() === 1)
  await server.call('DELETE', `${members}/${server.getUserId('kid')}`, { as: 'ada' })
  await waitUntil(() => kid.countResyncs() === 2)
  await server.call('POST', members, { as: 'ada', body })
  await waitUntil(() => kid.countResyncs() === 3)
  await server.call('DELETE', `/access-groups/${group.id}`, { as: 'ada' })
  await waitUntil(() => kid.countResyncs() === 4)
  expect(ann.countResyncs()).toBe(0)
})

test('a group that changes restricts its members at once', async () => {
  await restrict({ ageLimit: null })
  const post = (path: string, body: object) => server.call('POST', path, { as: 'ada', body })
  const { body: group } = await post('/access-groups', { name: 'Children', ageLimit: 10 })
  const kid = await Listener.start('kid')
  await post(`/access-groups/${group.id}/members`, { userIds: [server.getUserId('kid')] })
  expect(await canSee('kid', adult)).toBe(false)
  await waitUntil(() => kid.countResyncs() === 1)
  await server.call('PATCH', `/access-groups/${group.id}`, { as: 'ada', body: { ageLimit: 18 } })
  expect(await canSee('kid', adult)).toBe(true)
  await waitUntil(() => kid.countResyncs() === 2)
  await server.call('DELETE', `/access-groups/${group.id}`, { as: 'ada' })
})

test('S5: an administrator who views as somebody hears what they hear', async () => {
  await restrict({ ageLimit: 12 })
  const viewed = await Listener.start('ada', undefined, { viewAs: server.getUserId('kid') })
  const ada = await Listener.start('ada')
  touch(adult)
  touch(open)
  await waitUntil(() => viewed.countOf(open) === 1 && ada.countOf(adult) === 1)
  expect(viewed.countOf(adult)).toBe(0)
  await restrict({ ageLimit: null })
  await waitUntil(() => viewed.countResyncs() >= 1)
  touch(adult)
  await waitUntil(() => viewed.countOf(adult) === 1)
})
