/** Section 8 of the specification: operating the service. */
import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { loadConfig } from '../../src/platform/config/load'
import { dialect } from '../../src/platform/db/dialect'
import { prepareConnection } from '../../src/platform/db/sqlite/sqlite-connection'
import { copySqliteTemplate, openTestStore } from '../support/database'
import { createTestConfig } from '../support/server'

const root = resolve(import.meta.dir, '../..')

test('backup checks count tables under their names', async () => {
  const store = await openTestStore()
  for (const name of ['books', 'series', 'libraries', 'users']) {
    const rows = await store.db.rows<{ total: unknown }>(
      sql`select count(*) as total from ${sql.identifier(name)}`,
    )
    expect([name, Number(rows[0]?.total)]).toEqual([name, 0])
  }
  await store.close()
})

test('the defaults are those of the specification', () => {
  const { server, database, logging } = createTestConfig({ 'database.type': 'sqlite' })
  expect([server.port, database.type, logging.level]).toEqual([8080, 'sqlite', 'info'])
  expect(logging.file ?? null).toBeNull()
})

test('the logrotate example is daily, keeps 14 and compresses', () => {
  const words = readFileSync(join(root, 'docs/deploy/logrotate'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
  expect(words).toEqual(expect.arrayContaining(['daily', 'rotate 14', 'compress']))
})

test('secrets are read from the file, the overlay above it, and the environment above both', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'settings-'))
  const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')
  const buildPassword = (name: string) => ({
    auth: { jwt_secret: `${name}: more than thirty-two characters` },
    database: { postgres: { password: `${name} password` } },
  })
  const load = (env: Record<string, string> = {}) => {
    const { config } = loadConfig({ flags: {}, env, cwd, systemFile: join(cwd, 'none') })
    const { auth, database, encryption_key } = config
    return [auth.jwt_secret, database.postgres.password, encryption_key]
  }
  const of = (name: string, letter: string) => [
    buildPassword(name).auth.jwt_secret,
    buildPassword(name).database.postgres.password,
    key(letter),
  ]
  const file = { ...buildPassword('file'), encryption_key: key('f') }
  writeFileSync(join(cwd, 'service.yaml'), JSON.stringify(file))
  expect(load()).toEqual(of('file', 'f'))
  writeFileSync(join(cwd, 'service.local.yaml'), JSON.stringify(buildPassword('overlay')))
  expect(load()).toEqual(of('overlay', 'f'))
  const env = {
    SERVICE_AUTH__JWT_SECRET: buildPassword('variable').auth.jwt_secret,
    SERVICE_DATABASE__POSTGRES__PASSWORD: buildPassword('variable').database.postgres.password,
    SERVICE_ENCRYPTION_KEY: key('v'),
  }
  expect(load(env)).toEqual(of('variable', 'v'))
})

test('the local overlay is ignored by version control', () => {
  expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\n')).toContain('service.local.yaml')
})

describe.skipIf(dialect !== 'sqlite')(
  'a SQLite database that is copied and restored manually',
  () => {
    const ends = ['', '-wal', '-shm']
    const addNote = (database: Database, text: string) =>
      database.run('insert into notes values (?)', [text])
    const listNotes = (path: string) => {
      const database = new Database(path)
      const rows = database.query<{ text: string }, []>('select text from notes').all()
      const check = database.query<{ integrity_check: string }, []>('pragma integrity_check').get()
      database.close()
      return { notes: rows.map(({ text }) => text), check: check?.integrity_check }
    }
    const openDatabase = (path: string) => {
      const database = new Database(path)
      prepareConnection(database)
      database.run('create table if not exists notes (text text)')
      return database
    }

    test('is complete in a copy of its three files that is made while nothing writes', () => {
      const path = copySqliteTemplate()
      const database = openDatabase(path)
      addNote(database, 'still in the -wal file')
      const copy = join(mkdtempSync(join(tmpdir(), 'copy-')), 'quire.db')
      for (const end of ends) {
        if (existsSync(path + end)) copyFileSync(path + end, copy + end)
      }
      expect(existsSync(`${copy}-wal`)).toBe(true)
      database.close()
      expect(listNotes(copy)).toEqual({ notes: ['still in the -wal file'], check: 'ok' })
    })

    test('is the restored one after its file was replaced and -wal and -shm deleted', () => {
      const path = copySqliteTemplate()
      const saved = join(mkdtempSync(join(tmpdir(), 'saved-')), 'quire.db')
      const database = openDatabase(path)
      addNote(database, 'before')
      database.run('vacuum into ?', [saved])
      addNote(database, 'after')
      database.close()
      copyFileSync(saved, path)
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
      expect(listNotes(path)).toEqual({ notes: ['before'], check: 'ok' })
    })
  },
)
