/** Statistics equal a plain model after random reading, sessions, removals and merges. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import { mergeReading } from '../../../src/reading/progress/copies/merge-reading'
import { readingEvents } from '../../../src/reading/progress/schema'
import { readingSessions } from '../../../src/reading/statistics/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { type SeededBook, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { Dice, randomSeed } from '../../support/dice'
import { takeShare } from '../../support/share'
import { computeModel, type Model } from '../../reading/statistics/plain-model'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
})
afterAll(() => server.close())

const pageCount = 60
const minute = 60_000
/** The queried period contains two clock changes. */
const begin = Date.parse('2026-03-20T12:00:00Z')
const query = 'from=2026-03-01T00:00:00Z&to=2026-11-30T00:00:00Z'

class RandomReader {
  readonly #as: string
  readonly #books: readonly SeededBook[]
  readonly #roll: (sides: number) => number
  #clock = begin

  constructor(as: string, books: readonly SeededBook[], roll: (sides: number) => number) {
    this.#as = as
    this.#books = books
    this.#roll = roll
  }

  call(method: string, path: string, body?: object) {
    return server.call(method, path, { as: this.#as, ...(body && { body }) })
  }

  async act() {
    const acts = [
      () => this.#turn(),
      () => this.#turn(),
      () => this.#turn(),
      () => this.#turn(),
      () => this.#record(),
      () => this.#remove(),
      () => this.call('POST', `/books/${this.#pick().id}/${this.#roll(2) ? 'read' : 'unread'}`),
      () => this.#merge(),
    ]
    const { status } = (await acts[this.#roll(acts.length)]!()) ?? {}
    if (status !== undefined) expect(status).toBeLessThan(300)
  }

  #pick = () => this.#books[this.#roll(this.#books.length)]!

  /** Returns a time that is usually a little later, sometimes hours later or out of order. */
  #moment() {
    const kind = this.#roll(10)
    if (kind < 7) this.#clock += (this.#roll(6) + 1) * minute
    else if (kind < 9) this.#clock += this.#roll(30) * 3_600_000
    else return this.#clock - this.#roll(300) * minute
    return this.#clock
  }

  async #turn() {
    const { id } = this.#pick()
    let answer
    for (let i = this.#roll(6); i >= 0; i--) {
      const device = ['Kobo', 'Tablet', undefined][this.#roll(3)]
      const isPage = this.#roll(3) > 0
      answer = await this.call('PUT', `/books/${id}/progress`, {
        currentPage: isPage ? this.#roll(pageCount) + 1 : 1,
        ...(!isPage && { progressPercentage: this.#roll(100) / 100 }),
        happenedAt: new Date(this.#moment()).toISOString(),
        ...(device && { device }),
      })
    }
    return answer
  }

  #record() {
    const startedMs = this.#moment() - this.#roll(200) * minute
    const endedMs = startedMs + this.#roll(120) * minute
    const session = {
      id: Bun.randomUUIDv7(),
      bookId: this.#pick().id,
      deviceId: 'Measured',
      kind: 'progress',
      clientStartedAt: new Date(startedMs).toISOString(),
      clientEndedAt: new Date(endedMs).toISOString(),
      ...(this.#roll(4) > 0 && { activeDurationMs: this.#roll(120) * minute }),
      ...(this.#roll(4) > 0 && { pagesRead: this.#roll(40) }),
      ...(this.#roll(2) > 0 && { toPage: this.#roll(pageCount) + 1 }),
    }
    return this.call('POST', '/reading-sessions', { sessions: [session, session] })
  }

  async #remove() {
    const { entries } = (await this.call('GET', '/user/read-history?limit=200')).body
    const entry = entries[this.#roll(Math.max(1, entries.length))]
    return entry && this.call('DELETE', `/user/read-history/${entry.id}`)
  }

  async #merge() {
    const [from, to] = [this.#pick(), this.#pick()]
    if (from.id === to.id) return undefined
    await server.ctx.write((tx) => mergeReading(tx, from.id, to))
    return undefined
  }

  async compare(timeZone: string) {
    const stats = (await this.call('GET', `/reading-stats?${query}&timeZone=${timeZone}`)).body
    expect(stats.isComplete).toBe(true)
    expect(readAnswer(stats)).toEqual(flatten(await this.#computeModel(timeZone), this.#books))
  }

  async #computeModel(timeZone: string) {
    const userId = server.getUserId(this.#as)
    const { db } = server.ctx
    const events = await db.select().from(readingEvents).where(eq(readingEvents.userId, userId))
    const sessions = await db
      .select()
      .from(readingSessions)
      .where(and(eq(readingSessions.userId, userId), ne(readingSessions.origin, 'events')))
    return computeModel(events, sessions, { pageCount, timeZone })
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
const readAnswer = ({ summary, periods, series }: any) => ({
  total: summary.duration.totalMs,
  measured: summary.duration.measuredMs,
  pages: summary.pagesRead,
  sessions: summary.sessions,
  days: Object.fromEntries(
    periods
      // oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
      .filter((day: any) => day.duration.totalMs > 0 || day.pagesRead > 0)
      // oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
      .map((day: any) => [day.bucket, [day.duration.totalMs, day.pagesRead]]),
  ),
  series: Object.fromEntries(
    series
      // oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
      .filter((one: any) => one.sessions > 0)
      // oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
      .map((one: any) => [one.seriesId, [one.duration.totalMs, one.pagesRead]]),
  ),
})

/** Converts the model to the form of the response. Each book is a series of its own. */
const flatten = (model: Model, books: readonly SeededBook[]) => ({
  total: model.totalMs,
  measured: model.measuredMs,
  pages: model.pages,
  sessions: model.sessions,
  days: Object.fromEntries(
    [...model.days]
      .filter(([, { totalMs, pages }]) => totalMs > 0 || pages > 0)
      .map(([day, { totalMs, pages }]) => [day, [totalMs, pages]]),
  ),
  series: Object.fromEntries(
    [...model.byBook].map(([bookId, { totalMs, pages }]) => [
      books.find(({ id }) => id === bookId)!.seriesId,
      [totalMs, pages],
    ]),
  ),
})

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC']

test.each(takeShare([0, 1, 2, 3], (number) => `random log ${number}`, ['reading/statistics']))(
  'random log %i',
  async (number) => {
    const as = `random${number}`
    await server.addUser(as, 'reader')
    const library = await seedLibrary(server)
    const books: SeededBook[] = []
    for (let i = 0; i < 3; i++) {
      books.push(await seedBook(server, await seedSeries(server, library), { pageCount }))
    }
    const dice = new Dice(randomSeed + number)
    const roll = (sides: number) => dice.roll(sides)
    const reader = new RandomReader(as, books, roll)
    for (let step = 0; step < 60; step++) {
      await reader.act()
      if (step % 6 === 0) await reader.compare(zones[roll(zones.length)]!)
    }
    for (const zone of zones) await reader.compare(zone)
    // The log contains enough data for the comparison to be meaningful.
    const full = (await reader.call('GET', `/reading-stats?${query}`)).body.summary
    expect(Math.min(full.sessions, full.daysRead, full.pagesRead)).toBeGreaterThan(3)
    expect(full.duration.measuredMs).toBeGreaterThan(0)
    expect(full.duration.inferredMs).toBeGreaterThan(0)
    await reader.call('DELETE', '/user/read-history')
    const empty = (await reader.call('GET', `/reading-stats?${query}`)).body
    expect(empty.summary).toMatchObject({ sessions: 0, pagesRead: 0, booksFinished: 0 })
  },
  60_000,
)
