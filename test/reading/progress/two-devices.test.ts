/** Devices that were without network send what they read later, in pieces and more than once. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readingEvents } from '../../../src/reading/progress/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Returns a seeded random generator. */
function createRandom(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const seed = Number(process.env['SEED'] ?? 4)
const startMs = Date.parse('2026-01-02T10:00:00Z')

interface Reading {
  currentPage: number
  happenedAt: string
}

/** Returns positions in reading order, never at the end of the book. */
const read = (random: (sides: number) => number, count: number): Reading[] =>
  Array.from({ length: count }, (_, index) => ({
    currentPage: 3 + random(16),
    happenedAt: new Date(startMs + index * 60_000 + random(50_000)).toISOString(),
  }))

test('the later reading wins in every order of arrival, and each is kept once', async () => {
  const random = createRandom(seed)
  const made = await seedSeries(server, await seedLibrary(server))
  for (let round = 0; round < 12; round++) {
    const book = await seedBook(server, made, { title: `Round ${round}` })
    const readings = read(random, 8)
    // Each device sends its own in order; a lost answer makes it send one again.
    const queues: Reading[][] = [[], []]
    for (const reading of readings) queues[random(2)]?.push(reading)
    while (queues.some((queue) => queue.length > 0)) {
      const queue = queues[random(2)]
      const [next] = queue ?? []
      if (!next) continue
      const { status } = await server.call('PUT', `/books/${book.id}/progress`, {
        as: 'ann',
        body: next,
      })
      expect(status).toBe(200)
      if (random(4) > 0) queue?.shift()
    }
    const progress = await server.call('GET', `/books/${book.id}/progress`, { as: 'ann' })
    expect(progress.body.currentPage).toBe(readings.at(-1)!.currentPage)
    const events = await server.ctx.db
      .select({ happenedAt: readingEvents.happenedAt })
      .from(readingEvents)
      .where(eq(readingEvents.bookId, book.id))
    expect(events.map(({ happenedAt }) => happenedAt.toISOString()).toSorted()).toEqual(
      readings.map(({ happenedAt }) => happenedAt),
    )
  }
})
