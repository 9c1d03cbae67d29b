/** What programs keep for single users, and when it goes. */
import type { Context } from '../../../context'
import { listOwnerFolders, removeOwnerFolder } from '../files/plugin-folders'
import { endProgramOf } from './plugin-programs'
import { deleteValuesOf, listOwners } from './plugin-storage'

interface Named {
  readonly id: string
  readonly name: string
}

/** The user no longer has the plugin. Nothing of what it kept for them stays. */
export async function forgetOwner(
  ctx: Context,
  { id, name }: Named,
  ownerId: string,
): Promise<void> {
  await ctx.write((tx) => deleteValuesOf(tx, { id, owner: ownerId }))
  await endProgramOf(ctx, id, ownerId)
  await removeOwnerFolder(ctx, name, ownerId)
}

/** Who is signing in has no connection yet. */
const signInMs = 600_000

/** Forgets users who were deleted: with them went their connections, but not what the plugin kept. */
export async function sweepOwners(
  ctx: Context,
  plugin: Named,
  kept: ReadonlySet<string>,
): Promise<void> {
  const known = [
    ...(await listOwners(ctx.db, plugin.id)),
    ...(await listOwnerFolders(ctx, plugin.name)),
  ]
  const before = ctx.now().getTime() - signInMs
  const gone = known.filter((owner) => !kept.has(owner) && readTime(owner) < before)
  for (const owner of new Set(gone)) await forgetOwner(ctx, plugin, owner)
}

/** Of a UUID of version 7. */
const readTime = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
