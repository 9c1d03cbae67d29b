import {
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  real,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'
import { books } from '../books/schema'
import { series } from '../series/schema'
import type { PartRow } from './field-table'

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
    /** From 0 to 100. */
    rating: real().notNull(),
    voteCount: integer(),
    fetchedAt: instant().notNull(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('external_ratings_source').on(t.seriesId, t.sourceName)],
)

/** Either the series or the book is set. */
const ofSeriesOrBook = () => ({
  seriesId: uuid().references(() => series.id, { onDelete: 'cascade' }),
  bookId: uuid().references(() => books.id, { onDelete: 'cascade' }),
})

/**
 * The latest metadata for a series or book from each provider, as sent by the provider. `work`: see
 * `ingest/providers`.
 */
export const metadataOffers = table(
  'metadata_offers',
  {
    id: id(),
    ...ofSeriesOrBook(),
    provider: text().notNull(),
    externalId: text().notNull(),
    work: json<object>().notNull(),
    /**
     * Fields that a user excluded when applying the metadata. Refreshes exclude these fields as
     * well.
     */
    refusedFields: json<string[]>(),
    fetchedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('metadata_offers_series').on(t.seriesId, t.provider),
    uniqueIndex('metadata_offers_book').on(t.bookId, t.provider),
    index('metadata_offers_external').on(t.provider, t.externalId),
  ],
)

/** Works that a user excluded for a series or book. The provider `*` excludes all. */
export const matchExclusions = table(
  'match_exclusions',
  {
    id: id(),
    ...ofSeriesOrBook(),
    provider: text().notNull(),
    externalId: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('match_exclusions_series').on(t.seriesId, t.provider, t.externalId),
    uniqueIndex('match_exclusions_book').on(t.bookId, t.provider, t.externalId),
  ],
)

/** A field before or after a change. */
export interface FieldVersion {
  value: unknown
  source: string | null
  isLocked: boolean
  /** Keyed by item key. Only for lists whose items have their own sources. */
  itemSources?: Record<string, string>
}

/** A field before and after a change set. */
export interface FieldChange extends FieldVersion {
  field: string
  /** `rows`: the complete rows, if the field is a list. */
  previous: FieldVersion & { rows?: PartRow[] }
}

/** Changes made by one writer to a series or book, for undo. */
export const metadataChangeSets = table(
  'metadata_change_sets',
  {
    id: id(),
    ...ofSeriesOrBook(),
    /** `edited` or `plugin:<name>`. */
    source: text().notNull(),
    /** The user who applied it, or null for automatic writers and deleted users. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Change sets with the same run ID can be undone together. */
    runId: uuid(),
    /** The provider's ID of the work or issue whose values were applied. */
    externalId: text(),
    changes: json<FieldChange[]>().notNull(),
    createdAt: createdAt(),
    undoneAt: instant(),
  },
  (t) => [
    index('metadata_change_sets_series').on(t.seriesId, t.id),
    index('metadata_change_sets_book').on(t.bookId, t.id),
    index('metadata_change_sets_user').on(t.userId),
    index('metadata_change_sets_run').on(t.runId, t.id),
    index('metadata_change_sets_created').on(t.createdAt),
  ],
)
