/** Custom columns in calibre, each of which is stored in separate tables. */
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asId, asInstant, asInteger, asText, type Value } from '../values/foreign-values'

interface CustomColumn {
  id: number
  /** Name of the column in lower case. */
  label: string
  type: string
  isNormalized: boolean
}

export const listCustomColumns = (db: ForeignDatabase): CustomColumn[] =>
  [...db.rows('custom_columns', ['id', 'label', 'datatype', 'normalized'], order)].flatMap(
    (row) => {
      const id = asInteger(row.id)
      if (id === null || id < 1) return []
      const label = asText(row.label, 100)?.toLowerCase() ?? ''
      const type = asText(row.datatype, 40) ?? ''
      return { id, label, type, isNormalized: asBoolean(row.normalized) }
    },
  )

const order = { orderBy: ['id'] }

/** Yields each value with the ID of its book. */
export function* readCustomColumn(
  db: ForeignDatabase,
  { id, isNormalized }: Pick<CustomColumn, 'id' | 'isNormalized'>,
): Generator<{ bookId: string; value: Value }> {
  const table = `custom_column_${id}`
  const linkTable = isNormalized ? `books_custom_column_${id}_link` : table
  const values = isNormalized ? readValues(db.rows(table, ['id', 'value'])) : undefined
  for (const row of db.rows(linkTable, ['book', 'value'])) {
    const bookId = asId(row.book)
    const value = values ? values.get(asId(row.value) ?? '') : row.value
    if (bookId !== null && value !== undefined) yield { bookId, value }
  }
}

function readValues(rows: Iterable<ForeignRow<'id' | 'value'>>) {
  const values = new Map<string, Value>()
  for (const { id, value } of rows) values.set(asId(id) ?? '', value)
  return values
}

/** Common names of custom columns that mark finished books or store their completion dates. */
const finishedLabel = /^(is_?|have_?|already_?)?(read|finished|completed|done|gelesen)$/
const dateLabel = /^(date_?)?(read|finished|completed|gelesen)(_?(date|on|at|am))?$|^gelesen_datum$/

/**
 * Returns the books that are marked as finished, with the time if there is a date column. If no
 * column marks finished books, books with a date count as finished.
 *
 * @param columnId the column that marks finished books; if not set, it is guessed from its name
 */
export function readFinishedBooks(
  db: ForeignDatabase,
  columnId?: number | null,
): Map<string, Date | null> {
  const columns = listCustomColumns(db)
  const marks = columnId
    ? columns.find(({ id }) => id === columnId)
    : columns.find(({ label, type }) => type === 'bool' && finishedLabel.test(label))
  const dates = columns.find(({ label, type }) => type === 'datetime' && dateLabel.test(label))
  const finished = new Map<string, Date | null>()
  for (const { bookId, value } of marks ? readCustomColumn(db, marks) : []) {
    if (asBoolean(value)) finished.set(bookId, null)
  }
  for (const { bookId, value } of dates ? readCustomColumn(db, dates) : []) {
    const at = asInstant(value)
    if (at !== null && (!marks || finished.has(bookId))) finished.set(bookId, at)
  }
  return finished
}
