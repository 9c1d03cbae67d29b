/** Routes that add, change and delete users, following the rules of the native API. */
import { Elysia } from 'elysia'
import { changePasswordWithoutSession } from '../../../accounts/users/sign-in/change-password'
import { parseBasic } from '../../../accounts/users/sign-in/basic-auth'
import { findFreeUsername } from '../../../accounts/users/names/free-username'
import { deleteUser } from '../../../accounts/users/delete-user'
import { createUser, editUser, getUser } from '../../../accounts/users/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { readKomgaBody } from '../access/body'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { describeUser } from '../dto/describe-user'
import { isSessionRequest } from '../access/komga-session'
import { komgaMessages } from '../messages'
import {
  isAdminWanted,
  PasswordUpdate,
  refuseRestrictions,
  translateLibraries,
  translateRoles,
  UserCreationBody,
  UserUpdate,
} from './user-update'

export const komgaUserWriteRoutes = (ctx: Context) =>
  new Elysia()
    .post('/api/v2/users', handle(ctx, 'users:write', addUser), options)
    .patch('/api/v2/users/:id', handle(ctx, 'users:write', updateUser), options)
    .patch('/api/v2/users/me/password', handle(ctx, [], changeOwnPassword), options)
    .patch('/api/v2/users/:id/password', handle(ctx, 'users:write', changePasswordOf), options)
    .delete(
      '/api/v2/users/:id',
      handle(ctx, 'users:delete', async ({ viewer }, { id = '' }) => {
        await deleteUser(ctx, viewer, id)
        return undefined
      }),
      options,
    )

/**
 * Accounts give access to more than this API and stay valid when a password changes. Therefore,
 * neither sessions nor API keys of this API may create accounts or change their permissions.
 */
function requirePassword({ viewer: { proof }, request }: KomgaCall) {
  const isLimitedKey = proof.kind === 'api_key' && proof.opensOnly !== undefined
  if (!isSessionRequest(request) && !isLimitedKey) return
  throw new Refusal('forbidden', komgaMessages.user_needs_basic())
}

async function addUser(call: KomgaCall) {
  requirePassword(call)
  const { ctx, viewer, request } = call
  const body = await readKomgaBody(request, UserCreationBody)
  refuseRestrictions(body)
  const { email, password, roles } = body
  const user = await createUser(ctx, viewer, {
    username: await findFreeUsername(ctx.db, email),
    email,
    password,
    role: isAdminWanted(roles) ? 'admin' : 'reader',
    // If the request has no list, Komga grants all libraries, but Quire grants only those that the
    // viewer can see.
    libraryIds: translateLibraries(body) ?? undefined,
  })
  return Response.json(await describeUser(ctx, viewer, user), { status: 201 })
}

async function updateUser(call: KomgaCall, { id = '' }) {
  requirePassword(call)
  const { ctx, viewer, request } = call
  const update = await readKomgaBody(request, UserUpdate)
  refuseRestrictions(update)
  const change = translateRoles(await getUser(ctx, id), update.roles)
  await editUser(ctx, viewer, id, { ...change, libraryIds: translateLibraries(update) })
  return undefined
}

async function changePasswordOf(call: KomgaCall, { id = '' }) {
  if (id === call.viewer.userId) return changeOwnPassword(call)
  requirePassword(call)
  const { password } = await readKomgaBody(call.request, PasswordUpdate)
  await editUser(call.ctx, call.viewer, id, { password })
  return undefined
}

/**
 * Changes the viewer's password. A session is not sufficient, because a stolen one must not be
 * enough to take over the account.
 */
async function changeOwnPassword({ ctx, viewer, request }: KomgaCall) {
  const { password: newPassword } = await readKomgaBody(request, PasswordUpdate)
  const [, credentials] = /^basic (.*)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const current = credentials === undefined ? undefined : parseBasic(credentials)
  if (!current || viewer.proof.kind !== 'password') {
    throw new Refusal('forbidden', komgaMessages.password_needs_basic())
  }
  const currentPassword = current.password
  await changePasswordWithoutSession(ctx, viewer, { currentPassword, newPassword })
  return undefined
}
