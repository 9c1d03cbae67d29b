import { and, asc, eq } from 'drizzle-orm'
import { registerDeviceCredentials } from '../../accounts/api-keys/device-credentials'
import type { AuditChange } from '../../accounts/audit/model'
import { compareForAudit, recordAudit, auditDetail } from '../../accounts/audit/record'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { removeSchedule, setSchedule } from '../../platform/jobs/schedules'
import { withText } from '../../platform/messages/message'
import { notificationMessages } from './messages'
import type { ChannelKind, ChannelPatch, ChannelView, NewChannel } from './model'
import { buildSendSchedule } from './schedule'
import { type ChannelRow, notificationChannels } from './schema'
import { canSendMail } from './senders/mail'
import type { Target } from './senders/requests'
import { type MailContext, sendCode } from './senders/send-code'
import { checkTarget, openTarget, sealTarget } from './sealed-target'
import { invalidBody } from '../../platform/http/validation'

const maxChannels = 20
export const schedulePrefix = 'notifications:'

registerDeviceCredentials(switchOffAll)

/** Turns off all channels, because someone who knew the old password may have added them. */
async function switchOffAll(tx: Tx, userId: string) {
  const lastError = notificationMessages.password_changed()
  await tx
    .update(notificationChannels)
    .set({ enabled: false, lastError })
    .where(eq(notificationChannels.userId, userId))
}

const isOwn = (userId: string, id: string) =>
  and(eq(notificationChannels.userId, userId), eq(notificationChannels.id, id))

export async function listChannels(ctx: Context, { userId }: Viewer) {
  const rows = await ctx.db
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.userId, userId))
    .orderBy(asc(notificationChannels.createdAt), asc(notificationChannels.id))
  return { channels: rows.map(buildView), canSendEmail: canSendMail(ctx) }
}

export function buildView(row: ChannelRow): ChannelView {
  const { id, kind, name, host, newsKinds, frequency, quietFrom, quietUntil, enabled } = row
  return {
    id,
    kind,
    name,
    host,
    newsKinds,
    frequency,
    quietFrom,
    quietUntil,
    enabled,
    confirmed: row.confirmedAt !== null,
    lastSentAt: row.lastSentAt,
    lastError: row.lastError && withText(row.lastError),
    createdAt: row.createdAt,
  }
}

export async function createChannel(
  ctx: MailContext,
  viewer: Viewer,
  given: NewChannel,
  signal: AbortSignal,
): Promise<ChannelView> {
  refuseApiKey(viewer, notificationMessages.key_cannot_change_channel())
  const { kind, name, newsKinds, frequency, quietFrom = null, quietUntil = null } = given
  const target = { address: given.address, token: given.token || null }
  const host = await checkTarget(ctx, kind, target)
  checkQuietTime(quietFrom, quietUntil)
  const id = Bun.randomUUIDv7()
  const changes = await prepareTarget(ctx, viewer, { id, kind, target }, signal)
  const { userId } = viewer
  return ctx.write(async (tx) => {
    const count = await tx.$count(notificationChannels, eq(notificationChannels.userId, userId))
    if (count >= maxChannels) {
      throw new Refusal('conflict', notificationMessages.too_many_channels({ max: maxChannels }))
    }
    const [row] = await tx
      .insert(notificationChannels)
      .values({
        id,
        userId,
        kind,
        name,
        host,
        ...changes,
        newsKinds: [...new Set(newsKinds)],
        frequency: frequency ?? 'soon',
        quietFrom,
        quietUntil,
        sentUntil: ctx.clock.now(),
      })
      .returning()
    await applySchedule(ctx, tx, row!)
    await auditChannel(ctx, tx, viewer, {
      action: 'add_channel',
      row: row!,
      changes: [auditDetail('method', kind), auditDetail('host', host)],
    })
    return buildView(row!)
  })
}

interface NewTarget {
  id: string
  kind: ChannelKind
  target: Target
}

/**
 * Seals the target. Sends a code to an email address, which must be confirmed. Until then, the code
 * is stored as the token.
 */
async function prepareTarget(
  ctx: MailContext,
  viewer: Viewer,
  { id, kind, target }: NewTarget,
  signal: AbortSignal,
) {
  if (kind !== 'email') {
    const sealedTarget = await sealTarget(ctx, id, target)
    return { sealedTarget, confirmedAt: ctx.clock.now() }
  }
  const { address } = target
  const { code: token, codeUntil } = await sendCode(ctx, viewer, address, signal)
  const sealedTarget = await sealTarget(ctx, id, { address, token })
  return { sealedTarget, confirmedAt: null, codeUntil, wrongCodes: 0 }
}

interface ChannelChange {
  id: string
  patch: ChannelPatch
}

