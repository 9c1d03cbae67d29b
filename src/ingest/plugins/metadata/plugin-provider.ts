/** Plugins as metadata providers. */
import type { Context } from '../../../context'
import type { SendOptions } from '../../../platform/outgoing/model'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type {
  BookMatch,
  BookQuery,
  FoundBook,
  ProviderMatch,
  SeriesQuery,
} from '../../providers/model'
import type { BookProvider, FoundWork, MetadataProvider } from '../../providers/provider'
import { readItems, readObject } from '../../providers/text/read-json'
import { pluginMessages } from '../messages'
import { findPluginRow, listEnabledRows, listLibrariesOfPlugins, type PluginRow } from '../queries'
import { askPlugin } from '../programs/ask-plugin'
import { recordFailure } from '../programs/plugin-health'
import { readBookResult, readPluginBook } from './read-plugin-book'
import { readPluginWork, readSearchResult } from './read-plugin-work'
import { keepPermitted } from './write-permissions'

export interface PluginProvider extends MetadataProvider {
  /** undefined for all libraries. */
  readonly libraryIds: readonly string[] | undefined
}

/** Omits disabled plugins. */
export async function listPluginProviders(ctx: Context): Promise<PluginProvider[]> {
  if (!ctx.config.plugins.enabled) return []
  const rows = (await listEnabledRows(ctx.db)).filter(isMetadataProvider)
  if (rows.length === 0) return []
  const libraryIds = await listLibrariesOfPlugins(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...openProvider(ctx, row),
    libraryIds: row.isForAllLibraries ? undefined : (libraryIds.get(row.id) ?? []),
  }))
}

const isMetadataProvider = ({ manifest, permissions }: PluginRow) =>
  (manifest?.capabilities.metadataProvider.length ?? 0) > 0 && permissions.length > 0

function openProvider(ctx: Context, plugin: PluginRow): MetadataProvider {
  const { id, name, displayName, manifest } = plugin
  const kinds = manifest?.capabilities.metadataProvider ?? []
  const knowsSeries = kinds.includes('series')
  return {
    id,
    name,
    displayName,
    attribution: null,
    subjects: knowsSeries ? ['manga', 'comics', 'prose'] : ['prose'],
    knowsSeries,
    siteUrl: manifest?.homepage ?? null,
    searchUrl: manifest?.searchUriTemplate ?? null,
    needsKey: manifest?.requiredCredentials.some(({ required }) => required) ?? false,
    hasKey: plugin.sealedCredentials !== null,
    // An installed plugin is used by default.
    isDefault: true,
    search: (query, options) => searchSeries(ctx, plugin, query, options),
    get: (externalId, options) => getSeries(ctx, plugin, externalId, options),
    parseLink: () => undefined,
    ...(kinds.includes('book') && { books: openBooks(ctx, plugin) }),
  }
}

const openBooks = (ctx: Context, plugin: PluginRow): BookProvider => ({
  search: (query, options) => searchBooks(ctx, plugin, query, options),
  get: (externalId, options) => getBook(ctx, plugin, externalId, options),
  parseLink: () => undefined,
})

const knowsSeries = ({ manifest }: PluginRow) =>
  manifest?.capabilities.metadataProvider.includes('series') === true

async function searchSeries(
  ctx: Context,
  plugin: PluginRow,
  { title, limit }: SeriesQuery,
  { signal }: SendOptions,
): Promise<ProviderMatch[]> {
  if (!knowsSeries(plugin)) return []
  const asked = { method: 'metadata/series/search', params: { query: title, limit }, signal }
  return ask(ctx, plugin, asked, readSearchResult)
}

/**
 * Returns at most `limit` results, regardless of how many the plugin sends. Throws if the plugin
 * sends no list or only unreadable results, because neither proves that no such work exists.
 */
async function ask<Candidate>(
  ctx: Context,
  plugin: PluginRow,
  asked: Parameters<typeof askPlugin>[2] & { params: { limit: number } },
  read: (value: unknown) => Candidate | undefined,
): Promise<{ candidate: Candidate }[]> {
  const { results } = readObject(await askPlugin(ctx, plugin, asked))
  const found = readItems(results)
    .slice(0, asked.params.limit)
    .flatMap((one) => {
      const candidate = read(one)
      return candidate ? [{ candidate }] : []
    })
  if (found.length === 0) await explainRefusedHost(ctx, plugin)
  const isEmptyList = Array.isArray(results) && results.length === 0
  if (found.length === 0 && !isEmptyList) throw await refuseAnswer(ctx, plugin, asked.method)
  return found
}

async function searchBooks(
  ctx: Context,
  plugin: PluginRow,
  { title, author, isbn, limit }: BookQuery,
  { signal }: SendOptions,
): Promise<BookMatch[]> {
  const params =
    isbn === undefined
      ? { query: title, ...(author !== undefined && { author }), limit }
      : { isbn, limit }
  return ask(ctx, plugin, { method: 'metadata/book/search', params, signal }, readBookResult)
}

/**
 * Throws if no host is allowed and the plugin tried to connect to one, because some plugins then
 * return no results.
 */
async function explainRefusedHost(ctx: Context, { id, name, displayName, hosts }: PluginRow) {
  if (hosts.length > 0) return
  const [host] = (await findPluginRow(ctx.db, id))?.requestedHosts ?? []
  if (host === undefined) return
  const message = pluginMessages.host_needed({ plugin: displayName, host })
  throw new ProviderError(name, { code: 'unauthorized', message })
}

const getSeries = (
  ctx: Context,
  plugin: PluginRow,
  externalId: string,
  { signal }: SendOptions,
): Promise<FoundWork> =>
  get(ctx, plugin, { method: 'metadata/series/get', externalId, signal }, readPluginWork)

const getBook = (
  ctx: Context,
  plugin: PluginRow,
  externalId: string,
  { signal }: SendOptions,
): Promise<FoundBook> =>
  get(ctx, plugin, { method: 'metadata/book/get', externalId, signal }, readPluginBook)

interface Wanted {
  method: string
  externalId: string
  signal: AbortSignal | undefined
}

async function get<Found extends FoundWork | FoundBook>(
  ctx: Context,
  plugin: PluginRow,
  { method, externalId, signal }: Wanted,
  read: (answer: unknown) => Found | undefined,
): Promise<Found> {
  const answer = await askPlugin(ctx, plugin, { method, params: { externalId }, signal })
  const { displayName, name, permissions } = plugin
  // Some plugins return null for a missing work instead of an error.
  if (answer === null) {
    const message = pluginMessages.work_not_found({ plugin: displayName })
    throw new ProviderError(name, { code: 'not_found', message })
  }
  const found = read(answer)
  if (!found) throw await refuseAnswer(ctx, plugin, method)
  // Uses the requested ID: some plugins return the ID of an edition.
  const candidate = { ...found.candidate, externalId }
  return { ...found, candidate, work: keepPermitted(found.work, permissions) }
}

async function refuseAnswer(ctx: Context, plugin: PluginRow, method: string) {
  const { name, displayName } = plugin
  const message = pluginMessages.invalid_response({ plugin: displayName })
  await recordFailure(ctx, plugin, { code: 'invalid_response', method, message, isOwn: true })
  return new ProviderError(name, { code: 'broken', message })
}
