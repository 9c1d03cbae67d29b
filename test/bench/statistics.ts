/**
 * Measures statistics, history and exports of a reader with a million reading events:
 * `bun test/bench/statistics.ts --events 1000000`, with `QUIRE_DIALECT=postgres` on PostgreSQL. See README.md.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { system } from '../../src/accounts/permissions/model'
import { books } from '../../src/catalog/books/schema'
import { listTimeline } from '../../src/reading/progress/history/timeline'
import { markChanged } from '../../src/reading/progress/changed-events'
import { readingEvents } from '../../src/reading/progress/schema'
import { setProgress } from '../../src/reading/progress/service'
import { getPace } from '../../src/reading/statistics/pace'
import { getServerStatistics, getStatistics } from '../../src/reading/statistics/statistics'
import { deriveAllSessions } from '../../src/reading/statistics/sessions/update-sessions'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { measureRuns, ms, printLine, printTable, ratio } from './support/figures'
import { seed } from './support/seed'

const { values } = parseArgs({ options: { events: { type: 'string', default: '1000000' } } })
const eventsPerBook = 100
const rowsAtOnce = 1000
const minute = 60_000
const server = await startTestServer()
try {
  const { ctx } = server
  const userId = server.getUserId('ann')
  const viewer = { ...system, userId, role: 'reader' as const }
  const count = Number(values.events)
  await seed(ctx, { series: count / eventsPerBook / 5, booksEach: 5, users: 0 }, [])
  await seedEvents(count)
  await ctx.refreshStatistics()
  const began = performance.now()
  await deriveAllSessions(ctx, userId, new AbortController().signal)
  printLine(
    `${count} events derived in ${Math.round(performance.now() - began)} ms, in the background`,
  )
  await measure(count)

  async function measure(events: number) {
    const to = new Date()
    const year = {
      from: new Date(to.getTime() - 365 * 24 * 60 * minute).toISOString(),
      to: to.toISOString(),
    }
    const [{ id: bookId }] = (await ctx.db.select({ id: books.id }).from(books).limit(1)) as [
      { id: string },
    ]
    const floor = await measureRuns(
      () => ctx.heavy.rows(sql`select count(*) from reading_sessions`),
      { runs: 5, warm: 1 },
    )
    const runs = { runs: 10, warm: 1 }
    const timeZone = 'Europe/Berlin'
    const cases: [string, () => Promise<unknown>][] = [
      ['statistics of 90 days', () => getStatistics(ctx, viewer, { timeZone })],
      ['statistics of a year', () => getStatistics(ctx, viewer, { ...year, timeZone })],
      ['streaks and pace', () => getPace(ctx, viewer, { timeZone })],
      ['first 100 entries of the history', () => listTimeline(ctx, viewer, {})],
      ['sums of all users, a year', () => getServerStatistics(ctx, year)],
      ['a page turn', () => setProgress(ctx, viewer, bookId, { currentPage: 2 })],
    ]
    const rows: string[][] = [['floor: count the sessions', ms(floor.median), ms(floor.p99), '']]
    for (const [name, act] of cases) {
      const taken = await measureRuns(act, runs)
      rows.push([name, ms(taken.median), ms(taken.p99), ratio(taken.median, floor.median)])
    }
    printLine(`a reader with ${events} events`)
    printTable(['', 'median', 'p99', 'ratio'], rows)
  }

  /** Two hours a day over some years: a page every 40 seconds. */
  async function seedEvents(events: number) {
    const ids = await ctx.db.select({ id: books.id }).from(books)
    const first = Date.now() - events * 40_000 * 12
    for (let from = 0; from < events; from += rowsAtOnce) {
      const rows = Array.from({ length: Math.min(rowsAtOnce, events - from) }, (_, i) => {
        const place = from + i
        const [day, within] = [Math.floor(place / 180), place % 180]
        return {
          userId,
          bookId: ids[Math.floor(place / eventsPerBook) % ids.length]!.id,
          pass: 1,
          kind: 'position' as const,
          origin: 'explicit' as const,
          page: (place % eventsPerBook) + 1,
          device: `device ${Math.floor(place / 60) % 3}`,
          happenedAt: new Date(first + day * 24 * 60 * minute + within * 40_000),
        }
      })
      await ctx.write(async (tx) => {
        await tx.insert(readingEvents).values(rows)
        await markChanged(tx, rows)
      })
    }
  }
} finally {
  await server.close()
  await closeTestDatabases()
}
