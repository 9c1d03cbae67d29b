import type { Viewer } from '../../../accounts/permissions/model'
import { Refusal } from '../../../errors'
import type { Context } from '../../../context'
import { RpcError, SandboxFailure } from '../../sandbox/model'
import type { Manifest } from '../manifest'
import { pluginMessages } from '../messages'
import type { PluginStatusView } from '../model'
import { changeInstalled } from '../files/plugin-folders'
import { buildStatus, requirePlugin } from '../plugins'
import { describeError } from '../programs/ask-plugin'
import { endProgram, startProgram } from '../programs/plugin-programs'
import { changePluginRow, type PluginRow } from '../queries'
import { checkInstall } from './install-plugin'

/** Restores the version before the last update, with the current settings. */
export async function restorePrevious(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<PluginStatusView> {
  checkInstall(ctx, viewer)
  return changeInstalled(() => switchToPrevious(ctx, id))
}

/**
 * Starts the previous version to get its manifest. Throws a `Refusal` if it does not start, perhaps
 * because of the current settings, or sends no valid manifest.
 */
async function startPrevious(ctx: Context, plugin: PluginRow): Promise<Manifest> {
  try {
    const { program, manifest } = await startProgram(ctx, plugin)
    await program.end()
    if (manifest) return manifest
  } catch (error) {
    const isOfPlugin = error instanceof RpcError || error instanceof SandboxFailure
    throw isOfPlugin ? new Refusal('conflict', describeError(plugin, error)) : error
  }
  const { displayName } = plugin
  throw new Refusal('conflict', pluginMessages.invalid_response({ plugin: displayName }))
}

async function switchToPrevious(ctx: Context, id: string): Promise<PluginStatusView> {
  const before = await requirePlugin(ctx, id)
  const { previous, version, integrity, entry } = before
  if (!previous) throw new Refusal('conflict', pluginMessages.no_previous())
  const manifest = await startPrevious(ctx, { ...before, ...previous })
  const row = await ctx.write((tx) =>
    changePluginRow(tx, id, {
      ...previous,
      previous: { version, integrity, entry },
      manifest,
      updatedAt: ctx.clock.now(),
    }),
  )
  await endProgram(ctx, id)
  const params = { plugin: before.displayName, version: previous.version }
  return buildStatus(ctx, row ?? before, pluginMessages.updated(params))
}
