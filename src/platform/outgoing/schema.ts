import { index, instant, integer, long, table, text } from '../db/columns'

/**
 * One row for each provider, and one for each of its other buckets (`comicvine:issue`). Times are
 * in milliseconds since 1970.
 */
export const providerRateLimits = table('provider_rate_limits', {
  name: text().primaryKey(),
  /**
   * Time at which the bucket will be empty again. The bucket is full if this is `burst` intervals
   * ahead.
   */
  freeAt: long().notNull(),
  /**
   * Set in the provider's own row: no request is sent before this time, whatever the bucket
   * contains.
   */
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
    /** Updated at most once a day. */
    usedAt: instant().notNull(),
  },
  ({ usedAt, size, key }) => [index('cached_responses_used').on(usedAt, key, size)],
)
