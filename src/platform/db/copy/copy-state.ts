/** Progress of a copy, stored in a table of the target that exists until the copy is complete. */
import type { CopyTarget, Key } from './copy-sides'

/** Thrown if the database cannot be copied. The message explains why, and what to do. */
export class CopyRefused extends Error {
  override name = 'CopyRefused'
}

/** A database with this table is an unfinished copy, so no server may use it. */
export const copyTable = 'database_copy'

/** The name of the row that describes the source. All other rows are named after tables. */
const sourceRow = ''

export interface TableState {
  /** The key of the last copied row, or null if no row has been copied. */
  after: Key | null
  rows: number
  isDone: boolean
}

/** Identifies the source. A copy can be resumed only from the same source. */
export interface CopyOrigin {
  type: string
  instance: string
}

/** Commits before the migrations run, so that a copy that is killed during them can be resumed. */
export async function storeOrigin(target: CopyTarget, origin: CopyOrigin): Promise<void> {
  await target.transact(async () => {
    await target.query(`create table ${copyTable} (name text primary key, state text not null)`)
    await storeRow(target, sourceRow, origin)
  })
}

export async function readOrigin(target: CopyTarget): Promise<CopyOrigin> {
  const [row] = await target.query(`select state from ${copyTable} where name = ?1`, [sourceRow])
  if (!row) throw new Error('the unfinished copy does not name its source')
  return JSON.parse(String(row[0])) as CopyOrigin
}

export async function readTableStates(target: CopyTarget): Promise<Map<string, TableState>> {
  const rows = await target.query(`select name, state from ${copyTable} where name <> ?1`, [
    sourceRow,
  ])
  return new Map(
    rows.map(([name, state]) => [String(name), JSON.parse(String(state)) as TableState]),
  )
}

/** Call this in the transaction that writes the rows. */
export const storeTableState = (
  target: CopyTarget,
  table: string,
  state: TableState,
): Promise<void> => storeRow(target, table, state)

async function storeRow(target: CopyTarget, name: string, state: object) {
  await target.query(
    `insert into ${copyTable} (name, state) values (?1, ?2)
      on conflict (name) do update set state = excluded.state`,
    [name, JSON.stringify(state)],
  )
}

/** Empties the target. `tables` are in the order in which they are filled. */
export async function emptyTarget(target: CopyTarget, tables: readonly string[]): Promise<void> {
  await target.transact(async () => {
    await target.query(`delete from ${copyTable} where name <> ?1`, [sourceRow])
    for (const table of tables.toReversed()) await target.query(`delete from "${table}"`)
  })
}

/** Turns the target into a regular database. */
export const dropCopyState = (target: CopyTarget): Promise<void> =>
  target.transact(async () => void (await target.query(`drop table ${copyTable}`)))
