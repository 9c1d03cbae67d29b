/** A store that is closed while it connects to PostgreSQL again. */
import { afterAll, beforeAll, describe, test } from 'bun:test'
import type { Sql } from 'postgres'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { waitUntil } from '../../support/wait-until'

describe.skipIf(dialect !== 'postgres')('a store that is closed while it connects again', () => {
  let url: string
  let observer: Sql
  beforeAll(async () => {
    url = await createMigratedPostgresDatabase()
    observer = connectPostgres({ ...parsePostgresUrl(url), maxConnections: 1 })
  })
  afterAll(() => observer.end())

  /** Other connections to the database. */
  const listOthers = () =>
    observer`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
  const endOthers = () =>
    observer`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`

  // An open connection would keep the process running.
  test('leaves no connection behind', async () => {
    for (let waitMs = 0; waitMs < 24; waitMs++) {
      const store = openPostgres(connectPostgres({ ...parsePostgresUrl(url), maxConnections: 4 }))
      await store.listen('channel', () => undefined)
      await endOthers()
      const reading = Promise.allSettled([store.isAlive(), store.isAlive()])
      await Bun.sleep(waitMs)
      await store.close()
      await reading
      // Long enough for attempts that went on to have succeeded.
      await Bun.sleep(40)
      await waitUntil(async () => (await listOthers()).length === 0, 5_000)
    }
  }, 60_000)
})
