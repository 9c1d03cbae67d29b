/** Writes of rows of one user, beside each other and beside writes of anything. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { areUsersWaiting } from '../../../src/platform/db/postgres/writer-lock'
import type { Store, Tx } from '../../../src/platform/db/store'
import { libraries } from '../../../src/catalog/libraries/schema'
import {
  createMigratedPostgresDatabase,
  openTestStore,
  parsePostgresUrl,
} from '../../support/database'
import { Dice, randomSeed } from '../../support/dice'
import { waitUntil } from '../../support/wait-until'

/** Two processes on PostgreSQL, and one on SQLite. */
let stores: Store[]

beforeAll(async () => {
  stores = dialect === 'sqlite' ? [await openTestStore()] : await openPostgresStores()
})
afterAll(() => Promise.all(stores.map((store) => store.close())))

async function openPostgresStores() {
  const options = parsePostgresUrl(await createMigratedPostgresDatabase())
  return [1, 2].map(() => openPostgres(connectPostgres(options)))
}

/** Adds one row for each user, with a counter. */
async function addCounters(users: readonly string[]) {
  const rows = users.map((id) => ({ id, name: id, nameKey: id }))
  await stores[0]!.write(async (tx) => void (await tx.insert(libraries).values(rows)))
}

const createUsers = (count: number) => Array.from({ length: count }, () => Bun.randomUUIDv7())

async function readCounter(tx: Pick<Tx, 'select'>, id: string) {
  const [row] = await tx.select().from(libraries).where(eq(libraries.id, id))
  return row!.bookCount
}

/** Loses an update if another transaction changes the row between the two statements. */
async function increment(tx: Tx, id: string) {
  const count = await readCounter(tx, id)
  await Bun.sleep(0)
  await tx
    .update(libraries)
    .set({ bookCount: count + 1 })
    .where(eq(libraries.id, id))
}

describe('writes for users', () => {
  test('lose no update, whatever else is written', async () => {
    const dice = new Dice(randomSeed)
    const users = createUsers(4)
    await addCounters(users)
    const expected = new Map(users.map((id) => [id, 0]))
    const writes = Array.from({ length: 120 }, () => {
      const store = dice.one(stores)
      const kind = dice.one(['user', 'user', 'user', 'all', 'bulk'] as const)
      const own = kind === 'user' ? [dice.one(users)] : users
      for (const id of own) expected.set(id, expected.get(id)! + 1)
      const work = async (tx: Tx) => {
        for (const id of own) await increment(tx, id)
      }
      if (kind === 'user') return store.writeForUser(own[0]!, work)
      return kind === 'all' ? store.write(work) : store.writeBulk(work)
    })
    await Promise.all(writes)
    const counted = new Map<string, number>()
    for (const id of users) counted.set(id, await readCounter(stores[0]!.db, id))
    expect(counted).toEqual(expected)
  })

  test('roll back alone', async () => {
    const [failing, other] = createUsers(2) as [string, string]
    await addCounters([failing, other])
    const [first, last] = [stores[0]!, stores.at(-1)!]
    const failed = first.writeForUser(failing, async (tx) => {
      await increment(tx, failing)
      throw new Error('no')
    })
    const ended = last.writeForUser(other, (tx) => increment(tx, other))
    expect(await failed.catch((error: Error) => error.message)).toBe('no')
    await ended
    await first.writeForUser(failing, (tx) => increment(tx, failing))
    expect(await readCounter(first.db, failing)).toBe(1)
    expect(await readCounter(first.db, other)).toBe(1)
  })

  test('cannot be nested', async () => {
    const [store] = stores
    const nested = store!.writeForUser('ann', () => store!.writeForUser('max', async () => 1))
    expect(await nested.catch((error: Error) => error.message)).toContain('nested write')
  })
})

describe.if(dialect === 'postgres')('on PostgreSQL', () => {
  test('those of different users run at the same time', async () => {
    const [ann, max] = createUsers(2) as [string, string]
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const meet = (own: number) => async (tx: Tx) => {
      begun[own]!.resolve()
      await begun[1 - own]!.promise
      await tx.rows(sql`select 1`)
    }
    // Each of them ends only after the other one has begun.
    await Promise.all([
      stores[0]!.writeForUser(ann, meet(0)),
      stores[0]!.writeForUser(max, meet(1)),
    ])
  })

  test('those of one user, and writes of anything, wait for each other', async () => {
    const [ann, max] = createUsers(2) as [string, string]
    const [one, two] = stores as [Store, Store]
    const order: string[] = []
    const begun = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const open = one.writeForUser(ann, async () => {
      order.push('open')
      begun.resolve()
      await release.promise
      order.push('closed')
    })
    await begun.promise
    const same = two.writeForUser(ann, async () => void order.push('same user'))
    await waitUntilBlocked(one, 1)
    const all = two.write(async () => void order.push('all'))
    await waitUntilBlocked(one, 2)
    // It came after the write of anything, which would otherwise wait for ever on a busy server.
    const other = two.writeForUser(max, async () => void order.push('another user'))
    await waitUntilBlocked(one, 3)
    expect(order).toEqual(['open'])
    release.resolve()
    await Promise.all([open, same, all, other])
    expect(order).toEqual(['open', 'closed', 'same user', 'all', 'another user'])
  })

  test('a scan pauses if they wait for its lock, so that all of them get a turn', async () => {
    const [server, worker] = stores as [Store, Store]
    const slice = await writeBeside(worker, {
      slice: async () => {
        const startedAt = performance.now()
        await waitUntilBlocked(server, 1)
        await Bun.sleep(60)
        return { startedAt, endedAt: performance.now() }
      },
      other: () => server.writeForUser('ann', async () => undefined),
    })
    const nextStartedAt = await worker.writeBulk(async () => performance.now())
    const pause = nextStartedAt - slice.endedAt
    expect(pause).toBeGreaterThan(Math.min(slice.endedAt - slice.startedAt, 200) - 2)
  })

  test('a scan does not pause for other writes that wait', async () => {
    const [server, worker] = stores as [Store, Store]
    const slice = async (tx: Tx) => {
      await waitUntilBlocked(server, 1)
      return areUsersWaiting(tx)
    }
    const writes = [
      () => server.write(async () => undefined),
      () => server.writeForUser('ann', async () => undefined),
    ]
    const found: boolean[] = []
    for (const other of writes) found.push(await writeBeside(worker, { slice, other }))
    expect(found).toEqual([false, true])
  })
})

/** Runs the other write while the slice is being written. */
async function writeBeside<T>(
  store: Store,
  { slice, other }: { slice: (tx: Tx) => Promise<T>; other: () => Promise<void> },
) {
  const begun = Promise.withResolvers<void>()
  const written = store.writeBulk((tx) => {
    begun.resolve()
    return slice(tx)
  })
  await begun.promise
  await other()
  return written
}

/** Waits until so many transactions wait for a lock. */
const waitUntilBlocked = (store: Store, count: number) =>
  waitUntil(async () => {
    const [row] = await store.db.rows<{ n: string }>(
      sql`select count(distinct pid) as n from pg_locks join pg_stat_activity using (pid)
        where not granted and locktype = 'advisory' and datname = current_database()`,
    )
    return Number(row!.n) === count
  })
