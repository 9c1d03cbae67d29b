/** Books of Komga, and people's reading progress in them. */
import type { ForeignBook, ForeignReading } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { maxLocatorBytes, parseLocator } from '../values/foreign-locator'
import { fromFileUrl } from '../foreign-paths'
import {
  asBoolean,
  asId,
  asInstant,
  asInteger,
  asReal,
  asSize,
  asText,
} from '../values/foreign-values'

export function* readKomgaBooks(db: ForeignDatabase): Generator<ForeignBook> {
  const pages = readNumbers(db.rows('MEDIA', ['BOOK_ID', 'PAGE_COUNT']), 'BOOK_ID', 'PAGE_COUNT')
  const numbers = readNumbers(
    db.rows('BOOK_METADATA', ['BOOK_ID', 'NUMBER_SORT']),
    'BOOK_ID',
    'NUMBER_SORT',
  )
  const titles = readSeriesTitles(db)
  const columns = [
    'ID',
    'LIBRARY_ID',
    'URL',
    'SERIES_ID',
    'FILE_SIZE',
    'FILE_HASH_KOREADER',
  ] as const
  for (const row of db.rows('BOOK', columns)) {
    const foreignId = asId(row.ID)
    if (foreignId === null) continue
    const seriesId = asId(row.SERIES_ID)
    yield {
      foreignId,
      seriesId,
      libraryId: asId(row.LIBRARY_ID),
      path: fromFileUrl(asText(row.URL)),
      size: asSize(row.FILE_SIZE),
      partialMd5: asText(row.FILE_HASH_KOREADER, 40) || null,
      pageCount: asPageCount(pages.get(foreignId)),
      seriesTitle: (seriesId !== null && titles.get(seriesId)) || '',
      number: numbers.get(foreignId) ?? null,
    }
  }
}

function readSeriesTitles(db: ForeignDatabase): Map<string, string> {
  const titles = new Map<string, string>()
  for (const row of db.rows('SERIES', ['ID', 'NAME'])) setTitle(titles, row.ID, row.NAME)
  for (const row of db.rows('SERIES_METADATA', ['SERIES_ID', 'TITLE'])) {
    setTitle(titles, row.SERIES_ID, row.TITLE)
  }
  return titles
}

function setTitle(titles: Map<string, string>, key: ForeignRow['ID'], value: ForeignRow['NAME']) {
  const [id, title] = [asId(key), asText(value, 500)]
  if (id !== null && title) titles.set(id, title)
}

function readNumbers<Key extends string, Name extends string>(
  rows: Iterable<ForeignRow<Key | Name>>,
  key: Key,
  name: Name,
): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const row of rows) {
    const [id, number] = [asId(row[key]), asReal(row[name])]
    if (id !== null && number !== null) numbers.set(id, number)
  }
  return numbers
}

const asPageCount = (value: number | undefined) => {
  const count = asInteger(value)
  return count !== null && count > 0 ? count : null
}

/**
 * Yields reading progress. Komga has one row for each person and book, so it does not record
 * earlier readings.
 */
export function* readKomgaReadings(
  db: ForeignDatabase,
  pageCounts: ReadonlyMap<string, number | null>,
): Generator<ForeignReading> {
  const columns = [
    'BOOK_ID',
    'USER_ID',
    'CREATED_DATE',
    'LAST_MODIFIED_DATE',
    'PAGE',
    'COMPLETED',
    'READ_DATE',
    'device_id',
    'device_name',
    'locator',
  ] as const
  for (const row of db.rows('READ_PROGRESS', columns, { orderBy: ['BOOK_ID', 'USER_ID'] })) {
    const [bookId, personId] = [asId(row.BOOK_ID), asId(row.USER_ID)]
    const at = asInstant(row.READ_DATE) ?? asInstant(row.LAST_MODIFIED_DATE)
    if (bookId === null || personId === null || at === null) continue
    const created = asInstant(row.CREATED_DATE)
    const startedAt = created !== null && created < at ? created : null
    const deviceId = asText(row.device_id, 100)
    yield {
      foreignId: `${personId}/${bookId}`,
      personId,
      bookId,
      ...(asBoolean(row.COMPLETED)
        ? { completions: [{ startedAt, completedAt: at }], position: null }
        : {
            completions: [],
            position: readPosition(row, {
              startedAt,
              at,
              pageCount: pageCounts.get(bookId) ?? null,
            }),
          }),
      device: deviceId ? { id: deviceId, name: asText(row.device_name, 200) || deviceId } : null,
    }
  }
}

interface Times {
  startedAt: Date | null
  at: Date
  pageCount: number | null
}

function readPosition(row: ForeignRow<'PAGE' | 'locator'>, { pageCount, ...times }: Times) {
  const page = asInteger(row.PAGE)
  const locator = readLocator(row.locator)
  const total = locator?.locations.totalProgression
  if (typeof total === 'number') return { ...times, page: null, fraction: total, locator }
  if (page === null || page < 1) return null
  const fraction = pageCount ? Math.min(page / pageCount, 1) : null
  return { ...times, page, fraction, locator: null }
}

/** Reads a compressed Readium locator. An unreadable locator is left out, but the page is kept. */
function readLocator(value: ForeignRow['locator']) {
  if (!(value instanceof Uint8Array) || value.length > maxLocatorBytes) return null
  try {
    return parseLocator(Buffer.from(Bun.gunzipSync(Uint8Array.from(value))).toString('utf8'))
  } catch {
    return null
  }
}
