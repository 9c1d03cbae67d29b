import type { ForeignBook } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { asId, asInteger, asReal, asSize, asText, type Value } from '../values/foreign-values'

export interface CodexBook {
  pageCount: number | null
  isEpub: boolean
}

/** Older versions call the path `file_path`, and store the number in the row of the book. */
const columns = [
  'id',
  'library_id',
  'series_id',
  'path',
  'file_path',
  'file_size',
  'koreader_hash',
  'page_count',
  'number',
] as const

export function* readCodexBooks(db: ForeignDatabase): Generator<ForeignBook> {
  const titles = readSeriesTitles(db)
  const numbers = readNumbers(db)
  for (const row of db.rows('books', columns)) {
    const foreignId = asId(row.id)
    if (foreignId === null) continue
    const path = asText(row.path) || asText(row.file_path)
    const seriesId = asId(row.series_id)
    yield {
      foreignId,
      libraryId: asId(row.library_id),
      path: path ? toForeignPath(path) : null,
      size: asSize(row.file_size),
      partialMd5: asText(row.koreader_hash, 40)?.toLowerCase() || null,
      pageCount: asCount(row.page_count),
      seriesId,
      seriesTitle: (seriesId !== null && titles.get(seriesId)) || '',
      number: numbers.get(foreignId) ?? asReal(row.number),
    }
  }
}

function asCount(value: Value): number | null {
  const count = asInteger(value)
  return count !== null && count > 0 ? count : null
}

function readSeriesTitles(db: ForeignDatabase): Map<string, string> {
  const titles = new Map<string, string>()
  for (const row of db.rows('series', ['id', 'name'])) setText(titles, row.id, row.name)
  for (const row of db.rows('series_metadata', ['series_id', 'title'])) {
    setText(titles, row.series_id, row.title)
  }
  return titles
}

function setText(texts: Map<string, string>, key: Value, value: Value) {
  const [id, text] = [asId(key), asText(value, 500)]
  if (id !== null && text) texts.set(id, text)
}

/** Reads numbers by book ID. A chapter of a volume is numbered by its chapter number. */
function readNumbers(db: ForeignDatabase): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const row of db.rows('book_metadata', ['book_id', 'chapter', 'volume', 'number'])) {
    const id = asId(row.book_id)
    const number = asReal(row.chapter) ?? asReal(row.volume) ?? asReal(row.number)
    if (id !== null && number !== null) numbers.set(id, number)
  }
  return numbers
}

/** Maps book IDs to the book data that readings need. */
export function mapCodexBooks(db: ForeignDatabase): Map<string, CodexBook> {
  const books = new Map<string, CodexBook>()
  for (const row of db.rows('books', ['id', 'page_count', 'format'])) {
    const id = asId(row.id)
    const isEpub = asText(row.format, 40)?.toLowerCase() === 'epub'
    if (id !== null) books.set(id, { pageCount: asCount(row.page_count), isEpub })
  }
  return books
}
