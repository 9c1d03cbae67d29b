/** Sends news and test notifications to channels. */
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import type { Job } from '../../platform/jobs/job'
import { removeSchedule } from '../../platform/jobs/schedules'
import { type Message, renderMessage, withText } from '../../platform/messages/message'
import type { EgressContext } from '../../platform/outgoing/egress/fetch-through'
import { getChannel, recovery, schedulePrefix } from './channels'
import { notificationMessages, notificationTexts, webPushMessages } from './messages'
import { sendNotificationsJob } from './model'
import { listNews } from './news/news'
import type { News } from './news/news-sources'
import { isQuietHour } from './schedule'
import { type ChannelRow, notificationChannels } from './schema'
import { sendMail } from './senders/mail'
import { buildNewsMail } from './senders/mail-texts'
import { buildNotificationRequest, type Notification } from './senders/requests'
import { sendNotification } from './senders/send'
import { buildPushRequest } from './senders/web-push'
import { openTarget } from './sealed-target'

const maxLines = 20
/**
 * News is sent only after this delay, because rows of a transaction that started earlier may become
 * visible later.
 */
const settleMs = 10_000
const firstWaitMs = 10 * 60_000
const longestWaitMs = 24 * 3_600_000
const maxFailingDays = 10
const dayMs = 86_400_000
const skippedMs = 3_600_000

export type SendContext = Context & Pick<EgressContext, 'egress' | 'certificate' | 'timeoutMs'>

export async function enqueueSending(ctx: Context, tx: Tx, name: string) {
  const channelId = name.slice(schedulePrefix.length)
  const isOn = and(eq(notificationChannels.id, channelId), eq(notificationChannels.enabled, true))
  // The channel was deleted with its user or turned off when the password changed.
  if ((await tx.$count(notificationChannels, isOn)) === 0) return removeSchedule(tx, name)
  await ctx.queue.enqueue(tx, sendNotificationsJob, { channelId }, { key: name })
}

/**
 * Sends due news. If the process dies before it stores that the news was sent, the news is sent
 * again.
 */
export async function sendDueNews(
  ctx: SendContext,
  { payload: { channelId } }: Job<{ channelId: string }>,
  signal: AbortSignal,
) {
  const [row] = await ctx.db
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.id, channelId))
  const now = ctx.clock.now()
  if (!row?.enabled || !row.confirmedAt || (row.notBefore && row.notBefore > now)) return
  // After downtime, the server runs overdue jobs, possibly during quiet hours.
  if (isQuietHour(row, now.getHours())) return
  const viewer = await findViewerOfUser(ctx.db, row.userId)
  if (!viewer) return
  const period = { after: row.sentUntil, until: new Date(now.getTime() - settleMs) }
  if (period.until <= period.after) return
  const { news, until } = await listNews(ctx, viewer, { kinds: row.newsKinds, period })
  if (news.length === 0) return skipPeriod(row, until)
  try {
    await send(ctx, row, buildNotification(ctx, news), signal)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return storeFailure(ctx, row, error.userMessage)
  }
  return async (tx: Tx) => {
    await tx
      .update(notificationChannels)
      .set({ sentUntil: until, lastSentAt: now })
      .where(eq(notificationChannels.id, row.id))
    await updateSameTarget(tx, row, recovery)
  }
}

/**
 * Skips a period without news, so that a kind of news that is selected later does not start with
 * old items.
 */
const skipPeriod = (row: ChannelRow, until: Date) =>
  until.getTime() - row.sentUntil.getTime() < skippedMs
    ? undefined
    : async (tx: Tx) => {
        await tx
          .update(notificationChannels)
          .set({ sentUntil: until })
          .where(eq(notificationChannels.id, row.id))
      }

/**
 * Updates the row only if its address is still the same, because the result for one address does
 * not apply to another. Returns the updated rows.
 */
const updateSameTarget = (tx: Tx, { id, sealedTarget }: ChannelRow, change: Partial<ChannelRow>) =>
  tx
    .update(notificationChannels)
    .set(change)
    .where(
      and(eq(notificationChannels.id, id), eq(notificationChannels.sealedTarget, sealedTarget)),
    )
    .returning({ id: notificationChannels.id })

/**
 * Doubles the wait after each failure. Turns the channel off after ten days of failures, or when
 * its browser subscription has ended.
 */
const storeFailure = (ctx: Context, row: ChannelRow, failure: Message) => async (tx: Tx) => {
  const now = ctx.clock.now()
  const failures = row.failures + 1
  const since = row.failingSince ?? now
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 20), longestWaitMs)
  const isEnded = failure.code === webPushMessages.subscription_ended().code
  const isOver = isEnded || now.getTime() - since.getTime() >= maxFailingDays * dayMs
  const updated = await updateSameTarget(tx, row, {
    failures,
    failingSince: since,
    lastError: isOver && !isEnded ? notificationMessages.paused({ days: maxFailingDays }) : failure,
    notBefore: new Date(now.getTime() + waitMs),
    ...(isOver && { enabled: false }),
  })
  if (isOver && updated.length > 0) await removeSchedule(tx, schedulePrefix + row.id)
}

async function send(
  ctx: SendContext,
  row: ChannelRow,
  notification: Notification,
  signal: AbortSignal,
) {
  const { kind } = row
  const target = await openTarget(ctx, row)
  if (kind === 'email') {
    const mail = buildNewsMail(notification, buildLink(ctx, '/settings/notifications'))
    return sendMail(ctx, target.address, mail, signal)
  }
  if (kind === 'web_push') {
    const request = await buildPushRequest(ctx.config, target, notification)
    return sendNotification(ctx, request, signal, describePushResponse)
  }
  return sendNotification(ctx, buildNotificationRequest(kind, target, notification), signal)
}

/** Returns a message if the user revoked the permission or the subscription has expired. */
const describePushResponse = (status: number) =>
  status === 404 || status === 410 ? webPushMessages.subscription_ended() : undefined

function buildNotification(ctx: Context, news: readonly News[]): Notification {
  const shown = news.slice(0, maxLines)
  const count = news.length - shown.length
  const link = (path: string) => buildLink(ctx, path)
  const path = news.length === 1 ? news[0]!.path : '/releases'
  return {
    title: renderMessage(notificationTexts.title({ count: news.length })),
    lines: [
      ...shown.map(({ title }) => title),
      ...(count > 0 ? [renderMessage(notificationTexts.more({ count }))] : []),
    ],
    link: link(path),
    path,
    news: news.map((one) => ({ kind: one.kind, title: one.title, link: link(one.path) })),
    sentAt: ctx.clock.now(),
  }
}

const buildLink = ({ config }: Context, path: string): string | null =>
  config.server.public_url ? `${config.server.public_url.replace(/\/+$/, '')}${path}` : null

/** Throws a `Refusal` with the reason if the test was not sent. */
export async function sendTest(ctx: SendContext, viewer: Viewer, id: string, signal: AbortSignal) {
  const row = await getChannel(ctx, viewer, id)
  if (!row.confirmedAt) throw new Refusal('conflict', notificationMessages.not_confirmed())
  const news = { kind: 'test', title: renderMessage(notificationTexts.test()), link: null }
  const title = renderMessage(notificationTexts.title({ count: 1 }))
  const notification = {
    title,
    lines: [news.title],
    link: buildLink(ctx, '/'),
    path: '/',
    news: [news],
  }
  await send(ctx, row, { ...notification, sentAt: ctx.clock.now() }, signal)
  return withText(notificationMessages.sent())
}
