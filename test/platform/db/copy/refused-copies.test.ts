/** Copies that are refused or interrupted, and values that only one of the databases can hold. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { copyDatabase, type CopyProgress } from '../../../../src/platform/db/copy/copy-database'
import { dialect } from '../../../../src/platform/db/dialect'
import type { TableShape } from '../../../../src/platform/db/copy/table-shapes'
import { getPostgresOptions, planMigration } from '../../../../src/platform/db/open'
import { connectPostgres } from '../../../../src/platform/db/postgres/postgres'
import { findOutage } from '../../../../src/platform/lib/system-errors'
import { holdLock } from '../../../admin/backup/databases'
import { dumpTable, fillTables, listShapes } from './generated-rows'
import {
  createDatabases,
  type Databases,
  deleteSqlite,
  queryPostgres,
  silentProgress,
  useSqlite,
} from './installations'

setDefaultTimeout(60_000)

// Both databases take part, whatever the type of the other tests.
const isSqlite = dialect === 'sqlite'

let tables: TableShape[]
beforeAll(async () => {
  if (isSqlite) tables = await listShapes()
})

async function createFilled(): Promise<Databases> {
  const databases = await createDatabases()
  useSqlite(databases.sqlite, (connection) => fillTables(connection, tables))
  return databases
}

const copyToPostgres = ({ sqlite, postgres }: Databases, progress = silentProgress) =>
  copyDatabase(sqlite, postgres, progress)

const run = ({ sqlite }: Databases, statement: string) =>
  useSqlite(sqlite, (connection) => void connection.run(statement))

/** Interrupts the copy in the middle of the tables. */
async function interrupt(databases: Databases, to: 'postgres' | 'sqlite' = 'postgres') {
  let left = 60
  const onRows = () => {
    if (--left === 0) throw new Error('interrupted')
  }
  const [source, target] =
    to === 'postgres'
      ? [databases.sqlite, databases.postgres]
      : [databases.postgres, databases.sqlite]
  const copying = copyDatabase(source, target, { ...silentProgress, onRows })
  await expect(copying).rejects.toThrow('interrupted')
}

/** Runs a statement on PostgreSQL in another process, while this one waits. */
function runMeanwhile({ postgres }: Databases, statement: string) {
  const { host, port, username, database } = getPostgresOptions(postgres)
  const url = `postgres://${username}@${host}:${port}/${database}`
  const text = `const sql = (await import('postgres')).default(${JSON.stringify(url)})
    await sql.unsafe(${JSON.stringify(statement)})
    await sql.end()`
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', text], {
    cwd: import.meta.dir,
    stderr: 'pipe',
  })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
}

function recordProgress() {
  const steps: string[] = []
  const progress: CopyProgress = {
    ...silentProgress,
    onStart: (_, __, isResumed) => void steps.push(isResumed ? 'resumed' : 'started'),
    onStartOver: () => void steps.push('started over'),
  }
  return { steps, progress }
}

const dumpAll = ({ sqlite }: Databases) =>
  useSqlite(sqlite, (connection) => tables.map((table) => dumpTable(connection, table)))

