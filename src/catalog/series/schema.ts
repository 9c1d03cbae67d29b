import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
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

/** Narrow table: the columns that lists filter or sort by, and the counters. */
export const series = table(
  'series',
  {
    n: rowNumber(),
    id: numberedId(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    /** Grouping key, unique in the library: root ID and folder, or a name. */
    groupKey: text().notNull(),
    title: text().notNull(),
    sortKey: binaryText().notNull(),
    publisher: text(),
    status: oneOf('ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'),
    readingDirection: oneOf('ltr', 'rtl', 'ttb', 'webtoon'),
    ageRating: integer(),
    /** The sharing tags of the series: a row of `sharing_sets`, or 0 for none. */
    sharingSet: integer().notNull().default(0),
    language: text(),
    year: integer(),
    totalChapterCount: real(),
    totalVolumeCount: integer(),
    tracked: boolean().notNull().default(false),
    hasCustomCover: boolean().notNull().default(false),
    /**
     * `first_book`, `custom`, `book:<uuid>`, `plugin:<name>`, `file` or `file:<name>` (image in the
     * folder).
     */
    selectedCoverSource: text().notNull().default('first_book'),
    /** Average of the external ratings. */
    rating: real(),
    // Recomputed from the books by `refreshSeriesCounters`, never incremented.
    bookCount: integer().notNull().default(0),
    volumesOwned: integer().notNull().default(0),
    localMaxChapter: real(),
    localMaxVolume: integer(),
    /**
     * Set while all books of the series are in the trash. The series is hidden from readers, but
     * its data is kept.
     */
    trashedAt: instant(),
    /**
     * The series to which a user moved all books of this one. This series is in the trash and keeps
     * its data. New files that a scan finds for it join the other series.
     */
    mergedIntoId: uuid().references((): AnyPgColumn => series.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    index('series_tracked').on(t.tracked),
    uniqueIndex('series_group').on(t.libraryId, t.groupKey),
    // Includes the columns of the visibility conditions, so that skipping to any page reads only
    // the index.
    index('series_sort').on(t.sortKey, t.id, t.libraryId, t.trashedAt, t.ageRating, t.sharingSet),
    index('series_library_sort').on(
      t.libraryId,
      t.sortKey,
      t.id,
      t.trashedAt,
      t.ageRating,
      t.sharingSet,
    ),
    index('series_created').on(
      t.createdAt,
      t.id,
      t.libraryId,
      t.trashedAt,
      t.ageRating,
      t.sharingSet,
    ),
    index('series_updated').on(
      t.updatedAt,
      t.id,
      t.libraryId,
      t.trashedAt,
      t.ageRating,
      t.sharingSet,
    ),
    index('series_book_count').on(
      descending(t.bookCount),
      t.sortKey,
      t.id,
      t.libraryId,
      t.trashedAt,
      t.ageRating,
      t.sharingSet,
    ),
    // Partial, because most series have no sharing tags.
    index('series_sharing')
      .on(t.sharingSet)
      .where(sql`${t.sharingSet} <> 0`),
    index('series_merged')
      .on(t.mergedIntoId)
      .where(sql`${t.mergedIntoId} is not null`),
  ],
)

/**
 * Counts of series outside the trash and of their books, grouped by everything that determines who
 * can see them. Maintained by triggers on `series`: for a restricted viewer, counting 100,000 rows
 * would take longer than reading the page.
 */
export const seriesCounts = table(
  'series_counts',
  {
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    /** -1 if there is no age rating. */
    ageRating: integer().notNull(),
    sharingSet: integer().notNull(),
    seriesCount: integer().notNull(),
    bookCount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.libraryId, t.ageRating, t.sharingSet] })],
)

/** Names of the lockable fields in the API. */
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

/** Wide table: loaded only for the rows of a page. */
export const seriesMetadata = table('series_metadata', {
  n: sameRow().references(() => series.n, { onDelete: 'cascade' }),
  /** Absolute path of the folder. Visible only with `libraries:write`. */
  path: text(),
  titleSort: text(),
  summary: text(),
  imprint: text(),
  authors: json<Author[]>(),
  customMetadata: json<Record<string, unknown>>(),
  locks: json<SeriesLockName[]>().notNull(),
  /** Source of each field: `edited`, `comicinfo`, `epub`, `path`, `plugin:<name>` … */
  sources: json<Record<string, string>>().notNull(),
  /** Search tokens; the database maintains the full-text index. */
  search: text().notNull().default(''),
  ...timestamps(),
})

/** Release tracking. Only series for which a value was set have a row. */
export const seriesTracking = table('series_tracking', {
  seriesId: uuid()
    .primaryKey()
    .references(() => series.id, { onDelete: 'cascade' }),
  trackChapters: boolean().notNull().default(true),
  trackVolumes: boolean().notNull().default(true),
  latestKnownChapter: real(),
  latestKnownVolume: integer(),
  /**
   * The highest numbers of accepted releases. They can decrease. A user can set a higher number in
   * the columns above.
   */
  releasedChapter: real(),
  releasedVolume: integer(),
  /** Groups whose releases trigger notifications. If empty or null, all groups do. */
  allowedGroups: json<string[]>(),
  blockedGroups: json<string[]>(),
  languages: json<string[]>(),
  pollIntervalOverrideS: integer(),
  confidenceThresholdOverride: real(),
  volumeChapterMap: json<unknown>(),
  ...timestamps(),
})

/** People credited in books and series: one row per folded name, maintained by series-people.ts. */
export const people = table(
  'people',
  {
    id: id(),
    name: text().notNull(),
    /** Folded name: "José" and "JOSE" are the same person. */
    nameKey: binaryText().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('people_name').on(t.nameKey)],
)

/** Roles of people in series. */
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
    /**
     * True if the series itself credits the person; the credit then applies to all its books.
     * Otherwise, only some of its books credit the person.
     */
    ofSeries: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.personId, t.role] }),
    index('series_people_person').on(t.personId, t.seriesId, t.role),
  ],
)
