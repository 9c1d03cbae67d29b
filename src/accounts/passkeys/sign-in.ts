/** Signs in with a passkey, without a name or password. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import type { Client } from '../sessions/devices/describe-client'
import { signIn, type SignInResult } from '../users/sign-in/login'
import {
  countAttempt,
  createAddressCounters,
  forgiveAttempt,
  recordFailedLogin,
} from '../users/sign-in/login-throttle'
import { formatChallengeCookie, takeChallenge } from './challenge'
import { passkeyLogMessages, passkeyMessages } from './messages'
import type { Credential } from './model'
import { findPasskeyHolder } from './queries'
import { passkeys } from './schema'
import { getRelyingParty, loadWebAuthn } from './service'

const purpose = 'sign-in'

export async function beginPasskeySignIn(ctx: Context, request: Request) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(ctx, request).expectedRPID,
    userVerification: 'required',
  })
  const { challenge } = options
  const cookie = formatChallengeCookie(ctx, request, { challenge, purpose })
  return { options: { ...options } as Record<string, unknown>, cookie }
}

type Holder = NonNullable<Awaited<ReturnType<typeof findPasskeyHolder>>>

export async function signInByPasskey(
  ctx: Context,
  request: Request,
  client: Client,
  credential: Credential,
): Promise<SignInResult> {
  const counters = createAddressCounters(client.address)
  await countAttempt(ctx, counters)
  const challenge = takeChallenge(ctx, request, purpose)
  const holder = await findPasskeyHolder(ctx.db, credential.id)
  const isOwn = holder !== undefined && belongsTo(credential, holder)
  const counter = isOwn && (await verify(ctx, request, { challenge, holder, credential }))
  if (!holder || counter === undefined || counter === false) {
    await recordFailedLogin(ctx, client.address, { method: 'passkey' })
    throw unknownPasskey()
  }
  return signIn(ctx, holder.userId, { ...client, method: 'passkey' }, async (tx) => {
    await forgiveAttempt(tx, counters)
    await recordUse(ctx, tx, holder, counter)
  })
}

/**
 * The user handle is optional. If the authenticator sends one, it must be that of the passkey's
 * user.
 */
function belongsTo({ response }: Credential, { userId }: Holder): boolean {
  const handle = (response as { userHandle?: unknown }).userHandle ?? undefined
  return handle === undefined || handle === Buffer.from(userId).toString('base64url')
}

const unknownPasskey = () => new Refusal('unauthenticated', passkeyMessages.unknown())

interface Answer {
  challenge: string
  holder: Holder
  credential: Credential
}

/** Returns the new signature counter, or undefined if the response is not from this passkey. */
async function verify(ctx: Context, request: Request, { challenge, holder, credential }: Answer) {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      ...getRelyingParty(ctx, request),
      credential: {
        id: holder.credentialId,
        publicKey: new Uint8Array(Buffer.from(holder.publicKey, 'base64url')),
        counter: holder.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (error) {
    // If the response is invalid, `@simplewebauthn/server` throws plain errors.
    ctx.log.info({ err: error }, passkeyLogMessages.refused())
    return undefined
  }
}

/**
 * Throws if the passkey was removed, or its user was deleted or deactivated, after the
 * verification.
 */
async function recordUse(ctx: Context, tx: Tx, { id, credentialId }: Holder, counter: number) {
  if (!(await findPasskeyHolder(tx, credentialId))) throw unknownPasskey()
  await tx.update(passkeys).set({ counter, lastUsedAt: ctx.clock.now() }).where(eq(passkeys.id, id))
}
