/** Checks the second factor when someone signs in with a password. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { defineSealedColumn } from '../../../platform/secrets/sealed-column'
import { userMessages } from '../../permissions/messages'
import { hashSecret } from '../../sessions/secrets'
import { twoFactors } from '../schema'
import { countAttempt, createCodeCounter, forgiveAttempt } from '../sign-in/login-throttle'
import { findTotpCounter } from './totp'

export const sealedTotpSecrets = defineSealedColumn(twoFactors, 'sealedSecret')

export async function findTwoFactor(db: Db, userId: string) {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId)).limit(1)
  return row
}

type TwoFactorRow = NonNullable<Awaited<ReturnType<typeof findTwoFactor>>>

/** The method that was used, and the write that prevents the code from being used again. */
export interface SecondFactor {
  method: 'password and code' | 'password and recovery code'
  /**
   * Runs in the sign-in transaction. Rejects a code that another request has used in the meantime.
   */
  use: (tx: Tx) => Promise<void>
}

/**
 * Returns undefined if the user has no second factor. Attempts to guess codes are rate limited
 * separately from password guessing.
 */
export async function checkSecondFactor(
  ctx: Context,
  user: { id: string; hasTwoFactor: boolean },
  code: string | undefined,
): Promise<SecondFactor | undefined> {
  if (!user.hasTwoFactor) return undefined
  const row = await findTwoFactor(ctx.db, user.id)
  if (!row) return undefined
  if (!code) throw new Refusal('unauthenticated', userMessages.second_factor_required())
  const counters = [createCodeCounter(user.id)]
  await countAttempt(ctx, counters)
  const factor = await recognize(ctx, row, code.replaceAll(/[\s-]/g, ''))
  if (!factor) throw wrongCode()
  return {
    method: factor.method,
    use: async (tx) => {
      await factor.use(tx)
      await forgiveAttempt(tx, counters)
    },
  }
}

const wrongCode = () => new Refusal('unauthenticated', userMessages.wrong_code())

const recognize = (ctx: Context, row: TwoFactorRow, code: string) =>
  /^\d{6}$/.test(code) ? recognizeTotp(ctx, row, code) : recognizeRecoveryCode(row, code)

async function recognizeTotp(
  ctx: Context,
  { id, userId, sealedSecret, lastCounter }: TwoFactorRow,
  code: string,
): Promise<SecondFactor | undefined> {
  const secret = Buffer.from(await sealedTotpSecrets.open(ctx, id, sealedSecret), 'base64url')
  const counter = findTotpCounter(secret, code, { now: ctx.clock.now(), lastCounter })
  if (counter === undefined) return undefined
  return {
    method: 'password and code',
    use: async (tx) => {
      const current = await findTwoFactor(tx, userId)
      if (!current || current.lastCounter >= counter) throw wrongCode()
      await tx.update(twoFactors).set({ lastCounter: counter }).where(eq(twoFactors.id, id))
    },
  }
}

function recognizeRecoveryCode(
  { id, userId, recoveryHashes }: TwoFactorRow,
  code: string,
): SecondFactor | undefined {
  const hash = hashSecret(code.toLowerCase())
  if (!recoveryHashes.includes(hash)) return undefined
  return {
    method: 'password and recovery code',
    use: async (tx) => {
      const current = await findTwoFactor(tx, userId)
      if (!current?.recoveryHashes.includes(hash)) throw wrongCode()
      const left = current.recoveryHashes.filter((one) => one !== hash)
      await tx.update(twoFactors).set({ recoveryHashes: left }).where(eq(twoFactors.id, id))
    },
  }
}
