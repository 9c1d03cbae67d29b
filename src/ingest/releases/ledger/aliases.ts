/** Alternate names under which releases of a series appear. */
import { and, asc, eq } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { getStoredSeries } from '../../../catalog/series/metadata/service'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { releaseMessages } from '../messages'
import { normalizeName } from '../rules/read-numbers'
import { seriesAliases } from '../schema'
import { invalidBody } from '../../../platform/http/validation'

const maxAliases = 100

export async function listAliases(ctx: Context, viewer: Viewer, seriesId: string) {
  await getStoredSeries(ctx.db, viewer, seriesId)
  const aliases = await ctx.db
    .select()
    .from(seriesAliases)
    .where(eq(seriesAliases.seriesId, seriesId))
    .orderBy(asc(seriesAliases.id))
  return { aliases }
}

/** Creates an alias, or returns the existing one if the series already has it. */
export async function createAlias(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  given: { alias: string; source?: string | null | undefined },
) {
  const alias = given.alias.trim()
  const normalized = normalizeName(alias)
  if (normalized === '') {
    const message = releaseMessages.alias_empty()
    throw invalidBody('alias', message)
  }
  return ctx.write(async (tx) => {
    await getStoredSeries(tx, viewer, seriesId)
    const ofSeries = eq(seriesAliases.seriesId, seriesId)
    const [present] = await tx
      .select()
      .from(seriesAliases)
      .where(and(ofSeries, eq(seriesAliases.normalized, normalized)))
    if (present) return { alias: present, isNew: false }
    if ((await tx.$count(seriesAliases, ofSeries)) >= maxAliases) {
      throw new Refusal('conflict', releaseMessages.alias_too_many({ max: maxAliases }))
    }
    const source = given.source ?? 'manual'
    const [row] = await tx
      .insert(seriesAliases)
      .values({ seriesId, alias, normalized, source, createdAt: ctx.clock.now() })
      .returning()
    return { alias: row!, isNew: true }
  })
}

export async function deleteAlias(ctx: Context, viewer: Viewer, seriesId: string, id: string) {
  await ctx.write(async (tx) => {
    await getStoredSeries(tx, viewer, seriesId)
    const deleted = await tx
      .delete(seriesAliases)
      .where(and(eq(seriesAliases.id, id), eq(seriesAliases.seriesId, seriesId)))
      .returning({ id: seriesAliases.id })
    if (deleted.length === 0) throw notFound(releaseMessages.alias_not_found())
  })
}
