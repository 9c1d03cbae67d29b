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

/** Alternate names under which releases of a series appear. */
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

export const releaseSources = table(
  'release_sources',
  {
    id: id(),
    /** `quire` for built-in sources and feeds, otherwise the plugin ID. */
    pluginId: text().notNull(),
    sourceKey: text().notNull(),
    displayName: text().notNull(),
    kind: oneOf('feed', 'mangaupdates', 'plugin').notNull(),
    enabled: boolean().notNull().default(true),
    /** null for the default. */
    cronSchedule: text(),
    config: json<{ address?: string; plugin?: Record<string, unknown> }>().notNull(),
    lastPolledAt: instant(),
    lastError: json<Message>(),
    lastErrorAt: instant(),
    lastSummary: json<Message>(),
    /** Number of consecutive failures. */
    failures: integer().notNull().default(0),
    /** Scheduled polls are skipped until this time. */
    notBefore: instant(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('release_sources_key').on(t.pluginId, t.sourceKey)],
)

/** Data about the last response from each address of a source. */
export const releaseFeeds = table(
  'release_feeds',
  {
    sourceId: uuid()
      .notNull()
      .references(() => releaseSources.id, { onDelete: 'cascade' }),
    /** Relative to a provider's base URL, or an absolute URL. */
    address: text().notNull(),
    etag: text(),
    lastModified: text(),
    /**
     * Hash of the names and settings that the feed's items were compared with, or empty after a
     * failure.
     */
    comparedWith: text().notNull(),
    /** The `listedAt` value of the releases in the last full response. */
    listedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sourceId, t.address] })],
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
    /** The state was set manually, so rules do not change it. */
    isStateManual: boolean().notNull().default(false),
    /**
     * ID of the announcement that covers the same numbers. Both have the same state. null for
     * announcements.
     */
    joinedTo: uuid(),
    releasedAt: instant(),
    observedAt: instant().notNull(),
    /** Time when the rules accepted the release, or null if they never did. */
    announcedAt: instant(),
    /** Time when the source last listed the release. */
    listedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('releases_external').on(t.sourceId, t.externalReleaseId, t.seriesId),
    uniqueIndex('releases_info_hash')
      .on(t.infoHash, t.seriesId)
      .where(sql`${t.infoHash} is not null`),
    index('releases_announced').on(t.announcedAt),
    index('releases_state').on(t.state, t.observedAt, t.id),
    index('releases_series').on(t.seriesId, t.state),
    index('releases_joined').on(t.joinedTo),
    index('releases_source').on(t.sourceId, t.listedAt),
  ],
)

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
