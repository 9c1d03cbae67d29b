import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import { sweepOwners } from '../../plugins/programs/plugin-owners'
import { endUnusedProgramOf } from '../../plugins/programs/plugin-programs'
import { connections } from '../schema'
import type { Connection } from '../services/connected-service'

/**
 * Stops the program after a job, because users have their own programs, and the next job needs a
 * different one. Also removes data that the plugin stored for connections that no longer exist.
 */
export async function releasePlugin(ctx: Context, { row, service }: Connection): Promise<void> {
  if (service.kind !== 'plugin') return
  const { plugin } = service
  await endUnusedProgramOf(ctx, plugin.id, row.id)
  const kept = await ctx.db
    .select({ id: connections.id })
    .from(connections)
    .where(eq(connections.pluginId, plugin.id))
  await sweepOwners(ctx, plugin, new Set(kept.map(({ id }) => id)))
}
