import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import { inIds, getViolation } from '../../../src/platform/db/sql'
import type { Store, Tx } from '../../../src/platform/db/store'
import { setupTokens } from '../../../src/accounts/users/schema'
import { libraries, libraryRoots } from '../../../src/catalog/libraries/schema'
import { openTestStore } from '../../support/database'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const buildLibrary = (name: string) => ({ id: Bun.randomUUIDv7(), name, nameKey: name })

/** Returns the messages of an error and of all its causes. */
const collectMessages = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${collectMessages(error.cause)}` : ''

describe('a write', () => {
  test('rolls back on failure and does not affect a waiting write', async () => {
    const failing = store.write(async (tx) => {
      await tx.insert(libraries).values(buildLibrary('failing'))
      await Bun.sleep(5)
      throw new Error('no')
    })
    const other = store.write((tx) => tx.insert(libraries).values(buildLibrary('other')))
    expect(await failing.catch((error: Error) => error.message)).toBe('no')
    await other
    const names = await store.db.select({ name: libraries.name }).from(libraries)
    expect(names.map(({ name }) => name)).toEqual(['other'])
  })

  test('is invisible before it is committed', async () => {
    const seen = await store.write(async (tx) => {
      await tx.insert(libraries).values(buildLibrary('hidden'))
      return store.db.$count(libraries, eq(libraries.name, 'hidden'))
    })
    expect(seen).toBe(0)
    expect(await store.db.$count(libraries, eq(libraries.name, 'hidden'))).toBe(1)
  })

  test('rolls back a failed savepoint only', async () => {
    await store.write(async (tx) => {
      await tx.insert(libraries).values(buildLibrary('kept'))
      const undone = tx.nest(async (inner) => {
        await inner.insert(libraries).values(buildLibrary('undone'))
        throw new Error('only this')
      })
      await undone.catch(() => undefined)
      await tx.nest((inner) => inner.insert(libraries).values(buildLibrary('kept too')))
    })
    expect(await store.db.$count(libraries, sql`${libraries.name} like 'kept%'`)).toBe(2)
    expect(await store.db.$count(libraries, eq(libraries.name, 'undone'))).toBe(0)
  })

  test('yields to the event loop between its statements', async () => {
    const turns: number[] = []
    setImmediate(() => void turns.push(1))
    const statements = await store.write(async (tx) => {
      let done = 0
      while (turns.length === 0 && done < 50_000)
        done += (await tx.$count(libraries, sql`1 = 0`)) + 1
      return done
    })
    expect(turns).toEqual([1])
    expect(statements).toBeLessThan(50_000)
  }, 60_000)

  test('rejects statements after a rollback, and no other transaction runs them', async () => {
    const failed = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let late: Promise<unknown> | undefined
    const failing = store.write((tx) => {
      late = failed.promise.then(() => tx.insert(libraries).values(buildLibrary('late')))
      return Promise.all([late, Promise.reject(new Error('no'))])
    })
    const other = store.write(async (tx) => {
      await tx.insert(libraries).values(buildLibrary('with another'))
      begun.resolve()
      await late?.catch(() => undefined)
    })
    await failing.catch(() => undefined)
    await begun.promise
    failed.resolve()
    expect(await late?.catch((error: Error) => collectMessages(error))).toContain(
      'after the end of its transaction',
    )
    await other
    expect(await store.db.$count(libraries, eq(libraries.name, 'late'))).toBe(0)
  })

  test('rejects statements after a commit', async () => {
    let kept: Tx | undefined
    let late: Promise<unknown> | undefined
    const over = Promise.withResolvers<void>()
    await store.write(async (tx) => {
      kept = tx
      late = over.promise.then(() =>
        tx.nest((inner) => inner.insert(libraries).values(buildLibrary('late'))),
      )
    })
    over.resolve()
    expect(await late?.catch((error: Error) => collectMessages(error))).toContain(
      'after the end of its transaction',
    )
    const outside = kept!.insert(libraries).values(buildLibrary('late'))
    expect(await outside.catch((error: Error) => collectMessages(error))).toContain(
      'after the end of its transaction',
    )
    expect(await store.db.$count(libraries, eq(libraries.name, 'late'))).toBe(0)
  })

  test('loses no update when many run at once', async () => {
    const { id } = buildLibrary('counter')
    await store.write((tx) =>
      tx.insert(libraries).values({ id, name: 'counter', nameKey: 'counter' }),
    )
    const increment = () =>
      store.writeBulk(async (tx) => {
        const [row] = await tx.select().from(libraries).where(eq(libraries.id, id))
        await Bun.sleep(0)
        await tx
          .update(libraries)
          .set({ bookCount: row!.bookCount + 1 })
          .where(eq(libraries.id, id))
      })
    await Promise.all(Array.from({ length: 30 }, increment))
    const [row] = await store.db.select().from(libraries).where(eq(libraries.id, id))
    expect(row!.bookCount).toBe(30)
  })

  test('rejects a nested write instead of deadlocking', async () => {
    const nested = store.write(() => store.write(async () => 1))
    expect(await nested.catch((error: Error) => error.message)).toContain('nested write')
  })

  test('runs after-commit callbacks after the commit, and they can write', async () => {
    const order: string[] = []
    let again: Promise<unknown> = Promise.resolve()
    await store.write(async (tx) => {
      tx.afterCommit(() => {
        order.push('after')
        again = store.write((inner) => inner.insert(libraries).values(buildLibrary('again')))
      })
      await tx.insert(libraries).values(buildLibrary('before'))
      order.push('inside')
    })
    await again
    expect(order).toEqual(['inside', 'after'])
    expect(await store.db.$count(libraries, eq(libraries.name, 'again'))).toBe(1)
  })

  test('discards after-commit callbacks when it fails', async () => {
    let ran = false
    const failed = store.write(async (tx) => {
      tx.afterCommit(() => {
        ran = true
      })
      throw new Error('no')
    })
    await failed.catch(() => undefined)
    expect(ran).toBe(false)
  })
})

test('names the violated constraint', async () => {
  const token = { hash: 'same' }
  const twice = store.write((tx) => tx.insert(setupTokens).values([token, token]))
  expect(getViolation(await twice.catch((error: unknown) => error))).toBe('unique')
  const orphan = store.write((tx) =>
    tx.insert(libraryRoots).values({ libraryId: Bun.randomUUIDv7(), path: '/nowhere' }),
  )
  expect(getViolation(await orphan.catch((error: unknown) => error))).toBe('foreign_key')
})

test('the heavy reader returns the same rows as the main connection', async () => {
  const { id } = buildLibrary('heavy')
  await store.write((tx) =>
    tx.insert(libraries).values({
      id,
      name: 'heavy',
      nameKey: 'heavy',
      allowedFormats: ['cbz'],
      lastScannedAt: new Date(1234),
    }),
  )
  const read = (from: Store['db']) =>
    from
      .select()
      .from(libraries)
      .where(inIds(libraries.id, [id]))
  const [fromMain] = await read(store.db)
  const [fromHeavy] = await read(store.heavy)
  expect(fromHeavy).toEqual(fromMain!)
  expect(fromHeavy).toMatchObject({
    allowedFormats: ['cbz'],
    lastScannedAt: new Date(1234),
    isActive: true,
  })
  expect(await store.heavy.$count(libraries, eq(libraries.id, id))).toBe(1)
  const counted = await store.heavy.rows<{ n: number }>(sql`select count(*) as n from ${libraries}`)
  expect(Number(counted[0]!.n)).toBeGreaterThan(0)
})

test('delivers notifications to listeners and increases event IDs', async () => {
  const payloads: string[] = []
  const stop = await store.listen('quire_test', (payload) => void payloads.push(payload))
  await store.notify('quire_test', 'one')
  await Bun.sleep(50)
  await stop()
  await store.notify('quire_test', 'two')
  await Bun.sleep(50)
  expect(payloads).toEqual(['one'])
  expect(await store.nextEventId()).toBeLessThan(await store.nextEventId())
})

test(`isAlive returns true (${dialect})`, async () => {
  expect(await store.isAlive()).toBe(true)
})

test('refreshes the planner statistics and keeps working', async () => {
  await store.refreshStatistics()
  await store.write((tx) => tx.insert(libraries).values(buildLibrary('after the refresh')))
  expect(await store.db.$count(libraries, eq(libraries.name, 'after the refresh'))).toBe(1)
})
