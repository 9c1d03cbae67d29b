/** Which providers a library uses, in which order, and what they may change. */
import type { Viewer } from '../../accounts/permissions/model'
import { requireLibrary } from '../../catalog/libraries/service'
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
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
  return buildSettingsView(ctx.db, libraryId)
}

async function buildSettingsView(db: Db, libraryId: string): Promise<LibraryProvidersView> {
  const row = await findLibraryMatching(db, libraryId)
  const used = await listLibraryProviders(db, libraryId)
  const unused = providers.filter((one) => !used.includes(one))
  return {
    libraryId,
    providers: [...used, ...unused].map((one) => buildProviderView(one, used.includes(one))),
    isDefault: !row?.providers,
    threshold: row?.threshold ?? defaultThreshold,
    matchNew: row?.matchNew ?? false,
    preferProviderCovers: row?.preferProviderCovers ?? false,
  }
}

const buildProviderView = (
  { name, displayName, siteUrl, attribution, key, subjects }: Provider,
  isUsed: boolean,
) => ({
  pluginId: getProviderId(name),
  name,
  displayName,
  siteUrl,
  attribution,
  needsKey: key?.isRequired ?? false,
  subjects: [...subjects],
  isUsed,
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
  return buildSettingsView(ctx.db, libraryId)
}
