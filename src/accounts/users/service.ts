/** User accounts: names, roles and permissions. Deleting a user also deletes their reading data. */
import { userChanged } from '../permissions/model'
import { accountLogMessages, userMessages } from '../permissions/messages'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import { type Found, parsePaging, parseSort } from '../../platform/http/pagination'
import type { Viewer } from '../permissions/model'
import {
  isAdmin,
  refuseAdminChangeByKey,
  refuseAgeLimitOfAdmin,
  refuseApiKey,
  refuseHiddenLibraries,
  refuseHigherPermissions,
} from '../permissions/permission-rules'
import {
  type AgeLimit,
  noAgeLimit,
  resolveAgeLimit,
  restrictByAge,
} from '../permissions/restriction-rules'
import { deleteUserApiKeys } from '../api-keys/service'
import { compareForAudit, auditDetail } from '../audit/record'
import { endUserSessions, leaveSharedDevices } from '../sessions/service'
import { foldName } from './names/fold-name'
import { grantLibraries } from './library-grants'
import { requireFreeNames } from './names/free-names'
import { auditUser, describeNewUser } from './user-audit'
import { normalizeUsername } from './names/username'
import {
  type SelfPatch,
  type User,
  type UserCreation,
  type UserLibraries,
  type UserPatch,
  type UserQuery,
  userSortKeys,
} from './model'
import {
  countOtherAdmins,
  findAccount,
  findAccountByName,
  findUserLibraryIds,
  findUser,
  findUsers,
} from './queries'
import { users } from './schema'
import { confirmPassword } from './sign-in/change-password'
import { removeOtherWays } from './sign-in/other-sign-in-ways'
import { hashPassword } from './passwords/passwords'

export function listUsers(ctx: Context, query: UserQuery): Promise<Found<User>> {
  const sort = parseSort(query.sort, userSortKeys, { key: 'username', direction: 'asc' })
  const filter = {
    role: query.role,
    isActive: query.isActive === undefined ? undefined : query.isActive === 'true',
    part: query.search && foldName(query.search),
  }
  return findUsers(ctx.db, filter, sort, parsePaging(query))
}

export async function getUser(ctx: { db: Db }, id: string): Promise<User> {
  return requireUser(await findUser(ctx.db, id))
}

function requireUser<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound(userMessages.user_not_found())
  return row
}

/** If `libraryIds` is omitted, the user can see all libraries that the viewer can see. */
export async function createUser(
  ctx: Context,
  viewer: Viewer,
  { username, email, password, role = 'reader', permissions = [], ...access }: NewAccount,
): Promise<User> {
  const limit = resolveAgeLimit(noAgeLimit, access)
  refuseHigherPermissions(viewer, { role, permissions })
  refuseAdminChangeByKey(viewer, { role, permissions })
  refuseAgeLimitOfAdmin({ role, permissions }, limit)
  const passwordHash = await hashPassword(password)
  // A new user can see at most the viewer's libraries.
  const libraryIds = viewer.libraryIds === 'all' ? null : [...viewer.libraryIds]
  const user = { username, email, passwordHash, role, permissions, libraryIds, ...limit }
  const created = await ctx.write(async (tx) => {
    const inserted = await insertUser(tx, user)
    await applyAccess(ctx, tx, viewer, { user: inserted, access })
    const changes = describeNewUser(user)
    await auditUser(ctx, tx, viewer, { user: inserted, action: 'create_user', changes })
    return inserted
  })
  logChange(ctx, viewer, created, 'account_created')
  return created
}

/** null means all libraries, and undefined leaves the libraries unchanged. */
type Access = { libraryIds?: UserLibraries['libraryIds'] | undefined }
type NewAccount = Omit<UserCreation, 'libraryIds'> & Access

/**
 * Runs in the same transaction as the rest of the change, so that the user never has access to too
 * many libraries.
 */
async function applyAccess(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { user, access: { libraryIds } }: { user: User; access: Access },
) {
  if (libraryIds === undefined) return
  await grantLibraries(tx, viewer, user, { libraryIds, clock: ctx.clock })
}

type NewUser = Pick<
  typeof users.$inferInsert,
  'username' | 'email' | 'passwordHash' | 'role' | 'permissions' | 'libraryIds'
> &
  Partial<AgeLimit>

/** Finds a user, even if the account is deactivated. */
export const findAccountOf = (db: Db, id: string) => findAccount(db, id)

export async function insertUser(tx: Tx, user: NewUser): Promise<User> {
  const names = { username: normalizeUsername(user.username), email: user.email.trim() }
  const keys = await requireFreeNames(tx, names, undefined)
  const restrictions = restrictByAge({ ...noAgeLimit, ...user })
  const [row] = await tx
    .insert(users)
    .values({ ...user, ...names, ...keys, restrictions })
    .returning({ id: users.id })
  return requireUser(await findUser(tx, row!.id))
}

/** Takes effect immediately, because each request reads the permissions again. */
export async function editUser(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { check, libraryIds, ...patch }: UserPatch & Access & { check?: Precondition },
): Promise<User> {
  if (patch.password || patch.email) refuseApiKey(viewer, userMessages.key_cannot_set_credentials())
  if (id === viewer.userId) refuseOwnCredentials(patch)
  await refuseHigherUser(ctx.db, viewer, await getUser(ctx, id))
  const passwordHash = patch.password ? await hashPassword(patch.password) : undefined
  const edited = await ctx.write(async (tx) => {
    const user = await applyPatch(ctx, tx, viewer, { id, patch, passwordHash, check })
    await applyAccess(ctx, tx, viewer, { user, access: { libraryIds } })
    return user
  })
  ctx.bus.publish(userChanged, { userId: id })
  logChange(ctx, viewer, edited, 'account_changed')
  return edited
}

