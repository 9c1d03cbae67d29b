/** Komga's event stream, as Komf and Komelia read it. */
import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import { coverUpdated } from '../../../src/artwork/covers/model'
import { bookCreated, bookDeleted } from '../../../src/catalog/books/model'
import { sharedListChanged } from '../../../src/catalog/item-lists/model'
import { libraryUpdated } from '../../../src/catalog/libraries/model'
import { seriesDeleted, seriesUpdated } from '../../../src/catalog/series/model'
import { seriesBulkPurged } from '../../../src/ingest/trash/model'
import { Refusal } from '../../../src/errors'
import { jobs } from '../../../src/platform/jobs/schema'
import { requestMessages } from '../../../src/platform/messages/common'
import { readProgressUpdated } from '../../../src/reading/progress/model'
import { wantToReadUpdated } from '../../../src/reading/want-to-read/model'
import { buildBasicHeader, givePasswords, password } from '../../accounts/sign-in'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { KomgaStream } from './komga-stream'

let server: TestServer
let origin: string
let streams: KomgaStream[] = []
const ids = { seriesId: Bun.randomUUIDv7(), bookId: Bun.randomUUIDv7() }

beforeAll(async () => {
  server = await startTestServer()
  origin = server.listen()
})
afterEach(() => {
  for (const stream of streams) stream.stop()
  streams = []
})
afterAll(() => server.close())

async function open(as: string, path = '/komga/sse/v1/events') {
  const controller = new AbortController()
  const response = await fetch(`${origin}${path}`, {
    headers: as ? { authorization: `Bearer ${server.getToken(as)}` } : {},
    signal: controller.signal,
  })
  if (response.status !== 200) return { status: response.status }
  const stream = new KomgaStream(response, controller)
  streams.push(stream)
  return stream
}

async function openStream(as: string, path?: string) {
  const stream = await open(as, path)
  if (!(stream instanceof KomgaStream)) throw new Error(`stream refused: ${stream.status}`)
  return stream
}

test('HEAD opens no stream', async () => {
  const headers = { authorization: `Bearer ${server.getToken('ann')}` }
  for (const path of ['/komga/sse/v1/events', '/api/v1/events/stream']) {
    const url = `${origin}${path}`
    // One more than the number of streams that a user may open.
    const all = Array.from({ length: 21 }, () => fetch(url, { method: 'HEAD', headers }))
    const answers = await Promise.all(all)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]!.headers.get('content-type')).toStartWith('text/event-stream')
  }
})

test('signing out ends the streams of the session, and no other ones', async () => {
  await server.addUser('lea', 'reader')
  await givePasswords(server, 'lea')
  const url = `${origin}/komga`
  const signIn = async () => {
    const headers = { authorization: buildBasicHeader('lea', password) }
    const answer = await fetch(`${url}/api/v2/users/me`, { headers })
    return answer.headers.get('set-cookie')!.split(';')[0]!
  }
  const [cookie, other] = [await signIn(), await signIn()]
  const controller = new AbortController()
  const { signal } = controller
  const [ended, left] = await Promise.all(
    [cookie, other].map((one) =>
      fetch(`${url}/sse/v1/events`, { headers: { cookie: one }, signal }),
    ),
  )
  await fetch(`${url}/api/logout`, { method: 'POST', headers: { cookie } })
  // Resolves when the stream has ended.
  expect(await ended!.text()).toContain(':')
  const { id: libraryId } = await seedLibrary(server)
  const stream = new KomgaStream(left!, controller)
  streams.push(stream)
  server.ctx.bus.publish(libraryUpdated, { libraryId })
  await waitUntil(() => stream.changes.length > 0)
})

