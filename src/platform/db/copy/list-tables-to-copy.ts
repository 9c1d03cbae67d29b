/**
 * Reads the tables of the schema from PostgreSQL's catalog. One side of each copy is PostgreSQL,
 * and its column types are more precise than SQLite's, for example for booleans and JSON.
 */
import type { CopySource } from './copy-sides'
import { copyTable } from './copy-state'
import { type ColumnKind, kindsByType, type TableShape } from './table-shapes'

/** Internal tables of the database, which are not copied. */
const ownTables = new Set(['schema_migrations', copyTable])

/** Tables into which triggers write while another table is filled. They are copied afterwards. */
const filledByTriggers: Readonly<Record<string, string>> = { series_counts: 'series' }

/** Returns all tables, each after the tables that it references. */
export async function listTablesToCopy(postgres: CopySource): Promise<TableShape[]> {
  const columns = await postgres.query(
    `select t.relname, c.attname, k.typname, not c.attnotnull, c.attidentity <> ''
      from pg_class t join pg_attribute c on c.attrelid = t.oid join pg_type k on k.oid = c.atttypid
      where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
        and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
      order by t.relname, c.attnum`,
  )
  const references = await readReferences(postgres)
  const byTable = Map.groupBy(columns, ([table]) => String(table))
  const shapes = [...byTable]
    .filter(([name]) => !ownTables.has(name))
    .map(([name, rows]) => ({
      name,
      columns: rows.map(([, column, type, isNullable]) => ({
        name: String(column),
        kind: getKind(`${name}.${String(column)}`, String(type)),
        isNullable: isNullable === true,
      })),
      late: references
        .filter(({ child, parent }) => child === name && parent === name)
        .map(({ column }) => column),
      counter: rows
        .filter(([, , , , isIdentity]) => isIdentity === true)
        .map(([, c]) => String(c))[0],
    }))
  return sortByReferences(shapes, references)
}

function getKind(column: string, type: string): ColumnKind {
  if (Object.hasOwn(kindsByType, type)) return kindsByType[type as keyof typeof kindsByType]
  throw new Error(`columns of type ${type}, such as ${column}, are not copied yet`)
}

interface Reference {
  child: string
  parent: string
  column: string
}

async function readReferences(postgres: CopySource): Promise<Reference[]> {
  const rows = await postgres.query(
    `select child.relname, parent.relname, c.attname
      from pg_constraint k join pg_class child on child.oid = k.conrelid
        join pg_class parent on parent.oid = k.confrelid
        join pg_attribute c on c.attrelid = k.conrelid and c.attnum = any(k.conkey)
      where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
  )
  return rows.map(([child, parent, column]) => ({
    child: String(child),
    parent: String(parent),
    column: String(column),
  }))
}

function sortByReferences(shapes: TableShape[], references: readonly Reference[]): TableShape[] {
  const parents = Map.groupBy(references, ({ child }) => child)
  const sorted: TableShape[] = []
  let left = shapes
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name))
    const isReady = ({ name }: TableShape) =>
      !names.has(filledByTriggers[name] ?? '') &&
      !(parents.get(name) ?? []).some(({ parent }) => parent !== name && names.has(parent))
    const ready = left.filter(isReady)
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`)
    sorted.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return sorted
}
