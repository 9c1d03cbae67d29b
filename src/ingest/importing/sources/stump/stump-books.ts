import type { ForeignBook } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { asId, asInteger, asReal, asSize, asText, type Value } from '../values/foreign-values'

export function* readStumpBooks(db: ForeignDatabase): Generator<ForeignBook> {
  const series = readSeries(db)
  const numbers = readNumbers(db)
  const columns = ['id', 'path', 'size', 'pages', 'koreader_hash', 'series_id'] as const
  for (const row of db.rows('media', columns)) {
    const foreignId = asId(row.id)
    if (foreignId === null) continue
    const path = asText(row.path)
    const seriesId = asId(row.series_id)
    const known = seriesId === null ? undefined : series.get(seriesId)
    yield {
      foreignId,
      libraryId: known?.libraryId ?? null,
      path: path ? toForeignPath(path) : null,
      size: asSize(row.size),
      partialMd5: asText(row.koreader_hash, 40)?.toLowerCase() || null,
      pageCount: toPageCount(row.pages),
      seriesId,
      seriesTitle: known?.title ?? '',
      number: numbers.get(foreignId) ?? null,
    }
  }
}

/** Returns the page count, or null for e-books, for which Stump stores -1. */
function toPageCount(value: Value): number | null {
  const count = asInteger(value)
  return count !== null && count > 0 ? count : null
}

function readSeries(db: ForeignDatabase) {
  const series = new Map<string, { title: string; libraryId: string | null }>()
  for (const row of db.rows('series', ['id', 'name', 'library_id'])) {
    const id = asId(row.id)
    const title = asText(row.name, 500) ?? ''
    if (id !== null) series.set(id, { title, libraryId: asId(row.library_id) })
  }
  return series
}

function readNumbers(db: ForeignDatabase): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const row of db.rows('media_metadata', ['media_id', 'number', 'volume'])) {
    const [id, number] = [asId(row.media_id), asReal(row.number) ?? asReal(row.volume)]
    if (id !== null && number !== null) numbers.set(id, number)
  }
  return numbers
}

export interface StumpBook {
  pageCount: number | null
  isEpub: boolean
}

/** Maps book IDs to the book data that readings need. */
export function mapStumpBooks(db: ForeignDatabase): Map<string, StumpBook> {
  const books = new Map<string, StumpBook>()
  for (const row of db.rows('media', ['id', 'pages', 'extension'])) {
    const id = asId(row.id)
    const isEpub = asText(row.extension, 40)?.toLowerCase() === 'epub'
    if (id !== null) books.set(id, { pageCount: toPageCount(row.pages), isEpub })
  }
  return books
}
