/** Records successes and failures of plugins. A plugin that keeps failing is disabled. */
import type { Context } from '../../../context'
import type { Message } from '../../../platform/messages/message'
import { pluginLogMessages, pluginMessages } from '../messages'
import {
  countOwnFailures,
  deleteFailures,
  insertFailure,
  type PluginRow,
  updatePluginRow,
} from '../queries'

/** A plugin is disabled after this many failures of its own within `windowMs`. */
export const maxOwnFailures = 3
export const windowMs = 3_600_000
const keptMs = 30 * 24 * 3_600_000
/** Minimum interval between stored successes. */
const successEveryMs = 60_000

export interface Failure {
  /** A JSON-RPC error code, or the reason why the program exited. */
  code: string
  method: string
  message: Message
  /** Whether the plugin itself caused the failure, rather than the service that it uses. */
  isOwn: boolean
}

export async function recordSuccess(ctx: Context, plugin: PluginRow): Promise<void> {
  const { id, lastSuccessAt } = plugin
  const now = ctx.clock.now()
  const isRecent = lastSuccessAt && now.getTime() - lastSuccessAt.getTime() < successEveryMs
  if (isRecent && !hasFailedLast(plugin)) return
  await ctx.writeBulk((tx) => updatePluginRow(tx, id, { lastSuccessAt: now }))
}

/** Returns whether the plugin was disabled. */
export async function recordFailure(
  ctx: Context,
  plugin: PluginRow,
  failure: Failure,
): Promise<boolean> {
  const now = ctx.clock.now()
  const { id: pluginId, name } = plugin
  const { method } = failure
  ctx.log.warn({ plugin: name, method, reason: failure.code }, pluginLogMessages.failed())
  return ctx.write(async (tx) => {
    const keptSince = new Date(now.getTime() - keptMs)
    const changed = await updatePluginRow(tx, pluginId, { lastFailureAt: now })
    // The plugin was removed in the meantime.
    if (!changed) return false
    await insertFailure(tx, { pluginId, ...failure, createdAt: now }, keptSince)
    const since = new Date(now.getTime() - windowMs)
    const count = await countOwnFailures(tx, pluginId, since)
    if (!changed.enabled || count < maxOwnFailures) return false
    const disabledReason = pluginMessages.too_many_failures({ count })
    await updatePluginRow(tx, pluginId, { enabled: false, disabledReason })
    ctx.log.warn({ plugin: name, count }, pluginLogMessages.disabled())
    return true
  })
}

export async function resetHealth(ctx: Context, id: string): Promise<PluginRow | undefined> {
  return ctx.write(async (tx) => {
    await deleteFailures(tx, id)
    return updatePluginRow(tx, id, { lastFailureAt: null, disabledReason: null })
  })
}

const hasFailedLast = ({ lastSuccessAt, lastFailureAt }: PluginRow) =>
  (lastFailureAt?.getTime() ?? 0) > (lastSuccessAt?.getTime() ?? 0)

export type Health = 'unknown' | 'healthy' | 'degraded' | 'unhealthy' | 'disabled'

export function judgeHealth(plugin: PluginRow, recentFailures: number): Health {
  const { enabled, lastSuccessAt, lastFailureAt } = plugin
  if (!enabled) return 'disabled'
  if (!lastSuccessAt && !lastFailureAt) return 'unknown'
  if (hasFailedLast(plugin)) return 'unhealthy'
  return recentFailures > 0 ? 'degraded' : 'healthy'
}
