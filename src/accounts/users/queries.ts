import { and, asc, type Column, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../platform/db/prepared'
import { Remembered } from '../../platform/db/remembered'
import { among } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import type { Paging, Sort } from '../../platform/http/pagination'
import { libraries } from '../../catalog/libraries/schema'
import type { Role } from './model'
import { apiKeys, sessions, users } from './schema'

const holder = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: users.role,
  permissions: users.permissions,
  libraryIds: users.libraryIds,
}

/** The active user behind a session that has not ended. */
export async function findSessionHolder(db: Db, sessionId: string, now: Date) {
  const ask = () => holderOfSession(db, { sessionId, now })
  return stillValid(await holders.recall(db, `session ${sessionId}`, ask), now)
}

export async function findSessionHolderByCookie(db: Db, cookieHash: string, now: Date) {
  const ask = () => holderByCookie(db, { cookieHash, now })
  return stillValid(await holders.recall(db, `cookie ${cookieHash}`, ask), now)
}

type Holder = Awaited<ReturnType<typeof selectHolder>>[number]
const holders = new Remembered<Holder[]>()

/** Time passes without anything changing in the database. */
const stillValid = ([found]: readonly Holder[], now: Date) =>
  found && found.expiresAt > now ? found : undefined

/** As it is when the statement is run. */
const isAfterNow = (column: Column) => gt(column, sql.param(sql.placeholder('now'), column))

const selectHolder = (db: Db, which: SQL) =>
  db
    .select({
      user: holder,
      sessionId: sessions.id,
      kind: sessions.kind,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        which,
        isNull(sessions.revokedAt),
        isAfterNow(sessions.expiresAt),
        eq(users.isActive, true),
      ),
    )
    .limit(1)

const holderOfSession = prepared('holder_of_session', (db) =>
  selectHolder(db, eq(sessions.id, sql.placeholder('sessionId'))),
)
const holderByCookie = prepared('holder_by_cookie', (db) =>
  selectHolder(db, eq(sessions.cookieHash, sql.placeholder('cookieHash'))),
)

export async function findKeyHolder(db: Db, keyPrefix: string, now: Date) {
  const [row] = await holderOfKey(db, { keyPrefix, now })
  return row
}

const holderOfKey = prepared('holder_of_key', (db) =>
  db
    .select({
      user: holder,
      key: {
        id: apiKeys.id,
        secretHash: apiKeys.secretHash,
        permissions: apiKeys.permissions,
        lastUsedAt: apiKeys.lastUsedAt,
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

const account = { ...holder, passwordHash: users.passwordHash, isActive: users.isActive }

/** By user name or e-mail address, folded; active or not. */
export async function findAccountByName(db: Db, nameKey: string) {
  const [row] = await db
    .select(account)
    .from(users)
    .where(or(eq(users.usernameKey, nameKey), eq(users.emailKey, nameKey)))
    .limit(1)
  return row
}

export async function findAccount(db: Db, userId: string) {
  const [row] = await db.select(account).from(users).where(eq(users.id, userId)).limit(1)
  return row
}

const shown = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: users.role,
  permissions: users.permissions,
  isActive: users.isActive,
  lastLoginAt: users.lastLoginAt,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

/** The libraries opened to a user: null is all of them, undefined that there is no such user. */
export async function findReach(db: Db, id: string) {
  const [row] = await db
    .select({ libraryIds: users.libraryIds })
    .from(users)
    .where(eq(users.id, id))
  return row?.libraryIds
}

/** Those of them that there are, in the trash or not. */
export async function findLibraryIds(db: Db, ids: readonly string[]) {
  const rows = await db.select({ id: libraries.id }).from(libraries).where(among(libraries.id, ids))
  return rows.map(({ id }) => id)
}

export async function findUser(db: Db, id: string) {
  const [row] = await db.select(shown).from(users).where(eq(users.id, id)).limit(1)
  return row
}

export const userSortKeys = [
  'username',
  'email',
  'role',
  'created_at',
  'updated_at',
  'last_login_at',
] as const
export type UserSortKey = (typeof userSortKeys)[number]

const sortColumns = {
  username: users.usernameKey,
  email: users.emailKey,
  role: users.role,
  created_at: users.createdAt,
  updated_at: users.updatedAt,
  last_login_at: users.lastLoginAt,
}

export interface UserFilter {
  role?: Role | undefined
  isActive?: boolean | undefined
  /** A part of the name or the e-mail address, folded. */
  part?: string | undefined
}

export async function findUsers(
  db: Db,
  filter: UserFilter,
  sort: Sort<UserSortKey>,
  { pageSize, offset }: Paging,
) {
  const condition = conditionOf(filter)
  const ordered = sql`${sortColumns[sort.key]} ${sql.raw(sort.direction)} nulls last`
  const data = await db
    .select(shown)
    .from(users)
    .where(condition)
    .orderBy(ordered, asc(users.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(users, condition) }
}

function conditionOf({ role, isActive, part }: UserFilter): SQL | undefined {
  const pattern = part && `%${part.replace(/[\\%_]/g, '\\$&')}%`
  return and(
    role && eq(users.role, role),
    isActive === undefined ? undefined : eq(users.isActive, isActive),
    pattern
      ? sql`(${users.usernameKey} like ${pattern} escape '\\' or ${users.emailKey} like ${pattern} escape '\\')`
      : undefined,
  )
}

export async function hasUsers(db: Db) {
  const [row] = await db.select({ id: users.id }).from(users).limit(1)
  return row !== undefined
}

/** Which of the two is used by somebody else. */
export async function findTaken(
  db: Db,
  names: { usernameKey: string; emailKey: string },
  exceptId: string | undefined,
) {
  const { usernameKey, emailKey } = names
  const rows = await db
    .select({ usernameKey: users.usernameKey, emailKey: users.emailKey })
    .from(users)
    .where(
      and(
        or(eq(users.usernameKey, usernameKey), eq(users.emailKey, emailKey)),
        exceptId === undefined ? undefined : ne(users.id, exceptId),
      ),
    )
  return {
    username: rows.some((row) => row.usernameKey === usernameKey),
    email: rows.some((row) => row.emailKey === emailKey),
  }
}

export const countOtherAdmins = (db: Db, userId: string) =>
  db.$count(users, and(eq(users.role, 'admin'), eq(users.isActive, true), ne(users.id, userId)))

const shownKey = {
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
  const own = and(eq(apiKeys.userId, userId), eq(apiKeys.id, id))
  const [row] = await db.select(shownKey).from(apiKeys).where(own).limit(1)
  return row
}

export const apiKeySortKeys = ['created_at', 'name', 'last_used_at', 'expires_at'] as const
export type ApiKeySortKey = (typeof apiKeySortKeys)[number]

const keySortColumns = {
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
  const own = eq(apiKeys.userId, userId)
  const ordered = sql`${keySortColumns[sort.key]} ${sql.raw(sort.direction)} nulls last`
  const data = await db
    .select(shownKey)
    .from(apiKeys)
    .where(own)
    .orderBy(ordered, asc(apiKeys.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(apiKeys, own) }
}
