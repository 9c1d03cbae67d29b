import { and, asc, type Column, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { prepareStatement } from '../../platform/db/prepared'
import type { Db } from '../../platform/db/store'
import { VersionedCache } from '../../platform/db/versioned-cache'
import { andThen } from '../../platform/lib/async/now-or-later'
import type { Paging, Sort } from '../../platform/http/pagination'
import { users } from '../users/schema'
import type { ApiKeySortKey } from './model'
import { apiKeys } from './schema'

const viewerColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: users.role,
  permissions: users.permissions,
  libraryIds: users.libraryIds,
  restrictions: users.restrictions,
}

/** Finds an unexpired key by its prefix, together with its owner, who must be active. */
export function findKeyHolder(db: Db, keyPrefix: string, now: Date) {
  const load = () => queryKeyHolder(db, { keyPrefix, now })
  return andThen(holders.get(db, keyPrefix, load), (found) => dropExpired(found, now))
}

/**
 * The expiry of cached keys must be checked, because they expire without a change in the database.
 */
function dropExpired([found]: readonly KeyHolder[], now: Date) {
  const expiresAt = found?.key.expiresAt ?? null
  return expiresAt === null || expiresAt > now ? found : undefined
}

export type KeyHolder = Awaited<ReturnType<typeof queryKeyHolder>>[number]
const holders = new VersionedCache<KeyHolder[]>()

const queryKeyHolder = prepareStatement('holder_of_key', (db) =>
  db
    .select({
      user: viewerColumns,
      key: {
        id: apiKeys.id,
        secretHash: apiKeys.secretHash,
        permissions: apiKeys.permissions,
        lastUsedAt: apiKeys.lastUsedAt,
        expiresAt: apiKeys.expiresAt,
      },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.keyPrefix, sql.placeholder('keyPrefix')),
        eq(apiKeys.isActive, true),
        eq(users.isActive, true),
        or(isNull(apiKeys.expiresAt), isAfterNow(apiKeys.expiresAt)),
      ),
    )
    .limit(1),
)

/** The placeholder is filled in when the prepared statement runs. */
const isAfterNow = (column: Column) => gt(column, sql.param(sql.placeholder('now'), column))

const keyColumns = {
  id: apiKeys.id,
  userId: apiKeys.userId,
  name: apiKeys.name,
  keyPrefix: apiKeys.keyPrefix,
  permissions: apiKeys.permissions,
  isActive: apiKeys.isActive,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  createdAt: apiKeys.createdAt,
  updatedAt: apiKeys.updatedAt,
}

export async function findApiKey(db: Db, userId: string, id: string) {
  const isOwn = and(eq(apiKeys.userId, userId), eq(apiKeys.id, id))
  const [row] = await db.select(keyColumns).from(apiKeys).where(isOwn).limit(1)
  return row
}

const sortColumns = {
  created_at: apiKeys.createdAt,
  name: apiKeys.name,
  last_used_at: apiKeys.lastUsedAt,
  expires_at: apiKeys.expiresAt,
}

export async function findApiKeys(
  db: Db,
  userId: string,
  sort: Sort<ApiKeySortKey>,
  { pageSize, offset }: Paging,
) {
  const isOwn = eq(apiKeys.userId, userId)
  const ordered = sql`${sortColumns[sort.key]} ${sql.raw(sort.direction)} nulls last`
  const data = await db
    .select(keyColumns)
    .from(apiKeys)
    .where(isOwn)
    .orderBy(ordered, asc(apiKeys.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(apiKeys, isOwn) }
}
