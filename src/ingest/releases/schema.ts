import { sql } from 'drizzle-orm'
import { users } from '../../accounts/users/schema'
import { series } from '../../catalog/series/schema'
import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  primaryKey,
  real,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { Message } from '../../platform/messages/message'
import type { NumberSpan } from './rules/read-numbers'

const ofSeries = () =>
  uuid()
    .notNull()
    .references(() => series.id, { onDelete: 'cascade' })

/** Other names under which releases of a series appear. */
export const seriesAliases = table(
  'series_aliases',
  {
    id: id(),
    seriesId: ofSeries(),
    alias: text().notNull(),
    normalized: text().notNull(),
    source: text().notNull().default('manual'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('series_aliases_name').on(t.seriesId, t.normalized),
    index('series_aliases_normalized').on(t.normalized),
  ],
)

/** The last full response of an address. */
export interface FeedValidators {
  etag: string | null
  lastModified: string | null
  /** Hash of the names and settings that its items were compared with. */
  comparedWith: string
  /** ISO 8601. The rows that it listed have it as `listedAt`. */
  listedAt: string
}

export const releaseSources = table(
  'release_sources',
  {
    id: id(),
    /** `quire` for built-in sources and feeds. */
    pluginId: text().notNull(),
    sourceKey: text().notNull(),
    displayName: text().notNull(),
    kind: oneOf('feed', 'mangaupdates').notNull(),
    enabled: boolean().notNull().default(true),
    /** Null: the default. */
    cronSchedule: text(),
    config: json<{ address?: string }>().notNull(),
    /** By address. */
    validators: json<Record<string, FeedValidators>>().notNull(),
    lastPolledAt: instant(),
    lastError: json<Message>(),
    lastErrorAt: instant(),
    lastSummary: json<Message>(),
    /** Consecutive ones. */
    failures: integer().notNull().default(0),
    /** Not polled by schedule before that. */
    notBefore: instant(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('release_sources_key').on(t.pluginId, t.sourceKey)],
)

export const releases = table(
  'releases',
  {
    id: id(),
    seriesId: ofSeries(),
    sourceId: uuid()
      .notNull()
      .references(() => releaseSources.id, { onDelete: 'cascade' }),
    externalReleaseId: text().notNull(),
    infoHash: text(),
    title: text().notNull(),
    chapters: json<NumberSpan[]>().notNull(),
    volumes: json<NumberSpan[]>().notNull(),
    lastChapter: real(),
    lastVolume: real(),
    language: text(),
    groupOrUploader: text(),
    payloadUrl: text().notNull(),
    confidence: real().notNull(),
    state: oneOf('announced', 'ignored', 'marked_acquired', 'dismissed', 'hidden').notNull(),
    /** A person has set the state: rules do not change it. */
    isStateManual: boolean().notNull().default(false),
    /** The announcement of the same numbers; it has the same state. Null for announcements. */
    joinedTo: uuid(),
    releasedAt: instant(),
    observedAt: instant().notNull(),
    /** When the source last contained it. */
    listedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('releases_external').on(t.sourceId, t.externalReleaseId),
    uniqueIndex('releases_info_hash')
      .on(t.infoHash)
      .where(sql`${t.infoHash} is not null`),
    index('releases_state').on(t.state, t.observedAt, t.id),
    index('releases_series').on(t.seriesId, t.state),
    index('releases_joined').on(t.joinedTo),
    index('releases_source').on(t.sourceId, t.listedAt),
  ],
)

/** Releases that a user has seen. */
export const releaseSeen = table(
  'release_seen',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    releaseId: uuid()
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.releaseId] }),
    index('release_seen_release').on(t.releaseId),
  ],
)
