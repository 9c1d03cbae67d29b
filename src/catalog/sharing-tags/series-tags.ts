/** Sharing tags of series, which determine who can see a series. */
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { applyToEach } from '../../platform/http/bulk'
import type { Db, Tx } from '../../platform/db/store'
import { compareForAudit, recordAudit } from '../../accounts/audit/record'
import { system, type Viewer } from '../../accounts/permissions/model'
import { heldTagId } from '../../accounts/permissions/restriction-rules'
import { seriesMetadataUpdated, seriesUpdated } from '../series/model'

import { getIdentity, setSharingSet } from '../series/service'
import { sharingMessages } from './messages'
import { type BulkSharingTags, maxTagsOfSeries } from './model'
import { findSharingPlace, findTaggedSeries, listExistingTags, listTagsOfSet } from './queries'
import { findOrCreateSet } from './tag-combinations'

export async function getSeriesTags(ctx: Context, viewer: Viewer, seriesId: string) {
  await getIdentity(ctx.db, viewer, seriesId)
  const place = await findSharingPlace(ctx.db, seriesId)
  return listShownTags(ctx.db, place?.sharingSet ?? 0)
}

/** Omits the tag that only holds back a series. */
const listShownTags = async (db: Db, sharingSet: number) =>
  (await listTagsOfSet(db, sharingSet)).filter(({ id }) => id !== heldTagId)

type Change = (present: readonly string[]) => readonly string[]

/** Hides the tag that holds back a series from `change`, and keeps it. */
const keepHeld =
  (change: Change): Change =>
  (present) => {
    const wanted = change(present.filter((id) => id !== heldTagId))
    if (wanted.includes(heldTagId)) throw notFound(sharingMessages.not_found())
    return present.includes(heldTagId) ? [...wanted, heldTagId] : wanted
  }

/**
 * Changes the tags of a series, and returns them. `change` receives the IDs of the current tags.
 */
async function changeTags(ctx: Context, viewer: Viewer, seriesId: string, change: Change) {
  await getIdentity(ctx.db, viewer, seriesId)
  return ctx.write(async (tx) => {
    await changeSharingTags(ctx, tx, viewer, { seriesId, change: keepHeld(change) })
    return listShownTags(tx, (await findSharingPlace(tx, seriesId))?.sharingSet ?? 0)
  })
}

/**
 * Changes the sharing tags of a series, even if it is in the trash. Returns whether something has
 * changed. Without a viewer, the caller writes one audit log entry for the whole change.
 */
export async function changeSharingTags(
  ctx: Context,
  tx: Tx,
  viewer: Viewer | undefined,
  { seriesId, change }: { seriesId: string; change: Change },
): Promise<boolean> {
  const place = await findSharingPlace(tx, seriesId)
  if (!place) return false
  const present = (await listTagsOfSet(tx, place.sharingSet)).map(({ id }) => id)
  const wanted = [...new Set(change(present))].toSorted()
  const sharingSet = await findOrCreateSet(tx, wanted)
  if (sharingSet === place.sharingSet) return false
  await setSharingSet(tx, seriesId, sharingSet)
  if (viewer) await auditTags(ctx, tx, viewer, { seriesId, place, sharingSet })
  const { libraryId } = place
  tx.afterCommit(() => {
    ctx.bus.publish(seriesMetadataUpdated, { libraryId, seriesId, fieldsUpdated: ['sharingTags'] })
    ctx.bus.publish(seriesUpdated, { libraryId, seriesId })
  })
  return true
}

interface Tagged {
  seriesId: string
  place: { sharingSet: number; title: string }
  sharingSet: number
}

async function auditTags(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { seriesId, place, sharingSet }: Tagged,
) {
  const write = async (setId: number) => {
    const tags = await listShownTags(tx, setId)
    return { sharingTags: tags.map(({ name }) => name).join(', ') || null }
  }
  const changes = compareForAudit(await write(place.sharingSet), await write(sharingSet))
  const target = { kind: 'series', id: seriesId, name: place.title } as const
  await recordAudit(ctx, tx, viewer, { action: 'tag_series', target, changes })
}

export const setSeriesTags = (
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  tagIds: readonly string[],
) => changeTags(ctx, viewer, seriesId, () => tagIds)

export const addSeriesTag = (ctx: Context, viewer: Viewer, seriesId: string, tagId: string) =>
  changeTags(ctx, viewer, seriesId, (present) => [...present, tagId])

export const removeSeriesTag = (ctx: Context, viewer: Viewer, seriesId: string, tagId: string) =>
  changeTags(ctx, viewer, seriesId, (present) => {
    if (!present.includes(tagId)) throw notFound(sharingMessages.not_found())
    return present.filter((id) => id !== tagId)
  })

export const changeManyTags = (
  ctx: Context,
  viewer: Viewer,
  { seriesIds, add = [], remove = [] }: BulkSharingTags,
) =>
  applyToEach(ctx, seriesIds, async (tx, seriesId) => {
    await getIdentity(tx, viewer, seriesId)
    return changeSharingTags(ctx, tx, viewer, {
      seriesId,
      change: keepHeld((present) =>
        [...present, ...add].filter((tagId) => !remove.includes(tagId)),
      ),
    })
  })

export async function removeTagFrom(
  ctx: Context,
  tx: Tx,
  seriesIds: readonly string[],
  tagId: string,
) {
  const change: Change = (present) => present.filter((one) => one !== tagId)
  for (const id of seriesIds) {
    await changeSharingTags(ctx, tx, undefined, { seriesId: id, change })
  }
}

/**
 * Adds the tags of `fromId` to `toId`, because a hidden series must not become visible through its
 * copy.
 */
export async function mergeSharingTags(
  ctx: Context,
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  const from = await findSharingPlace(tx, fromId)
  if (!from || from.sharingSet === 0) return
  await addTags(ctx, tx, toId, await listTagIds(tx, from.sharingSet))
}

const listTagIds = async (tx: Db, sharingSet: number) =>
  (await listTagsOfSet(tx, sharingSet)).map(({ id }) => id)

async function addTags(ctx: Context, tx: Tx, seriesId: string, tagIds: readonly string[]) {
  // The tags of the original series come first, so that they are not dropped at the limit.
  const change: Change = (present) => {
    const all = [...new Set([...tagIds, ...present])]
    const shown = all.filter((id) => id !== heldTagId).slice(0, maxTagsOfSeries)
    return all.includes(heldTagId) ? [...shown, heldTagId] : shown
  }
  await changeSharingTags(ctx, tx, system, { seriesId, change })
}

/** Lists the tags of series that have any. Omits the tag that only holds back a series. */
export async function listTagsOfSeries(tx: Db, seriesIds: readonly string[]) {
  const found: { seriesId: string; tagId: string }[] = []
  for (const { id: seriesId, sharingSet } of await findTaggedSeries(tx, seriesIds)) {
    for (const { id: tagId } of await listShownTags(tx, sharingSet)) found.push({ seriesId, tagId })
  }
  return found
}

/** Adds the tags to the series again, except those that have been deleted since. */
export async function restoreSharingTags(
  ctx: Context,
  tx: Tx,
  seriesId: string,
  tagIds: readonly string[],
) {
  const existing = await listExistingTags(tx, tagIds)
  await addTags(
    ctx,
    tx,
    seriesId,
    tagIds.filter((id) => existing.has(id)),
  )
}
