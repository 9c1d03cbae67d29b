/** A database that several engines, here or in other processes, can open. */
import pino from 'pino'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import type { Store } from '../../../src/platform/db/store'
import { schedules } from '../../../src/platform/jobs/schema'
import {
  copySqliteTemplate,
  createMigratedPostgresDatabase,
  parsePostgresUrl,
} from '../../support/database'

/** A path or a URL. */
export async function newDatabase(): Promise<string> {
  return dialect === 'sqlite' ? copySqliteTemplate() : createMigratedPostgresDatabase()
}

export const openAt = (place: string): Store =>
  dialect === 'sqlite' ? openSqlite(place) : openPostgres(connectPostgres(parsePostgresUrl(place)))

export const silent = pino({ level: 'silent' })

/** Leaves a mark in the only table at hand that takes any text; each call leaves one of its own. */
export const mark = (what: string) => async (tx: Parameters<Parameters<Store['write']>[0]>[0]) => {
  const name = `mark ${what} ${Bun.randomUUIDv7()}`
  await tx.insert(schedules).values({ name, cron: '-', nextAt: new Date(8.64e15 / 100) })
}

export async function marks(store: Store): Promise<string[]> {
  const rows = await store.db.select({ name: schedules.name }).from(schedules)
  return rows.map(({ name }) => name.split(' ')[1]!).toSorted()
}
