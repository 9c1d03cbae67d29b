/**
 * What hangs on a series: its other titles, and what it is called, linked and rated elsewhere. The
 * fields of the series itself are its own affair (series/edit.ts).
 */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import { recordChange, recordEdit } from '../series/metadata/edit'
import { refreshRating } from '../series/metadata/rating'
import { refreshSearch } from '../series/search-text'
import { getIdentity } from '../series/service'
import type { Viewer } from '../../accounts/users/model'
import type {
  AlternateTitlePatch,
  NewAlternateTitle,
  NewExternalId,
  NewExternalLink,
  NewExternalRating,
} from './model'
import {
  countOf,
  deleteOne,
  findExternalId,
  findLink,
  findRating,
  insertTitle,
  type Kind,
  updateTitle,
  upsertExternalId,
  upsertLink,
  upsertRating,
} from './queries'
import { sourceOf, textOf, urlOf, wordOrNull } from './values'
import { metadataMessages } from './messages'

const maxOfAKind = 100

/** The row, and whether it was not there before. */
interface Stored<Row> {
  row: Row
  isNew: boolean
}

export async function addAlternateTitle(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { label, title }: NewAlternateTitle,
) {
  const values = { label: textOf('label', label), title: textOf('title', title) }
  return ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    await requireRoom(tx, 'alternateTitles', seriesId)
    const row = await insertTitle(tx, { ...values, seriesId, ...timesOf(ctx) })
    await titlesChanged(ctx, tx, seriesId)
    return row
  })
}

export async function editAlternateTitle(
  ctx: Context,
  viewer: Viewer,
  { seriesId, id }: { seriesId: string; id: string },
  { label, title }: AlternateTitlePatch,
) {
  const changes = {
    ...(typeof label === 'string' && { label: textOf('label', label) }),
    ...(typeof title === 'string' && { title: textOf('title', title) }),
    updatedAt: ctx.now(),
  }
  return ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    const row = await updateTitle(tx, seriesId, id, changes)
    if (!row) throw notFound(metadataMessages.title_not_found())
    await titlesChanged(ctx, tx, seriesId)
    return row
  })
}

export async function removeAlternateTitle(
  ctx: Context,
  viewer: Viewer,
  { seriesId, id }: { seriesId: string; id: string },
) {
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    if (!(await deleteOne(tx, 'alternateTitles', seriesId, id)))
      throw notFound(metadataMessages.title_not_found())
    await titlesChanged(ctx, tx, seriesId)
  })
}

export async function putExternalId(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { source: given, externalId, externalUrl }: NewExternalId,
) {
  const source = sourceOf(given)
  const values = {
    source,
    seriesId,
    externalId: textOf('externalId', externalId),
    ...(externalUrl !== undefined && { externalUrl: urlOf('externalUrl', externalUrl) }),
    ...timesOf(ctx),
  }
  return ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    const isNew = (await findExternalId(tx, seriesId, source)) === undefined
    if (isNew) await requireRoom(tx, 'externalIds', seriesId)
    const row = await upsertExternalId(tx, values)
    await hangingChanged(ctx, tx, seriesId, 'externalIds')
    return { row, isNew } satisfies Stored<typeof row>
  })
}

export async function putExternalLink(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { sourceName: given, url, externalId }: NewExternalLink,
) {
  const sourceName = textOf('sourceName', given).toLowerCase()
  const values = {
    sourceName,
    seriesId,
    url: urlOf('url', url),
    ...(externalId !== undefined && { externalId: wordOrNull(externalId) }),
    ...timesOf(ctx),
  }
  return ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    const isNew = (await findLink(tx, seriesId, sourceName)) === undefined
    if (isNew) await requireRoom(tx, 'externalLinks', seriesId)
    const row = await upsertLink(tx, values)
    await hangingChanged(ctx, tx, seriesId, 'externalLinks')
    return { row, isNew } satisfies Stored<typeof row>
  })
}

export async function putExternalRating(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { sourceName: given, rating, voteCount }: NewExternalRating,
) {
  const sourceName = textOf('sourceName', given).toLowerCase()
  const values = {
    sourceName,
    seriesId,
    rating,
    ...(voteCount !== undefined && { voteCount }),
    fetchedAt: ctx.now(),
    ...timesOf(ctx),
  }
  return ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    const isNew = (await findRating(tx, seriesId, sourceName)) === undefined
    if (isNew) await requireRoom(tx, 'externalRatings', seriesId)
    const row = await upsertRating(tx, values)
    await ratingsChanged(ctx, tx, seriesId)
    return { row, isNew } satisfies Stored<typeof row>
  })
}

export async function removeExternal(
  ctx: Context,
  viewer: Viewer,
  kind: 'externalIds' | 'externalLinks',
  { seriesId, id }: { seriesId: string; id: string },
) {
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    if (!(await deleteOne(tx, kind, seriesId, id))) throw notFound(absent[kind]())
    await hangingChanged(ctx, tx, seriesId, kind)
  })
}

export async function removeExternalRating(
  ctx: Context,
  viewer: Viewer,
  { seriesId, sourceName }: { seriesId: string; sourceName: string },
) {
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    const found = await findRating(tx, seriesId, sourceName.toLowerCase())
    if (!found) throw notFound(metadataMessages.rating_not_found())
    await deleteOne(tx, 'externalRatings', seriesId, found.id)
    await ratingsChanged(ctx, tx, seriesId)
  })
}

async function titlesChanged(ctx: Context, tx: Tx, seriesId: string) {
  await hangingChanged(ctx, tx, seriesId, 'alternateTitles')
  await refreshSearch(tx, [seriesId])
}

async function hangingChanged(
  ctx: Context,
  tx: Tx,
  seriesId: string,
  member: Exclude<Kind, 'externalRatings'>,
) {
  const isEmpty = (await countOf(tx, member, seriesId)) === 0
  await recordEdit(ctx, tx, seriesId, { member, isEmpty })
}

async function ratingsChanged(ctx: Context, tx: Tx, seriesId: string) {
  await refreshRating(tx, seriesId)
  await recordChange(ctx, tx, seriesId, 'externalRatings')
}

async function requireRoom(tx: Tx, kind: Kind, seriesId: string) {
  if ((await countOf(tx, kind, seriesId)) < maxOfAKind) return
  throw new Refusal('conflict', metadataMessages.too_many({ max: maxOfAKind }))
}

const timesOf = (ctx: Context) => ({ createdAt: ctx.now(), updatedAt: ctx.now() })

const absent = {
  externalIds: metadataMessages.id_not_found,
  externalLinks: metadataMessages.link_not_found,
}
