/** Statements that are sent repeatedly are prepared on PostgreSQL. */
import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import { createRepeatCheck } from '../../../src/platform/db/postgres/repeated-statements'
import type { Tx } from '../../../src/platform/db/store'
import { openTestStore } from '../../support/database'

const add = (tx: Tx, number: number) => tx.rows<{ sum: number }>(sql`select ${number}::int + 1 sum`)
const listPrepared = (tx: Tx) =>
  tx.rows(sql`select 1 from pg_prepared_statements where statement like '%+ 1 sum%'`)

describe.skipIf(dialect === 'sqlite')('on PostgreSQL', () => {
  test('a statement is prepared when it is sent again, in a nested transaction, too', async () => {
    const store = await openTestStore()
    try {
      await store.write(async (tx) => {
        expect(await add(tx, 1)).toEqual([{ sum: 2 }])
        expect(await listPrepared(tx)).toHaveLength(0)
        await tx.nest(async (inner) => {
          expect(await add(inner, 2)).toEqual([{ sum: 3 }])
          expect(await add(inner, 3)).toEqual([{ sum: 4 }])
        })
        expect(await listPrepared(tx)).toHaveLength(1)
      })
    } finally {
      await store.close()
    }
  })

  test('an error in a prepared statement ends only its own transaction', async () => {
    const store = await openTestStore()
    const divide = (tx: Tx, by: number) => tx.rows(sql`select 6 / ${by}::int as quotient`)
    try {
      for (const by of [1, 2, 3]) {
        expect(await store.write((tx) => divide(tx, by))).toEqual([{ quotient: 6 / by }])
        const failed = store.write((tx) => divide(tx, 0))
        await failed.then(
          () => expect.unreachable(),
          (error: Error) => expect(String(error.cause ?? error)).toContain('division by zero'),
        )
      }
    } finally {
      await store.close()
    }
  })
})

test('the number and the length of prepared statements are limited', () => {
  const isRepeated = createRepeatCheck()
  const texts = Array.from({ length: 1_000 }, (_, index) => `select ${index}`)
  for (const text of texts) expect(isRepeated(text)).toBe(false)
  expect(texts.filter((text) => isRepeated(text)).length).toBe(400)
  expect(texts.filter((text) => isRepeated(text)).length).toBe(400)
  const long = 'x'.repeat(10_000)
  const fresh = createRepeatCheck()
  expect([fresh(long), fresh(long)]).toEqual([false, false])
})
