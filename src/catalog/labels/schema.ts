import {
  createdAt,
  id,
  index,
  integer,
  primaryKey,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { libraries } from '../libraries/schema'
import { series } from '../series/schema'

const label = () => ({
  // Random. Other IDs begin with a timestamp, which would reveal when a hidden library first used
  // the label.
  id: id().$defaultFn(() => crypto.randomUUID()),
  /** The name as first written in any library. */
  name: text().notNull(),
  /** Folded name: "Sci-Fi" and "sci-fi" are the same label. */
  nameKey: text().notNull(),
  /** Number of series in all libraries outside the trash, for unrestricted viewers. */
  seriesCount: integer().notNull().default(0),
  createdAt: createdAt(),
})

const ofSeries = () =>
  uuid()
    .notNull()
    .references(() => series.id, { onDelete: 'cascade' })

export const genres = table('genres', label(), (t) => [uniqueIndex('genres_name').on(t.nameKey)])
export const tags = table('tags', label(), (t) => [uniqueIndex('tags_name').on(t.nameKey)])

/** The name as first written in this library. Viewers must not see how other libraries spell it. */
const spelling = () => ({ name: text().notNull() })

export const seriesGenres = table(
  'series_genres',
  {
    seriesId: ofSeries(),
    labelId: uuid()
      .notNull()
      .references(() => genres.id, { onDelete: 'cascade' }),
    ...spelling(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.labelId] }),
    index('series_genres_label').on(t.labelId, t.seriesId),
  ],
)

export const seriesTags = table(
  'series_tags',
  {
    seriesId: ofSeries(),
    labelId: uuid()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    ...spelling(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.labelId] }),
    index('series_tags_label').on(t.labelId, t.seriesId),
  ],
)

const counts = () => ({
  libraryId: uuid()
    .notNull()
    .references(() => libraries.id, { onDelete: 'cascade' }),
  /** Age rating of the counted series, or -1 if it has none. */
  ageRating: integer().notNull().default(-1),
  sharingSet: integer().notNull().default(0),
  seriesCount: integer().notNull(),
  ...spelling(),
  createdAt: createdAt(),
})

/**
 * Number of series per genre, library, age rating and set of sharing tags, excluding the trash. For
 * viewers who cannot see everything.
 */
export const genreCounts = table(
  'genre_counts',
  {
    labelId: uuid()
      .notNull()
      .references(() => genres.id, { onDelete: 'cascade' }),
    ...counts(),
  },
  (t) => [
    primaryKey({ columns: [t.labelId, t.libraryId, t.ageRating, t.sharingSet] }),
    index('genre_counts_library').on(t.libraryId),
  ],
)

export const tagCounts = table(
  'tag_counts',
  {
    labelId: uuid()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    ...counts(),
  },
  (t) => [
    primaryKey({ columns: [t.labelId, t.libraryId, t.ageRating, t.sharingSet] }),
    index('tag_counts_library').on(t.libraryId),
  ],
)
