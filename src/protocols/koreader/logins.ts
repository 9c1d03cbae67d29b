/** Sync logins: credentials with which KOReader on one device signs in. */
import { refuseChangeWhileViewing } from '../../accounts/access/view-as'
import { createHash } from 'node:crypto'
import {
  auditDeviceCredential,
  registerDeviceCredentials,
} from '../../accounts/api-keys/device-credentials'
import { userMessages } from '../../accounts/permissions/messages'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import { recordUse } from '../../accounts/sessions/last-use'
import { hashSecret, matchesHash } from '../../accounts/sessions/secrets'
import {
  countAttempt,
  createAddressCounters,
  createNameCounter,
  recordFailedLogin,
} from '../../accounts/users/sign-in/login-throttle'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { getClientAddress } from '../../platform/http/requests/client-address'
import { koreaderMessages } from './messages'
import type { NewSyncLogin, SyncLogin, SyncLoginCreation } from './model'
import {
  countLogins,
  deleteLogin,
  deleteUserLogins,
  findLoginByUsername,
  findLogins,
  insertLogin,
  updateLoginUse,
} from './queries'

const maxLogins = 200
const maxCredential = 254

export const listSyncLogins = (ctx: Context, { userId }: Viewer): Promise<SyncLogin[]> =>
  findLogins(ctx.db, userId)

/** Creates a login. Only this response contains its password. */
export async function createSyncLogin(
  ctx: Context,
  viewer: Viewer,
  { name }: SyncLoginCreation,
): Promise<NewSyncLogin> {
  refuseApiKey(viewer, koreaderMessages.key_cannot_create_login())
  const { userId } = viewer
  const password = createReadablePassword()
  const login = await ctx.write(async (tx) => {
    if ((await countLogins(tx, userId)) >= maxLogins) {
      throw new Refusal('conflict', koreaderMessages.too_many_logins({ max: maxLogins }))
    }
    const username = await chooseUsername(tx, viewer.username)
    await auditLogin(ctx, tx, viewer, { action: 'create_key', name })
    return insertLogin(tx, { userId, name, username, secretHash: hashSecret(md5(password)) })
  })
  return { ...login, password }
}

registerDeviceCredentials(deleteUserLogins)

export async function deleteSyncLogin(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const name = await deleteLogin(tx, viewer.userId, id)
    if (name === undefined) throw notFound(koreaderMessages.login_not_found())
    await auditLogin(ctx, tx, viewer, { action: 'delete_key', name })
  })
}

const auditLogin = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  change: { action: 'create_key' | 'delete_key'; name: string },
) => auditDeviceCredential(ctx, tx, viewer, { ...change, method: 'KOReader' })

/** Finds the user by the credentials of a request. Rejects wrong credentials. */
export async function identifySyncReader(ctx: Context, request: Request): Promise<Viewer> {
  refuseChangeWhileViewing(request)
  const username = readHeader(request, 'x-auth-user')
  const secret = readHeader(request, 'x-auth-key').toLowerCase()
  const isReadable = username !== '' && secret !== '' && !username.includes('\u0000')
  const login = isReadable ? await findLoginByUsername(ctx.db, username) : undefined
  const isRight = login !== undefined && matchesHash(secret, login.secretHash)
  const viewer = isRight ? await findViewerOfUser(ctx.db, login.userId) : undefined
  if (!login || !viewer) return refuse(ctx, request, username)
  recordUse(ctx, login, (tx, now) => updateLoginUse(tx, login.id, now))
  return viewer
}

/** Decodes a header as UTF-8, because the runtime decodes each byte as one character. */
function readHeader(request: Request, name: string): string {
  const value = request.headers.get(name) ?? ''
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return (text.includes('\ufffd') ? value : text).slice(0, maxCredential)
}

/** Rejects a request. Passwords are too long to guess, so only failed attempts are counted. */
async function refuse(ctx: Context, request: Request, username: string): Promise<never> {
  const address = getClientAddress(ctx, request)
  if (username !== '') {
    const name = createNameCounter(`koreader ${username}`)
    await countAttempt(ctx, [name, ...createAddressCounters(address)])
    await recordFailedLogin(ctx, address, { method: 'KOReader' })
  }
  throw new Refusal(
    'unauthenticated',
    username === '' ? userMessages.sign_in_required() : koreaderMessages.wrong_login(),
  )
}

/** Returns the username of the account, with a number if a login with that name already exists. */
async function chooseUsername(tx: Tx, base: string): Promise<string> {
  if (!(await findLoginByUsername(tx, base))) return base
  for (;;) {
    const number = crypto.getRandomValues(new Uint16Array(1))[0]!
    const username = `${base}-${number}`
    if (!(await findLoginByUsername(tx, username))) return username
  }
}

/**
 * Passwords are typed on slow screens, so they contain no characters that look alike. With 32
 * characters, 14 positions give 70 bits.
 */
const passwordLetters = 'abcdefghijkmnpqrstuvwxyz23456789'
const passwordLength = 14

const createReadablePassword = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(passwordLength)),
    (byte) => passwordLetters[byte % passwordLetters.length],
  ).join('')

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')
