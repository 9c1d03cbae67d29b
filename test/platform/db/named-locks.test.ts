/** Locks that processes hold over several transactions, on PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import connect, { type Sql } from 'postgres'
import { dialect } from '../../../src/platform/db/dialect'
import { createNamedLocks } from '../../../src/platform/db/postgres/named-locks'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { waitUntil } from '../../support/wait-until'

/** Instead of a minute and 30 s. */
const limitMs = 400

describe.skipIf(dialect !== 'postgres')('M9: a named lock', () => {
  let clients: [Sql, Sql]
  let admin: Sql
  let one: ReturnType<typeof createNamedLocks>
  let other: ReturnType<typeof createNamedLocks>

  beforeAll(async () => {
    const options = parsePostgresUrl(await createMigratedPostgresDatabase())
    const connection = {
      idle_in_transaction_session_timeout: limitMs,
      statement_timeout: limitMs,
    }
    const open = () => connect({ ...options, max: 4, fetch_types: false, connection })
    clients = [open(), open()]
    admin = connect({ ...options, max: 1, fetch_types: false })
    one = createNamedLocks(clients[0], limitMs / 4)
    other = createNamedLocks(clients[1], limitMs / 4)
  })
  afterAll(() => Promise.all([...clients, admin].map((client) => client.end({ timeout: 1 }))))

  const countWaiting = async () => {
    const [row] = await admin`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return row!['n'] as number
  }

  test('is held as long as the change lives, and waited for as long', async () => {
    const release = await one('a')
    let isHeldByOther = false
    const waiting = other('a').then((end) => {
      isHeldByOther = true
      return end
    })
    await waitUntil(async () => (await countWaiting()) === 1)
    await Bun.sleep(limitMs * 4)
    expect(isHeldByOther).toBe(false)
    release()
    ;(await waiting)()
  })

  test('is not waited for by requests that have ended', async () => {
    const release = await one('b')
    const leaving = new AbortController()
    const waiting = other('b', leaving.signal).catch((error: unknown) => error)
    // Both use the only connection for locks.
    const behind = other('c')
    await waitUntil(async () => (await countWaiting()) === 1)
    leaving.abort(new Error('gone'))
    expect(await waiting).toMatchObject({ message: 'gone' })
    ;(await behind)()
    expect(await countWaiting()).toBe(0)
    release()
    ;(await other('b'))()
    await expect(one('b', leaving.signal)).rejects.toThrow('gone')
    ;(await other('b'))()
  })
})
