/** Books of calibre. Each file counts as a book, because a book can have several formats. */
import type { ForeignBook } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { asId, asReal, asSize, asText } from '../values/foreign-values'
import { groupIds } from '../values/group-values'
import { asShortText } from '../locked-fields'

/**
 * Formats that Quire reads, preferred ones first. Data about the book as a whole is assigned to the
 * first format that it has.
 */
const formats = ['EPUB', 'KEPUB', 'PDF', 'CBZ', 'CBR', 'CB7', 'CBT']

/** All files are in one library. */
export const libraryId = 'library'

interface CalibreFile {
  format: string
  /** File name without its extension. */
  name: string
  size: number | null
}

/** Files by book ID, the preferred one first. */
export type CalibreFiles = ReadonlyMap<string, readonly CalibreFile[]>

export function readCalibreFiles(db: ForeignDatabase): CalibreFiles {
  const files = new Map<string, CalibreFile[]>()
  for (const row of db.rows('data', ['book', 'format', 'name', 'uncompressed_size'])) {
    const [bookId, name] = [asId(row.book), asText(row.name, 1000)]
    const format = asText(row.format, 20)?.toUpperCase() ?? ''
    if (bookId === null || !name || !formats.includes(format)) continue
    const known = files.get(bookId) ?? []
    if (known.some((file) => file.format === format)) continue
    known.push({ format, name, size: asSize(row.uncompressed_size) })
    files.set(bookId, known)
  }
  for (const ofBook of files.values()) {
    ofBook.sort((one, other) => formats.indexOf(one.format) - formats.indexOf(other.format))
  }
  return files
}

const toFileId = (bookId: string, { format }: CalibreFile) => `${bookId}/${format}`

/**
 * Returns the ID of the file in this format or, if there is none, of the preferred file. Returns
 * undefined for a book without a file that Quire reads.
 */
export function findFileId(
  files: CalibreFiles,
  bookId: string | null,
  format?: string | null,
): string | undefined {
  const ofBook = bookId === null ? undefined : files.get(bookId)
  const file = ofBook?.find((one) => one.format === format?.toUpperCase()) ?? ofBook?.[0]
  return file && toFileId(bookId!, file)
}

export function listFileIds(files: CalibreFiles, bookId: string): string[] {
  return (files.get(bookId) ?? []).map((file) => toFileId(bookId, file))
}

export function* readCalibreBooks(
  db: ForeignDatabase,
  { root, files }: { root: string; files: CalibreFiles },
): Generator<ForeignBook> {
  const series = readSeriesTitles(db)
  for (const row of db.rows('books', ['id', 'path', 'series_index'])) {
    const [id, path] = [asId(row.id), asText(row.path, 4000)]
    const seriesTitle = (id !== null && series.get(id)) || ''
    for (const file of (id !== null && files.get(id)) || []) {
      yield {
        foreignId: toFileId(id!, file),
        libraryId,
        path: path ? buildPath(root, path, file) : null,
        size: file.size,
        partialMd5: null,
        pageCount: null,
        // Uses the book ID, because the books of one series may be in different series in Quire.
        seriesId: id,
        seriesTitle,
        number: seriesTitle === '' ? null : asReal(row.series_index),
      }
    }
  }
}

const buildPath = (root: string, path: string, { name, format }: CalibreFile) =>
  toForeignPath(`${root.replace(/\/+$/, '')}/${path}/${name}.${format.toLowerCase()}`)

/** Reads the series titles by book ID. */
export function readSeriesTitles(db: ForeignDatabase): Map<string, string> {
  const titles = new Map<string, string>()
  for (const row of db.rows('series', ['id', 'name'])) {
    const [id, title] = [asId(row.id), asShortText(row.name)]
    if (id !== null && title !== null) titles.set(id, title)
  }
  const links = groupIds(db.rows('books_series_link', ['book', 'series']), 'book', 'series')
  const named = [...links].flatMap(([bookId, [seriesId]]) => {
    const title = seriesId === undefined ? undefined : titles.get(seriesId)
    return title === undefined ? [] : [[bookId, title] as const]
  })
  return new Map(named)
}

/** Counts the books without a file that Quire can read, including books without any file. */
export function countUnreadable(db: ForeignDatabase, files: CalibreFiles): number {
  let count = 0
  for (const row of db.rows('books', ['id'])) {
    const id = asId(row.id)
    if (id !== null && !files.has(id)) count++
  }
  return count
}
