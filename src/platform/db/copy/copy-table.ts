/**
 * Copies one table in batches, and computes the checksum of a table. Each batch is committed
 * together with the key of its last row.
 */
import { createMemoryRelease } from '../../lib/async/memory-release'
import type { CopiedRow, CopySource, CopyTarget } from './copy-sides'
import { CopyRefused, storeTableState, type TableState } from './copy-state'
import { type ChangedValues, fitRows } from './fit-values'
import { addToChecksum, emptyChecksum, type TableChecksum } from './table-checksum'
import type { TableShape } from './table-shapes'

/** Processing a batch produces several times its size in garbage. */
const releaseMemory = createMemoryRelease(32)

export interface CopySides {
  source: CopySource
  target: CopyTarget
  changed: ChangedValues
}

/**
 * Copies the rows that have not been copied yet. Returns the checksum of all rows of the source, or
 * undefined if some rows had already been copied.
 */
export async function copyRows(
  sides: CopySides,
  table: TableShape,
  known: TableState | undefined,
  onRows: (count: number) => void,
): Promise<TableChecksum | undefined> {
  if (known?.isDone) return undefined
  const { source, target, changed } = sides
  let state = known ?? (await clearTable(target, table))
  let checksum = emptyChecksum
  const key = (await source.listKey(table)).map((name) =>
    table.columns.findIndex((column) => column.name === name),
  )
  // PostgreSQL stores a batch while the next one is being prepared.
  let writing: Promise<unknown> = Promise.resolve()
  for await (const stored of source.read(table, { after: state.after })) {
    const last = stored.at(-1)!
    const rows = fitRows(table, stored, changed)
    if (!known) checksum = addToChecksum(checksum, table, rows)
    throwIfFailed(await writing)
    state = { ...state, after: key.map((place) => last[place]), rows: state.rows + rows.length }
    writing = writeBatch(target, table, { rows, state }).catch((error: unknown) => error)
    onRows(rows.length)
    releaseMemory()
  }
  throwIfFailed(await writing)
  await writeOrRefuse(target, table, async () => {
    await updateLateColumns(sides, table)
    if (table.counter !== undefined) await copyCounter(sides, table, table.counter)
    await storeTableState(target, table.name, { ...state, isDone: true })
  })
  return known ? undefined : checksum
}

const writeBatch = (
  target: CopyTarget,
  table: TableShape,
  { rows, state }: { rows: readonly CopiedRow[]; state: TableState },
) =>
  writeOrRefuse(target, table, async () => {
    await target.insert(table, withoutLate(table, rows))
    await storeTableState(target, table.name, state)
  })

function throwIfFailed(outcome: unknown) {
  if (outcome !== undefined) throw outcome
}

/** Removes rows that triggers wrote into the table while other tables were filled. */
async function clearTable(target: CopyTarget, table: TableShape): Promise<TableState> {
  const state = { after: null, rows: 0, isDone: false }
  await target.transact(async () => {
    await target.query(`delete from "${table.name}"`)
    await storeTableState(target, table.name, state)
  })
  return state
}

/**
 * Throws `CopyRefused` with the name of the table if its rows violate a constraint of the target.
 */
async function writeOrRefuse(target: CopyTarget, { name }: TableShape, work: () => Promise<void>) {
  try {
    await target.transact(work)
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // PostgreSQL error classes. 22: invalid values; 23: violated constraints.
    if (!/^(2[23]|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG))/.test(code)) throw error
    throw new CopyRefused(
      `The table ${name} has rows that ${target.name} refuses: ${message}. Nothing was changed in ` +
        `the other database. Please report this.`,
      { cause: error },
    )
  }
}

const withoutLate = (table: TableShape, rows: readonly CopiedRow[]) =>
  table.late.length === 0
    ? rows
    : rows.map((row) =>
        row.map((value, place) => (table.late.includes(table.columns[place]!.name) ? null : value)),
      )

/** Sets the columns that reference rows of the same table. */
async function updateLateColumns({ source, target, changed }: CopySides, table: TableShape) {
  const key = await target.listKey(table)
  const getPlace = (name: string) => table.columns.findIndex((column) => column.name === name)
  const condition = key.map((name, i) => `"${name}" = ?${i + 2}`).join(' and ')
  for (const column of table.late) {
    const text = `update "${table.name}" set "${column}" = ?1 where ${condition}`
    for await (const stored of source.read(table, { where: `"${column}" is not null` })) {
      for (const row of fitRows(table, stored, changed)) {
        await target.query(
          text,
          [column, ...key].map((name) => row[getPlace(name)]),
        )
      }
    }
  }
}

/** Prevents row numbers of deleted rows from being assigned again, as in the source. */
async function copyCounter({ source, target }: CopySides, table: TableShape, column: string) {
  const [row] = await source.query(`select max("${column}") from "${table.name}"`)
  const last = Math.max(await source.readCounter(table, column), Number(row?.[0] ?? 0))
  if (last > 0) await target.setCounter(table, column, last)
}

export async function computeChecksum(
  source: CopySource,
  table: TableShape,
  changed: ChangedValues,
): Promise<TableChecksum> {
  let checksum = emptyChecksum
  for await (const stored of source.read(table)) {
    checksum = addToChecksum(checksum, table, fitRows(table, stored, changed))
    releaseMemory()
  }
  return checksum
}
