/** The available providers, and those that a library uses. */
import { notFound } from '../../errors'
import type { Context } from '../../context'
import { listPluginProviders } from '../plugins/metadata/plugin-provider'
import type { MetadataProvider } from '../providers/provider'
import { providers } from '../providers/providers'
import { openBuiltIn } from './built-in-provider'
import { matchingMessages } from './messages'
import { findLibraryMatching, findLibraryType } from './queries'

const openBuiltIns = (ctx: Context) => providers.map((one) => openBuiltIn(ctx, one))

/** Lists all providers in the default order of libraries. */
export const listProviders = async (ctx: Context): Promise<MetadataProvider[]> => [
  ...openBuiltIns(ctx),
  ...(await listPluginProviders(ctx)),
]

export async function requireProvider(ctx: Context, id: string): Promise<MetadataProvider> {
  const provider = (await listProviders(ctx)).find((one) => one.id === id)
  if (!provider) throw notFound(matchingMessages.provider_not_found())
  return provider
}

/** Returns undefined if the provider is not installed or is disabled. */
export const findProviderByName = async (ctx: Context, name: string) =>
  (await listProviders(ctx)).find((one) => one.name === name)

/**
 * Lists providers that may receive data about a library. Plugins can be limited to some libraries.
 */
export async function listProvidersFor(
  ctx: Context,
  libraryId: string,
): Promise<MetadataProvider[]> {
  const plugins = (await listPluginProviders(ctx)).filter(
    ({ libraryIds }) => libraryIds?.includes(libraryId) ?? true,
  )
  return [...openBuiltIns(ctx), ...plugins]
}

export async function requireProviderFor(
  ctx: Context,
  libraryId: string,
  id: string,
): Promise<MetadataProvider> {
  const provider = (await listProvidersFor(ctx, libraryId)).find((one) => one.id === id)
  if (!provider) throw notFound(matchingMessages.provider_not_found())
  return provider
}

/** Lists the providers that the library uses, most trusted first. */
export async function listLibraryProviders(
  ctx: Context,
  libraryId: string,
): Promise<MetadataProvider[]> {
  const all = await listProvidersFor(ctx, libraryId)
  const chosen = (await findLibraryMatching(ctx.db, libraryId))?.providers
  if (chosen) return chosen.flatMap((name) => all.find((one) => one.name === name) ?? [])
  const subjects = subjectsByType[await findLibraryType(ctx.db, libraryId)]
  return all.filter(
    (one) => one.isDefault && subjects.some((subject) => one.subjects.includes(subject)),
  )
}

const subjectsByType = {
  manga: ['manga'],
  webtoon: ['manga'],
  comic: ['comics'],
  book: ['prose'],
  mixed: ['manga', 'comics', 'prose'],
} as const
