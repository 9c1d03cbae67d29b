/**
 * Measures statistics, history and exports of a reader with a million events. See README.md.
 * `bun test/bench/statistics.ts --events 1000000`, on PostgreSQL with `QUIRE_DIALECT=postgres`.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { system } from '../../src/accounts/permissions/model'
import { books } from '../../src/catalog/books/schema'
import { dialect } from '../../src/platform/db/dialect'
import { listTimeline } from '../../src/reading/progress/history/timeline'
import { setProgress } from '../../src/reading/progress/service'
import { getPace } from '../../src/reading/statistics/pace'
import { getServerStatistics, getStatistics } from '../../src/reading/statistics/statistics'
import { deriveAllSessions } from '../../src/reading/statistics/sessions/update-sessions'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { measureRuns, ms, printLine, printTable, ratio } from './support/figures'
import { seed } from './support/seed'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '40' },
  },
})
const eventsPerBook = 100
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

  /** Adds 180 page turns a day. With over 300 seconds in between, each is its own session. */
  async function seedEvents(events: number) {
    const [range] = await ctx.db.rows<{ first: number; count: number }>(
      sql`select min(n) as first, count(*) as count from ${books}`,
    )
    const firstMs = Date.now() - Math.ceil(events / 180) * 24 * 60 * minute
    const place = sql.raw('cast(i as bigint)')
    const moment = sql`(${sql.raw(String(firstMs))} + ${place} / 180 * 86400000 + ${place} % 180 * ${sql.raw(String(Number(values.seconds) * 1000))})`
    const isLite = dialect === 'sqlite'
    const at = isLite ? moment : sql`to_timestamp(${moment} / 1000.0)`
    const id = isLite
      ? sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-7' || substr(hex(randomblob(2)), 2)
          || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
      : sql`gen_random_uuid()`
    const user = isLite ? sql`${userId}` : sql`${userId}::uuid`
    const last = sql.raw(String(events - 1))
    const numbers = isLite
      ? sql`with recursive places(i) as (select 0 union all select i + 1 from places where i < ${last})`
      : sql`with places as (select generate_series(0, ${last}) as i)`
    await ctx.write(async (tx) => {
      await tx.rows(sql`insert into reading_events
        (id, user_id, book_id, pass, kind, origin, page, device, happened_at, created_at)
        ${numbers} select ${id}, ${user}, ${books.id}, 1, 'position', 'explicit',
          i % 100 + 1, 'device ' || (i / 60 % 3), ${at}, ${at}
        from places join ${books} on ${books}.n = ${sql.raw(String(range!.first))}
          + (i / ${sql.raw(String(eventsPerBook))}) % ${sql.raw(String(range!.count))}`)
      await tx.rows(sql`insert into reading_changes (user_id, book_id, since)
        select user_id, book_id, min(happened_at) from reading_events group by user_id, book_id`)
    })
  }
} finally {
  await server.close()
  await closeTestDatabases()
}