describe.if(isSqlite)('refuses', () => {
  test('a target that is used', async () => {
    const databases = await createFilled()
    await copyToPostgres(databases)
    await expect(copyToPostgres(databases)).rejects.toThrow(/already contains a Quire database/)
    const { sqlite, postgres } = databases
    await expect(copyDatabase(postgres, sqlite, silentProgress)).rejects.toThrow(
      /quire\.db already contains a Quire database.*Move the file away/,
    )
  })

  test('a PostgreSQL database of something else', async () => {
    const databases = await createFilled()
    await queryPostgres(databases.postgres, 'create table wiki (page text)')
    await expect(copyToPostgres(databases)).rejects.toThrow(/is not empty/)
  })

  test('an unfinished copy of another database', async () => {
    const first = await createFilled()
    await interrupt(first)
    const { sqlite } = await createFilled()
    run(
      { ...first, sqlite },
      `update installation set value = 'other', key = 'instance_id'
      where key = (select min(key) from installation)`,
    )
    await expect(copyDatabase(sqlite, first.postgres, silentProgress)).rejects.toThrow(
      /unfinished copy of another database/,
    )
  })

  test('a data folder that a server uses', async () => {
    const databases = await createFilled()
    const holder = await holdLock(databases.sqlite.data_dir)
    try {
      await expect(copyToPostgres(databases)).rejects.toThrow(/data folder is in use by process/)
    } finally {
      await holder.end()
    }
  })

  test('no copy while another process is stopping, such as one that was killed', async () => {
    const databases = await createFilled()
    const options = getPostgresOptions(databases.postgres)
    const stopping = connectPostgres({ ...options, maxConnections: 1 })
    await stopping`set application_name = 'quire 01234567'`
    const copied = copyToPostgres(databases)
    await Bun.sleep(500)
    await stopping.end()
    expect((await copied).tables).toBe(tables.length)
  })

  test('databases that a server on PostgreSQL uses', async () => {
    const databases = await createFilled()
    const options = getPostgresOptions(databases.postgres)
    const server = connectPostgres({ ...options, maxConnections: 1 })
    try {
      await server`set application_name = 'quire 01234567'`
      await expect(copyToPostgres(databases)).rejects.toThrow(
        /Quire is running with the PostgreSQL/,
      )
    } finally {
      await server.end()
    }
  })

  test('a database that is not there', async () => {
    const databases = await createFilled()
    deleteSqlite(databases.sqlite)
    await expect(copyToPostgres(databases)).rejects.toThrow(/There is no database/)
  })

  test('a database to which a newer version has added', async () => {
    const databases = await createFilled()
    run(databases, 'alter table users add column new_name text')
    run(
      databases,
      `insert into schema_migrations
        select position + 1, '9999_newer', 'x', applied_at, tag from schema_migrations
        order by position desc limit 1`,
    )
    await expect(copyToPostgres(databases)).rejects.toThrow(/newer version has added/)
  })

  test('the log of a SQLite database that is gone', async () => {
    const databases = await createFilled()
    await copyToPostgres(databases)
    deleteSqlite(databases.sqlite)
    writeFileSync(`${databases.sqlite.database.sqlite.path}-wal`, 'old')
    const { sqlite, postgres } = databases
    await expect(copyDatabase(postgres, sqlite, silentProgress)).rejects.toThrow(/-wal belongs to/)
  })
})

describe.if(isSqlite)('an interrupted copy', () => {
  test('cannot be used, and is resumed', async () => {
    const databases = await createFilled()
    await interrupt(databases)
    await expect(planMigration(databases.postgres)).rejects.toThrow(/is an unfinished copy/)
    await interrupt(databases)
    const { steps, progress } = recordProgress()
    await copyToPostgres(databases, progress)
    expect(steps).toEqual(['resumed'])
    expect((await planMigration(databases.postgres)).pending).toEqual([])
  })

  test.each(['insert', 'delete', 'update'] as const)(
    'starts over after an %s in the source',
    async (change) => {
      const databases = await createFilled()
      await interrupt(databases)
      const statements = {
        insert: `insert into genres (id, name, name_key, series_count, created_at)
          values ('01900000-0000-7000-8000-000000000001', 'new', 'new', 0, 0)`,
        delete: `delete from users where id = (select min(id) from users)`,
        update: `update users set username = 'renamed' where id = (select max(id) from users)`,
      }
      run(databases, `pragma foreign_keys = on; ${statements[change]}`)
      const { steps, progress } = recordProgress()
      await copyToPostgres(databases, progress)
      expect(steps).toEqual(['resumed', 'started over'])
      const expected = dumpAll(databases)
      deleteSqlite(databases.sqlite)
      await copyDatabase(databases.postgres, databases.sqlite, silentProgress)
      expect(dumpAll(databases)).toEqual(expected)
    },
  )

  test('is resumed after PostgreSQL ended the connection', async () => {
    const databases = await createFilled()
    let left = 60
    const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const onRows = () => {
      if (--left === 0) runMeanwhile(databases, endSessions)
    }
    const ended = await copyToPostgres(databases, { ...silentProgress, onRows }).catch(
      (error: Error) => error,
    )
    expect(findOutage(ended)).toBe('database_away')
    const { steps, progress } = recordProgress()
    await copyToPostgres(databases, progress)
    expect(steps).toEqual(['resumed'])
  })

  test('to SQLite is resumed, and starts over as well', async () => {
    const databases = await createFilled()
    await copyToPostgres(databases)
    const expected = dumpAll(databases)
    deleteSqlite(databases.sqlite)
    await interrupt(databases, 'sqlite')
    await expect(planMigration(databases.sqlite)).rejects.toThrow(/is an unfinished copy/)
    await interrupt(databases, 'sqlite')
    run(databases, `update users set username = 'changed in the copy'`)
    const { steps, progress } = recordProgress()
    await copyDatabase(databases.postgres, databases.sqlite, progress)
    expect(steps).toEqual(['resumed', 'started over'])
    expect(dumpAll(databases)).toEqual(expected)
  })
})

