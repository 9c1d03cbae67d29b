import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { DomainEvent } from '../../../src/platform/events/event'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { closeLiveEvents, getLiveEvents } from '../../../src/admin/live/live-events'
import { system, userChanged } from '../../../src/accounts/permissions/model'
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
  server.app.listen({ port: 0, hostname: '127.0.0.1', idleTimeout: 1 })
  origin = `http://127.0.0.1:${server.app.server!.port}/api/v1/events/stream`
})
afterAll(async () => {
  await server.app.stop(true)
  await server.close()
})
let libraryId: string
beforeEach(async () => {
  libraryId = (await seedLibrary(server)).id
})
afterEach(() => {
  for (const listener of listeners) listener.stop()
  listeners = []
})

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

async function listen(as: string, { query = '', headers = {}, at = origin } = {}) {
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

const listenTo = async (...given: Parameters<typeof listen>) => {
  const listener = await listen(...given)
  if (!(listener instanceof Listener)) throw new Error(`refused: ${JSON.stringify(listener.body)}`)
  return listener
}

const book = (more: object = {}) => ({
  libraryId,
  seriesId: Bun.randomUUIDv7(),
  bookId: Bun.randomUUIDv7(),
  ...more,
})

describe('a stream of events', () => {
  test('tells what happens as JSON with an id, a type and a time, and is never stored', async () => {
    const ann = await listenTo('ann')
    expect(ann.response.headers.get('content-type')).toStartWith('text/event-stream')
    expect(ann.response.headers.get('cache-control')).toBe('no-store')
    expect(ann.response.headers.get('x-accel-buffering')).toBe('no')
    const created = book()
    server.ctx.bus.publish(bookCreated, created)
    await waitUntil(() => ann.messages.length === 1)
    expect(ann.messages[0]!.data as object).toMatchObject({ type: 'book_created', ...created })
    expect(ann.messages[0]!.data.timestamp).toEndWith('Z')
    expect(Number(ann.messages[0]!.id)).toBeGreaterThan(0)
    expect(ann.text).not.toContain('event:')
  })

  test('stays open while nothing happens, with a sign of life', async () => {
    const ann = await listenTo('ann')
    await waitUntil(() => (ann.text.match(/^: still here$/gm) ?? []).length >= 3)
    expect(ann.ended).toBe(false)
  })

  test.each(['header', 'query'])('continues where it was left, by %s', async (by) => {
    const ann = await listenTo('ann')
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => ann.messages.length === 1)
    ann.stop()
    const other = await listenTo('max')
    server.ctx.bus.publish(bookCreated, book())
    server.ctx.bus.publish(wantToReadUpdated, { userId: server.getUserId('max') })
    server.ctx.bus.publish(seriesUpdated, { libraryId, seriesId: Bun.randomUUIDv7() })
    await waitUntil(() => other.messages.length === 3)
    const back = await listenTo(
      'ann',
      by === 'header'
        ? { headers: { 'last-event-id': ann.lastId }, query: '?lastEventId=stale' }
        : { query: `?lastEventId=${ann.lastId}` },
    )
    await waitUntil(() => back.messages.length >= 2)
    expect(back.types()).toEqual(['book_created', 'series_updated'])
  })

  test('continues from its beginning even if nothing had been told by then', async () => {
    const ann = await listenTo('ann')
    const { lastId } = ann
    ann.stop()
    const other = await listenTo('max')
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => other.messages.length === 1)
    const back = await listenTo('ann', { query: `?lastEventId=${lastId}` })
    await waitUntil(() => back.messages.length === 1)
    expect(back.types()).toEqual(['book_created'])
  })

  test('gives an id from which a page misses nothing, before anybody listens', async () => {
    const since = getLiveEvents(server.ctx).latestId
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => getLiveEvents(server.ctx).latestId !== since)
    const ann = await listenTo('ann', { query: `?lastEventId=${since}` })
    await waitUntil(() => ann.messages.length === 1)
    expect(ann.types()).toEqual(['book_created'])
  })

  test('asks for a resync when what was missed is not known any more', async () => {
    const ann = await listenTo('ann')
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => ann.messages.length === 1)
    const old = ann.lastId
    for (let n = 0; n < 12; n++) server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => ann.messages.length === 13)
    for (const id of [old, '987654321', 'start-of-another-process']) {
      const back = await listenTo('ann', { query: `?lastEventId=${id}` })
      await waitUntil(() => back.messages.length === 1)
      expect(back.types()).toEqual(['resync'])
      expect(back.lastId).toBe(ann.lastId)
    }
  })

  test('shows what belongs to one user to that user only, and never that rights changed', async () => {
    const [ann, max] = [await listenTo('ann'), await listenTo('max')]
    const userId = server.getUserId('ann')
    server.ctx.bus.publish(wantToReadUpdated, { userId })
    server.ctx.bus.publish(userChanged, { userId })
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => ann.messages.length === 2 && max.messages.length === 1)
    expect(ann.types()).toEqual(['want_to_read_updated', 'book_created'])
    expect(max.types()).toEqual(['book_created'])
  })

  test('hides libraries in the trash, but tells that they went there', async () => {
    const ann = await listenTo('ann')
    const trash = (trashedAt: Date | null) =>
      server.ctx.write(async (tx) => {
        await tx.update(libraries).set({ trashedAt }).where(eq(libraries.id, libraryId))
      })
    await trash(new Date())
    server.ctx.bus.publish(libraryDeleted, { libraryId })
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => ann.messages.length === 1)
    await trash(null)
    server.ctx.bus.publish(libraryUpdated, { libraryId })
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => ann.messages.length >= 3)
    expect(ann.types()).toEqual(['library_deleted', 'library_updated', 'book_created'])
  })

  test('shows only libraries that are open to the viewer', async () => {
    const mine = (await seedLibrary(server)).id
    const narrow = { ...system, libraryIds: [mine] }
    const response = await getLiveEvents(server.ctx).openStream(request(), narrow, undefined)
    const controller = new AbortController()
    const listener = new Listener(response, controller)
    server.ctx.bus.publish(bookCreated, book())
    server.ctx.bus.publish(bookCreated, book({ libraryId: mine }))
    await waitUntil(() => listener.messages.length === 1)
    expect(listener.messages[0]!.data).toMatchObject({ libraryId: mine })
    await response.body!.cancel().catch(() => undefined)
  })

  test('ends at once when its user is shut out, and no other', async () => {
    await server.addUser('eva', 'reader')
    const [eva, ann] = [await listenTo('eva'), await listenTo('ann')]
    const userId = server.getUserId('eva')
    await server.ctx.write(async (tx) => {
      await tx.update(users).set({ isActive: false }).where(eq(users.id, userId))
    })
    server.ctx.bus.publish(userChanged, { userId })
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => eva.ended && ann.messages.length === 1)
    expect(eva.messages).toEqual([])
    expect(ann.ended).toBe(false)
  })

  test('shows the progress of a scan at most four times a second, and its end at once', async () => {
    const ann = await listenTo('ann')
    const scanId = Bun.randomUUIDv7()
    const progress = (filesProcessed: number, status = 'running') => ({
      libraryId,
      scanId,
      status,
      phase: 'analyzing',
      filesProcessed,
      filesTotal: 50,
    })
    const begunAt = performance.now()
    for (let n = 0; n < 40; n++) {
      server.ctx.bus.publish(scanProgress, progress(n))
      await Bun.sleep(10)
    }
    server.ctx.bus.publish(scanProgress, progress(50, 'completed'))
    const last = () => ann.messages.at(-1)?.data as { status?: string } | undefined
    await waitUntil(() => last()?.status === 'completed')
    // A busy machine takes longer over it, and more may be told.
    const seconds = (performance.now() - begunAt) / 1000
    expect(ann.messages.length).toBeLessThanOrEqual(4 * seconds + 4)
    expect(ann.messages.length).toBeGreaterThanOrEqual(3)
    const counts = ann.messages.map(
      ({ data }) => (data as DomainEvent & ScanProgress).filesProcessed,
    )
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    // An id that was left out here may be the last one a client had from another process.
    const back = await listenTo('ann', { query: `?lastEventId=${ann.lastId}` })
    server.ctx.bus.publish(bookCreated, book())
    await waitUntil(() => back.messages.length > 0)
    expect(back.types()).toEqual(['book_created'])
  })

  test('is refused past twenty for one user, until one of them ends', async () => {
    const many: Listener[] = []
    for (let n = 0; n < 20; n++) many.push(await listenTo('ann'))
    const refused = await listen('ann')
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('retry-after')).toBeString()
    expect((await listen('max')).response.status).toBe(200)
    many[0]!.stop()
    await waitUntil(async () => (await listen('ann')).response.status === 200)
  })

  test.each([
    ['a stranger', 'nobody', 401],
    ['a query that is not known', 'ann', 400],
  ])('is refused to %s', async (_, as, status) => {
    const query = status === 400 ? '?what=1' : ''
    expect((await listen(as, { query })).response.status).toBe(status)
  })
})

const viewer = (userId: string) => ({ ...system, userId })
const request = () => new Request('http://localhost/api/v1/events/stream')

test('all streams together are limited, and all end when the server does', async () => {
  const small = await startTestServer({ 'events.max_connections': '2' })
  const live = getLiveEvents(small.ctx)
  const first = await live.openStream(request(), viewer('a'), undefined)
  await live.openStream(request(), viewer('b'), undefined)
  const third = live.openStream(request(), viewer('c'), undefined)
  expect(await third.catch((error: Error) => error)).toMatchObject({ reason: 'unavailable' })
  await closeLiveEvents(small.ctx)
  expect(await first.text()).toContain('retry: ')
  const late = live.openStream(request(), viewer('a'), undefined)
  expect(await late.catch((error: Error) => error)).toMatchObject({ reason: 'unavailable' })
  await small.close()
})
