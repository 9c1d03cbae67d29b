import { index, instant, integer, long, table, text } from '../db/columns'

/**
 * One row for each provider and for each of its buckets (`comicvine:issue`). Times are in
 * milliseconds since 1970.
 */
export const providerRateLimits = table('provider_rate_limits', {
  name: text().primaryKey(),
  /** When the bucket will be empty again. It is full if this is `burst` intervals ahead. */
  freeAt: long().notNull(),
  /** Set in the row of the provider: nothing is sent before this time, regardless of the bucket. */
  blockedUntil: long().notNull(),
})

export const cachedResponses = table(
  'cached_responses',
  {
    /** SHA-256 of the request. */
    key: text().primaryKey(),
    provider: text().notNull(),
    etag: text(),
    body: text().notNull(),
    /** Bytes of the body. */
    size: integer().notNull(),
    freshUntil: instant().notNull(),
    /** Accurate to one day. */
    usedAt: instant().notNull(),
  },
  ({ usedAt, size, key }) => [index('cached_responses_used').on(usedAt, key, size)],
)
