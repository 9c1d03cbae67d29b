/** Statements that take too long, on PostgreSQL. On SQLite, slow reads have a deadline of their own. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

describe.skipIf(dialect !== 'postgres')('a statement', () => {
  test('is ended by the database after 30 seconds', async () => {
    const server = await startTestServer()
    const [row] = await server.ctx.db.rows<{ limit: string }>(
      sql`select current_setting('statement_timeout') as limit`,
    )
    expect(row!.limit).toBe('30s')
    await server.close()
  })

  test('that was ended is answered with 503 and when to try again', async () => {
    const server = await startTestServer()
    const { ctx } = server
    const held = Promise.withResolvers<void>()
    const locking = ctx.write(async (tx) => {
      await tx.rows(sql`lock table libraries in access exclusive mode`)
      await held.promise
    })
    const answering = server.call('GET', '/libraries', { as: 'ann' })
    // What the time limit does after 30 seconds.
    await waitUntil(async () => {
      const ended = await ctx.db.rows(sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return ended.length > 0
    })
    const { status, body, headers } = await answering
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'request.timeout', '5'])
    held.resolve()
    await locking
    expect((await server.call('GET', '/libraries', { as: 'ann' })).status).toBe(200)
    await server.close()
  })
})
