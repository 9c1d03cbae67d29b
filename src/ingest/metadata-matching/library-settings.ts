/** Which providers a library uses, in which order, and what they may change. */
import type { Viewer } from '../../accounts/permissions/model'
import { requireLibrary } from '../../catalog/libraries/service'
import type { Context } from '../../context'
import { getProviderKey } from '../../platform/outgoing/exchange'
import type { Provider } from '../providers/provider'
import { getProviderId, providers } from '../providers/providers'
import type { LibraryProvidersBody, LibraryProvidersView } from './model'
import { listLibraryProviders, requireProvider } from './provider-access'
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
  const unused = providers.filter((one) => !used.includes(one))
  return {
    libraryId,
    providers: [...used, ...unused].map((one) => ({
      ...buildProviderView(one),
      hasKey: getProviderKey(ctx.config, one) !== undefined,
      isUsed: used.includes(one),
    })),
    isDefault: !row?.providers,
    threshold: row?.threshold ?? defaultThreshold,
    matchNew: row?.matchNew ?? false,
    preferProviderCovers: row?.preferProviderCovers ?? false,
    titleLanguage: row?.titleLanguage ?? null,
  }
}

const buildProviderView = ({
  name,
  displayName,
  siteUrl,
  attribution,
  key,
  subjects,
}: Provider) => ({
  pluginId: getProviderId(name),
  name,
  displayName,
  siteUrl,
  attribution,
  needsKey: key?.isRequired ?? false,
  subjects: [...subjects],
})

export async function setLibraryProviders(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { pluginIds, ...settings }: LibraryProvidersBody,
): Promise<LibraryProvidersView> {
  await requireLibrary(ctx, viewer, libraryId)
  const names = pluginIds && [...new Set(pluginIds)].map((id) => requireProvider(id).name)
  await ctx.write((tx) =>
    upsertLibraryMatching(tx, {
      libraryId,
      ...(names !== undefined && { providers: names }),
      ...settings,
      updatedAt: ctx.now(),
    }),
  )
  return buildSettingsView(ctx, libraryId)
}
