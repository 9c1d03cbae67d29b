/**
 * Converts the access restrictions of Calibre-Web users to labels. Calibre-Web restricts access to
 * books, and Quire restricts access to series: a series with one hidden book is hidden as a whole.
 * A list of allowed values becomes allowed labels for its values, and a denied label for books with
 * none of them.
 */
import type { ForeignSeries } from '../../neutral-form'
import { listCustomColumns, readCustomColumn } from '../calibre/calibre-columns'
import { readCalibreLanguages, readCalibreTags } from '../calibre/calibre-values'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asId, asInteger, asText, type Value } from '../values/foreign-values'
import { shortenLabel } from '../values/labels'

export interface Labels {
  deniedLabels: string[]
  allowedLabels: string[]
  /**
   * True if the column that restricts access does not exist, or if a list of values is too long.
   */
  seesNothing: boolean
}

type Restricted = ForeignRow<
  | 'default_language'
  | 'denied_tags'
  | 'allowed_tags'
  | 'denied_column_value'
  | 'allowed_column_value'
>

/**
 * A label of the books that have one of the values or, if `isOthers` is true, of all other books.
 */
interface Rule {
  label: string
  of: 'tags' | 'languages' | 'column'
  /** Values in lower case. */
  values: ReadonlySet<string>
  isOthers: boolean
}

type Of = Rule['of']

const maxValues = 500
/** Longer lists are read only in part. A person with such a list sees nothing. */
const maxListLength = 65_536

export class Restrictions {
  readonly #library: ForeignDatabase
  readonly #columnId: number | null
  readonly #rules = new Map<string, Rule>()

  /** @param settings the settings of Calibre-Web */
  constructor(library: ForeignDatabase, settings: ForeignRow<'config_restricted_column'> | null) {
    this.#library = library
    const columnId = asInteger(settings?.config_restricted_column)
    this.#columnId = columnId !== null && columnId > 0 ? columnId : null
  }

  /** Returns the labels of a person, and records which books have them. */
  restrict(row: Restricted): Labels {
    const labels: Labels = { deniedLabels: [], allowedLabels: [], seesNothing: false }
    this.#deny(labels, 'tags', row.denied_tags)
    this.#allow(labels, 'tags', splitValues(row.allowed_tags))
    if (this.#columnId !== null) {
      const before = labels.deniedLabels.length + labels.allowedLabels.length
      this.#deny(labels, 'column', row.denied_column_value)
      this.#allow(labels, 'column', splitValues(row.allowed_column_value))
      const isRestricted = labels.deniedLabels.length + labels.allowedLabels.length > before
      labels.seesNothing = isRestricted && !this.#findColumn()
    }
    const language = asText(row.default_language, 20)?.trim().toLowerCase() ?? ''
    this.#allow(labels, 'languages', language === '' || language === 'all' ? [] : [language])
    if (this.#listsOf(row).some(isTooLong)) labels.seesNothing = true
    return labels
  }

  #listsOf(row: Restricted): Value[] {
    const ofColumn = [row.denied_column_value, row.allowed_column_value]
    return [row.denied_tags, row.allowed_tags, ...(this.#columnId === null ? [] : ofColumn)]
  }

  #deny(labels: Labels, of: Of, list: Value) {
    for (const value of splitValues(list)) {
      labels.deniedLabels.push(this.#add({ of, given: [value], isOthers: false }))
    }
  }

  #allow(labels: Labels, of: Of, given: readonly string[]) {
    if (given.length === 0) return
    // Only the values of the first list become allowed labels. Books that are missing from any of
    // the lists are hidden by the denied labels.
    if (labels.allowedLabels.length === 0) {
      for (const value of given) {
        labels.allowedLabels.push(this.#add({ of, given: [value], isOthers: false }))
      }
    }
    labels.deniedLabels.push(this.#add({ of, given, isOthers: true }))
  }

  #add({ of, given, isOthers }: { of: Of; given: readonly string[]; isOthers: boolean }) {
    const name = `${isOthers ? 'not ' : ''}${of === 'languages' ? 'language ' : ''}${given.join(', ')}`
    const label = shortenLabel(name)
    const values = new Set(given.map((value) => value.toLowerCase()))
    this.#rules.set(`${of} ${isOthers} ${label.toLowerCase()}`, { label, of, values, isOthers })
    return label
  }

  /** Yields the labels of each book. The series ID of a book is its own ID. */
  *readLabels(): Generator<ForeignSeries> {
    if (this.#rules.size === 0) return
    const values = {
      tags: readCalibreTags(this.#library),
      languages: readCalibreLanguages(this.#library),
      column: this.#readColumn(),
    }
    for (const row of this.#library.rows('books', ['id'])) {
      const foreignId = asId(row.id)
      if (foreignId === null) continue
      const labels = [...this.#rules.values()].flatMap(
        ({ label, of, values: wanted, isOthers }) => {
          const own = values[of].get(foreignId) ?? []
          const isOnList = own.some((value) => wanted.has(value.toLowerCase()))
          return isOnList === isOthers ? [] : label
        },
      )
      if (labels.length > 0) yield { foreignId, edits: {}, labels: [...new Set(labels)] }
    }
  }

  #findColumn() {
    return listCustomColumns(this.#library).find(({ id }) => id === this.#columnId)
  }

  #readColumn(): Map<string, string[]> {
    const column = this.#findColumn()
    const values = new Map<string, string[]>()
    for (const { bookId, value } of column ? readCustomColumn(this.#library, column) : []) {
      const own = values.get(bookId) ?? []
      own.push(...describeValue(value, column?.type))
      values.set(bookId, own)
    }
    return values
  }
}

const describeValue = (value: Value, type: string | undefined): string[] => {
  if (type === 'bool') return Number(value) === 1 ? ['1', 'true', 'yes'] : ['0', 'false', 'no']
  const text = asText(value, 1000)?.trim()
  return text ? [text] : []
}

/** Returns whether the list is too long to be read completely. */
const isTooLong = (value: Value) =>
  (asText(value, maxListLength)?.length ?? 0) >= maxListLength || splitAll(value).length > maxValues

const splitValues = (value: Value): string[] => splitAll(value).slice(0, maxValues)

const splitAll = (value: Value): string[] => [
  ...new Set(
    (asText(value, maxListLength) ?? '')
      .split(',')
      .map((one) => one.trim().toWellFormed())
      .filter((one) => one !== ''),
  ),
]
