/** What is new for a user since the last notification. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { listReleasesSince } from '../../ingest/releases/ledger/release-calendar'
import { renderMessage } from '../../platform/messages/message'
import { listTasks } from '../tasks/service'
import { notificationTexts } from './messages'
import type { NewsKind } from './model'

export interface News {
  kind: NewsKind
  title: string
  /** Below the base path of the server. */
  path: string
}

interface Period {
  after: Date
  until: Date
}

const maxNews = 50

/** At most 50 of each kind, with the rights that the user has now. */
export async function listNews(
  ctx: Context,
  viewer: Viewer,
  { kinds, period }: { kinds: readonly NewsKind[]; period: Period },
): Promise<News[]> {
  const lists = kinds.map((kind) => sources[kind](ctx, viewer, period))
  return (await Promise.all(lists)).flat()
}

type Source = (ctx: Context, viewer: Viewer, period: Period) => Promise<News[]>

const listNewReleases: Source = async (ctx, viewer, period) => {
  if (!viewer.permissions.has('series:read')) return []
  const releases = await listReleasesSince(ctx, viewer, { ...period, limit: maxNews })
  return releases.map(({ seriesId, title }) => ({
    kind: 'release',
    title,
    path: `/series/${seriesId}`,
  }))
}

const listFailedTasks: Source = async (ctx, viewer, { after, until }) => {
  if (!viewer.permissions.has('tasks:read')) return []
  const paging = { page: 1, pageSize: maxNews, offset: 0 }
  const { data } = await listTasks(ctx, viewer, { status: 'failed' }, paging)
  return data
    .filter(({ completedAt }) => completedAt && completedAt > after && completedAt <= until)
    .map(({ taskType: task }) => ({
      kind: 'failed_task',
      title: renderMessage(notificationTexts.failed_task({ task: task.replaceAll('_', ' ') })),
      path: '/settings/tasks',
    }))
}

const sources: Record<NewsKind, Source> = {
  release: listNewReleases,
  failed_task: listFailedTasks,
}
