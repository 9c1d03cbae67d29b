/**
 * A user's notifications in the web interface. Lists at most 500 notifications from the last 90
 * days.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { markReleasesSeen } from '../../../ingest/releases/ledger/edit-releases'
import type { Found, Paging } from '../../../platform/http/pagination'
import { withText } from '../../../platform/messages/message'
import { notificationMessages } from '../messages'
import { notificationsUpdated, type NotificationView } from '../model'
import { listLatestNews } from '../news/news'
import type { News } from '../news/news-sources'
import { deleteOldStates, findAccountStart, listStates, storeStates } from './inbox-queries'

const maxEntries = 500
const keptDays = 90
const dayMs = 86_400_000

type Entry = News & { isRead: boolean }

interface Wanted {
  isRead: boolean | undefined
  paging: Paging
}

export async function listNotifications(
  ctx: Context,
  viewer: Viewer,
  { isRead, paging: { offset, pageSize } }: Wanted,
): Promise<Found<NotificationView>> {
  const entries = await listEntries(ctx, viewer)
  const wanted = isRead === undefined ? entries : entries.filter((one) => one.isRead === isRead)
  return { data: wanted.slice(offset, offset + pageSize).map(buildView), total: wanted.length }
}

function buildView({ id, kind, message, path, happenedAt, isRead }: Entry): NotificationView {
  return { id, kind, ...withText(message), path, happenedAt, read: isRead }
}

/** Marks all notifications if no IDs are given. Ignores IDs that do not belong to the viewer. */
export async function markNotificationsRead(
  ctx: Context,
  viewer: Viewer,
  ids: readonly string[] | undefined,
) {
  const wanted = ids && new Set(ids)
  const unread = (await listEntries(ctx, viewer)).filter(
    ({ id, isRead }) => !isRead && (wanted?.has(id) ?? true),
  )
  if (unread.length === 0) return
  const releaseIds = unread.filter(({ kind }) => kind === 'release').map(({ id }) => id)
  if (releaseIds.length > 0) await markReleasesSeen(ctx, viewer, releaseIds)
  await storeAndPublish(ctx, viewer, unread, { readAt: ctx.clock.now() })
}

export async function deleteNotification(ctx: Context, viewer: Viewer, id: string) {
  const entry = (await listEntries(ctx, viewer)).find((one) => one.id === id)
  if (!entry) throw notFound(notificationMessages.not_found())
  await storeAndPublish(ctx, viewer, [entry], { deletedAt: ctx.clock.now() })
}

async function storeAndPublish(
  ctx: Context,
  { userId }: Viewer,
  entries: readonly Entry[],
  change: { readAt: Date } | { deletedAt: Date },
) {
  await ctx.write(async (tx) => {
    await storeStates(tx, userId, entries, change)
    tx.afterCommit(() => ctx.bus.publish(notificationsUpdated, { userId }))
  })
}

/** Lists notifications, newest first, without those that the user has deleted. */
async function listEntries(ctx: Context, viewer: Viewer): Promise<Entry[]> {
  const after = await findStart(ctx, viewer)
  const news = await listLatestNews(ctx, viewer, { after, limit: maxEntries })
  const states = await listStates(ctx.heavy, viewer.userId, after)
  const known = new Map(states.map((state) => [state.newsId, state]))
  return news.flatMap((one) => {
    const state = known.get(one.id)
    const isSame = state?.happenedAt.getTime() === one.happenedAt.getTime()
    if (isSame && state?.deletedAt) return []
    return [{ ...one, isRead: one.isSeen || (isSame && state?.readAt != null) }]
  })
}

/**
 * Returns the time after which events are shown, which is not before the user's account existed.
 */
async function findStart(ctx: Context, { userId }: Viewer): Promise<Date> {
  const oldest = getOldestShown(ctx)
  const start = await findAccountStart(ctx.heavy, userId)
  return start && start > oldest ? start : oldest
}

const getOldestShown = (ctx: Context) => new Date(ctx.clock.now().getTime() - keptDays * dayMs)

export async function deleteOldNotificationStates(ctx: Context) {
  await ctx.writeBulk((tx) => deleteOldStates(tx, getOldestShown(ctx)))
}
