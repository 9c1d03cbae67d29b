/**
 * Users: who has an account, under which names, with which rights. Sessions, keys and the first set-up
 * are beside this file; what users read is in the reading room and goes with the user.
 */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import { type Found, pagingOf, sortOf } from '../../platform/http/pagination'
import {
  type SelfPatch,
  type User,
  type UserCreation,
  type UserPatch,
  type UserQuery,
  type Viewer,
  userChanged,
} from './model'
import { hashPassword } from './passwords'
import {
  countOtherAdmins,
  findAccountByName,
  findReach,
  findTaken,
  findUser,
  findUsers,
  userSortKeys,
} from './queries'
import { refuseAdminByKey, refuseApiKey, refuseReachBeyond, refuseRightsBeyond } from './rights'
import { users } from './schema'
import { endSessionsOf } from './session-queries'
import { confirmPassword } from './sessions'
import { foldName } from './tokens'
import { userMessages } from './messages'

export function listUsers(ctx: Context, query: UserQuery): Promise<Found<User>> {
  const sort = sortOf(query.sort, userSortKeys, { key: 'username', direction: 'asc' })
  const filter = {
    role: query.role,
    isActive: query.isActive === undefined ? undefined : query.isActive === 'true',
    part: query.search && foldName(query.search),
  }
  return findUsers(ctx.db, filter, sort, pagingOf(query))
}

export async function getUser(ctx: Context, id: string): Promise<User> {
  return userOr404(await findUser(ctx.db, id))
}

function userOr404<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound(userMessages.user_not_found())
  return row
}

export async function createUser(
  ctx: Context,
  viewer: Viewer,
  { username, email, password, role = 'reader', permissions = [] }: UserCreation,
): Promise<User> {
  refuseRightsBeyond(viewer, { role, permissions })
  refuseAdminByKey(viewer, { role, permissions })
  const passwordHash = await hashPassword(password)
  // Whoever sees only some libraries brings in nobody who sees more.
  const libraryIds = viewer.libraryIds === 'all' ? null : [...viewer.libraryIds]
  const user = { username, email, passwordHash, role, permissions, libraryIds }
  return ctx.write((tx) => insertUser(tx, user))
}

type NewUser = Pick<
  typeof users.$inferInsert,
  'username' | 'email' | 'passwordHash' | 'role' | 'permissions' | 'libraryIds'
>

export async function insertUser(tx: Tx, user: NewUser): Promise<User> {
  const names = { username: user.username.trim(), email: user.email.trim() }
  const keys = await freeKeys(tx, names, undefined)
  const [row] = await tx
    .insert(users)
    .values({ ...user, ...names, ...keys })
    .returning({ id: users.id })
  return userOr404(await findUser(tx, row!.id))
}

async function freeKeys(
  tx: Tx,
  { username, email }: { username: string; email: string },
  exceptId: string | undefined,
) {
  const keys = { usernameKey: foldName(username), emailKey: foldName(email) }
  const taken = await findTaken(tx, keys, exceptId)
  const details = [
    ...(taken.username ? [{ path: 'username', message: userMessages.taken() }] : []),
    ...(taken.email ? [{ path: 'email', message: userMessages.taken() }] : []),
  ]
  if (details.length === 0) return keys
  throw new Refusal('conflict', takenMessage(taken), { details })
}

function takenMessage({ username, email }: { username: boolean; email: boolean }) {
  if (username && email) return userMessages.user_taken()
  return username ? userMessages.username_taken() : userMessages.email_taken()
}

/** Everything takes effect at once: rights are read anew with each request. */
export async function editUser(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: UserPatch,
): Promise<User> {
  if (patch.password || patch.email) refuseApiKey(viewer, userMessages.key_cannot_set_credentials())
  if (id === viewer.userId) refuseOwnCredentials(patch)
  await refuseOverOthers(ctx.db, viewer, await getUser(ctx, id))
  const passwordHash = patch.password ? await hashPassword(patch.password) : undefined
  const edited = await ctx.write((tx) => applyPatch(ctx, tx, viewer, { id, patch, passwordHash }))
  ctx.bus.publish(userChanged, { userId: id })
  return edited
}

