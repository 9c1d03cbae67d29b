import { sql } from 'drizzle-orm'
import {
  binaryText,
  boolean,
  id,
  index,
  instant,
  integer,
  json,
  long,
  numberedId,
  oneOf,
  real,
  rowNumber,
  sameRow,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { PageSide } from '../../media/contents/contents'
import type { FileDetails, StoredMetadata } from '../../media/contents/file-metadata'
import { libraries, libraryRoots } from '../libraries/schema'
import type { NewExternalId, NewExternalLink } from '../metadata/model'
import { type Author, series } from '../series/schema'
import type { Message } from '../../platform/messages/message'
import { numberKinds } from './numbers/number-kind'

export { runKinds } from './numbers/number-kind'

/** Narrow table that contains only the columns that lists and scans read. */
export const books = table(
  'books',
  {
    n: rowNumber(),
    id: numberedId(),
    seriesId: uuid()
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    /**
     * The series that a scan assigns to the book, or null if it is `seriesId`. The two differ if a
     * user chose a series for the book or merged its series into another one.
     */
    scannedSeriesId: uuid().references(() => series.id, { onDelete: 'set null' }),
    /** A user chose the series; scans keep it. */
    isSeriesChosen: boolean().notNull().default(false),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    rootId: uuid()
      .notNull()
      .references(() => libraryRoots.id, { onDelete: 'cascade' }),
    /** Path relative to the root, with `/` between folders. */
    relativePath: text().notNull(),
    title: text().notNull(),
    /** Natural order within the series. */
    sortKey: binaryText().notNull(),
    volume: integer(),
    /** End of a range in the file name or metadata, such as 3 in `v01-03`. */
    volumeEnd: integer(),
    chapter: real(),
    chapterEnd: real(),
    /** Decided by numbers/decide-number.ts. */
    numberKind: oneOf(...numberKinds),
    numberFrom: real(),
    numberTo: real(),
    /**
     * File format such as `cbz` or `epub`, detected from the content. null if the file has not been
     * analyzed.
     */
    format: text(),
    pageCount: integer().notNull().default(0),
    size: long().notNull(),
    /** Milliseconds since 1970, from the file system. */
    modifiedAtMs: real().notNull(),
    /** Sampled hash: an indication of identity, never proof. */
    fingerprint: text(),
    /** Hash of names, sizes and checksums in the archive directory. Identifies a renamed file. */
    directoryHash: text(),
    /**
     * Hash of the pages or, for some files, of the entire file. Identifies a book in any archive
     * format.
     */
    contentHash: binaryText(),
    /**
     * KOReader's two document identifiers. The first is null for folders and files that have not
     * been analyzed.
     */
    partialMd5: text(),
    fileNameMd5: text(),
    /** Time of the last analysis, or null if an analysis is pending. */
    analyzedAt: instant(),
    /** Incremented before the file is read, and reset afterward, to find files that crash Quire. */
    attempts: integer().notNull().default(0),
    /** Code of the most severe finding, or null if there are no findings. */
    finding: text(),
    /** Time since which the file has been missing, or null. All user data is kept. */
    missingSince: instant(),
    trashedAt: instant(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('books_file').on(t.rootId, t.relativePath),
    index('books_series').on(t.seriesId, t.sortKey, t.id),
    index('books_scanned_series')
      .on(t.scannedSeriesId)
      .where(sql`${t.scannedSeriesId} is not null`),
    index('books_library_created').on(t.libraryId, t.createdAt, t.id),
    index('books_content')
      .on(t.contentHash)
      .where(sql`${t.contentHash} is not null`),
    // Books without a content hash: new books, PDFs, damaged books.
    index('books_unhashed')
      .on(t.size, t.n)
      .where(sql`${t.contentHash} is null`),
    // Neither of the two identifiers is unique.
    index('books_partial_md5')
      .on(t.partialMd5)
      .where(sql`${t.partialMd5} is not null`),
    index('books_file_name_md5')
      .on(t.fileNameMd5)
      .where(sql`${t.fileNameMd5} is not null`),
    index('books_created').on(t.createdAt, t.id),
    index('books_trashed')
      .on(t.trashedAt, t.id)
      .where(sql`${t.trashedAt} is not null`),
    // Excludes books without findings, which are nearly all.
    index('books_finding')
      .on(t.finding, t.id)
      .where(sql`${t.finding} is not null`),
  ],
)

/** Former paths of moved books. */
export const bookPaths = table(
  'book_paths',
  {
    id: id(),
    n: long()
      .notNull()
      .references(() => books.n, { onDelete: 'cascade' }),
    // Not a foreign key: the root may no longer exist.
    rootId: uuid().notNull(),
    relativePath: text().notNull(),
    /** Time of the move. */
    until: instant().notNull(),
  },
  (t) => [index('book_paths_book').on(t.n, t.until)],
)

export const bookLockNames = [
  'authorsJsonLock',
  'awardsJsonLock',
  'blackAndWhiteLock',
  'bookTypeLock',
  'chapterLock',
  'coloristLock',
  'countLock',
  'coverLock',
  'coverArtistLock',
  'customMetadataLock',
  'dayLock',
  'editionLock',
  'editorLock',
  'externalIdsLock',
  'externalLinksLock',
  'formatDetailLock',
  'genreLock',
  'imprintLock',
  'inkerLock',
  'isbnsLock',
  'languageIsoLock',
  'lettererLock',
  'mangaLock',
  'monthLock',
  'numberLock',
  'originalTitleLock',
  'originalYearLock',
  'pencillerLock',
  'publisherLock',
  'seriesPositionLock',
  'seriesTotalLock',
  'subjectsLock',
  'subtitleLock',
  'summaryLock',
  'titleLock',
  'titleSortLock',
  'translatorLock',
  'volumeLock',
  'writerLock',
  'yearLock',
] as const
export type BookLockName = (typeof bookLockNames)[number]

export interface Award {
  name: string
  category?: string | null
  won: boolean
  year?: number | null
}

/** Properties of a page and its location in the book file. */
export interface StoredPage {
  name: string
  mediaType: string
  size: number
  width: number | null
  height: number | null
  offset?: number
  packedSize?: number
  method?: number
  /** Entry number in the archive, for a page that a decoder must unpack. */
  entry?: number
  /** ComicInfo page type: `FrontCover`, `Story`, `Advertisement` … */
  types?: string[]
  doublePage?: boolean
  /** Title of the chapter that starts on this page. */
  bookmark?: string
  /** The page's side in the open book, if specified. */
  side?: PageSide
}

export interface StoredFinding {
  code: string
  message: Message
}

/** Wide table: all metadata fields with locks and sources. */
export const bookMetadata = table('book_metadata', {
  n: sameRow().references(() => books.n, { onDelete: 'cascade' }),
  titleSort: text(),
  number: text(),
  authors: json<Author[]>(),
  awards: json<Award[]>(),
  blackAndWhite: boolean(),
  bookType: text(),
  colorist: text(),
  count: integer(),
  coverArtist: text(),
  customMetadata: json<Record<string, unknown>>(),
  /** Read-only: updated from the files. */
  details: json<FileDetails>(),
  day: integer(),
  edition: text(),
  editor: text(),
  externalIds: json<NewExternalId[]>(),
  externalLinks: json<NewExternalLink[]>(),
  formatDetail: text(),
  genre: text(),
  imprint: text(),
  inker: text(),
  isbns: text(),
  languageIso: text(),
  letterer: text(),
  manga: boolean(),
  month: integer(),
  originalTitle: text(),
  originalYear: integer(),
  penciller: text(),
  publisher: text(),
  seriesPosition: real(),
  seriesTotal: integer(),
  subjects: json<string[]>(),
  subtitle: text(),
  summary: text(),
  translator: text(),
  writer: text(),
  year: integer(),
  locks: json<BookLockName[]>().notNull(),
  sources: json<Record<string, string>>().notNull(),
  search: text().notNull().default(''),
  ...timestamps(),
})

/**
 * Contents of the file: one row per book, in a table of their own because most lists do not need
 * them.
 */
export const bookContents = table('book_contents', {
  n: sameRow().references(() => books.n, { onDelete: 'cascade' }),
  mediaType: text(),
  pages: json<StoredPage[]>().notNull(),
  /** Page index or entry name of the cover. */
  cover: json<number | string>(),
  findings: json<StoredFinding[]>().notNull(),
  /**
   * All metadata of the file as last read, so that fields can be reset or recomputed without
   * opening it.
   */
  fileMetadata: json<StoredMetadata>(),
})
