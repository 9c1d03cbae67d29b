import { eq, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { ImportRefused } from '../files/line-reader'
import type { NestedTable, Owner, Row } from './export-kind'
import { getColumn, isOfBookNumber, type Member } from './record-members'
import type { Format, ParsedRecord } from './record-format'
import { findRowNumbers, getNestedKey } from './records-queries'

/** SQLite allows 32,766 parameters in a statement. */
const maxParameters = 30_000

/** Line numbers of the records, for messages. */
interface Place {
  name: string
  from: number
  to: number
}

export async function storeRecords(
  tx: Tx,
  format: Format,
  records: readonly ParsedRecord[],
  place: Place,
) {
  const { kind } = format
  try {
    const rows = records.map(({ row }) => row)
    await insertRows(tx, kind.table, isOfBookNumber(kind) ? await addNumbers(tx, rows) : rows)
    for (const [index, { of }] of format.nested.entries()) {
      await storeNested(tx, format, { of, index, records })
    }
  } catch (error) {
    const reason = describeViolation(error)
    if (reason === undefined) throw error
    throw new ImportRefused(
      `Lines ${place.from} to ${place.to} of ${place.name}.jsonl cannot be imported: ${reason}. The file is damaged or was changed. Nothing was imported.`,
    )
  }
}

interface NestedRecords {
  of: NestedTable
  index: number
  records: readonly ParsedRecord[]
}

async function storeNested(tx: Tx, { kind }: Format, { of, index, records }: NestedRecords) {
  const ids = records.map(({ row }) => String(row['id']))
  const byNumber = getNestedKey(of) === 'n'
  const numbers = byNumber ? await findRowNumbers(tx, kind.name as Owner, ids) : undefined
  const rows = records.flatMap(({ row, nested }) => {
    const key = numbers ? numbers.get(String(row['id'])) : row['id']
    return nested[index]!.map((one) => ({ ...one, [of.by]: key }))
  })
  await insertRows(tx, of.table, rows)
}

async function addNumbers(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const ids = [...new Set(rows.map(({ bookId }) => String(bookId)))]
  const numbers = await findRowNumbers(tx, 'books', ids)
  return rows.map(({ bookId, ...row }) => {
    const n = numbers.get(String(bookId))
    if (n === undefined) throw new UnknownBook()
    return { ...row, n }
  })
}

class UnknownBook extends Error {}

async function insertRows(tx: Tx, table: PgTable, rows: readonly Row[]) {
  const [first] = rows
  if (!first) return
  // The statement also contains columns that are missing from the record. 8 parameters are added
  // for them.
  const perRow = Math.max(Object.keys(first).length, 1) + 8
  for (const slice of splitIntoSlices(rows, Math.floor(maxParameters / perRow))) {
    await tx.insert(table).values(slice)
  }
}

/** Returns undefined if the error was not caused by the record. */
function describeViolation(error: unknown): string | undefined {
  if (error instanceof UnknownBook) return 'a book is not listed'
  const { cause, code, message } = error as Partial<NodeJS.ErrnoException>
  const inner = (cause ?? {}) as { code?: string; message?: string }
  const word = inner.code ?? code ?? ''
  // PostgreSQL error classes. 22: invalid values; 23: violated constraints.
  const isData = /^(22|23)\w{3}$/.test(word) || /^SQLITE_(CONSTRAINT|MISMATCH|RANGE)/.test(word)
  return isData ? (inner.message ?? message) : undefined
}

/** References from rows to rows of the same table, which may be stored later. */
export type SelfLinks = { id: string; column: string; to: unknown }[]

const listSelfMembers = ({ kind, members }: Format): Member[] =>
  members.filter(({ refersTo }) => refersTo === getTableName(kind.table))

/** Removes references to rows of the same table from the records, and returns them. */
export function takeSelfLinks(format: Format, records: readonly ParsedRecord[]): SelfLinks {
  const links: SelfLinks = []
  for (const { column } of listSelfMembers(format)) {
    for (const { row } of records) {
      if (row[column] === null) continue
      links.push({ id: String(row['id']), column, to: row[column] })
      row[column] = null
    }
  }
  return links
}

/** Stores the references that `takeSelfLinks` removed. Call this after all rows are stored. */
export async function linkToSelf(tx: Tx, { kind }: Format, links: SelfLinks) {
  const table: PgTable = kind.table
  for (const { id, column, to } of links) {
    await tx
      .update(table)
      .set({ [column]: to })
      .where(eq(getColumn(table, 'id'), id))
  }
}
