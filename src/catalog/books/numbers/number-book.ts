/** Computes the numbers, kind and sort key of a book after its values were chosen. Pure. */
import { type FileMetadata, getSeriesYear } from '../../../media/contents/file-metadata'
import {
  isEpub,
  keepsFileOrder,
  type Naming,
  usesMetadataNumbers,
} from '../../../media/naming/naming'
import type { NamedFile } from '../../../media/naming/strategy'
import { findRangeEnds } from '../metadata/merge-file-metadata'
import type { bookMetadata, books } from '../schema'
import { buildBookSortKey, buildFileOrderKey, isMovedKey, truncateKey } from '../book-sort-key'
import { decideNumber, type NumberClues } from './decide-number'

type Book = typeof books.$inferSelect
type Metadata = typeof bookMetadata.$inferSelect

/** The sources of a book's values. */
export interface NumberSource {
  naming: Naming
  file: NamedFile
  /** Metadata in sidecar files and in the book file. */
  files: readonly FileMetadata[]
  /** The volume from names and files if it is a fraction. */
  halfVolume: number | null
}

export function numberBook(book: Book, metadata: Metadata, source: NumberSource): Book {
  const ends = findRangeEnds(source, book)
  const decided = decideNumber(collectClues({ ...book, ...ends }, metadata, source))
  const numbered = { ...book, ...ends, ...decided }
  return { ...numbered, sortKey: updateSortKey(numbered, metadata, keepsFileOrder(source.naming)) }
}

/** Returns the sort key for changed values. Keeps a key that `refreshBookOrder` has moved. */
export function updateSortKey(book: Book, metadata: Metadata, isFileOrder: boolean): string {
  const title = metadata.titleSort ?? book.title
  const key = isFileOrder
    ? buildFileOrderKey(book.relativePath)
    : buildBookSortKey({ ...book, number: metadata.number, title })
  const settled = truncateKey(key)
  return isMovedKey(book.sortKey, settled) ? book.sortKey : settled
}

function collectClues(book: Book, metadata: Metadata, source: NumberSource): NumberClues {
  const { naming, file, files, halfVolume } = source
  const { volumeEnd, chapter, chapterEnd } = book
  const { number, year, formatDetail, manga, seriesPosition } = metadata
  const isVolumeChosen = metadata.locks.includes('volumeLock') || isEdited(metadata, 'volume')
  const isPositionUsed = usesMetadataNumbers(naming) || isEdited(metadata, 'seriesPosition')
  return {
    libraryType: naming.settings.type,
    isEbook: isEpub(book.relativePath),
    name: file.read(),
    volume: book.volume ?? (isVolumeChosen ? null : halfVolume),
    volumeEnd,
    chapter,
    chapterEnd,
    seriesPosition: isPositionUsed ? seriesPosition : null,
    number,
    year,
    formatDetail,
    bookType: metadata.bookType as NumberClues['bookType'],
    manga,
    hasSeriesYear: files.some((one) => getSeriesYear(one) !== null),
  }
}

const isEdited = ({ sources }: Metadata, field: string) => sources[field] === 'edited'
