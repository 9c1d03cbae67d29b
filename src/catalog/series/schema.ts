import {
  binaryText,
  boolean,
  createdAt,
  descending,
  id,
  index,
  instant,
  integer,
  json,
  numberedId,
  oneOf,
  primaryKey,
  real,
  rowNumber,
  sameRow,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { libraries } from '../libraries/schema'

/** Narrow: every column that a list filters or sorts by, and the counters. */
export const series = table(
  'series',
  {
    n: rowNumber(),
    id: numberedId(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    /** What made these books one series, unique in the library: root id and folder, or a name. */
    groupKey: text().notNull(),
    title: text().notNull(),
    sortKey: binaryText().notNull(),
    publisher: text(),
    status: oneOf('ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'),
    readingDirection: oneOf('ltr', 'rtl', 'ttb', 'webtoon'),
    ageRating: integer(),
    language: text(),
    year: integer(),
    totalChapterCount: real(),
    totalVolumeCount: integer(),
    tracked: boolean().notNull().default(false),
    hasCustomCover: boolean().notNull().default(false),
    /** `first_book`, `custom`, `book:<uuid>`, `plugin:<name>`, `file` or `file:<name>` (in the folder). */
    selectedCoverSource: text().notNull().default('first_book'),
    /** Average of the external ratings. */
    rating: real(),
    // Recomputed from the books by `refreshSeries`, never added to.
    bookCount: integer().notNull().default(0),
    volumesOwned: integer().notNull().default(0),
    localMaxChapter: real(),
    localMaxVolume: integer(),
    /** All its books are in the trash: hidden from readers, kept with everything said of it. */
    trashedAt: instant(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('series_group').on(t.libraryId, t.groupKey),
    // With the members that decide who sees a row: pages at any depth skip along the index alone.
    index('series_sort').on(t.sortKey, t.id, t.libraryId, t.trashedAt),
    index('series_library_sort').on(t.libraryId, t.sortKey, t.id, t.trashedAt),
    index('series_created').on(t.createdAt, t.id, t.libraryId, t.trashedAt),
    index('series_updated').on(t.updatedAt, t.id, t.libraryId, t.trashedAt),
    index('series_book_count').on(
      descending(t.bookCount),
      t.sortKey,
      t.id,
      t.libraryId,
      t.trashedAt,
    ),
  ],
)

/** Names of the lockable members, as the specification spells them. */
export const seriesLockNames = [
  'ageRating',
  'alternateTitles',
  'authorsJsonLock',
  'cover',
  'customMetadata',
  'genres',
  'imprint',
  'language',
  'publisher',
  'readingDirection',
  'status',
  'summary',
  'tags',
  'title',
  'titleSort',
  'totalChapterCount',
  'totalVolumeCount',
  'year',
] as const
export type SeriesLockName = (typeof seriesLockNames)[number]

export interface Author {
  name: string
  role: string
  sortName?: string | null
}

/** Wide: loaded for the rows of a page only. */
export const seriesMetadata = table('series_metadata', {
  n: sameRow().references(() => series.n, { onDelete: 'cascade' }),
  /** Folder of the series, absolute. Machine paths are shown only with `libraries:write`. */
  path: text(),
  titleSort: text(),
  summary: text(),
  imprint: text(),
  authors: json<Author[]>(),
  customMetadata: json<Record<string, unknown>>(),
  locks: json<SeriesLockName[]>().notNull(),
  /** Where each field's value came from: `edited`, `comicinfo`, `epub`, `path`, `plugin:<name>` … */
  sources: json<Record<string, string>>().notNull(),
  /** Search tokens; the full-text index is kept by the database. */
  search: text().notNull().default(''),
  ...timestamps(),
})

/** What a person asked to have followed upstream. Only for series where something was set. */
export const seriesTracking = table('series_tracking', {
  seriesId: uuid()
    .primaryKey()
    .references(() => series.id, { onDelete: 'cascade' }),
  trackChapters: boolean().notNull().default(true),
  trackVolumes: boolean().notNull().default(true),
  latestKnownChapter: real(),
  latestKnownVolume: integer(),
  languages: json<string[]>(),
  pollIntervalOverrideS: integer(),
  confidenceThresholdOverride: real(),
  volumeChapterMap: json<unknown>(),
  ...timestamps(),
})

/** Who is named in books and series: one row for each name, folded, kept by people.ts. */
export const people = table(
  'people',
  {
    id: id(),
    name: text().notNull(),
    /** Folded name: "José" and "JOSE" are one person. */
    nameKey: binaryText().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('people_name').on(t.nameKey)],
)

/** What somebody did in a series. */
export const seriesPeople = table(
  'series_people',
  {
    seriesId: uuid()
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    role: text().notNull(),
    /** Named by the series itself, so a person of all its books; else by some of them. */
    ofSeries: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.personId, t.role] }),
    index('series_people_person').on(t.personId, t.seriesId, t.role),
  ],
)
