import {
  id,
  index,
  instant,
  integer,
  real,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { series } from '../series/schema'

const ofSeries = () =>
  uuid()
    .notNull()
    .references(() => series.id, { onDelete: 'cascade' })

export const alternateTitles = table(
  'alternate_titles',
  {
    id: id(),
    seriesId: ofSeries(),
    label: text().notNull(),
    title: text().notNull(),
    ...timestamps(),
  },
  (t) => [index('alternate_titles_series').on(t.seriesId)],
)

export const externalIds = table(
  'external_ids',
  {
    id: id(),
    seriesId: ofSeries(),
    /** `plugin:<name>`, `comicinfo` or `epub`. */
    source: text().notNull(),
    externalId: text().notNull(),
    externalUrl: text(),
    lastSyncedAt: instant(),
    metadataHash: text(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('external_ids_source').on(t.seriesId, t.source),
    index('external_ids_value').on(t.source, t.externalId),
  ],
)

export const externalLinks = table(
  'external_links',
  {
    id: id(),
    seriesId: ofSeries(),
    sourceName: text().notNull(),
    url: text().notNull(),
    externalId: text(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('external_links_source').on(t.seriesId, t.sourceName)],
)

export const externalRatings = table(
  'external_ratings',
  {
    id: id(),
    seriesId: ofSeries(),
    sourceName: text().notNull(),
    /** 0 to 100. */
    rating: real().notNull(),
    voteCount: integer(),
    fetchedAt: instant().notNull(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('external_ratings_source').on(t.seriesId, t.sourceName)],
)
