/**
 * Two servers on one PostgreSQL that read lists from a real standby, which lags, stops, hangs and is
 * promoted.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { createApp } from '../../../src/app'
import { checkReplica } from '../../../src/cli/doctor/doctor-replica'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/series-counters'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import type { Store } from '../../../src/platform/db/store'
import { Bus } from '../../../src/platform/events/bus'
import { overStore } from '../../../src/platform/events/transport'
import { createPostgresDatabase, parsePostgresUrl } from '../../support/database'
import {
  type SeededBook,
  type SeededLibrary,
  seedBook,
  seedLibrary,
  seedSeries,
} from '../../support/seed'
import { createTestConfig, type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import {
  countReads,
  pauseReplay,
  type Replicated,
  resumeReplay,
  startReplicated,
} from '../../support/replicated'

setDefaultTimeout(120_000)

describe.skipIf(dialect !== 'postgres')('lists from a standby', () => {
  let replicated: Replicated
  let first: TestServer
  let second: Awaited<ReturnType<typeof startSecond>>
  let standby: Sql
  let library: SeededLibrary
  let books: SeededBook[]

  beforeAll(async () => {
    replicated = await startReplicated()
    first = await startTestServer({}, () => replicated.openStore())
    second = await startSecond(first, await replicated.openStore())
    standby = connectPostgres({ ...parsePostgresUrl(replicated.urls.standby), maxConnections: 1 })
    library = await seedLibrary(first, { name: 'Shown' })
    const series = await seedSeries(first, library, { title: 'Nova' })
    books = []
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
      books.push(await seedBook(first, series, { title, pageCount: 20 }))
    }
    await first.ctx.write((tx) => refreshSeriesCounters(tx, [series.id]))
  })
  afterAll(async () => {
    await standby.end({ timeout: 0 })
    await second.close()
    await first.close()
    await replicated.stop()
  })

  const turnPage = async (book: SeededBook, as = 'ann') => {
    const body = { currentPage: 5 }
    const { status } = await first.call('PUT', `/books/${book.id}/progress`, { as, body })
    expect(status).toBe(200)
  }
  /** On the other server. */
  const listBegun = async (as = 'ann') => {
    const { status, body } = await second.call('GET', '/books/in-progress', as)
    expect(status).toBe(200)
    return (body.data as { title: string }[]).map(({ title }) => title)
  }
  const countBegunOnStandby = async () => {
    const [row] = await standby<{ count: number }[]>`
      select count(*)::int as count from book_progress where started`
    return row!.count
  }
  const waitUntilUsed = () =>
    waitUntil(async () => {
      const before = await countReads('replica')
      await listBegun()
      return (await countReads('replica')) > before
    })
  const pause = async () => {
    await waitUntilUsed()
    await pauseReplay(standby)
  }

  test('lists come from the standby, and are complete', async () => {
    await turnPage(books[0]!)
    await waitUntilUsed()
    expect(await listBegun()).toEqual(['One'])
    expect(await countBegunOnStandby()).toBe(1)
    expect(replicated.logged).toContain('database.log.replica_used')
  })

  test('each change is in the next list, on any server', async () => {
    await waitUntilUsed()
    for (let round = 0; round < 30; round++) {
      const ending = round % 2 === 0 ? 'PUT' : 'DELETE'
      const path = `/books/${books[1]!.id}/progress`
      const answer = await first.call(ending, path, {
        as: 'ann',
        ...(ending === 'PUT' && { body: { currentPage: 7 } }),
      })
      expect(answer.status).toBeLessThan(300)
      expect((await listBegun()).includes('Two')).toBe(ending === 'PUT')
    }
    await waitUntilUsed()
  })

  test('what was written while the standby lags is read from the primary', async () => {
    await pause()
    const before = await countBegunOnStandby()
    await turnPage(books[2]!)
    expect(await listBegun()).toContain('Three')
    await turnPage(books[3]!)
    expect(await listBegun()).toContain('Four')
    expect(await countBegunOnStandby()).toBe(before)
    expect(await countReads('behind')).toBeGreaterThan(0)
    // Nobody else sees an older list, either.
    await turnPage(books[4]!, 'max')
    expect(await listBegun('max')).toEqual(['Five'])
    await resumeReplay(standby)
    await waitUntilUsed()
    expect(await listBegun()).toContain('Four')
  })

  test('an account that was locked or restricted is, at once', async () => {
    await first.addUser('nora', 'reader')
    const hidden = await seedLibrary(first, { name: 'Hidden' })
    const listSeries = async () => {
      const { status, body } = await second.call('GET', '/series?search=nova', 'nora')
      return { status, total: (body as { total?: number }).total }
    }
    await pause()
    expect(await listSeries()).toEqual({ status: 200, total: 1 })
    const id = first.getUserId('nora')
    const libraries = { libraryIds: [hidden.id] }
    expect(
      (await first.call('PUT', `/users/${id}/libraries`, { as: 'ada', body: libraries })).status,
    ).toBe(200)
    expect(await listSeries()).toEqual({ status: 200, total: 0 })
    const ended = await first.call('DELETE', `/users/${id}/sessions`, { as: 'ada' })
    expect(ended.status).toBeLessThan(300)
    expect((await listSeries()).status).toBe(401)
    await resumeReplay(standby)
    await waitUntilUsed()
    expect((await listSeries()).status).toBe(401)
  })

  test('a statement that the standby cancels is answered by the primary', async () => {
    await waitUntilUsed()
    const before = await countReads('repeated')
    await standby`alter system set max_standby_streaming_delay = 0`
    await standby`select pg_reload_conf()`
    const primary = connectPostgres({
      ...parsePostgresUrl(replicated.urls.primary),
      maxConnections: 1,
    })
    const waitsForLocks = sql`select count(*)::int as count, pg_sleep(1) from setup_tokens`
    await waitUntil(async () => {
      const reading = first.ctx.replica.rows<{ count: number }>(waitsForLocks)
      await Bun.sleep(100)
      await primary`truncate setup_tokens`
      expect((await reading)[0]!.count).toBe(0)
      return (await countReads('repeated')) > before
    })
    await primary.end()
    await waitUntilUsed()
  })

  test('doctor says whether the standby can be used', async () => {
    const diagnose = async (replicaUrl: string) => {
      const { host, port } = parsePostgresUrl(replicaUrl)
      const settings = {
        'database.postgres.read_host': host,
        'database.postgres.read_port': String(port),
      }
      const client = connectPostgres(parsePostgresUrl(replicated.urls.primary))
      const { username, database } = parsePostgresUrl(replicaUrl)
      const config = createTestConfig({
        ...settings,
        'database.postgres.username': username,
        'database.postgres.database': database,
      })
      const findings = await checkReplica(config, client)
      await client.end()
      return findings.map(({ state, message }) => `${state}: ${message.replace(/:\d+/, '')}`)
    }
    expect(await diagnose(replicated.proxy.url)).toEqual([
      'ok: The replica at 127.0.0.1 follows the primary.',
    ])
    expect(await diagnose(replicated.urls.primary)).toEqual([
      'warning: The server at 127.0.0.1 is not a standby.',
    ])
    const other = await createPostgresDatabase()
    expect(await diagnose(other)).toEqual([
      'warning: The server at 127.0.0.1 is not a replica of the primary.',
    ])
    await pause()
    await turnPage(books[2]!)
    expect(await diagnose(replicated.proxy.url)).toEqual([
      expect.stringMatching(/^warning: The replica at 127.0.0.1 is \d+ KB behind the primary.$/),
    ])
    await resumeReplay(standby)
    replicated.proxy.close()
    expect(await diagnose(replicated.proxy.url)).toEqual([
      expect.stringMatching(/^warning: The replica at 127.0.0.1 cannot be used: /),
    ])
    await replicated.proxy.open()
  })

  test('an error of the statement itself is the answer', async () => {
    await waitUntilUsed()
    const failing = second.store.replica.rows(sql`select 1 / ${0}::int`)
    await failing.then(
      () => expect.unreachable(),
      (error: Error) => expect(String(error.cause)).toContain('division by zero'),
    )
    await waitUntilUsed()
  })

  test('without the standby, all is answered, and it is used again when it is back', async () => {
    for (const ending of ['closed', 'reset'] as const) {
      await waitUntilUsed()
      replicated.proxy.close(ending)
      const answered = await countReads('replica')
      for (let times = 0; times < 5; times++) expect(await listBegun()).toContain('Four')
      await turnPage(books[0]!)
      expect(await listBegun()).toContain('One')
      expect(await countReads('replica')).toBe(answered)
      await replicated.proxy.open()
    }
    await waitUntilUsed()
  })

  test('a standby that says nothing more is left alone', async () => {
    await waitUntilUsed()
    replicated.logged.length = 0
    replicated.proxy.silence({ lasts: true })
    for (let times = 0; times < 5; times++) expect(await listBegun()).toContain('Four')
    await waitUntil(() => replicated.logged.includes('database.log.replica_away'))
    // Once, however often it is tried again.
    await Bun.sleep(3_000)
    expect(replicated.logged.filter((code) => code.startsWith('database.log.replica_'))).toEqual([
      'database.log.replica_away',
    ])
    replicated.proxy.close('reset')
    await replicated.proxy.open()
    await waitUntilUsed()
  })

  test('a statement that takes too long on the standby is answered by the primary', async () => {
    const store = await replicated.openStore()
    replicated.logged.length = 0
    const sleepOnStandby = sql`
      select pg_sleep(case when pg_is_in_recovery() then 8 else 0 end),
        pg_is_in_recovery() as standby`
    const read = async () => (await store.replica.rows<{ standby: boolean }>(sleepOnStandby))[0]
    await waitUntil(async () => {
      expect(await read()).toMatchObject({ standby: false })
      return replicated.logged.includes('database.log.replica_slow')
    })
    const repeated = await countReads('unused')
    expect(await read()).toMatchObject({ standby: false })
    expect(await countReads('unused')).toBe(repeated + 1)
    await store.close()
  })

  test('a server that is no standby is never read', async () => {
    const store = await replicated.openStore({ replica: replicated.urls.primary })
    replicated.logged.length = 0
    await waitUntil(() => replicated.logged.includes('database.log.replica_no_standby'))
    const answered = await countReads('replica')
    const [row] = await store.replica.rows<{ one: number }>(sql`select 1 as one`)
    expect(row).toEqual({ one: 1 })
    expect(await countReads('replica')).toBe(answered)
    await store.close()
  })

  test('a standby that was promoted, and then written to, is not read', async () => {
    await turnPage(books[3]!)
    await waitUntilUsed()
    await standby`select pg_promote()`
    await standby`delete from book_progress`
    for (let times = 0; times < 20; times++) expect(await listBegun()).toContain('Four')
    await turnPage(books[1]!)
    expect(await listBegun()).toContain('Two')
    await waitUntil(() => replicated.logged.includes('database.log.replica_no_standby'))
  })

  test('a standby of the former primary is not read after a failover', async () => {
    const left = await replicated.primary.startStandby()
    // The former primary is ahead of the new one, and so is what follows it.
    const former = connectPostgres({
      ...parsePostgresUrl(replicated.urls.primary),
      maxConnections: 1,
    })
    await former`update series set title = repeat(md5(random()::text), 3000)`
    replicated.logged.length = 0
    const store = await replicated.openStore({
      primary: replicated.urls.standby,
      replica: left.url(new URL(replicated.urls.primary).pathname.slice(1)),
    })
    const answered = await countReads('replica')
    const readTitles = () => store.replica.rows<{ title: string }>(sql`select title from series`)
    await waitUntil(async () => {
      expect(await readTitles()).toEqual([{ title: 'Nova' }])
      return replicated.logged.includes('database.log.replica_foreign')
    })
    expect(await countReads('replica')).toBe(answered)
    await store.close()
    await former.end()
    await left.stop()
  })
})

/** Another process of the installation. */
async function startSecond(first: TestServer, store: Store) {
  const bus = new Bus(overStore(store), first.ctx.log)
  await bus.open()
  const app = createApp({ ...first.ctx, ...store, bus })
  const call = async (method: string, path: string, as: string) => {
    const headers = { authorization: `Bearer ${first.getToken(as)}` }
    const request = new Request(`http://localhost/api/v1${path}`, { method, headers })
    const response = await app.handle(request)
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of any shape
    return { status: response.status, body: (await response.json()) as any }
  }
  const close = async () => {
    await bus.close()
    await store.close()
  }
  return { call, close, store }
}
