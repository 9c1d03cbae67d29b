/** Statements on a real standby. More is in test/endurance/replica. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Sql } from 'postgres'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { installation } from '../../../src/platform/db/schema'
import type { Db, Store } from '../../../src/platform/db/store'
import { openTestStore, parsePostgresUrl } from '../../support/database'
import { startDatabaseProxy } from '../../support/database-proxy'
import {
  countReads,
  pauseReplay,
  type Replicated,
  resumeReplay,
  startReplicated,
} from '../../support/replicated'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

test('without a replica, its handle is that of slow reads', async () => {
  const store = await openTestStore()
  expect(store.replica).toBe(store.heavy)
  await store.close()
})

describe.skipIf(dialect !== 'postgres')('a replica', () => {
  let replicated: Replicated
  let writer: Store
  let reader: Store
  let standby: Sql

  beforeAll(async () => {
    replicated = await startReplicated()
    writer = await replicated.openStore()
    reader = await replicated.openStore()
    standby = connectPostgres({ ...parsePostgresUrl(replicated.urls.standby), maxConnections: 1 })
    await store('0')
  })
  afterAll(async () => {
    await standby.end({ timeout: 0 })
    await writer.close()
    await reader.close()
    await replicated.stop()
  })

  const store = (value: string) =>
    writer.writeBulk((tx) =>
      tx
        .insert(installation)
        .values({ key: 'written', value })
        .onConflictDoUpdate({ target: installation.key, set: { value } }),
    )
  const read = async () => {
    const [row] = await reader.replica
      .select({ value: installation.value })
      .from(installation)
      .where(eq(installation.key, 'written'))
    return row?.value
  }
  const waitUntilUsed = () =>
    waitUntil(async () => {
      const before = await countReads('replica')
      await read()
      return (await countReads('replica')) > before
    })

  test('answers what it has, on its own connections', async () => {
    const describeSession = sql`
      select pg_is_in_recovery() as standby, current_setting('transaction_isolation') as isolation,
        ${1}::int`
    const row = await waitUntil(async () => {
      const [found] = await reader.replica.rows<{ standby: boolean }>(describeSession)
      return found!.standby && found
    })
    expect(row).toMatchObject({ isolation: 'read committed' })
    expect(await read()).toBe('0')
  })

  test('answers in the same shape as the primary', async () => {
    const other = alias(installation, 'other')
    const select = (db: Db) =>
      db
        .select({ found: installation, other })
        .from(installation)
        .leftJoin(other, eq(other.key, 'absent'))
        .where(eq(installation.key, 'written'))
    await waitUntilUsed()
    const before = await countReads('replica')
    const rows = await select(reader.replica)
    expect(await countReads('replica')).toBeGreaterThan(before)
    expect(rows).toMatchObject([{ found: { value: '0' }, other: null }])
  })

  test('what it does not have yet is read from the primary', async () => {
    await waitUntilUsed()
    await pauseReplay(standby)
    const behind = await countReads('behind')
    for (const value of ['1', '2', '3']) {
      await store(value)
      expect(await read()).toBe(value)
    }
    const [old] = await standby`select value from installation where key = 'written'`
    expect(old).toEqual({ value: '0' })
    expect(await countReads('behind')).toBeGreaterThan(behind)
    await resumeReplay(standby)
    await waitUntilUsed()
    expect(await read()).toBe('3')
  })

  test('nothing fails while it is away', async () => {
    await waitUntilUsed()
    replicated.proxy.close()
    for (const value of ['4', '5']) {
      await store(value)
      expect(await read()).toBe(value)
    }
    await replicated.proxy.open()
    await waitUntilUsed()
  })

  test('it is used again after it was missed during a write', async () => {
    const isOnStandby = async () => {
      const [row] = await writer.replica.rows<{ standby: boolean }>(
        sql`select pg_is_in_recovery() as standby`,
      )
      return row!.standby
    }
    await waitUntil(isOnStandby)
    replicated.proxy.close()
    await writer.write(async (tx) => {
      await tx.delete(installation).where(eq(installation.key, 'replica_proof'))
      expect(await isOnStandby()).toBe(false)
    })
    await replicated.proxy.open()
    await waitUntil(isOnStandby)
  })

  test('a lost connection to the primary stops it only for a moment', async () => {
    const primary = await startDatabaseProxy(replicated.urls.primary)
    const other = await replicated.openStore({ primary: primary.url })
    const isOnStandby = async () => {
      const [row] = await other.replica.rows<{ standby: boolean }>(
        sql`select pg_is_in_recovery() as standby`,
      )
      return row!.standby
    }
    await waitUntil(isOnStandby)
    primary.silence()
    await waitUntil(() => Promise.race([isOnStandby(), Bun.sleep(500).then(() => false)]), 30_000)
    await other.close()
    primary.close()
  })

  test('a primary that refuses to say how far it is, is logged', async () => {
    const primary = connectPostgres({
      ...parsePostgresUrl(replicated.urls.primary),
      maxConnections: 1,
    })
    const other = await replicated.openStore()
    await waitUntilUsed()
    await primary`alter function pg_walfile_name(pg_lsn) rename to pg_walfile_name_refused`
    replicated.logged.length = 0
    const isLogged = async () => {
      await other.replica.select().from(installation).limit(1)
      return replicated.logged.includes('database.log.replica_away')
    }
    await waitUntil(isLogged, 30_000)
    await primary`alter function pg_walfile_name_refused(pg_lsn) rename to pg_walfile_name`
    await waitUntilUsed()
    await primary.end()
    await other.close()
  })
})