/** Nobody has a say over those who may do or see more: whoever sets a password can sign in with it. */
async function refuseOverOthers(db: Db, viewer: Viewer, user: User) {
  refuseRightsBeyond(viewer, user)
  if (viewer.libraryIds === 'all' || user.id === viewer.userId) return
  refuseReachBeyond(viewer, (await findReach(db, user.id)) ?? null)
}

function refuseOwnCredentials({ password, email, username }: UserPatch) {
  if (password) throw new Refusal('forbidden', userMessages.change_own_password())
  if (email || username) {
    throw new Refusal('forbidden', userMessages.change_own_profile())
  }
}

interface Edit {
  id: string
  patch: UserPatch
  passwordHash: string | undefined
}

/** Writers stand in one line, so what is checked here still holds when it is written. */
async function applyPatch(ctx: Context, tx: Tx, viewer: Viewer, { id, patch, passwordHash }: Edit) {
  const before = userOr404(await findUser(tx, id))
  await refuseOverOthers(tx, viewer, before)
  const after = patched(before, patch)
  refuseRightsBeyond(viewer, after)
  refuseAdminByKey(viewer, before, after)
  if (after.role !== 'admin' || !after.isActive) await keepAnAdmin(tx, before)
  const keys = await freeKeys(tx, after, id)
  const now = ctx.now()
  await tx
    .update(users)
    .set({ ...after, ...keys, ...(passwordHash && { passwordHash }), updatedAt: now })
    .where(eq(users.id, id))
  if (passwordHash || !after.isActive) await endSessionsOf(tx, id, now)
  return userOr404(await findUser(tx, id))
}

const patched = (before: User, patch: UserPatch) => ({
  username: patch.username?.trim() ?? before.username,
  email: patch.email?.trim() ?? before.email,
  role: patch.role ?? before.role,
  permissions: patch.permissions ?? before.permissions,
  isActive: patch.isActive ?? before.isActive,
})

async function keepAnAdmin(tx: Tx, user: Pick<User, 'id' | 'role' | 'isActive'>) {
  if (user.role !== 'admin' || !user.isActive) return
  if ((await countOtherAdmins(tx, user.id)) > 0) return
  throw new Refusal('conflict', userMessages.last_admin())
}

/** The account and its keys stay as they are. */
export async function signOutUser(ctx: Context, viewer: Viewer, id: string) {
  const user = await getUser(ctx, id)
  await refuseOverOthers(ctx.db, viewer, user)
  refuseAdminByKey(viewer, user)
  const endedCount = await ctx.write((tx) => endSessionsOf(tx, id, ctx.now()))
  ctx.bus.publish(userChanged, { userId: id })
  return { endedCount }
}

/** What the user read goes too; books and series stay. */
export async function deleteUser(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const user = userOr404(await findUser(tx, id))
    await refuseOverOthers(tx, viewer, user)
    refuseAdminByKey(viewer, user)
    await keepAnAdmin(tx, user)
    await tx.delete(users).where(eq(users.id, id))
  })
  ctx.bus.publish(userChanged, { userId: id })
}

export async function editSelf(
  ctx: Context,
  viewer: Viewer,
  { username, email, currentPassword }: SelfPatch,
): Promise<User> {
  await confirmPassword(ctx, viewer, currentPassword)
  const edited = await ctx.write(async (tx) => {
    const before = userOr404(await findUser(tx, viewer.userId))
    const names = {
      username: username?.trim() ?? before.username,
      email: email?.trim() ?? before.email,
    }
    const keys = await freeKeys(tx, names, viewer.userId)
    await tx
      .update(users)
      .set({ ...names, ...keys, updatedAt: ctx.now() })
      .where(eq(users.id, viewer.userId))
    return userOr404(await findUser(tx, viewer.userId))
  })
  ctx.bus.publish(userChanged, { userId: viewer.userId })
  return edited
}

/** For commands, where a person names a user by name or e-mail address. */
export async function getUserByName(ctx: Context, name: string): Promise<User> {
  const account = await findAccountByName(ctx.db, foldName(name))
  if (!account) throw notFound(userMessages.named_user_not_found({ name }))
  return getUser(ctx, account.id)
}
