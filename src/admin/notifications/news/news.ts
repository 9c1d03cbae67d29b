/** What is new for a user, with the rights that the user has now. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { type NewsKind, newsKinds } from '../model'
import { newsSources, type News } from './sources'

interface Period {
  after: Date
  until: Date
}

/** More than one poll announces at the same time, so that the cut below leaves something. */
const maxNews = 1000

/**
 * Oldest first, without what the user has seen elsewhere, and the time up to which it is complete: what
 * exceeds 1,000 of a kind comes with the next message.
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

/** The time before the last one, of which the list may not have everything. */
function findCut(list: readonly News[]): number {
  const lastMs = list.at(-1)!.happenedAt.getTime()
  const before = list.findLast(({ happenedAt }) => happenedAt.getTime() < lastMs)
  return before?.happenedAt.getTime() ?? lastMs
}

/** Of all kinds, newest first, at most `limit`. */
export async function listLatestNews(
  ctx: Context,
  viewer: Viewer,
  { after, limit }: { after: Date; limit: number },
): Promise<News[]> {
  const span = { after, until: ctx.now(), limit, newestFirst: true, withSeen: true }
  const lists = await Promise.all(newsKinds.map((kind) => newsSources[kind](ctx, viewer, span)))
  return lists
    .flat()
    .toSorted((a, b) => b.happenedAt.getTime() - a.happenedAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}
