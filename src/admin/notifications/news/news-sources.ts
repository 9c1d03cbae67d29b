/** Sources of the different kinds of news. News is derived from data that is already stored. */
import type { Permission, Viewer } from '../../../accounts/permissions/model'
import { findUnratedNotice } from '../../../catalog/access-overview/unrated-notice'
import type { Context } from '../../../context'
import {
  type AnnouncedRelease,
  listReleasesSince,
} from '../../../ingest/releases/ledger/release-calendar'
import { formatReleaseTitle, formatSpans } from '../../../ingest/releases/release-texts'
import { type Message, renderMessage } from '../../../platform/messages/message'
import { findFailedBackup } from '../../backup/results/failed-backup'
import { findOverdueBackup } from '../../backup/results/overdue-backup'
import { findNewerRelease } from '../../updates/check-for-update'
import { listFailedTasks } from '../../tasks/service'
import { newsMessages } from '../messages'
import type { NewsKind } from '../model'
import {
  listEndedRuns,
  listFailedBackups,
  listUnconfirmedLibraries,
  type NewsSpan,
} from './news-queries'

export interface News {
  /** ID of the subject. News with the same ID may occur again at a different time. */
  id: string
  kind: NewsKind
  message: Message
  /** English text in the short form shown in channels. */
  title: string
  /** Relative to the server's base path. */
  path: string
  happenedAt: Date
  /** Whether the user has seen the news elsewhere. */
  isSeen: boolean
}

type Source = (ctx: Context, viewer: Viewer, span: NewsSpan) => Promise<News[]>

/** The permission that each kind of news requires. */
const neededPermissions = {
  release: 'series:read',
  failed_task: 'tasks:read',
  failed_backup: 'system:admin',
  match_run: 'series:write',
  scan_confirmation: 'libraries:write',
  unrated_shown: 'system:admin',
  update: 'system:admin',
} as const satisfies Record<NewsKind, Permission>

const restricted =
  (kind: NewsKind, source: Source): Source =>
  async (ctx, viewer, span) =>
    viewer.permissions.has(neededPermissions[kind]) ? source(ctx, viewer, span) : []

const createNews = (news: Omit<News, 'title' | 'isSeen'>): News => ({
  ...news,
  title: renderMessage(news.message),
  isSeen: false,
})

const listNewReleases: Source = async (ctx, viewer, span) => {
  const found = await listReleasesSince(ctx, viewer, span)
  return found.map((release) => ({
    id: release.id,
    kind: 'release',
    message: createReleaseMessage(release),
    title: formatReleaseTitle(release),
    path: `/series/${release.seriesId}`,
    happenedAt: release.announcedAt,
    isSeen: release.seen,
  }))
}

function createReleaseMessage({ seriesTitle: series, title, volumes, chapters }: AnnouncedRelease) {
  const [volume, chapter] = [formatSpans(volumes), formatSpans(chapters)]
  if (volume && chapter) return newsMessages.release_volume_chapter({ series, volume, chapter })
  if (volume) return newsMessages.release_volume({ series, volume })
  if (chapter) return newsMessages.release_chapter({ series, chapter })
  return newsMessages.release({ series, title })
}

const listNewFailures: Source = async (ctx, viewer, span) => {
  const failed = await listFailedTasks(ctx, viewer, span)
  return failed.map(({ id, taskType, failedAt }) =>
    createNews({
      id,
      kind: 'failed_task',
      message: newsMessages.failed_task({ task: taskType.replaceAll('_', ' ') }),
      path: '/settings/tasks',
      happenedAt: failedAt,
    }),
  )
}

/**
 * Lists failed backups of all kinds, and adds a warning if no backup has been verified for a week.
 */
const listNewFailedBackups: Source = async (ctx, _, span) => {
  const failed = await listFailedBackups(ctx.heavy, span)
  const before = failed.map(({ id, completedAt }) =>
    createNews({
      id,
      kind: 'failed_backup',
      message: newsMessages.failed_backup(),
      path: '/settings/trash',
      happenedAt: completedAt!,
    }),
  )
  return limitNews([...before, ...(await listBackupWarnings(ctx, span))], span)
}

