import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import type { Paging, Sort } from '../../platform/http/pagination'
import { covers } from '../../artwork/covers/schema'
import { libraries } from '../../catalog/libraries/schema'
import type { Role } from '../permissions/model'
import type { UserSortKey } from './model'
import { loginFailures, users } from './schema'

const viewerColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: users.role,
  permissions: users.permissions,
  libraryIds: users.libraryIds,
  restrictions: users.restrictions,
}

const { userId: ownerId, id: coverId, createdAt: coveredAt } = covers
/**
 * A nested fragment, because Drizzle omits table names from the columns of a single-table
 * statement.
 */
const selectNewestPicture = sql`select ${coverId} from ${covers} where ${ownerId} = ${users.id}
  order by ${coveredAt} desc, ${coverId} desc limit 1`

/** The ID of the user's picture, or null. */
export const newestPictureId = sql<string | null>`(${selectNewestPicture})`

const accountColumns = {
  ...viewerColumns,
  passwordHash: users.passwordHash,
  isActive: users.isActive,
  hasTwoFactor: users.hasTwoFactor,
  emailKey: users.emailKey,
  verifiedEmailKey: users.verifiedEmailKey,
  pictureVersion: newestPictureId,
}

/** `nameKey` is a case-folded username or email address. Includes inactive accounts. */
export async function findAccountByName(db: Db, nameKey: string) {
  const [row] = await db
    .select(accountColumns)
    .from(users)
    .where(or(eq(users.usernameKey, nameKey), eq(users.emailKey, nameKey)))
    .limit(1)
  return row
}

export async function findAccount(db: Db, userId: string) {
  const [row] = await db.select(accountColumns).from(users).where(eq(users.id, userId)).limit(1)
  return row
}

const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: users.role,
  permissions: users.permissions,
  isActive: users.isActive,
  lastLoginAt: users.lastLoginAt,
  pictureVersion: newestPictureId,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

/** Returns null for all libraries, and undefined if there is no such user. */
export async function findUserLibraryIds(db: Db, id: string) {
  const [row] = await db
    .select({ libraryIds: users.libraryIds })
    .from(users)
    .where(eq(users.id, id))
  return row?.libraryIds
}

/** True if an access group limits the user's libraries. */
export async function isLimitedByGroup(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ restrictions: users.restrictions })
    .from(users)
    .where(eq(users.id, id))
  return Boolean(row?.restrictions?.libraryIds)
}

/** Includes libraries in the trash. */
export async function findExistingLibraryIds(db: Db, ids: readonly string[]) {
  const rows = await db.select({ id: libraries.id }).from(libraries).where(inIds(libraries.id, ids))
  return rows.map(({ id }) => id)
}

export async function listLibraryNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { id, name } = libraries
  const rows = await db.select({ id, name }).from(libraries).where(inIds(id, ids))
  return new Map(rows.map((row) => [row.id, row.name]))
}

export async function findUser(db: Db, id: string) {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id)).limit(1)
  return row
}

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
  /** Part of the username or email address. Must be case-folded. */
  part?: string | undefined
}

export async function findUsers(
  db: Db,
  filter: UserFilter,
  sort: Sort<UserSortKey>,
  { pageSize, offset }: Paging,
) {
  const condition = buildUserCondition(filter)
  const ordered = sql`${sortColumns[sort.key]} ${sql.raw(sort.direction)} nulls last`
  const data = await db
    .select(userColumns)
    .from(users)
    .where(condition)
    .orderBy(ordered, asc(users.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(users, condition) }
}

function buildUserCondition({ role, isActive, part }: UserFilter): SQL | undefined {
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

/** Returns which of the two names another user already has. */
export async function findTakenNames(
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

export async function listUsernames(db: Db, exceptId: string | undefined): Promise<string[]> {
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(exceptId === undefined ? undefined : ne(users.id, exceptId))
  return rows.map(({ username }) => username)
}

export const countOtherAdmins = (db: Db, userId: string) =>
  db.$count(users, and(eq(users.role, 'admin'), eq(users.isActive, true), ne(users.id, userId)))

export const findLoginFailures = (db: Db, keys: readonly string[]) =>
  db
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, [...keys]))
    .limit(keys.length)

export async function findLibraryIdsByName(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .select({ id: libraries.id })
    .from(libraries)
    .where(inArray(libraries.name, [...names]))
    .orderBy(asc(libraries.id))
  return rows.map(({ id }) => id)
}
