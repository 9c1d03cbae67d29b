/** Plugins as metadata providers. */
import type { Context } from '../../../context'
import type { SendOptions } from '../../../platform/outgoing/model'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { ProviderMatch, SeriesQuery } from '../../providers/model'
import type { FoundWork, MetadataProvider, Subject } from '../../providers/provider'
import { readItems, readObject } from '../../providers/text/read-json'
import { pluginMessages } from '../messages'
import { findPluginRow, listEnabledRows, listLibrariesOfPlugins, type PluginRow } from '../queries'
import { askPlugin } from '../programs/ask-plugin'
import { recordFailure } from '../programs/plugin-health'
import { readPluginWork, readSearchResult } from './read-plugin-work'
import { keepPermitted } from './write-permissions'

export interface PluginProvider extends MetadataProvider {
  /** undefined: all libraries. */
  readonly libraryIds: readonly string[] | undefined
}

/** Those that are enabled. */
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
  const kind = getKind(plugin)
  return {
    id,
    name,
    displayName,
    attribution: null,
    subjects: subjects[kind],
    siteUrl: manifest?.homepage ?? null,
    searchUrl: manifest?.searchUriTemplate ?? null,
    knowsIsbns: kind === 'book',
    needsKey: manifest?.requiredCredentials.some(({ required }) => required) ?? false,
    hasKey: plugin.sealedCredentials !== null,
    // Who installs a plugin wants to use it.
    isDefault: true,
    search: (query, options) => search(ctx, plugin, query, options),
    get: (externalId, options) => get(ctx, plugin, externalId, options),
    parseLink: () => undefined,
  }
}

/** Of what the plugin describes. A series of novels is asked for as a book. */
const getKind = ({ manifest }: PluginRow): 'series' | 'book' =>
  manifest?.capabilities.metadataProvider.includes('series') === true ? 'series' : 'book'

const subjects: Record<'series' | 'book', readonly Subject[]> = {
  series: ['manga', 'comics', 'prose'],
  book: ['prose'],
}

async function search(
  ctx: Context,
  plugin: PluginRow,
  { title, isbn, limit }: SeriesQuery,
  { signal }: SendOptions,
): Promise<ProviderMatch[]> {
  const kind = getKind(plugin)
  const params = kind === 'book' && isbn !== undefined ? { isbn, limit } : { query: title, limit }
  const method = `metadata/${kind}/search`
  const answer = await askPlugin(ctx, plugin, { method, params, signal })
  const found = readItems(readObject(answer)['results'])
    .slice(0, limit)
    .flatMap((one) => {
      const candidate = readSearchResult(one)
      return candidate ? [{ candidate }] : []
    })
  if (found.length === 0) await explainRefusedHost(ctx, plugin)
  return found
}

/** Some plugins find nothing where they were refused. */
async function explainRefusedHost(ctx: Context, { id, name, displayName, hosts }: PluginRow) {
  if (hosts.length > 0) return
  const [host] = (await findPluginRow(ctx.db, id))?.requestedHosts ?? []
  if (host === undefined) return
  const message = pluginMessages.host_needed({ plugin: displayName, host })
  throw new ProviderError(name, { code: 'unauthorized', message })
}

async function get(
  ctx: Context,
  plugin: PluginRow,
  externalId: string,
  { signal }: SendOptions,
): Promise<FoundWork> {
  const method = `metadata/${getKind(plugin)}/get`
  const answer = await askPlugin(ctx, plugin, { method, params: { externalId }, signal })
  const { displayName, name, permissions } = plugin
  // Some say so instead of an error.
  if (answer === null) {
    const message = pluginMessages.work_not_found({ plugin: displayName })
    throw new ProviderError(name, { code: 'not_found', message })
  }
  const read = readPluginWork(answer)
  if (!read) {
    const message = pluginMessages.invalid_response({ plugin: displayName })
    await recordFailure(ctx, plugin, { code: 'invalid_response', method, message, isOwn: true })
    throw new ProviderError(name, { code: 'broken', message })
  }
  // Under the id that was asked for: some answer with that of an edition.
  const candidate = { ...read.candidate, externalId }
  return { candidate, work: keepPermitted(read.work, permissions) }
}
