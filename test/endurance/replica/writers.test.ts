/**
 * Writers and readers on three servers, and a standby that is held back at random: no read may miss
 * anything that was committed before it began.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq, like, sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { installation } from '../../../src/platform/db/schema'
import type { Store } from '../../../src/platform/db/store'
import { parsePostgresUrl } from '../../support/database'
import { Dice, randomSeed } from '../../support/dice'
import { countRounds, sharePart } from '../../support/share'
import {
  countReads,
  pauseReplay,
  type Replicated,
  resumeReplay,
  startReplicated,
} from '../../support/replicated'

setDefaultTimeout(300_000)

const rounds = Math.max(
  60,
  countRounds(400, ['platform/db/postgres', 'platform/db/postgres/replica']),
)
const counters = ['model a', 'model b', 'model c']

describe.skipIf(dialect !== 'postgres')('writers and a standby', () => {
  let replicated: Replicated
  let stores: Store[]
  let standby: Sql

  beforeAll(async () => {
    replicated = await startReplicated()
    stores = await Promise.all([1, 2, 3].map(() => replicated.openStore()))
    standby = connectPostgres({ ...parsePostgresUrl(replicated.urls.standby), maxConnections: 1 })
    await stores[0]!.write((tx) =>
      tx.insert(installation).values(counters.map((key) => ({ key, value: '0' }))),
    )
  })
  afterAll(async () => {
    await standby.end({ timeout: 0 })
    for (const store of stores) await store.close()
    await replicated.stop()
  })

  test('nobody reads less than what was committed before', async () => {
    const dice = new Dice(randomSeed + sharePart)
    const committed = new Map(counters.map((key) => [key, 0]))
    const over = new AbortController()

    const keepWriting = async (key: string) => {
      while (!over.signal.aborted) {
        const store = dice.one(stores)
        const write = dice.one([store.write, store.writeBulk])
        const value = committed.get(key)! + 1
        await write((tx) =>
          tx
            .update(installation)
            .set({ value: String(value) })
            .where(eq(installation.key, key)),
        )
        committed.set(key, value)
        await Bun.sleep(dice.roll(30))
      }
    }
    const read = async (store: Store) => {
      const expected = new Map(committed)
      const rows = await store.replica
        .select({ key: installation.key, value: installation.value })
        .from(installation)
        .where(like(installation.key, 'model %'))
      expect(rows).toHaveLength(counters.length)
      for (const { key, value } of rows) {
        expect(Number(value)).toBeGreaterThanOrEqual(expected.get(key)!)
      }
      // As raw statements, too.
      const known = committed.get('model a')!
      const [row] = await store.replica.rows<{ value: string }>(
        sql`select value from installation where key = 'model a'`,
      )
      expect(Number(row!.value)).toBeGreaterThanOrEqual(known)
    }
    const holdBack = async () => {
      while (!over.signal.aborted) {
        await Bun.sleep(200 + dice.roll(1_500))
        await pauseReplay(standby)
        await Bun.sleep(dice.roll(300))
        await resumeReplay(standby)
      }
    }

    const before = { replica: await countReads('replica'), behind: await countReads('behind') }
    const others = [...counters.map(keepWriting), holdBack()]
    try {
      for (let round = 0; round < rounds; round++) {
        await Promise.all(stores.flatMap((store) => [read(store), read(store)]))
        await Bun.sleep(dice.roll(40))
      }
      // Otherwise, nothing was shown.
      expect(await countReads('replica')).toBeGreaterThan(before.replica)
      expect(await countReads('behind')).toBeGreaterThan(before.behind)
    } finally {
      over.abort()
      await Promise.all(others)
    }
  })
})
