/** Gives other modules access to plugins. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { ProviderError } from '../../platform/outgoing/provider-error'
import type { Manifest } from './manifest'
import { pluginMessages } from './messages'
import { askPlugin, type Question } from './programs/ask-plugin'
import { isForUsers } from './plugin-config'
import { findPluginRow, listLibrariesOfPlugins, listPluginRows, type PluginRow } from './queries'

export interface UsablePlugin {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly capabilities: Manifest['capabilities']
  /** undefined for all libraries. */
  readonly libraryIds: readonly string[] | undefined
  /** Throws a `ProviderError`. */
  ask(question: Question): Promise<unknown>
}

/**
 * Returns undefined if the plugin is not installed or has no manifest yet. Includes disabled
 * plugins, which may make calls while they are tested.
 */
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
    name: row.name,
    displayName: row.displayName,
    capabilities: row.manifest.capabilities,
    libraryIds,
    isEnabled: row.enabled && ctx.config.plugins.enabled,
    ask: (question) => askPlugin(ctx, row, question),
  }
}

export const createInvalidAnswer = ({ name, displayName }: UsablePlugin): ProviderError =>
  new ProviderError(name, {
    code: 'broken',
    message: pluginMessages.invalid_response({ plugin: displayName }),
  })

/** A plugin that users connect to: each user has their own program. */
export interface UserPlugin extends UsablePlugin {
  readonly isEnabled: boolean
  readonly manifest: Manifest
  /** The plugin requires credentials from each user. */
  readonly needsCredentials: boolean
  /** Maximum duration of a sync. */
  readonly timeoutMs: number
}

const syncTimeoutMs = 300_000

export async function listUserPlugins(ctx: Context): Promise<UserPlugin[]> {
  const rows = (await listPluginRows(ctx.db)).filter(hasUsers)
  return buildUserPlugins(ctx, rows)
}

/** Returns undefined if the plugin is not installed or not intended for users. */
export async function findUserPlugin(ctx: Context, id: string): Promise<UserPlugin | undefined> {
  const row = await findPluginRow(ctx.db, id)
  return row && hasUsers(row) ? (await buildUserPlugins(ctx, [row]))[0] : undefined
}

const hasUsers = ({ manifest }: PluginRow) => manifest !== null && isForUsers(manifest)

async function buildUserPlugins(ctx: Context, rows: readonly PluginRow[]): Promise<UserPlugin[]> {
  if (rows.length === 0) return []
  const libraries = await listLibrariesOfPlugins(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { id, name, displayName, manifest, requestTimeoutSeconds, sealedCredentials } = row
    const { capabilities, requiredCredentials } = manifest!
    return {
      id,
      name,
      displayName,
      manifest: manifest!,
      capabilities,
      libraryIds: row.isForAllLibraries ? undefined : (libraries.get(id) ?? []),
      isEnabled: row.enabled && ctx.config.plugins.enabled,
      needsCredentials:
        sealedCredentials === null && requiredCredentials.some(({ required }) => required),
      timeoutMs: requestTimeoutSeconds === null ? syncTimeoutMs : requestTimeoutSeconds * 1000,
      ask: (question) => askPlugin(ctx, row, question),
    }
  })
}

type RemovalHandler = (ctx: Context, tx: Tx, pluginId: string) => Promise<void>
const removalHandlers: RemovalHandler[] = []

/** Registers a handler that runs in the transaction that removes a plugin. */
export const onPluginRemoved = (handler: RemovalHandler) => void removalHandlers.push(handler)

export async function runRemovalHandlers(ctx: Context, tx: Tx, pluginId: string) {
  for (const handler of removalHandlers) await handler(ctx, tx, pluginId)
}
