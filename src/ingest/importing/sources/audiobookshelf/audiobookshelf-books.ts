/** E-books of Audiobookshelf: an item can have one beside its audio files. */
import type { ForeignBook } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asList, asObject, parseForeignJson } from '../values/foreign-json'
import { toForeignPath } from '../foreign-paths'
import { asBoolean, asId, asReal, asSize, asText, type Value } from '../values/foreign-values'
import { asShortText } from '../locked-fields'

/** Formats that Quire reads. */
const formats: ReadonlySet<string> = new Set(['epub', 'pdf', 'cbz', 'cbr', 'cb7', 'cbt'])

export interface Ebook {
  path: string | null
  size: number | null
  isEpub: boolean
  isExplicit: boolean
  /** null if they are not known. */
  tags: readonly string[] | null
}

export interface Ebooks {
  byId: ReadonlyMap<string, Ebook>
  /** Items without an e-book. */
  audiobookCount: number
  /** E-books that Quire does not read. */
  unreadableCount: number
}

export function readEbooks(db: ForeignDatabase): Ebooks {
  const byId = new Map<string, Ebook>()
  let [audiobookCount, unreadableCount] = [0, 0]
  for (const row of db.rows('books', ['id', 'ebookFile', 'explicit', 'tags'])) {
    const id = asId(row.id)
    if (id === null) continue
    const file = readFile(row.ebookFile)
    if (!file) audiobookCount++
    else if (!formats.has(file.format)) unreadableCount++
    else {
      const { format, path, size } = file
      const marks = { isExplicit: asBoolean(row.explicit), tags: readTags(row.tags) }
      byId.set(id, { path, size, isEpub: format === 'epub', ...marks })
    }
  }
  return { byId, audiobookCount, unreadableCount }
}

function readFile(value: Value) {
  const file = asObject(parseForeignJson(value))
  const metadata = asObject(file?.['metadata'])
  if (!metadata) return undefined
  const path = asText(metadata['path'])
  const extension = asText(metadata['ext'], 20)?.replace(/^\./, '')
  const format = (asText(file?.['ebookFormat'], 20) || extension || '').toLowerCase()
  return { format, path: path ? toForeignPath(path) : null, size: asSize(metadata['size']) }
}

function readTags(value: Value): string[] | null {
  const tags = parseForeignJson(value)
  if (!Array.isArray(tags)) return null
  return asList(tags).flatMap((tag) => asShortText(tag as Value) ?? [])
}

export function* readAudiobookshelfBooks(
  db: ForeignDatabase,
  { byId }: Ebooks,
): Generator<ForeignBook> {
  const libraries = readLibraryIds(db)
  const series = readSeries(db)
  for (const [foreignId, { path, size }] of byId) {
    const { title = '', number = null } = series.get(foreignId) ?? {}
    yield {
      foreignId,
      libraryId: libraries.get(foreignId) ?? null,
      path,
      size,
      partialMd5: null,
      pageCount: null,
      // Series here can be others, so each book finds its own.
      seriesId: foreignId,
      seriesTitle: title,
      number,
    }
  }
}

function readLibraryIds(db: ForeignDatabase): Map<string, string> {
  const ids = new Map<string, string>()
  for (const row of db.rows('libraryItems', ['mediaId', 'libraryId'])) {
    const [bookId, libraryId] = [asId(row.mediaId), asId(row.libraryId)]
    if (bookId !== null && libraryId !== null) ids.set(bookId, libraryId)
  }
  return ids
}

/** The first series of each book. */
function readSeries(db: ForeignDatabase) {
  const titles = new Map<string, string>()
  for (const row of db.rows('series', ['id', 'name'])) {
    const [id, title] = [asId(row.id), asShortText(row.name)]
    if (id !== null && title !== null) titles.set(id, title)
  }
  const series = new Map<string, { title: string; number: number | null }>()
  const order = { orderBy: ['createdAt', 'id'] }
  for (const row of db.rows('bookSeries', ['bookId', 'seriesId', 'sequence'], order)) {
    const [bookId, title] = [asId(row.bookId), titles.get(asId(row.seriesId) ?? '')]
    if (bookId === null || title === undefined || series.has(bookId)) continue
    series.set(bookId, { title, number: asReal(row.sequence) })
  }
  return series
}