/**
 * Users cannot manage users with more permissions or libraries. Otherwise, they could set a
 * password and sign in as such a user.
 */
export async function refuseHigherUser(db: Db, viewer: Viewer, user: User) {
  refuseHigherPermissions(viewer, user)
  if (viewer.libraryIds === 'all' || user.id === viewer.userId) return
  refuseHiddenLibraries(viewer, (await findUserLibraryIds(db, user.id)) ?? null)
}

function refuseOwnCredentials({ password, email, username }: UserPatch) {
  if (password) throw new Refusal('forbidden', userMessages.change_own_password())
  if (email || username) {
    throw new Refusal('forbidden', userMessages.change_own_profile())
  }
}

/** Throws if the user has been modified since the version on which a change is based. */
export type Precondition = (user: User) => void

interface Edit {
  id: string
  patch: UserPatch
  passwordHash: string | undefined
  check: Precondition | undefined
}

/** Writes run one at a time, so the checks still hold at the time of the update. */
async function applyPatch(ctx: Context, tx: Tx, viewer: Viewer, edit: Edit) {
  const { id, patch, passwordHash } = edit
  const before = requireUser(await findUser(tx, id))
  edit.check?.(before)
  await refuseHigherUser(tx, viewer, before)
  const after = mergePatch(before, patch)
  refuseHigherPermissions(viewer, after)
  refuseAdminChangeByKey(viewer, before, after)
  if (after.role !== 'admin' || !after.isActive) await refuseLastAdmin(tx, before)
  const keys = await requireFreeNames(tx, after, before)
  const now = ctx.clock.now()
  await tx
    .update(users)
    .set({ ...after, ...keys, ...(passwordHash && { passwordHash }), updatedAt: now })
    .where(eq(users.id, id))
  if (passwordHash || !after.isActive) await endUserSessions(tx, id, now)
  else if (isAdmin(after)) await leaveSharedDevices(tx, id, now)
  const reset = passwordHash ? await applyReset(tx, id, patch) : []
  const changes = [...compareForAudit({ ...before }, after), ...reset]
  await auditUser(ctx, tx, viewer, { user: before, action: 'change_user', changes })
  return requireUser(await findUser(tx, id))
}

/**
 * Deletes the API keys and, by default, other ways to sign in, because the password was reset.
 * Returns the changes for the audit log.
 */
async function applyReset(tx: Tx, id: string, { removeOtherSignIns = true }: UserPatch) {
  // Someone else may have used the old password to create keys.
  await deleteUserApiKeys(tx, id)
  if (removeOtherSignIns) await removeOtherWays(tx, id)
  return [
    auditDetail('password', 'reset'),
    auditDetail('otherSignIns', removeOtherSignIns ? 'removed' : 'kept'),
  ]
}

const getNewUsername = (before: User, given: string | null | undefined) =>
  !given || given.trim() === before.username ? before.username : normalizeUsername(given)

const mergePatch = (before: User, patch: UserPatch) => ({
  username: getNewUsername(before, patch.username),
  email: patch.email?.trim() ?? before.email,
  role: patch.role ?? before.role,
  permissions: patch.permissions ?? before.permissions,
  isActive: patch.isActive ?? before.isActive,
})

export async function refuseLastAdmin(tx: Tx, user: Pick<User, 'id' | 'role' | 'isActive'>) {
  if (user.role !== 'admin' || !user.isActive) return
  if ((await countOtherAdmins(tx, user.id)) > 0) return
  throw new Refusal('conflict', userMessages.last_admin())
}

/** The account and its API keys stay active. */
export async function endSessionsOfUser(ctx: Context, viewer: Viewer, id: string) {
  const user = await getUser(ctx, id)
  await refuseHigherUser(ctx.db, viewer, user)
  refuseAdminChangeByKey(viewer, user)
  const endedCount = await ctx.write(async (tx) => {
    await auditUser(ctx, tx, viewer, { user, action: 'end_sessions' })
    return endUserSessions(tx, id, ctx.clock.now())
  })
  ctx.bus.publish(userChanged, { userId: id })
  return { endedCount }
}

export function logChange(
  { log }: Context,
  viewer: Viewer,
  { id: userId, username: user }: Pick<User, 'id' | 'username'>,
  change: 'account_created' | 'account_changed' | 'account_deleted',
) {
  const message = accountLogMessages[change]({ user, by: viewer.username })
  log.info({ userId, byUserId: viewer.userId }, message)
}

export async function editSelf(
  ctx: Context,
  viewer: Viewer,
  { username, email, currentPassword }: SelfPatch,
): Promise<User> {
  await confirmPassword(ctx, viewer, currentPassword)
  const edited = await ctx.write(async (tx) => {
    const before = requireUser(await findUser(tx, viewer.userId))
    const names = {
      username: getNewUsername(before, username),
      email: email?.trim() ?? before.email,
    }
    const keys = await requireFreeNames(tx, names, before)
    await tx
      .update(users)
      .set({ ...names, ...keys, updatedAt: ctx.clock.now() })
      .where(eq(users.id, viewer.userId))
    const changes = compareForAudit({ ...before }, names)
    await auditUser(ctx, tx, viewer, { user: before, action: 'change_profile', changes })
    return requireUser(await findUser(tx, viewer.userId))
  })
  ctx.bus.publish(userChanged, { userId: viewer.userId })
  logChange(ctx, viewer, edited, 'account_changed')
  return edited
}

/** For commands: `name` is a username or an email address. */
export async function getUserByName(ctx: Context, name: string): Promise<User> {
  const account = await findAccountByName(ctx.db, foldName(name))
  if (!account) throw notFound(userMessages.named_user_not_found({ name }))
  return getUser(ctx, account.id)
}
