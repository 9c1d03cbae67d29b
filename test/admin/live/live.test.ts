import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { DomainEvent } from '../../../src/platform/events/event'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { closeEventStreams, getEventStreams } from '../../../src/admin/live/event-streams'
import { system, userChanged, type Viewer } from '../../../src/accounts/permissions/model'
import type { Context } from '../../../src/context'
import { sendContent } from '../../../src/platform/http/responses/content'
import { users } from '../../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { libraryDeleted, libraryUpdated } from '../../../src/catalog/libraries/model'
import { seriesUpdated } from '../../../src/catalog/series/model'
import { wantToReadUpdated } from '../../../src/reading/want-to-read/model'
import { bookCreated } from '../../../src/catalog/books/model'
import { type ScanProgress, scanProgress } from '../../../src/ingest/scanning/model'

let server: TestServer
let origin: string
let listeners: Listener[] = []

beforeAll(async () => {
  server = await startTestServer({ 'events.heartbeat_seconds': '1', 'events.keep': '10' })
  origin = getStreamUrl(server.listen())
})
afterAll(() => server.close())
let libraryId: string
beforeEach(async () => {
  libraryId = (await seedLibrary(server)).id
})
afterEach(() => {
  for (const listener of listeners) listener.stop()
  listeners = []
})

const getStreamUrl = (address: string) => `${address}/api/v1/events/stream`

interface Message {
  id: string
  data: DomainEvent
}

class Listener {
  readonly messages: Message[] = []
  readonly response: Response
  text = ''
  ended = false
  readonly #controller: AbortController

  constructor(response: Response, controller: AbortController) {
    this.response = response
    this.#controller = controller
    void this.#read()
  }

  get lastId() {
    return [...this.text.matchAll(/^id: (.*)$/gm)].at(-1)![1]!
  }

  types = (): string[] => this.messages.map(({ data }) => data.type)
  stop = () => this.#controller.abort()

  async #read() {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of this.response.body!) this.#add(decoder.decode(chunk))
    } catch (error) {
      if (!this.#controller.signal.aborted) throw error
    } finally {
      this.ended = true
    }
  }

  #add(chunk: string) {
    this.text += chunk
    this.messages.length = 0
    for (const [, id = '', data = ''] of this.text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)) {
      this.messages.push({ id, data: JSON.parse(data) })
    }
  }
}

async function openStream(as: string, { query = '', headers = {}, at = origin } = {}) {
  const controller = new AbortController()
  const response = await fetch(`${at}${query}`, {
    headers: { authorization: `Bearer ${server.getToken(as)}`, ...headers },
    signal: controller.signal,
  })
  if (!response.ok) return { response, body: await response.json(), stop: () => controller.abort() }
  const listener = new Listener(response, controller)
  listeners.push(listener)
  await waitUntil(() => listener.text.includes('retry: '))
  return Object.assign(listener, { body: undefined })
}

const listenAs = async (...options: Parameters<typeof openStream>) => {
  const listener = await openStream(...options)
  if (!(listener instanceof Listener)) throw new Error(`refused: ${JSON.stringify(listener.body)}`)
  return listener
}

const buildBook = (more: object = {}) => ({
  libraryId,
  seriesId: Bun.randomUUIDv7(),
  bookId: Bun.randomUUIDv7(),
  ...more,
})

