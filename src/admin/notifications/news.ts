/** What is new for a user since the last notification. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { listReleasesSince } from '../../ingest/releases/ledger/release-calendar'
import { renderMessage } from '../../platform/messages/message'
import { listFailedTasks } from '../tasks/service'
import { notificationTexts } from './messages'
import type { NewsKind } from './model'

export interface News {
  kind: NewsKind
  title: string
  /** Below the base path of the server. */
  path: string
  happenedAt: Date
}

interface Period {
  after: Date
  until: Date
}

/** More than one poll announces at the same time, so that the cut below leaves something. */
const maxNews = 1000

/**
 * With the rights that the user has now, oldest first, and the time up to which it is complete: what exceeds
 * 1,000 of a kind comes with the next message.
 */
export async function listNews(
  ctx: Context,
  viewer: Viewer,
  { kinds, period }: { kinds: readonly NewsKind[]; period: Period },
): Promise<{ news: News[]; until: Date }> {
  const lists = await Promise.all(kinds.map((kind) => sources[kind](ctx, viewer, period)))
  const cuts = lists.filter((list) => list.length === maxNews).map((list) => findCut(list))
  const untilMs = Math.min(period.until.getTime(), ...cuts)
  const news = lists.flat().filter(({ happenedAt }) => happenedAt.getTime() <= untilMs)
  return { news, until: new Date(untilMs) }
}

/** The time before the last one, of which the list may not have everything. */
function findCut(list: readonly News[]): number {
  const lastMs = list.at(-1)!.happenedAt.getTime()
  const before = list.findLast(({ happenedAt }) => happenedAt.getTime() < lastMs)
  return before?.happenedAt.getTime() ?? lastMs
}

type Source = (ctx: Context, viewer: Viewer, period: Period) => Promise<News[]>

const listNewReleases: Source = async (ctx, viewer, period) => {
  if (!viewer.permissions.has('series:read')) return []
  const found = await listReleasesSince(ctx, viewer, { ...period, limit: maxNews })
  return found.map(({ seriesId, title, announcedAt }) => ({
    kind: 'release',
    title,
    path: `/series/${seriesId}`,
    happenedAt: announcedAt,
  }))
}

const listNewFailures: Source = async (ctx, viewer, period) => {
  if (!viewer.permissions.has('tasks:read')) return []
  const failed = await listFailedTasks(ctx, viewer, { ...period, limit: maxNews })
  return failed.map(({ taskType, failedAt }) => ({
    kind: 'failed_task',
    title: renderMessage(notificationTexts.failed_task({ task: taskType.replaceAll('_', ' ') })),
    path: '/settings/tasks',
    happenedAt: failedAt,
  }))
}

const sources: Record<NewsKind, Source> = {
  release: listNewReleases,
  failed_task: listNewFailures,
}
