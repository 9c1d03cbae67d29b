/** Adds rows with values that no program writes. */
import type { Database } from 'bun:sqlite'

/** Values that a database may refuse, or that are no identity. */
export const dangerousValues = [
  null,
  'a\0b',
  '😀'.repeat(10_001),
  'ANN',
  '9999-12-31 23:59:59',
  -1,
  2 ** 31,
  9_223_372_036_854_775_807n,
  -1e300,
] as const

export const hostileValues = [
  ...dangerousValues,
  '',
  'x'.repeat(70_000),
  '0001-01-01 00:00:00',
  '2024-02-30T25:61:61Z',
  '['.repeat(2000),
  String.raw`\\server\share\x.cbz`,
  'epubcfi(/6/4!/4',
  '$argon2id$v=19$m=4194304,t=99,p=1$c2FsdHNhbHQ$a2V5a2V5a2V5a2V5',
  'scrypt:1073741824:8:1$salt$00',
  Number.MAX_SAFE_INTEGER,
  new Uint8Array([0x1f, 0x8b, 0]),
] as const

export const addHostileRows = (db: Database) => addRows(db, hostileValues)

/** Fewer, because an import writes all of them. */
export const addDangerousRows = (db: Database) => addRows(db, dangerousValues)

function addRows(db: Database, given: readonly (typeof hostileValues)[number][]) {
  const tables = db.query("select name from sqlite_schema where type = 'table'").all() as {
    name: string
  }[]
  db.run('begin')
  for (const { name } of tables) addRowsTo(db, name, given)
  db.run('commit')
}

function addRowsTo(db: Database, table: string, given: readonly (typeof hostileValues)[number][]) {
  const columns = db.query('select name from pragma_table_info(?)').all(table) as { name: string }[]
  const first = `(select * from "${table}" order by rowid limit 1)`
  for (const { name } of columns) {
    const chosen = columns.map((one) => (one.name === name ? '?' : `"${one.name}"`))
    const insert = db.query(`insert into "${table}" select ${chosen.join(', ')} from ${first}`)
    for (const value of given) insert.run(value)
  }
}