describe('a stream of events', () => {
  test('sends events as JSON with ID, type and time, and is never cached', async () => {
    const ann = await listenAs('ann')
    expect(ann.response.headers.get('content-type')).toStartWith('text/event-stream')
    expect(ann.response.headers.get('cache-control')).toBe('no-store')
    expect(ann.response.headers.get('x-accel-buffering')).toBe('no')
    const created = buildBook()
    server.ctx.bus.publish(bookCreated, created)
    await waitUntil(() => ann.messages.length === 1)
    expect(ann.messages[0]!.data as object).toMatchObject({ type: 'book_created', ...created })
    expect(ann.messages[0]!.data.timestamp).toEndWith('Z')
    expect(ann.messages[0]!.id).toMatch(/^[\w-]{50,100}$/)
    expect(ann.text).not.toContain('event:')
  })

  test.each(['header', 'query'])('resumes from the last event ID in the %s', async (by) => {
    const ann = await listenAs('ann')
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => ann.messages.length === 1)
    ann.stop()
    const other = await listenAs('max')
    server.ctx.bus.publish(bookCreated, buildBook())
    server.ctx.bus.publish(wantToReadUpdated, { userId: server.getUserId('max') })
    server.ctx.bus.publish(seriesUpdated, { libraryId, seriesId: Bun.randomUUIDv7() })
    await waitUntil(() => other.messages.length === 3)
    const back = await listenAs(
      'ann',
      by === 'header'
        ? { headers: { 'last-event-id': ann.lastId }, query: '?lastEventId=stale' }
        : { query: `?lastEventId=${ann.lastId}` },
    )
    await waitUntil(() => back.messages.length >= 2)
    expect(back.types()).toEqual(['book_created', 'series_updated'])
  })

  test('resumes from its start, even without an event since then', async () => {
    const ann = await listenAs('ann')
    const { lastId } = ann
    ann.stop()
    const other = await listenAs('max')
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => other.messages.length === 1)
    const back = await listenAs('ann', { query: `?lastEventId=${lastId}` })
    await waitUntil(() => back.messages.length === 1)
    expect(back.types()).toEqual(['book_created'])
  })

  test('provides an ID so that a page misses no events before it connects', async () => {
    const since = getEventStreams(server.ctx).latestId
    const before = server.events.length
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => server.events.length > before)
    const ann = await listenAs('ann', { query: `?lastEventId=${since}` })
    await waitUntil(() => ann.messages.length === 1)
    expect(ann.types()).toEqual(['book_created'])
  })

  test('D11: IDs do not reveal whether or how many hidden events happened', async () => {
    const hidden = (await seedLibrary(server)).id
    const mine = { ...system, libraryIds: [libraryId] }
    const listen = async () => {
      const request = createRequest()
      const response = await openStreamOf(server.ctx, mine, request)
      return new Listener(response, new AbortController())
    }
    const listener = await listen()
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => listener.messages.length === 1)
    const openings = [await listen(), await listen()]
    await waitUntil(() => openings.every(({ text }) => text.includes('id: ')))
    // IDs differ even if no event was published in between.
    expect(openings[0]!.lastId).not.toBe(openings[1]!.lastId)
    for (let n = 0; n < 3; n++)
      server.ctx.bus.publish(bookCreated, buildBook({ libraryId: hidden }))
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => listener.messages.length === 2)
    const ids = [...openings, listener].map(({ lastId }) => lastId)
    expect(new Set(ids.map(({ length }) => length)).size).toBe(1)
    for (const id of ids) {
      expect(Buffer.from(id, 'base64url').toString('latin1')).not.toMatch(/\d{6}/)
    }
    for (const { response } of [...openings, listener]) {
      await response.body!.cancel().catch(() => undefined)
    }
  })

  test('requests a resync when missed events are no longer available', async () => {
    const ann = await listenAs('ann')
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => ann.messages.length === 1)
    const old = ann.lastId
    for (let n = 0; n < 12; n++) server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => ann.messages.length === 13)
    for (const id of [old, '987654321', 'start-of-another-process']) {
      const back = await listenAs('ann', { query: `?lastEventId=${id}` })
      await waitUntil(() => back.messages.length === 1)
      expect(back.types()).toEqual(['resync'])
      const again = await listenAs('ann', { query: `?lastEventId=${back.lastId}` })
      server.ctx.bus.publish(seriesUpdated, { libraryId, seriesId: Bun.randomUUIDv7() })
      await waitUntil(() => again.messages.length > 0)
      expect(again.types()).toEqual(['series_updated'])
    }
  })

  test('sends private events only to their user, and never permission changes', async () => {
    const [ann, max] = [await listenAs('ann'), await listenAs('max')]
    const userId = server.getUserId('ann')
    server.ctx.bus.publish(wantToReadUpdated, { userId })
    server.ctx.bus.publish(userChanged, { userId })
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => ann.messages.length === 2 && max.messages.length === 1)
    expect(ann.types()).toEqual(['want_to_read_updated', 'book_created'])
    expect(max.types()).toEqual(['book_created'])
  })

  test('hides trashed libraries, but reports that they were trashed', async () => {
    const ann = await listenAs('ann')
    const setTrashed = (trashedAt: Date | null) =>
      server.ctx.write(async (tx) => {
        await tx.update(libraries).set({ trashedAt }).where(eq(libraries.id, libraryId))
      })
    await setTrashed(new Date())
    server.ctx.bus.publish(libraryDeleted, { libraryId })
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => ann.messages.length === 1)
    await setTrashed(null)
    server.ctx.bus.publish(libraryUpdated, { libraryId })
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => ann.messages.length >= 3)
    expect(ann.types()).toEqual(['library_deleted', 'library_updated', 'book_created'])
  })

  test('sends only events of accessible libraries', async () => {
    const mine = (await seedLibrary(server)).id
    const narrow = { ...system, libraryIds: [mine] }
    const response = await openStreamOf(server.ctx, narrow)
    const controller = new AbortController()
    const listener = new Listener(response, controller)
    server.ctx.bus.publish(bookCreated, buildBook())
    server.ctx.bus.publish(bookCreated, buildBook({ libraryId: mine }))
    await waitUntil(() => listener.messages.length === 1)
    expect(listener.messages[0]!.data).toMatchObject({ libraryId: mine })
    await response.body!.cancel().catch(() => undefined)
  })

  test('ends when its user is deactivated, without affecting others', async () => {
    await server.addUser('eva', 'reader')
    const [eva, ann] = [await listenAs('eva'), await listenAs('ann')]
    const userId = server.getUserId('eva')
    await server.ctx.write(async (tx) => {
      await tx.update(users).set({ isActive: false }).where(eq(users.id, userId))
    })
    server.ctx.bus.publish(userChanged, { userId })
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => eva.ended && ann.messages.length === 1)
    expect(eva.messages).toEqual([])
    expect(ann.ended).toBe(false)
  })

  test('sends scan progress at most four times a second, and its end immediately', async () => {
    const ann = await listenAs('ann')
    const scanId = Bun.randomUUIDv7()
    const buildProgress = (filesProcessed: number, status = 'running') => ({
      libraryId,
      scanId,
      status,
      phase: 'analyzing',
      filesProcessed,
      filesTotal: 50,
    })
    const begunAt = performance.now()
    for (let n = 0; n < 40; n++) {
      server.ctx.bus.publish(scanProgress, buildProgress(n))
      await Bun.sleep(10)
    }
    server.ctx.bus.publish(scanProgress, buildProgress(50, 'completed'))
    const getLast = () => ann.messages.at(-1)?.data as { status?: string } | undefined
    await waitUntil(() => getLast()?.status === 'completed')
    // A busy machine is slower, so more events may be sent.
    const seconds = (performance.now() - begunAt) / 1000
    expect(ann.messages.length).toBeLessThanOrEqual(4 * seconds + 4)
    expect(ann.messages.length).toBeGreaterThanOrEqual(3)
    const counts = ann.messages.map(
      ({ data }) => (data as DomainEvent & ScanProgress).filesProcessed,
    )
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    // After a reconnect, only new events are sent, and none of the skipped ones.
    const back = await listenAs('ann', { query: `?lastEventId=${ann.lastId}` })
    server.ctx.bus.publish(bookCreated, buildBook())
    await waitUntil(() => back.messages.length > 0)
    expect(back.types()).toEqual(['book_created'])
  })

  test('is rejected above twenty per user until one of them ends', async () => {
    const many: Listener[] = []
    for (let n = 0; n < 20; n++) many.push(await listenAs('ann'))
    const refused = await openStream('ann')
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('retry-after')).toBeString()
    expect((await openStream('max')).response.status).toBe(200)
    many[0]!.stop()
    await waitUntil(async () => (await openStream('ann')).response.status === 200)
  })

  test.each([
    ['an anonymous client', 'anonymous', 401],
    ['an unknown query parameter', 'ann', 400],
  ])('is rejected for %s', async (_, as, status) => {
    const query = status === 400 ? '?what=1' : ''
    expect((await openStream(as, { query })).response.status).toBe(status)
  })
})

const createRequest = () => new Request('http://localhost/api/v1/events/stream')
const openStreamOf = (ctx: Context, viewer: Viewer, request = createRequest()) =>
  sendContent(request, getEventStreams(ctx).openStream(request, viewer, undefined))

test('the total number of streams is limited, and all end when the server stops', async () => {
  const small = await startTestServer({ 'events.max_connections': '2' })
  const open = async (userId: string) => openStreamOf(small.ctx, { ...system, userId })
  const first = await open('a')
  await open('b')
  const third = open('c')
  expect(await third.catch((error: Error) => error)).toMatchObject({ reason: 'unavailable' })
  await closeEventStreams(small.ctx)
  expect(await first.text()).toContain('retry: ')
  const late = open('a')
  expect(await late.catch((error: Error) => error)).toMatchObject({ reason: 'unavailable' })
  await small.close()
})
