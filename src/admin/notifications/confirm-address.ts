/**
 * Confirms email addresses. An address is used only after its owner has entered the code that was
 * sent to it, so that nobody receives someone else's notifications.
 */
import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { withText } from '../../platform/messages/message'
import { applySchedule, buildView, getChannel } from './channels'
import { notificationMessages } from './messages'
import type { ChannelView } from './model'
import { type ChannelRow, notificationChannels } from './schema'
import { type MailContext, sendCode } from './senders/send-code'
import { openTarget, sealTarget } from './sealed-target'
import { invalidBody } from '../../platform/http/validation'

const maxWrongCodes = 5

/** Sends a new code and invalidates the previous one. */
export async function resendCode(
  ctx: MailContext,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
) {
  refuseApiKey(viewer, notificationMessages.key_cannot_change_channel())
  const row = await getUnconfirmed(ctx, viewer, id)
  const { address } = await openTarget(ctx, row)
  const { code: token, codeUntil } = await sendCode(ctx, viewer, address, signal)
  const sealedTarget = await sealTarget(ctx, id, { address, token })
  const stored = await ctx.write((tx) =>
    tx
      .update(notificationChannels)
      .set({ sealedTarget, codeUntil, wrongCodes: 0 })
      .where(isSame(row))
      .returning({ id: notificationChannels.id }),
  )
  if (stored.length === 0) throw expired()
  return withText(notificationMessages.code_sent())
}

export async function confirmChannel(
  ctx: Context,
  viewer: Viewer,
  id: string,
  given: string,
): Promise<ChannelView> {
  refuseApiKey(viewer, notificationMessages.key_cannot_change_channel())
  const row = await getUnconfirmed(ctx, viewer, id)
  await countAttempt(ctx, row)
  const { address, token } = await openTarget(ctx, row)
  if (!isCode(given.replaceAll(/\s/g, ''), token)) {
    throw invalidBody('code', notificationMessages.code_wrong())
  }
  const sealedTarget = await sealTarget(ctx, id, { address, token: null })
  const now = ctx.clock.now()
  return ctx.write(async (tx) => {
    const [confirmed] = await tx
      .update(notificationChannels)
      .set({ sealedTarget, confirmedAt: now, codeUntil: null, wrongCodes: 0, sentUntil: now })
      .where(isSame(row))
      .returning()
    if (!confirmed) throw expired()
    await applySchedule(ctx, tx, confirmed)
    return buildView(confirmed)
  })
}

async function getUnconfirmed(ctx: Context, viewer: Viewer, id: string): Promise<ChannelRow> {
  const row = await getChannel(ctx, viewer, id)
  if (row.confirmedAt === null) return row
  throw new Refusal('conflict', notificationMessages.confirmed_already())
}

/**
 * Counts the attempt before the code is compared, so that simultaneous attempts are counted too.
 */
async function countAttempt(ctx: Context, row: ChannelRow) {
  const { wrongCodes, codeUntil } = notificationChannels
  const counted = await ctx.write((tx) =>
    tx
      .update(notificationChannels)
      .set({ wrongCodes: sql`${wrongCodes} + 1` })
      .where(and(isSame(row), lt(wrongCodes, maxWrongCodes), gt(codeUntil, ctx.clock.now())))
      .returning({ id: notificationChannels.id }),
  )
  if (counted.length === 0) throw expired()
}

const expired = () => new Refusal('conflict', notificationMessages.code_expired())

/** Matches the row only if it still has the same address and code, and is not confirmed. */
const isSame = ({ id, sealedTarget }: ChannelRow) =>
  and(
    eq(notificationChannels.id, id),
    eq(notificationChannels.sealedTarget, sealedTarget),
    isNull(notificationChannels.confirmedAt),
  )

function isCode(given: string, code: string | null): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(code ?? '')]
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other)
}