test('events have the names and members of Komga', async () => {
  const { id: libraryId } = await seedLibrary(server)
  const { bus } = server.ctx
  const userId = server.getUserId('ann')
  const stream = await openStream('ann')
  expect(stream.response.headers.get('content-type')).toStartWith('text/event-stream')
  const { seriesId, bookId } = ids
  bus.publish(libraryUpdated, { libraryId })
  bus.publish(seriesUpdated, { libraryId, seriesId })
  bus.publish(bookCreated, { libraryId, ...ids })
  bus.publish(wantToReadUpdated, { userId })
  bus.publish(readProgressUpdated, { userId, ...ids })
  bus.publish(coverUpdated, { libraryId, entityType: 'series', entityId: seriesId })
  bus.publish(coverUpdated, { libraryId, entityType: 'book', entityId: bookId, seriesId })
  bus.publish(bookDeleted, { libraryId, ...ids })
  bus.publish(seriesDeleted, { libraryId, seriesId })
  bus.publish(seriesBulkPurged, { libraryId, count: 2 })
  await waitUntil(() => stream.changes.length >= 9)
  expect(stream.changes).toEqual([
    { name: 'LibraryChanged', data: { libraryId } },
    { name: 'SeriesChanged', data: { seriesId, libraryId } },
    { name: 'BookAdded', data: { bookId, seriesId, libraryId } },
    { name: 'ReadProgressChanged', data: { bookId, userId } },
    { name: 'ThumbnailSeriesAdded', data: { seriesId, selected: true } },
    { name: 'ThumbnailBookAdded', data: { bookId, seriesId, selected: true } },
    { name: 'BookDeleted', data: { bookId, seriesId, libraryId } },
    { name: 'SeriesDeleted', data: { seriesId, libraryId } },
    { name: 'LibraryChanged', data: { libraryId } },
  ])
})

test('M12: changes of lists are told to those who see them', async () => {
  const [own, foreign] = [await openStream('ann'), await openStream('max')]
  const create = async (path: string, name: string) =>
    (await server.call('POST', path, { as: 'ann', body: { name } })).body.id as string
  const collectionId = await create('/collections', 'Tides')
  const readListId = await create('/readlists', 'Tides')
  const isOfList = ({ name }: { name: string }) => /^(?:Collection|ReadList)/.test(name)
  await waitUntil(() => own.events.filter(isOfList).length >= 2)
  expect(own.events.filter(isOfList)).toEqual([
    { name: 'CollectionAdded', data: { collectionId, seriesIds: [] } },
    { name: 'ReadListAdded', data: { readListId, bookIds: [] } },
  ])
  for (const path of [`/collections/${collectionId}`, `/readlists/${readListId}`]) {
    const body = { name: 'Waves' }
    expect((await server.call('PATCH', path, { as: 'ann', body })).status).toBe(200)
    expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(204)
  }
  await waitUntil(() => own.events.some(({ name }) => name === 'ReadListDeleted'))
  const names = new Set(own.events.filter(isOfList).map(({ name }) => name))
  expect([...names].slice(2)).toEqual([
    'CollectionChanged',
    'CollectionDeleted',
    'ReadListChanged',
    'ReadListDeleted',
  ])
  expect(foreign.events.filter(isOfList)).toEqual([])
})

test.each([
  ['Collection', '/collections', 'series'],
  ['ReadList', '/readlists', 'books'],
] as const)('M12: a shared %s is named to readers who see it', async (name, path, entries) => {
  const [seen, hidden] = [await seedLibrary(server), await seedLibrary(server)]
  const rows = await Promise.all([seen, hidden].map((library) => seedSeries(server, library)))
  const books = await Promise.all(rows.map((row) => seedBook(server, row)))
  const [shown, closed] = (entries === 'series' ? rows : books).map(({ id }) => id)
  const reader = `reader of ${entries}`
  const body = { libraryIds: [seen.id] }
  await server.call('PUT', `/users/${await server.addUser(reader, 'reader')}/libraries`, {
    as: 'ada',
    body,
  })
  const stream = await openStream(reader)
  const native = await openStream(reader, '/api/v1/events/stream')
  const send = (method: string, address: string, sent?: object) =>
    server.call(method, `${path}${address}`, { as: 'ada', body: sent })
  const share = async (given: string[]) => {
    const sharing = { sharing: 'people', sharedWith: [{ username: reader }] }
    const { id } = (await send('POST', '', { name: Bun.randomUUIDv7(), ...sharing })).body
    const members = entries === 'series' ? { seriesIds: given } : { bookIds: given }
    expect((await send('POST', `/${id}/${entries}`, members)).status).toBeLessThan(300)
    return String(id)
  }
  const secret = await share([closed!])
  const shared = await share([shown!, closed!])
  const everyone = await share([shown!])
  expect((await send('PATCH', `/${everyone}`, { sharing: 'everyone' })).status).toBe(200)
  const told = () => JSON.stringify(stream.events)
  await waitUntil(() => told().includes(shared) && told().includes(everyone))
  const items = entries === 'series' ? { seriesIds: [] } : { bookIds: [] }
  const member = name === 'Collection' ? 'collectionId' : 'readListId'
  expect(stream.events).toContainEqual({
    name: `${name}Changed`,
    data: { [member]: shared, ...items },
  })
  const count = () => told().split(shared).length
  const before = count()
  await send('PATCH', `/${secret}`, { summary: 'Secret' })
  await send('PATCH', `/${shared}`, { summary: 'Last' })
  await waitUntil(() => count() > before)
  expect(told()).not.toContain(secret)
  // The interface reloads its lists after any change of one.
  await waitUntil(() => native.text.includes('s_updated'))
  for (const word of ['shared_list_changed', secret, shared, everyone])
    expect(native.text).not.toContain(word)
})

