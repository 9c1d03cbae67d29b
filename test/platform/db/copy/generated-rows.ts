/**
 * Fills every table of a SQLite database with rows, whatever the schema is, so that a new table is
 * tested without a change here.
 */
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { randomUUIDv7 } from 'bun'
import { openPostgresTarget } from '../../../../src/platform/db/copy/postgres-side'
import { listTablesToCopy } from '../../../../src/platform/db/copy/list-tables-to-copy'
import type { ColumnShape, TableShape } from '../../../../src/platform/db/copy/table-shapes'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../../support/database'

export const rowsEach = 4

/** Reads the shapes from a new PostgreSQL database. */
export async function listShapes(): Promise<TableShape[]> {
  const side = await openPostgresTarget(parsePostgresUrl(await createMigratedPostgresDatabase()))
  try {
    return await listTablesToCopy(side)
  } finally {
    await side.close()
  }
}

const jsons = [
  '{"zz":[1,2.5,1e21,"x"],"a":{"ü":"😀","":null},"10":true,"9":-0.1}',
  '[]',
  'null',
  '"text with \\"quotes\\" and a tab \\t"',
]
const instants = [1_700_000_000_123, -62_135_596_800_000, 253_402_300_799_999, 0]
const reals = [0.1, -2.5, 1e300, 5]
const integers = [2_147_483_647, -2_147_483_648, 0, 42]
const longs = [9_007_199_254_740_991, -9_007_199_254_740_991, 0, 4_294_967_296]

interface Parent {
  table: string
  from: string
  to: string
}

/** Tables must be in the order of their references. */
export function fillTables(connection: Database, tables: readonly TableShape[]) {
  connection.run('pragma foreign_keys = on')
  connection.run('begin')
  for (const table of tables) {
    const parents = connection
      .query('select "table", "from", "to" from pragma_foreign_key_list(?)')
      .all(table.name) as Parent[]
    for (let index = 0; index < rowsEach; index++) insertRow(connection, table, { parents, index })
    updateLate(connection, table)
  }
  connection.run('commit')
}

function insertRow(
  connection: Database,
  { name, columns, late, counter }: TableShape,
  { parents, index }: { parents: readonly Parent[]; index: number },
) {
  const given = columns.filter((column) => !late.includes(column.name) && column.name !== counter)
  const values = given.map((column) => {
    const parent = parents.find(({ from }) => from === column.name)
    return parent ? readParent(connection, parent, index) : buildValue(name, column, index)
  })
  const names = given.map((column) => `"${column.name}"`).join()
  connection
    .query(`insert or replace into "${name}" (${names}) values (${given.map(() => '?').join()})`)
    .run(...values)
}

function readParent(connection: Database, { table, to }: Parent, index: number) {
  const [row] = connection
    .query(`select "${to}" from "${table}" order by "${to}" limit 1 offset ?`)
    .values(index)
  return row![0] as SQLQueryBindings
}

function buildValue(
  table: string,
  { name, kind, isNullable }: ColumnShape,
  index: number,
): SQLQueryBindings {
  if (isNullable && index === 2) return null
  const values: Record<ColumnShape['kind'], SQLQueryBindings> = {
    uuid: randomUUIDv7(),
    text: `${table} ${name} ${index} ä 😀 "\\\n\t`,
    json: jsons[index]!,
    boolean: index % 2,
    integer: integers[index]!,
    long: longs[index]!,
    real: reals[index]!,
    instant: instants[index]!,
  }
  return values[kind]
}

/** The first row refers to the last one, which is copied later. */
function updateLate(connection: Database, { name, late }: TableShape) {
  for (const column of late) {
    connection.run(
      `update "${name}" set "${column}" = (select max(id) from "${name}")
        where id = (select min(id) from "${name}")`,
    )
  }
}

/** Reads all rows of a table in an order and form that do not depend on the database's history. */
export function dumpTable(connection: Database, { name, columns }: TableShape): string[] {
  const names = columns.map((column) => `"${column.name}"`).join()
  const rows = connection.query(`select ${names} from "${name}"`).values()
  return rows
    .map((row) =>
      JSON.stringify(
        row.map((value, place) =>
          columns[place]!.kind === 'json' && typeof value === 'string'
            ? { json: sortMembers(JSON.parse(value)) }
            : value,
        ),
      ),
    )
    .toSorted()
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, one]) => [name, sortMembers(one)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}