test.if(isSqlite)('a copy that differs from the database is not completed', async () => {
  const databases = await createFilled()
  let isChanged = false
  const onRows = (table: string) => {
    if (table !== 'ratings' || isChanged) return
    isChanged = true
    runMeanwhile(databases, `update users set username = 'changed' where username like '%0%'`)
  }
  await expect(copyToPostgres(databases, { ...silentProgress, onRows })).rejects.toThrow(
    'The copy differs from the database: users (4 rows, 4 in the copy).',
  )
  await expect(planMigration(databases.postgres)).rejects.toThrow(/is an unfinished copy/)
  const { steps, progress } = recordProgress()
  await copyToPostgres(databases, progress)
  expect(steps).toEqual(['resumed', 'started over'])
})

describe.if(isSqlite)('values that PostgreSQL cannot store', () => {
  test('become the nearest ones and are reported', async () => {
    const databases = await createFilled()
    run(
      databases,
      `update books set title = 'a' || char(0) || 'b', volume = 99999999999, page_count = -99999999999;
       update books set volume = 2.5 where n = 2;
       update series_metadata set custom_metadata = '{"a\\u0000":["\\ud800x","\\ud83d\\ude00"]}';
       update book_metadata set genre = x'00ff';
       update users set created_at = 99999999999999999;
       update users set is_active = 7`,
    )
    const { changed } = await copyToPostgres(databases)
    const found = Object.fromEntries(changed.map(({ name, from, to }) => [name, [from, to]]))
    expect(found).toEqual({
      'books.title': ['"a\\u0000b"', '"a\ufffdb"'],
      'books.volume': ['99999999999', '2147483647'],
      'books.page_count': ['-99999999999', '-2147483648'],
      'book_metadata.genre': ['2 bytes', 'null'],
      'series_metadata.custom_metadata': [
        String.raw`"{\"a\\u0000\":[\"\\ud800x\",\"\\ud83d\\ude00\"]}"`,
        '"{\\"a\ufffd\\":[\\"\ufffdx\\",\\"😀\\"]}"',
      ],
      'users.created_at': ['100000000000000000', '8640000000000000'],
      'users.is_active': ['7', 'false'],
    })
    const rows = await queryPostgres(databases.postgres, 'select volume from books order by n')
    expect(rows.map(([volume]) => volume)).toContain(2)
  })

  test.each([
    ['an ID that is none', `update api_keys set secret_hash = x'00'`, /api_keys.*secret_hash/],
    ['JSON that is damaged', `update api_keys set permissions = '{'`, /api_keys.permissions/],
    [
      'a row without the one that it refers to',
      `pragma foreign_keys = off; update api_keys set user_id = '01900000-0000-7000-8000-000000000001'`,
      /api_keys has rows/,
    ],
  ])('refuses %s', async (_, statement, message) => {
    const databases = await createFilled()
    run(databases, statement)
    const before = dumpAllRaw(databases)
    await expect(copyToPostgres(databases)).rejects.toThrow(message)
    expect(dumpAllRaw(databases)).toEqual(before)
  })
})

/** A fingerprint of the rows of the table that the statements above damage. */
const dumpAllRaw = ({ sqlite }: Databases) =>
  useSqlite(sqlite, (connection) => connection.query('select * from api_keys').values())
