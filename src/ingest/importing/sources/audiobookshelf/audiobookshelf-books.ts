/** E-books of Audiobookshelf. An item can have an e-book in addition to its audio files. */
import type { ForeignBook } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asList, asObject, type ForeignObject, parseForeignJson } from '../values/foreign-json'
import { toForeignPath } from '../foreign-paths'
import { asBoolean, asId, asReal, asSize, asText, type Value } from '../values/foreign-values'
import { asShortText } from '../locked-fields'

/** Formats that Quire can read. */
const formats: ReadonlySet<string> = new Set(['epub', 'pdf', 'cbz', 'cbr', 'cb7', 'cbt'])

/** Properties that hide a book from people in Audiobookshelf. */
export interface BookMarks {
  isExplicit: boolean
  /** null if unknown. */
  tags: readonly string[] | null
}

export interface Ebook extends BookMarks {
  path: string | null
  size: number | null
  isEpub: boolean
}

/** An additional e-book of an item. Audiobookshelf stores no reading progress for it. */
interface SupplementaryEbook {
  foreignId: string
  bookId: string
  path: string
  size: number | null
}

export interface Ebooks {
  byId: ReadonlyMap<string, Ebook>
  supplementary: readonly SupplementaryEbook[]
  /** Keyed by book ID. Includes books that have only a supplementary e-book. */
  marks: ReadonlyMap<string, BookMarks>
  /** Number of items without an e-book. */
  audiobookCount: number
  /** Number of e-books that Quire does not read. */
  unreadableCount: number
}

export function readEbooks(db: ForeignDatabase): Ebooks {
  const byId = new Map<string, Ebook>()
  const marks = new Map<string, BookMarks>()
  const supplementary = readSupplementary(db)
  const supplemented = new Set(supplementary.map(({ bookId }) => bookId))
  let [audiobookCount, unreadableCount] = [0, 0]
  for (const row of db.rows('books', ['id', 'ebookFile', 'explicit', 'tags'])) {
    const id = asId(row.id)
    if (id === null) continue
    const file = readFile(asObject(parseForeignJson(row.ebookFile)))
    const own = { isExplicit: asBoolean(row.explicit), tags: readTags(row.tags) }
    if (supplemented.has(id)) marks.set(id, own)
    if (!file) audiobookCount++
    else if (!formats.has(file.format)) unreadableCount++
    else {
      const { format, path, size } = file
      byId.set(id, { path, size, isEpub: format === 'epub', ...own })
      marks.set(id, own)
    }
  }
  return { byId, supplementary, marks, audiobookCount, unreadableCount }
}

/**
 * Reads supplementary e-books. They are hidden together with their item, so they also get its
 * labels.
 */
function readSupplementary(db: ForeignDatabase): SupplementaryEbook[] {
  const found: SupplementaryEbook[] = []
  for (const row of db.rows('libraryItems', ['mediaId', 'libraryFiles'])) {
    const bookId = asId(row.mediaId)
    for (const given of asList(parseForeignJson(row.libraryFiles))) {
      const value = asObject(given)
      const file = value?.['isSupplementary'] ? readFile(value) : undefined
      if (bookId === null || !file?.path || !formats.has(file.format)) continue
      const { path, size } = file
      found.push({ foreignId: `${bookId} ${path}`, bookId, path, size })
    }
  }
  return found
}

function readFile(file: ForeignObject | null) {
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
  { byId, supplementary }: Ebooks,
): Generator<ForeignBook> {
  const libraries = readLibraryIds(db)
  const series = readSeries(db)
  const own = byId.entries().map(([id, book]) => ({ foreignId: id, bookId: id, ...book }))
  for (const { foreignId, bookId, path, size } of [...own, ...supplementary]) {
    const { title = '', number = null } = series.get(bookId) ?? {}
    yield {
      foreignId,
      libraryId: libraries.get(bookId) ?? null,
      path,
      size,
      partialMd5: null,
      pageCount: null,
      // Uses the book ID, because the books of one series may be in different series in Quire.
      seriesId: bookId,
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

/** Reads the first series of each book. */
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
