/** Deletes data that programs stored for individual users and that is no longer needed. */
import type { Context } from '../../../context'
import { listOwnerFolders, removeOwnerFolder } from '../files/plugin-folders'
import { endProgramOf } from './plugin-programs'
import { deleteValuesOf, listOwners } from './plugin-storage'

interface Named {
  readonly id: string
  readonly name: string
}

/** Called when a user no longer uses the plugin. Deletes all data stored for that user. */
export async function forgetOwner(
  ctx: Context,
  { id, name }: Named,
  ownerId: string,
): Promise<void> {
  await ctx.write((tx) => deleteValuesOf(tx, { id, owner: ownerId }))
  await endProgramOf(ctx, id, ownerId)
  await removeOwnerFolder(ctx, name, ownerId)
}

/**
 * Time allowed for signing in. Until the sign-in is complete, the user does not have a connection.
 */
const signInMs = 600_000

/**
 * Removes plugin data of deleted users. Their connections were deleted with them, but the data
 * stored by the plugin was not.
 */
export async function sweepOwners(
  ctx: Context,
  plugin: Named,
  kept: ReadonlySet<string>,
): Promise<void> {
  const known = [
    ...(await listOwners(ctx.db, plugin.id)),
    ...(await listOwnerFolders(ctx, plugin.name)),
  ]
  const before = ctx.clock.now().getTime() - signInMs
  const gone = known.filter((owner) => !kept.has(owner) && readTime(owner) < before)
  for (const owner of new Set(gone)) await forgetOwner(ctx, plugin, owner)
}

/** Reads the time from a version 7 UUID. */
const readTime = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
