import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { mergeConfig } from './connection-config'
import { changeConnection, requireConnection } from './connections'
import type { ConnectionView } from './model'

interface Change {
  pluginId: string
  changes: Readonly<Record<string, unknown>>
}

export async function changeConfig(
  ctx: Context,
  viewer: Viewer,
  { pluginId, changes }: Change,
): Promise<ConnectionView> {
  const { row } = await requireConnection(ctx.db, viewer, pluginId)
  const config = mergeConfig(row.config, changes)
  return changeConnection(ctx, viewer, { pluginId, change: { config } })
}
