/** A database that several engines can open, here or in other processes. */
import pino from 'pino'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import type { Store } from '../../../src/platform/db/store'
import { schedules } from '../../../src/platform/jobs/schema'
import {
  copySqliteTemplate,
  createMigratedPostgresDatabase,
  parsePostgresUrl,
} from '../../support/database'

/** Creates a database and returns its path or URL. */
export async function createDatabase(): Promise<string> {
  return dialect === 'sqlite' ? copySqliteTemplate() : createMigratedPostgresDatabase()
}

export const openDatabase = (location: string): Store =>
  dialect === 'sqlite'
    ? openSqlite(location)
    : openPostgres(connectPostgres(parsePostgresUrl(location)))

export const silentLog = pino({ level: 'silent' })

/** Returns an effect that inserts a unique row into the only table that takes any text. */
export const insertMark =
  (label: string) => async (tx: Parameters<Parameters<Store['write']>[0]>[0]) => {
    const name = `mark ${label} ${Bun.randomUUIDv7()}`
    await tx.insert(schedules).values({ name, cron: '-', nextAt: new Date(8.64e15 / 100) })
  }

export async function listMarks(store: Store): Promise<string[]> {
  const rows = await store.db.select({ name: schedules.name }).from(schedules)
  return rows.map(({ name }) => name.split(' ')[1]!).toSorted()
}
