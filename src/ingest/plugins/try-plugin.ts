/** Updates plugins, starts them to test or enable them, and lists their failures. */
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import { auditDetail } from '../../accounts/audit/record'
import { auditPlugin } from './plugin-audit'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import { type Message, withText } from '../../platform/messages/message'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { RpcError, SandboxFailure } from '../sandbox/model'
import type { Manifest } from './manifest'
import { pluginMessages } from './messages'
import type {
  FailuresQuery,
  FailuresView,
  PluginStatusView,
  PluginPatch,
  PluginTestView,
  PluginView,
} from './model'
import { isForUsers, listMissingSettings } from './plugin-config'
import { openCredentials } from './plugin-credentials'
import { buildManifestView } from './plugin-view'
import {
  buildStatus,
  getPlugin,
  patchPlugin,
  requirePlugin,
  requirePluginsEnabled,
} from './plugins'
import { askPlugin, describeError } from './programs/ask-plugin'
import { maxOwnFailures, windowMs } from './programs/plugin-health'
import { endProgram, startProgram } from './programs/plugin-programs'
import {
  changePluginRow,
  countFailures,
  countOwnFailures,
  deleteFailures,
  listFailureRows,
  type PluginRow,
} from './queries'

type Trial = { latencyMs: number; manifest: Manifest } | { problem: Message }

/** Starts a separate program, whether or not the plugin is enabled. */
async function tryPlugin(ctx: Context, plugin: PluginRow): Promise<Trial> {
  const missing = listMissingSettings(plugin, Object.keys(await openCredentials(ctx, plugin)))
  if (missing.length > 0) {
    const { displayName } = plugin
    const settings = missing.join(', ')
    return { problem: pluginMessages.needs_settings({ plugin: displayName, settings }) }
  }
  const startedAt = performance.now()
  try {
    const { program, manifest } = await startProgram(ctx, {
      ...plugin,
      placeholders: fillUserCredentials(plugin),
    })
    await program.end()
    const latencyMs = Math.round(performance.now() - startedAt)
    if (manifest) return { latencyMs, manifest }
    return { problem: pluginMessages.invalid_response({ plugin: plugin.displayName }) }
  } catch (error) {
    const isKnown = [Refusal, RpcError, SandboxFailure].some((kind) => error instanceof kind)
    if (!isKnown) throw error
    return { problem: describeError(plugin, error) }
  }
}

/** Users enter these credentials when they connect, so the plugin must start without them. */
const fillUserCredentials = ({ manifest }: PluginRow): Record<string, string> =>
  manifest && isForUsers(manifest)
    ? Object.fromEntries(manifest.requiredCredentials.map(({ key }) => [key, 'placeholder']))
    : {}

/**
 * Updates the plugin. If the update completes the required settings of a disabled plugin, starts it
 * to read its manifest, and stores the reason if that fails.
 */
export async function changePlugin(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: PluginPatch,
): Promise<PluginView> {
  const before = await getPlugin(ctx, id)
  const after = await patchPlugin(ctx, viewer, id, patch)
  const isComplete = before.missingSettings.length > 0 && after.missingSettings.length === 0
  if (!isComplete || after.enabled || !ctx.config.plugins.enabled) return after
  const trial = await tryPlugin(ctx, await requirePlugin(ctx, id))
  const change =
    'problem' in trial
      ? { disabledReason: trial.problem }
      : { disabledReason: null, manifest: trial.manifest }
  await ctx.write((tx) => changePluginRow(tx, id, change))
  return getPlugin(ctx, id)
}

export async function testPlugin(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<PluginTestView> {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  requirePluginsEnabled(ctx)
  const plugin = await requirePlugin(ctx, id)
  const trial = await tryPlugin(ctx, plugin)
  if ('problem' in trial) {
    return { success: false, ...withText(trial.problem), latencyMs: null, manifest: null }
  }
  const { latencyMs, manifest } = trial
  const message = pluginMessages.tested({ plugin: plugin.displayName })
  return { success: true, ...withText(message), latencyMs, manifest: buildManifestView(manifest) }
}

/** A plugin that fails to start stays disabled. */
export async function enablePlugin(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<PluginStatusView> {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  requirePluginsEnabled(ctx)
  const plugin = await requirePlugin(ctx, id)
  const trial = await tryPlugin(ctx, plugin)
  if ('problem' in trial) {
    const failed = withText(trial.problem)
    return {
      ...(await buildStatus(ctx, plugin, trial.problem)),
      healthCheckPerformed: true,
      healthCheckPassed: false,
      healthCheckError: failed.message,
      healthCheckProblem: failed,
    }
  }
  const { latencyMs, manifest } = trial
  await endProgram(ctx, id)
  const row = await ctx.write(async (tx) => {
    // An administrator who enables the plugin again has seen its failures, so a single new one must
    // not disable it.
    if (plugin.disabledReason) await deleteFailures(tx, id)
    const changes = [auditDetail('enabled', true)]
    await auditPlugin(ctx, tx, viewer, { plugin, action: 'change_plugin', changes })
    const updatedAt = ctx.clock.now()
    return changePluginRow(tx, id, { enabled: true, disabledReason: null, manifest, updatedAt })
  })
  if (!row) throw notFound(pluginMessages.not_found())
  if (manifest.capabilities.releaseSource) await letRegister(ctx, row)
  return {
    ...(await buildStatus(ctx, row, pluginMessages.enabled({ plugin: row.displayName }))),
    healthCheckPerformed: true,
    healthCheckPassed: true,
    healthCheckLatencyMs: latencyMs,
  }
}

/** Starts the program, so that its release sources can register themselves. */
async function letRegister(ctx: Context, plugin: PluginRow) {
  try {
    await askPlugin(ctx, plugin, { method: 'ping', params: {} })
  } catch (error) {
    // The failure has already been recorded.
    if (!(error instanceof ProviderError)) throw error
  }
}

const defaultLimit = 20
const maxLimit = 100

export async function listPluginFailures(
  ctx: Context,
  id: string,
  { limit = String(defaultLimit), offset = '0' }: FailuresQuery,
): Promise<FailuresView> {
  await requirePlugin(ctx, id)
  const paging = { limit: Math.min(Math.max(Number(limit), 1), maxLimit), offset: Number(offset) }
  const rows = await listFailureRows(ctx.db, id, paging)
  const since = new Date(ctx.clock.now().getTime() - windowMs)
  return {
    failures: rows.map(({ message, code, createdAt, ...row }) => {
      const problem = withText(message)
      const { id: failureId, method, isOwn } = row
      const shown = { id: failureId, method, isOwn, problem, errorMessage: problem.message }
      return { ...shown, errorCode: code, occurredAt: createdAt }
    }),
    total: await countFailures(ctx.db, id),
    windowFailures: await countOwnFailures(ctx.db, id, since),
    windowSeconds: windowMs / 1000,
    threshold: maxOwnFailures,
  }
}
