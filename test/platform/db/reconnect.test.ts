/** Connections to a PostgreSQL that goes away and returns. A proxy between them stands for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Sql } from 'postgres'
import { sql } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import { findOutage } from '../../../src/platform/lib/system-errors'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { setupTokens } from '../../../src/accounts/users/schema'
import { type DatabaseProxy, startDatabaseProxy, startTlsProxy } from '../../support/database-proxy'
import { createCertificate } from '../outgoing/egress/certificate'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { waitUntil } from '../../support/wait-until'

describe.skipIf(dialect !== 'postgres')('a database that returns', () => {
  let proxy: DatabaseProxy
  let target: string
  let client: Sql

  beforeAll(async () => {
    target = await createMigratedPostgresDatabase()
    proxy = await startDatabaseProxy(target)
  })
  beforeEach(async () => {
    await client?.end({ timeout: 0 })
    client = connectPostgres({ ...parsePostgresUrl(proxy.url), maxConnections: 6 })
  })
  afterAll(async () => {
    await client.end({ timeout: 0 })
    proxy.close('closed')
  })

  /** Bursts of queries, so that connections of all ages are in use when the database goes away. */
  async function query(times: number) {
    const all = await Promise.allSettled(
      Array.from({ length: times }, (_, n) => client`select ${n}::int as n, pg_sleep(0.001)`),
    )
    return all.filter(({ status }) => status === 'rejected').length
  }

  const endings = ['closed', 'reset', 'closed', 'reset', 'closed'] as const
  test('D4, D5: is used at once, by each connection', async () => {
    for (const ending of endings) {
      expect(await query(40)).toBe(0)
      const running = query(100)
      await Bun.sleep(5)
      proxy.close(ending)
      await running
      // Attempts while it is away make the driver wait longer.
      for (let attempt = 0; attempt < 12; attempt++) await query(3)
      await proxy.open()
      // The driver alone would wait for up to 20 s.
      await waitUntil(async () => (await query(1)) === 0, 8_000)
      // What an old connection was told is not the answer to a new query.
      expect(await query(60)).toBe(0)
    }
  }, 60_000)

  test('D5: nothing of a transaction is executed outside of it', async () => {
    const store = openPostgres(client)
    const add = (name: string) => ({ hash: name })
    for (const ending of ['closed', 'reset'] as const) {
      const failing = store.write(async (tx) => {
        await tx.insert(setupTokens).values(add(`before ${ending}`))
        proxy.close(ending)
        await proxy.open()
        // Another query connects again, perhaps through the connection of the transaction.
        while ((await query(12)) > 0) await Bun.sleep(5)
        await tx.insert(setupTokens).values(add(`after ${ending}`))
      })
      expect(await failing.catch(() => 'refused')).toBe('refused')
      const stored = await store.db.rows<{ count: number }>(
        sql`select count(*)::int as count from ${setupTokens}`,
      )
      expect(stored[0]?.count).toBe(0)
      await store.write((tx) => tx.insert(setupTokens).values(add('later')))
      await store.write((tx) => tx.delete(setupTokens))
    }
  }, 60_000)

  const channels = ['first', 'second', 'third', 'fourth']
  test('D4: each channel is listened to again, and listeners hear of the gap', async () => {
    const store = openPostgres(client)
    const heard: string[] = []
    const resumed: string[] = []
    for (const channel of channels) {
      const onResumed = () => void resumed.push(channel)
      await store.listen(channel, (payload) => void heard.push(`${channel} ${payload}`), onResumed)
    }
    for (const [round, ending] of endings.entries()) {
      proxy.close(ending)
      // Long enough for several attempts to connect again.
      await Bun.sleep(round % 2 === 0 ? 700 : 50)
      resumed.length = 0
      await proxy.open()
      await waitUntil(async () => (await query(1)) === 0, 2_000)
      await waitUntil(() => new Set(resumed).size === channels.length, 2_000)
      for (const channel of channels) await store.notify(channel, String(round))
      const expected = channels.map((channel) => `${channel} ${round}`)
      await waitUntil(() => expected.every((one) => heard.includes(one)), 2_000)
    }
    // None was registered twice.
    await Bun.sleep(50)
    expect(heard.length).toBe(channels.length * endings.length)
  }, 60_000)

  // `prefer` is the default, and means no TLS where the server has none.
  test.each(['disable', 'prefer'] as const)(
    'D4: silent connections are ended and replaced with ssl_mode %s',
    async (sslMode) => {
      await client.end({ timeout: 0 })
      client = connectPostgres({ ...parsePostgresUrl(proxy.url), sslMode, maxConnections: 6 })
      const store = openPostgres(client, undefined, 500)
      expect(await query(40)).toBe(0)
      // Longer than the limit, but with answers in between.
      const working = store.write(async (tx) => {
        for (let turn = 0; turn < 20; turn++) await tx.rows(sql`select pg_sleep(0.04)`)
      })
      await working
      // Connections that wait for nothing are kept.
      const [before] = await client`select pg_backend_pid() as pid`
      await Bun.sleep(1_000)
      const pids = await Promise.all(
        Array.from({ length: 30 }, async () => (await client`select pg_backend_pid() as pid`)[0]),
      )
      expect(pids).toContainEqual(before)
      proxy.silence()
      const stuck = [
        store.write((tx) => tx.insert(setupTokens).values({ hash: 'silent' })),
        client`select 1`,
      ].map((task) => Promise.resolve(task).catch((error: unknown) => findOutage(error)))
      expect(await Promise.all(stuck)).toEqual(['database_away', 'database_away'])
      await waitUntil(async () => (await query(20)) === 0, 8_000)
      await store.write((tx) => tx.delete(setupTokens))
      await store.close()
    },
    60_000,
  )

  test('D4: connections with TLS are used and kept', async () => {
    const secure = await startTlsProxy(target, createCertificate('localhost'))
    const options = {
      ...parsePostgresUrl(secure.url),
      sslMode: 'prefer',
      maxConnections: 3,
    } as const
    const tlsClient = connectPostgres(options)
    const store = openPostgres(tlsClient, undefined, 200)
    const findPid = async () => (await tlsClient`select pg_backend_pid() as pid`)[0]!['pid']
    const before = await Promise.all(Array.from({ length: 9 }, findPid))
    const text = 'x'.repeat(300_000)
    const [row] = await tlsClient`select ${text}::text as text`
    expect(row!['text']).toBe(text)
    // TLS hides what is sent, so that no connection may be taken for a silent one.
    await Bun.sleep(800)
    const after = await Promise.all(Array.from({ length: 9 }, findPid))
    expect(new Set(after)).toEqual(new Set(before))
    await store.close()
    secure.close()
  }, 30_000)

  test('D4: connections that an administrator ends are replaced', async () => {
    const store = openPostgres(client)
    const heard: string[] = []
    for (const channel of channels) {
      await store.listen(channel, (payload) => void heard.push(`${channel} ${payload}`))
    }
    for (let round = 0; round < 3; round++) {
      expect(await query(40)).toBe(0)
      const admin = connectPostgres({ ...parsePostgresUrl(target), maxConnections: 1 })
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      await admin.end()
      await waitUntil(async () => (await query(20)) === 0, 2_000)
      await Bun.sleep(200)
      for (const channel of channels) await store.notify(channel, String(round))
      await waitUntil(
        () => channels.every((channel) => heard.includes(`${channel} ${round}`)),
        2_000,
      )
    }
  }, 30_000)
})

test.each(['database.invalid', 'no-such-host'])(
  'D4: a name that is gone, as of a stopped container, is an outage: %s',
  async (host) => {
    const options = { host, port: 5432, username: 'quire', password: '', database: 'quire' }
    const client = connectPostgres({ ...options, maxConnections: 1 })
    const error = await client`select 1`.catch((failure: unknown) => failure)
    expect(findOutage(error)).toBe('database_away')
    await client.end({ timeout: 0 })
  },
)

test('an unreachable host that is not the database is no outage of it', () => {
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT']) {
    expect(findOutage(Object.assign(new Error('SMTP'), { code }))).toBeUndefined()
  }
})
