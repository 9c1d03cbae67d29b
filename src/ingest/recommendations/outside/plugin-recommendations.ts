/** Sends the series that a user has read to a plugin, and requests recommendations. */
import type { SQL } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { openOwner } from '../../connections/plugin-lists/plugin-sign-in'
import type { Connection } from '../../connections/services/connected-service'
import { createInvalidAnswer, type UserPlugin } from '../../plugins/usable-plugin'
import { readItems, readObject } from '../../providers/text/read-json'
import { listDismissedIds, listFactsOfSeries, listReadSeries } from './outside-queries'
import { maxOutsideWorks, type OutsideWork, readRecommendedWork } from './outside-work'

const maxReadSeries = 200

interface Asking {
  connection: Connection
  plugin: UserPlugin
  viewer: Viewer
  isIncluded: SQL | undefined
}

export async function recommendByPlugin(
  ctx: Context,
  { connection, plugin, viewer, isIncluded }: Asking,
  signal: AbortSignal,
): Promise<OutsideWork[]> {
  const owner = await openOwner(ctx, plugin, connection.row)
  const library = await describeLibrary(ctx, viewer, isIncluded)
  const excludeIds = await listDismissedIds(ctx.db, viewer.userId, connection.row.service)
  const asked = { owner, signal, timeoutMs: plugin.timeoutMs }
  const profile = { method: 'recommendations/updateProfile', params: { entries: library } }
  await askOptional(plugin, { owner, signal, ...profile })
  const answer = readObject(
    await plugin.ask({
      ...asked,
      method: 'recommendations/get',
      params: { library, limit: maxOutsideWorks, excludeIds },
    }),
  )
  const { recommendations } = answer
  const works = new Map<string, OutsideWork>()
  for (const one of readItems(recommendations).slice(0, maxOutsideWorks)) {
    const work = readRecommendedWork(readObject(one))
    if (work) works.set(work.externalId, work)
  }
  // A response without recommendations replaces the earlier ones only if it is an empty list.
  const isEmptyList = Array.isArray(recommendations) && recommendations.length === 0
  if (works.size === 0 && !isEmptyList) throw createInvalidAnswer(plugin)
  return [...works.values()].toSorted((one, other) => other.score - one.score)
}

/**
 * Sends a request that plugins do not have to support. Ignores errors of the plugin, unless it is
 * busy.
 */
export async function askOptional(
  plugin: UserPlugin,
  question: Parameters<UserPlugin['ask']>[0],
): Promise<void> {
  try {
    await plugin.ask(question)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code === 'busy') throw error
  }
}

async function describeLibrary(ctx: Context, viewer: Viewer, isIncluded: SQL | undefined) {
  const read = await listReadSeries(ctx.heavy, viewer, { isIncluded, limit: maxReadSeries })
  const facts = await listFactsOfSeries(
    ctx.heavy,
    read.map(({ seriesId }) => seriesId),
  )
  return read.map(({ seriesId, bookCount, booksRead, readCount, lastReadAt, ...one }) => ({
    ...one,
    seriesId,
    alternateTitles: facts.titles.get(seriesId)?.map(({ title }) => title) ?? [],
    genres: facts.genres.get(seriesId)?.map(({ name }) => name) ?? [],
    tags: [],
    externalIds:
      facts.ids.get(seriesId)?.map(({ source, externalId }) => ({
        source: source.replace(/^plugin:/, 'api:'),
        externalId,
      })) ?? [],
    booksOwned: bookCount,
    booksRead,
    readingStatus: readCount > 0 || booksRead >= bookCount ? 'completed' : 'reading',
    lastReadAt: lastReadAt?.toISOString() ?? null,
  }))
}
