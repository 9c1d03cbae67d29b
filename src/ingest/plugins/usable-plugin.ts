/** Plugins for modules that build on them. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { Manifest } from './manifest'
import { askPlugin, type Question } from './programs/ask-plugin'
import { findPluginRow, listLibrariesOfPlugins } from './queries'

export interface UsablePlugin {
  readonly id: string
  readonly displayName: string
  readonly capabilities: Manifest['capabilities']
  /** undefined: all libraries. */
  readonly libraryIds: readonly string[] | undefined
  /** Throws a `ProviderError`. */
  ask(question: Question): Promise<unknown>
}

/** Undefined if it is not installed. Also one that is disabled may call while it is tried. */
export async function findInstalledPlugin(
  ctx: Context,
  id: string,
): Promise<(UsablePlugin & { isEnabled: boolean }) | undefined> {
  const row = await findPluginRow(ctx.db, id)
  if (!row?.manifest) return undefined
  const libraryIds = row.isForAllLibraries
    ? undefined
    : ((await listLibrariesOfPlugins(ctx.db, [id])).get(id) ?? [])
  return {
    id,
    displayName: row.displayName,
    capabilities: row.manifest.capabilities,
    libraryIds,
    isEnabled: row.enabled && ctx.config.plugins.enabled,
    ask: (question) => askPlugin(ctx, row, question),
  }
}

type RemovalHandler = (ctx: Context, tx: Tx, pluginId: string) => Promise<void>
const removalHandlers: RemovalHandler[] = []

/** Runs in the transaction that removes a plugin. */
export const onPluginRemoved = (handler: RemovalHandler) => void removalHandlers.push(handler)

export async function runRemovalHandlers(ctx: Context, tx: Tx, pluginId: string) {
  for (const handler of removalHandlers) await handler(ctx, tx, pluginId)
}
