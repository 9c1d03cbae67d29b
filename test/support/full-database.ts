/** Makes a database refuse writes as on a full disk, and accept them again. */
import { sql } from 'drizzle-orm'
import { sessions } from '../../src/accounts/sessions/schema'
import { dialect } from '../../src/platform/db/dialect'
import { findOutage } from '../../src/platform/lib/system-errors'
import type { TestServer } from './server'

/** Returns a function that frees space. In SQLite, sessions of `userId` fill the free space. */
export const fillDatabase = (server: TestServer, userId: string): Promise<() => Promise<void>> =>
  dialect === 'sqlite' ? fillSqlite(server, userId) : fillPostgres(server)

async function setMaxPages(server: TestServer, pages: number) {
  await server.ctx.write(
    async (tx) => void (await tx.rows(sql.raw(`pragma max_page_count = ${pages}`))),
  )
}

/** Forbids new pages, and fills the free space of existing ones with ever smaller sessions. */
async function fillSqlite(server: TestServer, userId: string) {
  await setMaxPages(server, 1)
  for (const size of [3000, 1000, 300, 100, 0]) {
    while (await insertSession(server, userId, size));
  }
  return () => setMaxPages(server, 1_000_000_000)
}

async function insertSession(server: TestServer, userId: string, size: number): Promise<boolean> {
  const now = new Date()
  const userAgent = 'x'.repeat(size)
  const times = { lastUsedAt: now, expiresAt: now, revokedAt: now }
  const row = { userId, kind: 'app' as const, userAgent, ...times }
  try {
    await server.ctx.write(async (tx) => void (await tx.insert(sessions).values(row)))
    return true
  } catch (error) {
    if (findOutage(error) !== 'disk_full') throw error
    return false
  }
}

const tables = ['sessions', 'refresh_tokens', 'login_failures', 'users']

/** Makes writes fail with the error code of a full disk. */
async function fillPostgres(server: TestServer) {
  const run = (statements: string[]) =>
    server.ctx.write(async (tx) => {
      for (const statement of statements) await tx.rows(sql.raw(statement))
    })
  await run([
    `create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
    ...tables.map(
      (name) =>
        `create trigger full_disk before insert or update or delete on ${name}
          for each statement execute function refuse_write()`,
    ),
  ])
  return () =>
    run([
      ...tables.map((name) => `drop trigger full_disk on ${name}`),
      'drop function refuse_write()',
    ])
}

export async function countStoredSessions(server: TestServer, userId: string): Promise<number> {
  return server.ctx.db.$count(
    sessions,
    sql`${sessions.userId} = ${userId} and ${sessions.revokedAt} is null`,
  )
}
