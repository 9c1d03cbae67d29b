/** Sends the codes that confirm email addresses, and deletes the records of old codes. */
import { randomInt } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { EgressContext } from '../../../platform/outgoing/egress/fetch-through'
import { mailMessages, notificationMessages } from '../messages'
import { notificationCodes } from '../schema'
import { canSendMail, sendMail } from './mail'
import { buildCodeMail } from './mail-texts'

export type MailContext = Context & Pick<EgressContext, 'certificate' | 'timeoutMs'>

const dayMs = 86_400_000
const maxCodesPerDay = 10

/** Throws a `Refusal` if the code was not sent. */
export async function sendCode(
  ctx: MailContext,
  { userId }: Viewer,
  address: string,
  signal: AbortSignal,
) {
  if (!canSendMail(ctx)) throw new Refusal('unavailable', mailMessages.off())
  await countCode(ctx, userId)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const mail = buildCodeMail(code, ctx.config.server.public_url ?? null)
  await sendMail(ctx, address, mail, signal)
  return { code, codeUntil: new Date(ctx.clock.now().getTime() + dayMs) }
}

/**
 * Limits the number of codes per day. Codes that could not be sent count as well, because a
 * rejection reveals whether an address exists.
 */
async function countCode(ctx: Context, userId: string) {
  const now = ctx.clock.now()
  const dayAgo = new Date(now.getTime() - dayMs)
  await ctx.write(async (tx) => {
    const isRecent = and(
      eq(notificationCodes.userId, userId),
      gt(notificationCodes.createdAt, dayAgo),
    )
    if ((await tx.$count(notificationCodes, isRecent)) >= maxCodesPerDay) {
      const message = notificationMessages.too_many_codes({ max: maxCodesPerDay })
      throw new Refusal('too_many_requests', message, { retryAfterSeconds: dayMs / 1000 })
    }
    await tx.insert(notificationCodes).values({ userId, createdAt: now })
  })
}

export async function deleteOldCodes(ctx: Context) {
  const dayAgo = new Date(ctx.clock.now().getTime() - dayMs)
  await ctx.writeBulk((tx) =>
    tx.delete(notificationCodes).where(lte(notificationCodes.createdAt, dayAgo)),
  )
}
