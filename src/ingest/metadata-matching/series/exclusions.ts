/** Works that a user excluded for a series, and series that are never matched. */
import type { Viewer } from '../../../accounts/permissions/model'
import { getStored } from '../../../catalog/series/metadata/service'
import type { Context } from '../../../context'
import type { ExclusionBody } from '../model'
import { requireProvider } from '../provider-access'
import {
  deleteMatchExclusion,
  insertMatchExclusion,
} from '../../../catalog/metadata/matching/match-decisions'
import { anything } from './local-series'

const resolve = async (ctx: Context, { pluginId, externalId }: ExclusionBody) => ({
  provider: pluginId === undefined ? anything : (await requireProvider(ctx, pluginId)).name,
  externalId: externalId ?? anything,
})

export async function excludeFromMatching(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  body: ExclusionBody,
): Promise<void> {
  const excluded = await resolve(ctx, body)
  await getStored(ctx.db, viewer, seriesId)
  await ctx.write((tx) => insertMatchExclusion(tx, { seriesId, ...excluded, createdAt: ctx.now() }))
}

export async function allowMatching(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  body: ExclusionBody,
): Promise<void> {
  const excluded = await resolve(ctx, body)
  await getStored(ctx.db, viewer, seriesId)
  await ctx.write((tx) => deleteMatchExclusion(tx, { seriesId, ...excluded }))
}
