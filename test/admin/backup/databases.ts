import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { loadConfig } from '../../../src/platform/config/load'
import type { Config } from '../../../src/platform/config/model'
import { migrateSqlite } from '../../../src/platform/db/migrations/migrate'
import { sqlite } from '../../../src/platform/db/migrations/embedded'
import { prepareConnection } from '../../../src/platform/db/sqlite/sqlite-connection'

export const silentLog = pino({ level: 'silent' })

/** For tests in which no backup is damaged. */
export function failOnDamaged(message: string): never {
  throw new Error(message)
}

export function createFolder() {
  return mkdtempSync(join(tmpdir(), 'backup-'))
}

export function createSqliteConfig(folder = createFolder()): Config {
  const flags = { data_dir: join(folder, 'data'), 'database.type': 'sqlite' }
  mkdirSync(flags.data_dir)
  return loadConfig({ flags, env: {}, cwd: folder, systemFile: join(folder, 'none') }).config
}

export function createDatabase(config: Config, migrations = sqlite): Database {
  const connection = new Database(config.database.sqlite.path, { create: true })
  prepareConnection(connection)
  migrateSqlite(connection, migrations)
  return connection
}

export function addUser(connection: Database, name: string) {
  const id = Bun.randomUUIDv7()
  const now = Date.now()
  connection
    .query(
      `insert into users (id, username, username_key, email, email_key, password_hash, role,
        permissions, is_active, created_at, updated_at)
        values (?1, ?2, ?2, ?2, ?2, '-', 'admin', '[]', 1, ?3, ?3)`,
    )
    .run(id, name, now)
  connection
    .query(
      `insert into sessions (id, user_id, kind, created_at, last_used_at, expires_at)
        values (?1, ?2, 'app', ?3, ?3, ?4)`,
    )
    .run(Bun.randomUUIDv7(), id, now, now + 3_600_000)
}

export function readValue(path: string, sql: string): unknown {
  const connection = new Database(path, { readwrite: true })
  try {
    return connection.query(sql).values()[0]?.[0]
  } finally {
    connection.close()
  }
}

/** Starts another process that locks the data folder. `end` kills it without cleanup. */
export async function holdLock(folder: string, role: 'serve' | 'worker' = 'serve') {
  const child = Bun.spawn(
    [
      process.execPath,
      Bun.fileURLToPath(new URL('./lock-holder.ts', import.meta.url)),
      folder,
      role,
    ],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const reader = child.stdout.getReader()
  await reader.read()
  return {
    pid: child.pid,
    end: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
