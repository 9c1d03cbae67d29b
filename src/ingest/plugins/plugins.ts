/** Lets administrators manage the installed plugins. */
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import { requireLibrary } from '../../catalog/libraries/service'
import { auditDetail } from '../../accounts/audit/record'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { removeFolder } from '../../platform/lib/remove-folder'
import { withText } from '../../platform/messages/message'
import { findBuiltIn, providers } from '../providers/providers'
import { detectConfinement } from '../sandbox/detect-confinement'
import { pluginPermissions } from './metadata/write-permissions'
import { pluginLogMessages, pluginMessages } from './messages'
import { auditPlugin, describePluginPatch } from './plugin-audit'
import type { HealthView, PluginPatch, PluginStatusView, PluginsView, PluginView } from './model'
import { checkConfig, checkHosts, checkPermissions, checkReachable } from './plugin-config'
import { openCredentials, sealCredentials } from './plugin-credentials'
import { changeInstalled, getPluginFolder } from './files/plugin-folders'
import { buildBuiltInView, buildPluginView } from './plugin-view'
import { endProgram, forgetProgramLog } from './programs/plugin-programs'
import { resetHealth, windowMs } from './programs/plugin-health'
import { runRemovalHandlers } from './usable-plugin'
import {
  changePluginRow,
  countRecentFailures,
  deletePluginRow,
  findPluginRow,
  listLibrariesOfPlugins,
  listPluginRows,
  type PluginRow,
  replaceLibraries,
} from './queries'

export function requirePluginsEnabled({ config }: Pick<Context, 'config'>) {
  if (config.plugins.enabled) return
  throw new Refusal('conflict', pluginMessages.disabled_by_settings())
}

/** Finds an installed plugin. Throws for built-in ones, which have no row. */
export async function requirePlugin(ctx: Context, id: string): Promise<PluginRow> {
  const row = await findPluginRow(ctx.db, id)
  if (row) return row
  if (findBuiltIn(id)) throw new Refusal('conflict', pluginMessages.built_in())
  throw notFound(pluginMessages.not_found())
}

export async function listPlugins(ctx: Context): Promise<PluginsView> {
  const rows = await listPluginRows(ctx.db)
  const installed = await buildViews(ctx, rows)
  const builtIn = providers.map((one) => buildBuiltInView(ctx, one))
  const plugins = [...installed, ...builtIn]
  return {
    plugins,
    total: plugins.length,
    canConfine: (await detectConfinement()).isAvailable,
    hasRegistry: ctx.config.plugins.registry !== undefined,
    permissions: [...pluginPermissions],
  }
}

export async function getPlugin(ctx: Context, id: string): Promise<PluginView> {
  const builtIn = findBuiltIn(id)
  return builtIn ? buildBuiltInView(ctx, builtIn) : buildView(ctx, await requirePlugin(ctx, id))
}

async function buildViews(ctx: Context, rows: readonly PluginRow[]): Promise<PluginView[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const libraryIds = await listLibrariesOfPlugins(ctx.db, ids)
  const failures = await countRecentFailures(ctx.db, new Date(ctx.clock.now().getTime() - windowMs))
  const { isAvailable: canConfine } = await detectConfinement()
  return Promise.all(
    rows.map(async (row) =>
      buildPluginView(row, {
        libraryIds: libraryIds.get(row.id) ?? [],
        recentFailures: failures.get(row.id) ?? 0,
        canConfine,
        credentialKeys: await listCredentialKeys(ctx, row),
      }),
    ),
  )
}