export async function updateChannel(
  ctx: MailContext,
  viewer: Viewer,
  { id, patch }: ChannelChange,
  signal: AbortSignal,
): Promise<ChannelView> {
  refuseApiKey(viewer, notificationMessages.key_cannot_change_channel())
  const target = await changeTarget(ctx, viewer, { id, patch }, signal)
  return ctx.write(async (tx) => {
    const [known] = await tx.select().from(notificationChannels).where(isOwn(viewer.userId, id))
    if (!known) throw notFound(notificationMessages.channel_not_found())
    const changes = { ...target, ...pickChanges(patch) }
    const { quietFrom, quietUntil, enabled } = { ...known, ...changes }
    checkQuietTime(quietFrom, quietUntil)
    // News from the period when the channel was off is not sent.
    const isBack = enabled && !known.enabled
    const [row] = await tx
      .update(notificationChannels)
      .set({
        ...changes,
        enabled,
        ...((target || isBack) && recovery),
        ...(isBack && { sentUntil: ctx.clock.now() }),
      })
      .where(isOwn(viewer.userId, id))
      .returning()
    await applySchedule(ctx, tx, row!)
    await auditChannel(ctx, tx, viewer, {
      action: 'change_channel',
      row: row!,
      // Addresses and tokens are secrets, so the log states only that they changed.
      changes: [
        ...compareForAudit(pickAudited(known), pickAudited(row!)),
        ...(target ? [auditDetail('address', 'changed')] : []),
      ],
    })
    return buildView(row!)
  })
}

const pickAudited = ({ name, host, enabled, newsKinds, frequency }: ChannelRow) => ({
  name,
  host,
  enabled,
  newsKinds: newsKinds.join(', '),
  frequency,
})

interface AuditedChannel {
  action: 'add_channel' | 'change_channel' | 'remove_channel'
  row: Pick<ChannelRow, 'id' | 'name'>
  changes?: readonly AuditChange[]
}

const auditChannel = (
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  { action, row: { id, name }, changes }: AuditedChannel,
) => recordAudit(ctx, tx, viewer, { action, target: { kind: 'channel', id, name }, changes })

/** Values for a channel that works again or has a new address. */
export const recovery = { failures: 0, failingSince: null, notBefore: null, lastError: null }

function pickChanges({ name, newsKinds, frequency, enabled, quietFrom, quietUntil }: ChannelPatch) {
  return {
    ...(name != null && { name }),
    ...(newsKinds != null && { newsKinds: [...new Set(newsKinds)] }),
    ...(frequency != null && { frequency }),
    ...(enabled != null && { enabled }),
    ...(quietFrom !== undefined && { quietFrom }),
    ...(quietUntil !== undefined && { quietUntil }),
  }
}

/**
 * Returns the columns for a changed address or token, or undefined if neither changes. A new
 * address without a token clears the token. A new token keeps the address.
 */
async function changeTarget(
  ctx: MailContext,
  viewer: Viewer,
  { id, patch }: ChannelChange,
  signal: AbortSignal,
) {
  const { address, token } = patch
  if (address == null && token === undefined) return undefined
  const row = await getChannel(ctx, viewer, id)
  if (row.kind === 'email' && address == null) return undefined
  const known = address == null ? await openTarget(ctx, row) : { address, token: null }
  const target = { ...known, ...(token !== undefined && { token: token || null }) }
  const host = await checkTarget(ctx, row.kind, target)
  return { host, ...(await prepareTarget(ctx, viewer, { id, kind: row.kind, target }, signal)) }
}

export async function deleteChannel(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const [row] = await tx
      .delete(notificationChannels)
      .where(isOwn(viewer.userId, id))
      .returning({ id: notificationChannels.id, name: notificationChannels.name })
    if (!row) throw notFound(notificationMessages.channel_not_found())
    await removeSchedule(tx, schedulePrefix + id)
    await auditChannel(ctx, tx, viewer, { action: 'remove_channel', row })
  })
}

/** Returns one of the viewer's own channels. */
export async function getChannel(ctx: Context, { userId }: Viewer, id: string) {
  const [row] = await ctx.db.select().from(notificationChannels).where(isOwn(userId, id))
  if (!row) throw notFound(notificationMessages.channel_not_found())
  return row
}

export async function applySchedule(ctx: Context, tx: Tx, row: ChannelRow) {
  const name = schedulePrefix + row.id
  if (!row.enabled || !row.confirmedAt) return removeSchedule(tx, name)
  await setSchedule(tx, name, { cron: buildSendSchedule(row), timezone: null }, ctx.clock.now())
}

function checkQuietTime(from: number | null | undefined, until: number | null | undefined) {
  if ((from == null) === (until == null)) return
  const path = from == null ? 'quietFrom' : 'quietUntil'
  throw invalidBody(path, notificationMessages.quiet_incomplete())
}
