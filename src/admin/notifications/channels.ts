/** The notification channels of users. */
import { and, asc, eq } from 'drizzle-orm'
import { registerDeviceCredentials } from '../../accounts/api-keys/device-credentials'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import type { Context } from '../../context'
import { invalid, notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { removeSchedule, setSchedule } from '../../platform/jobs/schedules'
import { requestMessages } from '../../platform/messages/common'
import { type Message, withText } from '../../platform/messages/message'
import { openSecret, sealSecret } from '../../platform/secrets/sealing'
import { notificationMessages } from './messages'
import type { ChannelKind, ChannelPatch, ChannelView, NewChannel } from './model'
import { buildSendSchedule } from './schedule'
import { notificationChannels } from './schema'
import { findTopic, type Target } from './senders/requests'
import { isAllowedHost } from './senders/send'

const maxChannels = 20
export const schedulePrefix = 'notifications:'

export type ChannelRow = typeof notificationChannels.$inferSelect

registerDeviceCredentials(switchOffAll)

/** Somebody else may have added them with the former password. */
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
  return { channels: rows.map(buildView) }
}

function buildView(row: ChannelRow): ChannelView {
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
    lastSentAt: row.lastSentAt,
    lastError: row.lastError && withText(row.lastError),
    createdAt: row.createdAt,
  }
}

export async function createChannel(
  ctx: Context,
  viewer: Viewer,
  given: NewChannel,
): Promise<ChannelView> {
  refuseApiKey(viewer, notificationMessages.key_cannot_change_channel())
  const { kind, name, newsKinds, frequency, quietFrom = null, quietUntil = null } = given
  const target = { address: given.address, token: given.token || null }
  const host = checkTarget(ctx, kind, target)
  checkQuietTime(quietFrom, quietUntil)
  const id = Bun.randomUUIDv7()
  const sealedTarget = await sealTarget(ctx, id, target)
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
        sealedTarget,
        newsKinds: [...new Set(newsKinds)],
        frequency: frequency ?? 'soon',
        quietFrom,
        quietUntil,
        sentUntil: ctx.now(),
      })
      .returning()
    await applySchedule(ctx, tx, row!)
    return buildView(row!)
  })
}

export async function updateChannel(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: ChannelPatch,
): Promise<ChannelView> {
  refuseApiKey(viewer, notificationMessages.key_cannot_change_channel())
  const target = await changeTarget(ctx, viewer, id, patch)
  return ctx.write(async (tx) => {
    const [known] = await tx.select().from(notificationChannels).where(isOwn(viewer.userId, id))
    if (!known) throw notFound(notificationMessages.channel_not_found())
    const changes = { ...target, ...pickChanges(patch) }
    const { quietFrom, quietUntil, enabled } = { ...known, ...changes }
    checkQuietTime(quietFrom, quietUntil)
    // What happened while it was switched off is not sent.
    const isBack = enabled && !known.enabled
    const [row] = await tx
      .update(notificationChannels)
      .set({
        ...changes,
        enabled,
        ...((target || isBack) && recovery),
        ...(isBack && { sentUntil: ctx.now() }),
      })
      .where(isOwn(viewer.userId, id))
      .returning()
    await applySchedule(ctx, tx, row!)
    return buildView(row!)
  })
}

/** Of a channel that works, or has a new address. */
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

/** A new address without a token has none; a new token is used with the present address. */
async function changeTarget(ctx: Context, viewer: Viewer, id: string, patch: ChannelPatch) {
  const { address, token } = patch
  if (address == null && token === undefined) return undefined
  const row = await getChannel(ctx, viewer, id)
  const known = address == null ? await openTarget(ctx, row) : { address, token: null }
  const target = { ...known, ...(token !== undefined && { token: token || null }) }
  const host = checkTarget(ctx, row.kind, target)
  return { host, sealedTarget: await sealTarget(ctx, id, target) }
}

export async function deleteChannel(ctx: Context, { userId }: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const deleted = await tx
      .delete(notificationChannels)
      .where(isOwn(userId, id))
      .returning({ id: notificationChannels.id })
    if (deleted.length === 0) throw notFound(notificationMessages.channel_not_found())
    await removeSchedule(tx, schedulePrefix + id)
  })
}

/** Of the viewer. */
export async function getChannel(ctx: Context, { userId }: Viewer, id: string) {
  const [row] = await ctx.db.select().from(notificationChannels).where(isOwn(userId, id))
  if (!row) throw notFound(notificationMessages.channel_not_found())
  return row
}

const buildPlace = (id: string) => ({
  table: 'notification_channels',
  row: id,
  column: 'sealed_target',
})

const sealTarget = (ctx: Context, id: string, target: Target) =>
  sealSecret(ctx, buildPlace(id), JSON.stringify(target))

export const openTarget = async (ctx: Context, { id, sealedTarget }: ChannelRow) =>
  JSON.parse(await openSecret(ctx, buildPlace(id), sealedTarget)) as Target

async function applySchedule(ctx: Context, tx: Tx, row: ChannelRow) {
  const name = schedulePrefix + row.id
  if (!row.enabled) return removeSchedule(tx, name)
  await setSchedule(tx, name, { cron: buildSendSchedule(row), timezone: null }, ctx.now())
}

/** Returns the host. */
function checkTarget(ctx: Context, kind: ChannelKind, { address, token }: Target): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !isReachable(ctx, url)) {
    throw refuseField('address', notificationMessages.address_invalid())
  }
  if (kind === 'ntfy' && findTopic(address) === null) {
    throw refuseField('address', notificationMessages.topic_missing())
  }
  // A webhook only signs with it.
  if (token && kind !== 'webhook' && !/^[\x21-\x7e]+$/.test(token)) {
    throw refuseField('token', notificationMessages.token_invalid())
  }
  if (kind === 'gotify' && !token) throw refuseField('token', notificationMessages.token_missing())
  return url.host
}

function isReachable(ctx: Context, url: URL): boolean {
  const { protocol, port, username, password } = url
  if (username !== '' || password !== '') return false
  if (protocol === 'https:' && port === '') return true
  return /^https?:$/.test(protocol) && isAllowedHost(ctx, url)
}

function checkQuietTime(from: number | null | undefined, until: number | null | undefined) {
  if ((from == null) === (until == null)) return
  const path = from == null ? 'quietFrom' : 'quietUntil'
  throw refuseField(path, notificationMessages.quiet_incomplete())
}

const refuseField = (path: string, message: Message) =>
  invalid(requestMessages.body_invalid(), [{ path, message }])
