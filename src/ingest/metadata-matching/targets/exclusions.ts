/**
 * Excludes works from the matching of a series or book, or the series or book itself, and allows
 * them again.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { ExclusionBody } from '../model'
import { requireProvider } from '../provider-access'
import {
  deleteMatchExclusion,
  insertMatchExclusion,
} from '../../../catalog/metadata/matching/match-decisions'
import { anything, type Target } from './target'

const resolve = async (ctx: Context, { pluginId, externalId }: ExclusionBody) => ({
  provider: pluginId === undefined ? anything : (await requireProvider(ctx, pluginId)).name,
  externalId: externalId ?? anything,
})

export async function excludeFromMatching(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, body }: { id: string; body: ExclusionBody },
): Promise<void> {
  const excluded = await resolve(ctx, body)
  await target.requireVisible(ctx.db, viewer, id)
  const matched = { kind: target.entity.kind, id }
  await ctx.write((tx) =>
    insertMatchExclusion(tx, matched, { ...excluded, createdAt: ctx.clock.now() }),
  )
}

export async function allowMatching(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, body }: { id: string; body: ExclusionBody },
): Promise<void> {
  const excluded = await resolve(ctx, body)
  await target.requireVisible(ctx.db, viewer, id)
  const matched = { kind: target.entity.kind, id }
  await ctx.write((tx) => deleteMatchExclusion(tx, matched, excluded))
}
