/** Lists the news for a user, according to the user's current permissions. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { type NewsKind, newsKinds } from '../model'
import { newsSources, type News } from './news-sources'

interface Period {
  after: Date
  until: Date
}

/**
 * Maximum number of items of a kind per query. A single poll publishes fewer items with the same
 * timestamp, so some items remain after `findCut`.
 */
const maxNews = 1000

/**
 * Lists news that the user has not seen elsewhere, oldest first, and returns the time up to which
 * the list is complete. Items beyond 1,000 of a kind are sent with the next message.
 */
export async function listNews(
  ctx: Context,
  viewer: Viewer,
  { kinds, period }: { kinds: readonly NewsKind[]; period: Period },
): Promise<{ news: News[]; until: Date }> {
  const span = { ...period, limit: maxNews }
  const lists = await Promise.all(kinds.map((kind) => newsSources[kind](ctx, viewer, span)))
  const cuts = lists.filter((list) => list.length === maxNews).map((list) => findCut(list))
  const untilMs = Math.min(period.until.getTime(), ...cuts)
  const news = lists.flat().filter(({ happenedAt }) => happenedAt.getTime() <= untilMs)
  return { news, until: new Date(untilMs) }
}

/**
 * Returns the second-to-last distinct timestamp, because some items with the last timestamp may be
 * missing.
 */
function findCut(list: readonly News[]): number {
  const lastMs = list.at(-1)!.happenedAt.getTime()
  const before = list.findLast(({ happenedAt }) => happenedAt.getTime() < lastMs)
  return before?.happenedAt.getTime() ?? lastMs
}

/** Lists at most `limit` news items of all kinds, newest first. */
export async function listLatestNews(
  ctx: Context,
  viewer: Viewer,
  { after, limit }: { after: Date; limit: number },
): Promise<News[]> {
  const span = { after, until: ctx.clock.now(), limit, newestFirst: true, withSeen: true }
  const lists = await Promise.all(newsKinds.map((kind) => newsSources[kind](ctx, viewer, span)))
  return lists
    .flat()
    .toSorted((a, b) => b.happenedAt.getTime() - a.happenedAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}
