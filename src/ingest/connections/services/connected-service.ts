/** Services that users can connect to: those that Quire supports itself, and plugins. */
import type { Context } from '../../../context'
import { findUserPlugin, listUserPlugins, type UserPlugin } from '../../plugins/usable-plugin'
import type { connections } from '../schema'
import type { ListService } from './list-service'
import { findListService, findListServiceByName, getServiceId, listServices } from './list-services'

export type ConnectionRow = typeof connections.$inferSelect

export interface Connection {
  row: ConnectionRow
  service: ConnectedService
}

export interface BuiltInConnection {
  row: ConnectionRow
  service: Extract<ConnectedService, { kind: 'builtin' }>
}

interface Identity {
  /** ID in the API. */
  id: string
  /** Name in the database. */
  name: string
  displayName: string
}

export type ConnectedService =
  | (Identity & { kind: 'builtin'; lists: ListService })
  | (Identity & { kind: 'plugin'; plugin: UserPlugin })

export const toBuiltIn = (lists: ListService): BuiltInConnection['service'] => ({
  kind: 'builtin',
  id: getServiceId(lists),
  name: lists.name,
  displayName: lists.displayName,
  lists,
})

const toPluginService = (plugin: UserPlugin): ConnectedService => ({
  kind: 'plugin',
  id: plugin.id,
  name: `plugin:${plugin.name}`,
  displayName: plugin.displayName,
  plugin,
})

/** Lists all services, including plugins that are turned off. */
export const listServicesForUsers = async (ctx: Context): Promise<ConnectedService[]> => [
  ...listServices.map(toBuiltIn),
  ...(await listUserPlugins(ctx)).map(toPluginService),
]

/** Returns undefined if no service has this ID. */
export async function findService(ctx: Context, id: string): Promise<ConnectedService | undefined> {
  const lists = findListService(id)
  if (lists) return toBuiltIn(lists)
  const plugin = await findUserPlugin(ctx, id)
  return plugin && toPluginService(plugin)
}

export async function findServiceOfRow(
  ctx: Context,
  { service, pluginId }: Pick<ConnectionRow, 'service' | 'pluginId'>,
): Promise<ConnectedService | undefined> {
  if (pluginId !== null) return findService(ctx, pluginId)
  const lists = findListServiceByName(service)
  return lists && toBuiltIn(lists)
}

/** Returns whether the service synchronizes reading progress. */
export const syncsReading = (service: ConnectedService): boolean =>
  service.kind === 'builtin' || service.plugin.capabilities.userReadSync

/** Returns whether the service is able to recommend works. */
export const canRecommend = (service: ConnectedService): boolean =>
  service.kind === 'builtin'
    ? service.lists.canRecommend === true
    : service.plugin.capabilities.userRecommendationProvider

/** Returns the source of the external IDs that the service uses for works. */
export const getIdSource = (service: ConnectedService): string =>
  service.kind === 'builtin'
    ? service.name
    : (service.plugin.capabilities.externalIdSource?.replace(/^api:/, '') ?? service.plugin.name)
