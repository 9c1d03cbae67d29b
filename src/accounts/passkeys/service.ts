/** Lists, adds, renames and removes the passkeys of an account. */
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import { getSetting } from '../../platform/settings/settings'
import { recordAudit, auditDetail } from '../audit/record'
import { getOwnUrl } from '../oidc/begin-sign-in'
import { listIdentities } from '../oidc/identities'
import { type Viewer, userChanged } from '../permissions/model'
import { refuseAdminChangeByKey, requireSession } from '../permissions/permission-rules'
import { findAccountOf, getUser, refuseHigherUser } from '../users/service'
import { confirmPassword } from '../users/sign-in/change-password'
import { registerOtherWay } from '../users/sign-in/other-sign-in-ways'
import { hasPassword } from '../users/passwords/passwords'
import { auditUser } from '../users/user-audit'
import { formatChallengeCookie, takeChallenge } from './challenge'
import { passkeyLogMessages, passkeyMessages } from './messages'
import type { PasskeyCreation } from './model'
import { findCredentials, findPasskeys } from './queries'
import { passkeys } from './schema'

const maxPasskeys = 20

/** Not loaded at startup, because evaluating this package takes a sixth of the startup time. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
registerOtherWay((tx, userId) => tx.delete(passkeys).where(eq(passkeys.userId, userId)))

export async function listPasskeys(ctx: Context, { userId }: Viewer) {
  const account = await findAccountOf(ctx.db, userId)
  return {
    hasPassword: hasPassword(account?.passwordHash),
    passkeys: await findPasskeys(ctx.db, userId),
  }
}

/** A passkey belongs to the host name under which the user reaches the server. */
export function getRelyingParty(ctx: Context, request: Request) {
  const { origin, hostname } = new URL(getOwnUrl(ctx, request))
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/**
 * Requires the password, if the user has one, because a stolen session must not be enough to regain
 * access later.
 */
export async function beginPasskey(
  ctx: Context,
  request: Request,
  viewer: Viewer,
  currentPassword: string | null | undefined,
) {
  const sessionId = requireSession(viewer)
  const { userId, username } = viewer
  const account = await findAccountOf(ctx.db, userId)
  if (hasPassword(account?.passwordHash)) {
    if (!currentPassword) throw new Refusal('forbidden', passkeyMessages.password_needed())
    await confirmPassword(ctx, viewer, currentPassword)
  }
  const known = await findCredentials(ctx.db, userId)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: await getSetting(ctx, 'branding.name'),
    rpID: getRelyingParty(ctx, request).expectedRPID,
    userName: username,
    userID: new TextEncoder().encode(userId),
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { challenge } = options
  const cookie = formatChallengeCookie(ctx, request, { challenge, purpose: sessionId })
  return { options: { ...options } as Record<string, unknown>, cookie }
}

export async function addPasskey(
  ctx: Context,
  request: Request,
  viewer: Viewer,
  { name, credential }: PasskeyCreation,
) {
  const sessionId = requireSession(viewer)
  const challenge = takeChallenge(ctx, request, sessionId)
  const info = await verifyNewPasskey(ctx, request, challenge, credential as never)
  const { userId } = viewer
  const row = {
    userId,
    name: name.trim() || 'Passkey',
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
    counter: info.credential.counter,
    transports: (info.credential.transports ?? []).slice(0, 10).map(String),
    isBackedUp: info.credentialBackedUp,
  }
  await ctx.write(async (tx) => {
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= maxPasskeys) {
      throw new Refusal('conflict', passkeyMessages.too_many({ max: maxPasskeys }))
    }
    if ((await tx.$count(passkeys, eq(passkeys.credentialId, row.credentialId))) > 0) {
      throw new Refusal('conflict', passkeyMessages.exists())
    }
    await tx.insert(passkeys).values(row)
    await recordAudit(ctx, tx, viewer, {
      action: 'add_passkey',
      changes: [auditDetail('name', row.name)],
    })
  })
  ctx.bus.publish(userChanged, { userId })
  return listPasskeys(ctx, viewer)
}

async function verifyNewPasskey(
  ctx: Context,
  request: Request,
  expectedChallenge: string,
  response: RegistrationResponseJSON,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      ...getRelyingParty(ctx, request),
    })
    if (verified.verified) return verified.registrationInfo
  } catch (error) {
    // If the response is invalid, `@simplewebauthn/server` throws plain errors.
    ctx.log.info({ err: error }, passkeyLogMessages.refused())
  }
  throw new Refusal('invalid', passkeyMessages.invalid())
}

const isOwnPasskey = ({ userId }: Viewer, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, userId))

export async function renamePasskey(ctx: Context, viewer: Viewer, id: string, name: string) {
  requireSession(viewer)
  const [renamed] = await ctx.write((tx) =>
    tx
      .update(passkeys)
      .set({ name: name.trim() || 'Passkey' })
      .where(isOwnPasskey(viewer, id))
      .returning({ id: passkeys.id }),
  )
  if (!renamed) throw notFound(passkeyMessages.not_found())
  return listPasskeys(ctx, viewer)
}

/** A user without a password must keep at least one way to sign in. */
export async function removePasskey(ctx: Context, viewer: Viewer, id: string) {
  requireSession(viewer)
  const { userId } = viewer
  const identities = await listIdentities(ctx, userId)
  await ctx.write(async (tx) => {
    const account = await findAccountOf(tx, userId)
    const isOnly = (await findPasskeys(tx, userId)).length <= 1 && identities.length === 0
    const [removed] = await tx
      .delete(passkeys)
      .where(isOwnPasskey(viewer, id))
      .returning({ name: passkeys.name })
    if (!removed) throw notFound(passkeyMessages.not_found())
    if (isOnly && !hasPassword(account?.passwordHash)) {
      throw new Refusal('conflict', passkeyMessages.last_way())
    }
    const changes = [auditDetail('name', removed.name)]
    await recordAudit(ctx, tx, viewer, { action: 'remove_passkey', changes })
  })
  ctx.bus.publish(userChanged, { userId })
}

/** Lets an administrator remove the passkeys of a user who has lost a device. */
export async function removePasskeysOfUser(ctx: Context, viewer: Viewer, userId: string) {
  requireSession(viewer)
  const user = await getUser(ctx, userId)
  await refuseHigherUser(ctx.db, viewer, user)
  refuseAdminChangeByKey(viewer, user)
  await ctx.write(async (tx) => {
    const removed = await tx
      .delete(passkeys)
      .where(eq(passkeys.userId, userId))
      .returning({ name: passkeys.name })
    if (removed.length === 0) return
    const changes = removed.map(({ name }) => auditDetail('name', name))
    await auditUser(ctx, tx, viewer, { user, action: 'remove_passkey', changes })
  })
  ctx.bus.publish(userChanged, { userId })
}
