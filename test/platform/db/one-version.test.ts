import { afterAll, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import { VersionedCache } from '../../../src/platform/db/versioned-cache'
import { makeFolder } from '../../support/make/tree'

const path = join(makeFolder(), 'quire.db')
const store = openSqlite(path)
const other = new Database(path)
other.run('create table notes (text text)')
afterAll(async () => {
  other.close()
  await store.close()
})

const { db } = store
const atOneVersion = db.atOneVersion!
const readVersion = () => db.version!()
const commit = () => void other.run("insert into notes values ('new')")

test('V1: work that waits for nothing reads the version once', () => {
  const [before, after] = atOneVersion(() => {
    const first = readVersion()
    commit()
    return [first, readVersion()]
  })
  expect(after).toBe(before!)
})

test('V1: the next work sees the commits of other processes', () => {
  const before = atOneVersion(readVersion)
  commit()
  expect(atOneVersion(readVersion)).not.toBe(before)
  const then = readVersion()
  commit()
  expect(readVersion()).not.toBe(then)
})

test('V1: what continues later reads the version again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = atOneVersion(async () => {
    const first = readVersion()
    await promise
    return [first, readVersion()]
  })
  commit()
  resolve()
  const [first, second] = await late
  expect(second).not.toBe(first)
})

test('V1: the version is read again after work that failed', () => {
  let before: number | undefined
  expect(() =>
    atOneVersion(() => {
      before = readVersion()
      throw new Error('refused')
    }),
  ).toThrow('refused')
  commit()
  expect(readVersion()).not.toBe(before!)
})

test('a cached result is there immediately until another process commits', async () => {
  const cache = new VersionedCache<number | undefined>()
  let loads = 0
  const load = async () => {
    loads++
    return loads === 1 ? undefined : loads
  }
  expect(await cache.get(db, 'key', load)).toBeUndefined()
  expect([cache.get(db, 'key', load), loads]).toEqual([undefined, 1])
  commit()
  expect(await cache.get(db, 'key', load)).toBe(2)
  expect(cache.get(db, 'key', load)).toBe(2)
})
