/** The log of statements at level `trace`. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { logStatements } from '../../../src/platform/db/statement-log'
import type { Db, Store, Tx } from '../../../src/platform/db/store'
import type { Log } from '../../../src/platform/log/log'
import { libraries } from '../../../src/catalog/libraries/schema'
import { openTestStore } from '../../support/database'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const seen: string[] = []
const trace = ({ sql: text }: { sql: string }) => void seen.push(text)
const log = { isLevelEnabled: () => true, trace } as unknown as Log

const select = (name: string) => (db: Db | Tx) =>
  db.select({ name: sql<string>`${sql.raw(`'${name}'`)}` }).from(libraries)

test('contains the statements of every way to the database', async () => {
  const logged = logStatements(store, log)
  await select('plain')(logged.db)
  await logged.write(select('write'))
  await logged.writeBulk(select('bulk'))
  await logged.writeForUser(Bun.randomUUIDv7(), select('user'))
  await logged.snapshot(select('snapshot'))
  await logged.write((tx) => tx.nest(select('nested')))
  for (const name of ['plain', 'write', 'bulk', 'user', 'snapshot', 'nested']) {
    expect([name, seen.some((text) => text.includes(`'${name}'`))]).toEqual([name, true])
  }
})
