/**
 * Copies everything from SQLite to PostgreSQL or back, and verifies all rows. The source is not
 * changed. The target cannot be used until the copy is complete. An interrupted copy is resumed.
 */
import type { Config } from '../../config/model'
import { acquireServerLock } from '../folder/data-lock'
import { getPostgresOptions, planMigration } from '../open'
import { createNoDatabaseError } from '../refusals'
import type { CopySource } from './copy-sides'
import { CopyRefused, dropCopyState, readTableStates, emptyTarget } from './copy-state'
import { type CopySides, computeChecksum, copyRows } from './copy-table'
import type { ChangedColumn } from './fit-values'
import { openCopyTarget } from './open-target'
import { openPostgresSource } from './postgres-side'
import { openSqliteSource } from './sqlite-side'
import type { TableChecksum } from './table-checksum'
import { listTablesToCopy } from './list-tables-to-copy'
import type { TableShape } from './table-shapes'

export interface CopyProgress {
  onStart(tables: number, rows: number, isResumed: boolean): void
  onRows(table: string, count: number): void
  onStartOver(reason: string): void
  onCompare(): void
}

export interface CopyReport {
  tables: number
  rows: number
  /** Values that were changed because the target cannot store them. */
  changed: readonly ChangedColumn[]
  source: string
  target: string
}

/** Copies the database of `from` to that of `to`, which must be of the other type. */
export async function copyDatabase(
  from: Config,
  to: Config,
  progress: CopyProgress,
): Promise<CopyReport> {
  await requireCurrent(from)
  const lock = await acquireServerLock(from.data_dir, 'database copy')
  try {
    return await closeAfter(await openSource(from), async (source) => {
      const origin = { type: source.type, instance: await readInstance(source) }
      const { target, isResumed } = await openCopyTarget(to, origin)
      return closeAfter(target, async () => {
        const sides: CopySides = { source, target, changed: new Map() }
        const tables = await listTablesToCopy(source.type === 'postgres' ? source : target)
        const rows = await copyAll(sides, tables, { isResumed, progress })
        // Otherwise, changes made by a server since the copy would be lost.
        await source.requireAlone()
        await target.requireAlone()
        if (target.type === 'postgres') await target.query(raiseEventIds, [Date.now() * 1_000])
        await dropCopyState(target)
        const changed = [...sides.changed.values()].flatMap((columns) => [...columns.values()])
        return {
          tables: tables.length,
          rows,
          changed,
          source: source.name,
          target: target.name,
        }
      })
    })
  } finally {
    lock.release()
  }
}

async function closeAfter<Side extends CopySource, T>(
  side: Side,
  work: (side: Side) => Promise<T>,
): Promise<T> {
  try {
    return await work(side)
  } finally {
    await side.close()
  }
}

/** On SQLite, event IDs are microseconds since 1970. Clients expect the next IDs to be higher. */
const raiseEventIds = `select setval('event_ids', ?1)`

async function requireCurrent(config: Config) {
  const { isNew, pending, isNewer } = await planMigration(config)
  const { type, sqlite, postgres } = config.database
  if (isNew) throw createNoDatabaseError(type === 'sqlite' ? sqlite.path : postgres.database)
  // Otherwise, data added by a newer version would not be copied.
  if (isNewer) throw new CopyRefused('A newer version has added to the database. Use that version.')
  if (pending.length === 0) return
  throw new CopyRefused('The database is of an older version. Run "quire migrate" first.')
}

const openSource = async (config: Config): Promise<CopySource> =>
  config.database.type === 'postgres'
    ? openPostgresSource(getPostgresOptions(config))
    : openSqliteSource(config.database.sqlite.path)

async function readInstance(source: CopySource): Promise<string> {
  const [row] = await source.query(`select value from installation where key = ?1`, ['instance_id'])
  const instance = row?.[0]
  return typeof instance === 'string' ? instance : ''
}

interface CopyOptions {
  isResumed: boolean
  progress: CopyProgress
}

/**
 * Copies and compares all tables. If a resumed copy is refused, starts again with an empty target.
 * Returns the number of rows.
 */
async function copyAll(
  sides: CopySides,
  tables: readonly TableShape[],
  { isResumed, progress }: CopyOptions,
): Promise<number> {
  progress.onStart(tables.length, await countRows(sides.source, tables), isResumed)
  if (!isResumed) return copyAndCompare(sides, tables, progress)
  try {
    return await copyAndCompare(sides, tables, progress)
  } catch (error) {
    // The source may have been used since the copy began, so everything is copied again.
    if (!(error instanceof CopyRefused)) throw error
    progress.onStartOver(error.message)
    const names = tables.map(({ name }) => name)
    await emptyTarget(sides.target, names)
    sides.changed.clear()
    return copyAndCompare(sides, tables, progress)
  }
}

async function countRows(source: CopySource, tables: readonly TableShape[]): Promise<number> {
  let total = 0
  for (const { name } of tables) {
    const [row] = await source.query(`select count(*) from "${name}"`)
    total += Number(row![0])
  }
  return total
}

async function copyAndCompare(
  sides: CopySides,
  tables: readonly TableShape[],
  progress: CopyProgress,
): Promise<number> {
  const states = await readTableStates(sides.target)
  const checksums = new Map<string, TableChecksum>()
  for (const table of tables) {
    const known = states.get(table.name)
    if (known) progress.onRows(table.name, known.rows)
    const count = (rows: number) => progress.onRows(table.name, rows)
    const checksum = await copyRows(sides, table, known, count)
    if (checksum) checksums.set(table.name, checksum)
  }
  await sides.target.complete()
  progress.onCompare()
  return compareTables(sides, tables, checksums)
}

/** Reads all rows of the target again, and those rows of the source whose checksum is unknown. */
async function compareTables(
  { source, target, changed }: CopySides,
  tables: readonly TableShape[],
  checksums: ReadonlyMap<string, TableChecksum>,
): Promise<number> {
  const different: string[] = []
  let rows = 0
  for (const table of tables) {
    if (!checksums.has(table.name)) changed.delete(table.name)
    const expected = checksums.get(table.name) ?? (await computeChecksum(source, table, changed))
    const found = await computeChecksum(target, table, new Map())
    rows += found.rows
    if (found.rows === expected.rows && found.sum === expected.sum) continue
    different.push(`${table.name} (${expected.rows} rows, ${found.rows} in the copy)`)
  }
  if (different.length === 0) return rows
  throw new CopyRefused(`The copy differs from the database: ${different.join(', ')}.`)
}
