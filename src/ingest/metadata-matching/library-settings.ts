/** The matching settings of a library: its providers, their order, and what they may change. */
import type { Viewer } from '../../accounts/permissions/model'
import { requireLibrary } from '../../catalog/libraries/service'
import type { Context } from '../../context'
import type { MetadataProvider } from '../providers/provider'
import type { LibraryProvidersBody, LibraryProvidersView } from './model'
import { listLibraryProviders, listProviders, requireProvider } from './provider-access'
import { findLibraryMatching, upsertLibraryMatching } from './queries'

const defaultThreshold = 0.9

export async function getLibraryProviders(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
): Promise<LibraryProvidersView> {
  await requireLibrary(ctx, viewer, libraryId)
  return buildSettingsView(ctx, libraryId)
}

async function buildSettingsView(ctx: Context, libraryId: string): Promise<LibraryProvidersView> {
  const row = await findLibraryMatching(ctx.db, libraryId)
  const used = await listLibraryProviders(ctx, libraryId)
  const names = new Set(used.map(({ name }) => name))
  const unused = (await listProviders(ctx)).filter(({ name }) => !names.has(name))
  return {
    libraryId,
    providers: [...used, ...unused].map((one) => ({
      ...buildProviderView(one),
      isUsed: names.has(one.name),
    })),
    isDefault: !row?.providers,
    threshold: row?.threshold ?? defaultThreshold,
    matchNew: row?.matchNew ?? false,
    preferProviderCovers: row?.preferProviderCovers ?? false,
    titleLanguage: row?.titleLanguage ?? null,
  }
}

const buildProviderView = ({ id, ...provider }: MetadataProvider) => ({
  pluginId: id,
  name: provider.name,
  displayName: provider.displayName,
  siteUrl: provider.siteUrl,
  attribution: provider.attribution,
  needsKey: provider.needsKey,
  hasKey: provider.hasKey,
  subjects: [...provider.subjects],
})

export async function setLibraryProviders(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { pluginIds, ...settings }: LibraryProvidersBody,
): Promise<LibraryProvidersView> {
  await requireLibrary(ctx, viewer, libraryId)
  const names = pluginIds && (await listNames(ctx, pluginIds))
  await ctx.write((tx) =>
    upsertLibraryMatching(tx, {
      libraryId,
      ...(names !== undefined && { providers: names }),
      ...settings,
      updatedAt: ctx.clock.now(),
    }),
  )
  return buildSettingsView(ctx, libraryId)
}

const listNames = (ctx: Context, ids: readonly string[]) =>
  Promise.all([...new Set(ids)].map(async (id) => (await requireProvider(ctx, id)).name))