test('M12: a smart list that takes too long for one reader is named to the others', async () => {
  await seedSeries(server, await seedLibrary(server))
  const readers = [await openStream('ann'), await openStream('max')]
  const body = { name: 'All of them', condition: { allOf: [] }, sharing: 'everyone' }
  const { id } = (await server.call('POST', '/collections', { as: 'ada', body })).body
  const countNames = () => readers.map(({ text }) => text.split(`"${id}"`).length - 1)
  await waitUntil(() => String(countNames()) === '1,1')
  const read = spyOn(server.ctx.heavy, 'rows')
  try {
    read.mockRejectedValueOnce(new Refusal('unavailable', requestMessages.timeout()))
    const change = { everyone: true, listField: 'inCollection', listId: String(id) } as const
    server.ctx.bus.publish(sharedListChanged, change)
    await waitUntil(() => countNames()[1] === 2)
  } finally {
    read.mockRestore()
  }
  expect(countNames()).toEqual([1, 2])
})

test('M12: a shared list that takes long delays no other event', async () => {
  const { id: libraryId } = await seedLibrary(server)
  const stream = await openStream('ann')
  const body = { name: 'Slow', condition: { allOf: [] }, sharing: 'everyone' }
  const { id } = (await server.call('POST', '/collections', { as: 'ada', body })).body
  const gate = Promise.withResolvers<never>()
  const read = spyOn(server.ctx.heavy, 'rows')
  try {
    read.mockReturnValueOnce(gate.promise)
    const change = { everyone: true, listField: 'inCollection', listId: String(id) } as const
    server.ctx.bus.publish(sharedListChanged, change)
    await waitUntil(() => read.mock.calls.length > 0)
    server.ctx.bus.publish(libraryUpdated, { libraryId })
    await waitUntil(() => stream.changes.some(({ data }) => data['libraryId'] === libraryId))
  } finally {
    gate.reject(new Refusal('unavailable', requestMessages.timeout()))
    read.mockRestore()
  }
})

test('viewers see only what they may see', async () => {
  const { id: seen } = await seedLibrary(server)
  const { id: hidden } = await seedLibrary(server)
  const eve = await server.addUser('eve', 'reader')
  const body = { libraryIds: [seen] }
  await server.call('PUT', `/users/${eve}/libraries`, { as: 'ada', body })
  const stream = await openStream('eve')
  const { bus } = server.ctx
  bus.publish(libraryUpdated, { libraryId: hidden })
  bus.publish(readProgressUpdated, { userId: server.getUserId('ann'), ...ids })
  bus.publish(libraryUpdated, { libraryId: seen })
  await waitUntil(() => stream.changes.length > 0)
  expect(stream.changes).toEqual([{ name: 'LibraryChanged', data: { libraryId: seen } }])
  expect(stream.counts).toEqual([])
})

test('the size of the queue is reported until it is 0', async () => {
  const now = new Date()
  const later = new Date(now.getTime() + 3_600_000)
  const row = { kind: 'test_job', payload: {}, priority: 0 }
  await server.ctx.write(async (tx) => {
    await tx.insert(jobs).values([
      { ...row, runAt: now },
      { ...row, runAt: later },
    ])
  })
  const stream = await openStream('ada')
  await waitUntil(() => stream.counts.length > 0)
  expect(stream.events[0]).toEqual({
    name: 'TaskQueueStatus',
    data: { count: 1, countByType: { test_job: 1 } },
  })
  await server.ctx.write((tx) => tx.update(jobs).set({ state: 'done' }))
  await waitUntil(() => stream.counts.at(-1) === 0)
}, 60_000)

test('HEAD opens no stream', async () => {
  const address = `${origin}/komga/sse/v1/events`
  const headers = { authorization: `Bearer ${server.getToken('ann')}` }
  for (let count = 0; count < 25; count++) {
    const { status } = await fetch(address, { method: 'HEAD', headers })
    expect(status).toBe(200)
  }
  await openStream('ann')
})

test('strangers get none, and a user at most twenty', async () => {
  expect(await open('')).toMatchObject({ status: 401 })
  for (let opened = 0; opened < 20; opened++) await openStream('max')
  expect(await open('max')).toMatchObject({ status: 429 })
})
