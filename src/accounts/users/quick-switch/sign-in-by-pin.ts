import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { userMessages } from '../../permissions/messages'
import type { Viewer } from '../../permissions/model'
import type { Client } from '../../sessions/devices/describe-client'
import { endSessionsById } from '../../sessions/service'
import { verifyPassword } from '../passwords/passwords'
import { findAccount } from '../queries'
import { signIn, type SignInResult } from '../sign-in/login'
import {
  countAttempt,
  createAddressCounters,
  forgiveAttempt,
  recordFailedLogin,
} from '../sign-in/login-throttle'
import type { PinSignIn } from './model'
import { findPin, returnTry, takeTry } from './queries'
import { mayTryPin, requireAllowed } from './service'

/**
 * Signs in on a shared device. The response and its timing are the same for a wrong PIN, an account
 * that the device does not offer, and an account that does not exist. The previous session of the
 * browser ends.
 */
export async function signInByPin(
  ctx: Context,
  client: Client,
  { given: { userId, pin }, previous }: { given: PinSignIn; previous: Viewer | undefined },
): Promise<SignInResult> {
  await requireAllowed(ctx)
  const counters = createAddressCounters(client.address)
  await countAttempt(ctx, counters)
  const pinHash = await ctx.write(async (tx) =>
    (await mayTryPin(tx, client, userId)) ? takeTry(tx, userId) : undefined,
  )
  const isRight = await verifyPassword(pin, pinHash)
  if (!isRight || pinHash === undefined) {
    const account = pinHash === undefined ? undefined : await findAccount(ctx.db, userId)
    await recordFailedLogin(ctx, client.address, { account, method: 'pin' })
    throw wrongPin()
  }
  return signIn(ctx, userId, { ...client, method: 'pin' }, async (tx) => {
    // The setting, the PIN, the account or the device may have changed in the meantime.
    await requireAllowed({ config: ctx.config, db: tx })
    const isSame = (await findPin(tx, userId))?.pinHash === pinHash
    if (!isSame || !(await mayTryPin(tx, client, userId))) throw wrongPin()
    await returnTry(tx, userId)
    await forgiveAttempt(tx, counters)
    if (previous?.proof.kind !== 'session') return
    await endSessionsById(tx, [previous.proof.sessionId], ctx.clock.now())
  })
}

const wrongPin = () => new Refusal('unauthenticated', userMessages.wrong_pin())