/** Returns an empty list if this server's key cannot decrypt the credentials. */
async function listCredentialKeys(ctx: Context, row: PluginRow): Promise<string[]> {
  try {
    return Object.keys(await openCredentials(ctx, row))
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

async function buildView(ctx: Context, row: PluginRow): Promise<PluginView> {
  const [view] = await buildViews(ctx, [row])
  return view!
}

export const buildStatus = async (
  ctx: Context,
  row: PluginRow,
  message: Parameters<typeof withText>[0],
): Promise<PluginStatusView> => ({
  plugin: await buildView(ctx, row),
  ...withText(message),
  healthCheckPerformed: false,
  healthCheckPassed: null,
  healthCheckLatencyMs: null,
  healthCheckError: null,
  healthCheckProblem: null,
})

export async function patchPlugin(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: PluginPatch,
): Promise<PluginView> {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  for (const libraryId of patch.libraryIds ?? []) await requireLibrary(ctx, viewer, libraryId)
  for (;;) {
    const before = await requirePlugin(ctx, id)
    if (patch.hosts) await checkReachable(ctx, patch.hosts, before.hosts)
    const credentials = await readCredentials(ctx, before, patch)
    const row = await ctx.write(async (tx) => {
      const stored = await storePatch(ctx, tx, { before, patch, credentials })
      const changes = describePluginPatch(before, patch)
      const change = { plugin: before, action: 'change_plugin', changes } as const
      if (stored) await auditPlugin(ctx, tx, viewer, change)
      return stored
    })
    if (row) return buildView(ctx, row)
  }
}

interface PreparedPatch {
  before: PluginRow
  patch: PluginPatch
  credentials: Pick<PluginRow, 'sealedCredentials'> | undefined
}

/** Returns undefined if someone else changed the credentials or removed the plugin. */
async function storePatch(ctx: Context, tx: Tx, { before, patch, credentials }: PreparedPatch) {
  const { id, sealedCredentials } = before
  const current = await findPluginRow(tx, id)
  if (!current || (credentials && current.sealedCredentials !== sealedCredentials)) return undefined
  const { libraryIds } = patch
  if (libraryIds !== undefined) await replaceLibraries(tx, id, libraryIds ?? [])
  return changePluginRow(tx, id, {
    ...readSimpleMembers(patch, current),
    ...credentials,
    ...(libraryIds !== undefined && { isForAllLibraries: !libraryIds?.length }),
    updatedAt: ctx.clock.now(),
  })
}

function readSimpleMembers(patch: PluginPatch, { manifest, requestedHosts }: PluginRow) {
  const { displayName, description, permissions, hosts, config } = patch
  const { isUnconfinedAllowed, requestTimeoutSeconds, rateLimitRequestsPerMinute } = patch
  const allowed = hosts && checkHosts(hosts)
  return {
    ...(displayName && { displayName }),
    ...(description !== undefined && { description }),
    ...(permissions && { permissions: checkPermissions(permissions) }),
    ...(allowed && {
      hosts: allowed,
      requestedHosts: requestedHosts.filter((host) => !allowed.includes(host)),
    }),
    ...(config && { config: checkConfig(config, manifest?.configSchema) }),
    ...(isUnconfinedAllowed !== undefined && { isUnconfinedAllowed }),
    ...(requestTimeoutSeconds !== undefined && { requestTimeoutSeconds }),
    ...(rateLimitRequestsPerMinute !== undefined && { rateLimitRequestsPerMinute }),
  }
}

/**
 * Merges new credentials into the stored ones and encrypts the result. null and empty values delete
 * credentials. Returns undefined if none are given.
 */
async function readCredentials(ctx: Context, before: PluginRow, { credentials }: PluginPatch) {
  if (credentials === undefined) return undefined
  if (credentials === null) return { sealedCredentials: null }
  const stored = await openCredentials(ctx, before)
  const merged = Object.entries({ ...stored, ...credentials }).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
  )
  if (merged.length === 0) return { sealedCredentials: null }
  return { sealedCredentials: await sealCredentials(ctx, before.id, Object.fromEntries(merged)) }
}

/** Also stops the plugin's program. Its data is kept. */
export async function disablePlugin(ctx: Context, viewer: Viewer, id: string) {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  const plugin = await requirePlugin(ctx, id)
  const row = await ctx.write(async (tx) => {
    const changes = [auditDetail('enabled', false)]
    await auditPlugin(ctx, tx, viewer, { plugin, action: 'change_plugin', changes })
    const off = { enabled: false, disabledReason: null, updatedAt: ctx.clock.now() }
    return changePluginRow(tx, id, off)
  })
  if (!row) throw notFound(pluginMessages.not_found())
  await endProgram(ctx, id)
  return buildStatus(ctx, row, pluginMessages.disabled({ plugin: row.displayName }))
}

export async function resetPlugin(ctx: Context, viewer: Viewer, id: string) {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  await requirePlugin(ctx, id)
  const row = await resetHealth(ctx, id)
  if (!row) throw notFound(pluginMessages.not_found())
  return buildStatus(ctx, row, pluginMessages.reset({ plugin: row.displayName }))
}

/** Also deletes the plugin's files. Metadata that it provided for series is kept. */
export async function removePlugin(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  const plugin = await requirePlugin(ctx, id)
  const { name } = plugin
  await changeInstalled(async () => {
    await ctx.write(async (tx) => {
      await runRemovalHandlers(ctx, tx, id)
      await deletePluginRow(tx, id)
      await auditPlugin(ctx, tx, viewer, { plugin, action: 'remove_plugin' })
    })
    await endProgram(ctx, id)
    forgetProgramLog(ctx, id)
    await removeFolder(getPluginFolder(ctx, name))
  })
  ctx.log.info({ plugin: name, userId: viewer.userId }, pluginLogMessages.removed())
}

export async function getPluginHealth(ctx: Context, id: string): Promise<HealthView> {
  const view = await getPlugin(ctx, id)
  const { name, healthStatus, enabled, failureCount, disabledReason, disabledMessage } = view
  const { lastSuccessAt, lastFailureAt } = view
  const state = { healthStatus, enabled, failureCount, disabledReason, disabledMessage }
  return { health: { pluginId: id, name, ...state, lastSuccessAt, lastFailureAt } }
}
