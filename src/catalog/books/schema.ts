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
import type { FileMetadata, StoredMetadata } from '../../media/contents/file-metadata'
import { libraries, libraryRoots } from '../libraries/schema'
import { type Author, series } from '../series/schema'
import type { Message } from '../../platform/messages/message'

/** Narrow: what lists and scans look at. */
export const books = table(
  'books',
  {
    n: rowNumber(),
    id: numberedId(),
    seriesId: uuid()
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    rootId: uuid()
      .notNull()
      .references(() => libraryRoots.id, { onDelete: 'cascade' }),
    /** Path of the file below its root, with `/` between folders. */
    relativePath: text().notNull(),
    title: text().notNull(),
    /** Natural order within the series. */
    sortKey: binaryText().notNull(),
    volume: integer(),
    chapter: real(),
    /** `cbz`, `epub`, `pdf` …; what the content says, not the extension. null: not known yet. */
    format: text(),
    pageCount: integer().notNull().default(0),
    size: long().notNull(),
    /** Milliseconds since 1970, as the file system tells it. */
    modifiedAtMs: real().notNull(),
    /** Sampled hash: evidence for identity, never proof by itself. */
    fingerprint: text(),
    /** Of names, sizes and checksums in an archive's directory: the same file, whatever its name. */
    directoryHash: text(),
    /** Of the pages themselves: the same book, whatever archive it lies in. null: not known. */
    contentHash: binaryText(),
    /** When the content was last read; null: waits for analysis. */
    analyzedAt: instant(),
    /** Set before a decode and cleared after it: what was being read when a process died. */
    attempts: integer().notNull().default(0),
    /** Code of the gravest finding, null when the file is sound. */
    finding: text(),
    /** The file is not where it was. Kept with everything a reader did. */
    missingSince: instant(),
    trashedAt: instant(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('books_file').on(t.rootId, t.relativePath),
    index('books_series').on(t.seriesId, t.sortKey, t.id),
    index('books_library_created').on(t.libraryId, t.createdAt, t.id),
    index('books_content')
      .on(t.contentHash)
      .where(sql`${t.contentHash} is not null`),
    // Those that say nothing of themselves: new ones, PDFs, broken ones.
    index('books_untold')
      .on(t.size, t.n)
      .where(sql`${t.contentHash} is null`),
    index('books_created').on(t.createdAt, t.id),
    index('books_trashed')
      .on(t.trashedAt, t.id)
      .where(sql`${t.trashedAt} is not null`),
    // Sound books, nearly all, take no place in it.
    index('books_finding')
      .on(t.finding, t.id)
      .where(sql`${t.finding} is not null`),
  ],
)

/** Where a book lay before, for each time that its file was found in another place. */
export const bookPaths = table(
  'book_paths',
  {
    id: id(),
    n: long()
      .notNull()
      .references(() => books.n, { onDelete: 'cascade' }),
    /** Not a reference: the root may be gone long since. */
    rootId: uuid().notNull(),
    relativePath: text().notNull(),
    /** When it was found elsewhere. */
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

/** What a page of the book is and where in the file it lies. */
export interface StoredPage {
  name: string
  mediaType: string
  size: number
  width: number | null
  height: number | null
  offset?: number
  packedSize?: number
  method?: number
  /** Number within its archive, for a page that a decoder has to unpack. */
  entry?: number
  /** As ComicInfo says: `FrontCover`, `Story`, `Advertisement` … */
  types?: string[]
  doublePage?: boolean
  /** Name of the chapter or place that begins here. */
  bookmark?: string
  /** Where the page lies in the open book, if the book says so. */
  side?: PageSide
}

export interface StoredFinding {
  code: string
  message: Message
}

/** What files say of a book beyond its fields; members of which they say nothing are left out. */
export type FileDetails = Partial<
  Pick<
    FileMetadata,
    | 'ageRating'
    | 'ageRatingText'
    | 'alternateCount'
    | 'alternateNumber'
    | 'alternateSeries'
    | 'characters'
    | 'communityRating'
    | 'gtin'
    | 'identifiers'
    | 'links'
    | 'localizedSeries'
    | 'locations'
    | 'mainCharacterOrTeam'
    | 'notes'
    | 'readingDirection'
    | 'review'
    | 'scanInformation'
    | 'seriesGroup'
    | 'storyArcs'
    | 'tags'
    | 'teams'
  >
>

/** Wide: every field of the book's metadata, its locks and where each value came from. */
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
  /** Nobody edits it: it follows the files. */
  details: json<FileDetails>(),
  day: integer(),
  edition: text(),
  editor: text(),
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

/** What is inside the file: one row a book, read only when its pages are asked for. */
export const bookContents = table('book_contents', {
  n: sameRow().references(() => books.n, { onDelete: 'cascade' }),
  mediaType: text(),
  pages: json<StoredPage[]>().notNull(),
  /** Number of the page (from 0) or name of the entry that shows the cover. */
  cover: json<number | string>(),
  findings: json<StoredFinding[]>().notNull(),
  /** All that the file says of itself, as read: the ground for "reset to file". */
  fileMetadata: json<StoredMetadata>(),
})