async function listBackupWarnings(ctx: Context, { after, until }: NewsSpan): Promise<News[]> {
  const common = { kind: 'failed_backup', path: '/settings/backups' } as const
  const failed = await findFailedBackup(ctx.db)
  const due = await findOverdueBackup(ctx)
  const warnings = [
    failed && {
      id: failed.id,
      message: newsMessages.failed_backup_command({ reason: failed.reason }),
      happenedAt: failed.failedAt,
    },
    due && {
      id: Bun.randomUUIDv5(`overdue ${due.toISOString()}`, derivedNamespace),
      message: newsMessages.overdue_backup(),
      happenedAt: due,
    },
  ]
  return warnings.flatMap((warning) =>
    warning && warning.happenedAt > after && warning.happenedAt <= until
      ? createNews({ ...common, ...warning })
      : [],
  )
}

const listNewerReleases: Source = async (ctx, _, span) => {
  const found = await findNewerRelease(ctx)
  if (!found || found.foundAt <= span.after || found.foundAt > span.until) return []
  const { version, isSecurityRelease, foundAt: happenedAt } = found
  const message = isSecurityRelease
    ? newsMessages.security_update({ version })
    : newsMessages.update({ version })
  const id = Bun.randomUUIDv5(`update ${version}`, derivedNamespace)
  return [createNews({ id, kind: 'update', message, path: '/settings/about', happenedAt })]
}

/**
 * Namespace for IDs derived from events. The same event always has the same ID, so that it is
 * announced once.
 */
const derivedNamespace = '6f1d3c1e-8a57-4c59-9b42-0d1f5d2f7a11'

function limitNews(news: News[], { limit, newestFirst }: NewsSpan): News[] {
  const order = newestFirst ? -1 : 1
  const compare = (a: News, b: News) => order * (a.happenedAt.getTime() - b.happenedAt.getTime())
  return news.toSorted(compare).slice(0, limit)
}

const listNewEndedRuns: Source = async (ctx, viewer, span) => {
  const ended = await listEndedRuns(ctx.heavy, viewer, span)
  return ended.map(({ run, library }) =>
    createNews({
      id: run.id,
      kind: 'match_run',
      message: createRunMessage(run, library),
      path: '/settings/metadata',
      happenedAt: run.finishedAt!,
    }),
  )
}

type EndedRun = Awaited<ReturnType<typeof listEndedRuns>>[number]['run']

function createRunMessage({ state, isRefresh, hasOpen }: EndedRun, library: string | null) {
  const isFailed = state === 'failed'
  if (library === null) {
    if (isFailed) return newsMessages.selection_failed()
    return hasOpen ? newsMessages.selection_review() : newsMessages.selection_matched()
  }
  if (isRefresh) {
    return isFailed ? newsMessages.refresh_failed({ library }) : newsMessages.refreshed({ library })
  }
  if (isFailed) return newsMessages.matching_failed({ library })
  return hasOpen ? newsMessages.matching_review({ library }) : newsMessages.matched({ library })
}

const listNewUnconfirmed: Source = async (ctx, viewer, span) => {
  const waiting = await listUnconfirmedLibraries(ctx.heavy, viewer, span)
  return waiting.map(({ id, name, stateChangedAt }) =>
    createNews({
      id,
      kind: 'scan_confirmation',
      message: newsMessages.scan_confirmation({ library: name }),
      path: '/settings/libraries',
      happenedAt: stateChangedAt!,
    }),
  )
}

const listUnratedShown: Source = async (ctx, viewer, span) => {
  const found = await findUnratedNotice(ctx, viewer)
  if (!found || found.foundAt <= span.after || found.foundAt > span.until) return []
  const { id, foundAt: happenedAt, userCount: users, seriesCount: series } = found
  const message = newsMessages.unrated_shown({ users, series })
  return [createNews({ id, kind: 'unrated_shown', message, path: '/settings/access', happenedAt })]
}

export const newsSources: Record<NewsKind, Source> = {
  release: restricted('release', listNewReleases),
  failed_task: restricted('failed_task', listNewFailures),
  failed_backup: restricted('failed_backup', listNewFailedBackups),
  match_run: restricted('match_run', listNewEndedRuns),
  scan_confirmation: restricted('scan_confirmation', listNewUnconfirmed),
  unrated_shown: restricted('unrated_shown', listUnratedShown),
  update: restricted('update', listNewerReleases),
}
