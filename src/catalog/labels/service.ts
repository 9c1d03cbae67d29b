/** Genres and tags: named once for the whole installation, carried by series. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { invalid, notFound, Refusal } from '../../errors'
import { toEach } from '../../platform/http/bulk'
import type { Found, Paging } from '../../platform/http/pagination'
import { foldText } from '../../platform/lib/text'
import { seesEverything } from '../libraries/access'
import { recordEdit } from '../series/metadata/edit'
import { getIdentity, getSeries } from '../series/service'
import type { Viewer } from '../../accounts/users/model'
import { type BulkLabelsBody, type LabelView, maxLabels } from './model'
import {
  deleteLabel,
  deleteLinks,
  deleteSeen,
  insertLinks,
  isCounted,
  isSeen,
  type Kind,
  selectAll,
  selectOfSeries,
  selectSeen,
  shiftCounts,
  upsertLabels,
} from './queries'
import { valueMessages } from '../../platform/messages/common'
import { labelMessages } from './messages'

const maxNameLength = 100

export async function listLabels(
  ctx: Context,
  viewer: Viewer,
  kind: Kind,
  { search, paging }: { search: string | undefined; paging: Paging },
): Promise<Found<LabelView>> {
  const asked = { search: foldText(search ?? ''), limit: paging.pageSize, offset: paging.offset }
  if (seesEverything(viewer)) return selectAll(ctx.heavy, kind, asked)
  return selectSeen(ctx.heavy, viewer, kind, asked)
}

export async function labelsOf(ctx: Context, viewer: Viewer, kind: Kind, seriesId: string) {
  const found = await getSeries(ctx, viewer, seriesId)
  return kind === 'genre' ? found.genres : found.tags
}

/** A person's set replaces what was there and settles it. */
export async function replaceLabels(
  ctx: Context,
  viewer: Viewer,
  { kind, seriesId, names }: { kind: Kind; seriesId: string; names: readonly string[] },
): Promise<LabelView[]> {
  requireNames(names)
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    await settleLabels(ctx, tx, { kind, seriesId, names })
  })
  return labelsOf(ctx, viewer, kind, seriesId)
}

export async function addLabel(
  ctx: Context,
  viewer: Viewer,
  { kind, seriesId, name }: { kind: Kind; seriesId: string; name: string },
): Promise<LabelView> {
  requireNames([name])
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    const present = await selectOfSeries(tx, kind, seriesId)
    if (present.length >= maxLabels) {
      throw new Refusal('conflict', labelMessages.too_many({ max: maxLabels }))
    }
    const names = [...present.map((label) => label.name), name]
    await settleLabels(ctx, tx, { kind, seriesId, names })
  })
  const labels = await labelsOf(ctx, viewer, kind, seriesId)
  const added = labels.find((label) => foldText(label.name) === keyOf(name))
  if (!added) throw notFound(labelMessages.not_found())
  return added
}

export async function removeLabel(
  ctx: Context,
  viewer: Viewer,
  { kind, seriesId, labelId }: { kind: Kind; seriesId: string; labelId: string },
) {
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    const present = await selectOfSeries(tx, kind, seriesId)
    const others = present.filter(({ id }) => id !== labelId)
    if (others.length === present.length) throw notFound(absent[kind]())
    await settleLabels(ctx, tx, { kind, seriesId, names: others.map(({ name }) => name) })
  })
}

/** Gives many series labels and takes others from them; what they carry besides stays. */
export async function changeLabels(
  ctx: Context,
  viewer: Viewer,
  kind: Kind,
  { seriesIds, add = [], remove = [] }: BulkLabelsBody,
) {
  requireNames([...add, ...remove])
  const unwanted = new Set(remove.map(keyOf))
  return toEach(ctx, seriesIds, async (tx, seriesId) => {
    await getIdentity(tx, viewer, seriesId)
    const present = await selectOfSeries(tx, kind, seriesId)
    const kept = present.map(({ name }) => name).filter((name) => !unwanted.has(keyOf(name)))
    const names = [...kept, ...add]
    if (new Set(names.map(keyOf)).size > maxLabels) {
      throw new Refusal('conflict', labelMessages.too_many({ max: maxLabels }))
    }
    return settleLabels(ctx, tx, { kind, seriesId, names })
  })
}

/** Takes the label from every series, or from all that are open to somebody who sees only some. */
export async function eraseLabel(ctx: Context, viewer: Viewer, kind: Kind, id: string) {
  await ctx.write(async (tx) => {
    if (!(await isSeen(tx, viewer, kind, id))) throw notFound(absent[kind]())
    if (seesEverything(viewer)) await deleteLabel(tx, kind, id)
    else await deleteSeen(tx, viewer, kind, id)
  })
}

/**
 * Makes exactly these the labels of a series, and keeps the counters. For the scanner and for all that
 * has made sure that it may: locks are the caller's affair. Blank names are dropped, long ones cut, and
 * "Sci-Fi" and "sci-fi" are one. True when something changed.
 */
export async function setLabels(
  tx: Tx,
  seriesId: string,
  kind: Kind,
  names: readonly string[],
): Promise<boolean> {
  const wanted = new Set(await upsertLabels(tx, kind, byKey(names)))
  const present = new Set((await selectOfSeries(tx, kind, seriesId)).map(({ id }) => id))
  const added = [...wanted.difference(present)]
  const removed = [...present.difference(wanted)]
  if (added.length === 0 && removed.length === 0) return false
  await insertLinks(tx, kind, seriesId, added)
  await deleteLinks(tx, kind, seriesId, removed)
  // One writer at a time: adding and taking away is exact, and counting 30,000 rows anew is not quick.
  if (await isCounted(tx, seriesId)) {
    await shiftCounts(tx, kind, added, 1)
    await shiftCounts(tx, kind, removed, -1)
  }
  return true
}

/** A person's set for one series, inside of a larger change; the names are checked before. */
export async function settleLabels(
  ctx: Context,
  tx: Tx,
  { kind, seriesId, names }: { kind: Kind; seriesId: string; names: readonly string[] },
) {
  const isChanged = await setLabels(tx, seriesId, kind, names)
  if (!isChanged) return false
  const member = kind === 'genre' ? 'genres' : 'tags'
  await recordEdit(ctx, tx, seriesId, { member, isEmpty: names.length === 0 })
  return true
}

/** Folded name to the name as first written. */
function byKey(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) {
    const tidy = tidyName(name)
    const key = keyOf(name)
    if (key !== '' && !found.has(key)) found.set(key, tidy)
    if (found.size === maxLabels) break
  }
  return found
}

const tidyName = (name: string) =>
  name
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed()

const keyOf = (name: string) => foldText(tidyName(name))

export function requireNames(names: readonly string[]) {
  const details = names
    .map((name, place) => ({
      path: String(place),
      message: valueMessages.empty(),
      key: keyOf(name),
    }))
    .filter(({ key }) => key === '')
    .map(({ path, message }) => ({ path, message }))
  if (details.length > 0) throw invalid(labelMessages.blank_name(), details)
}

const absent = { genre: labelMessages.genre_not_found, tag: labelMessages.tag_not_found }
