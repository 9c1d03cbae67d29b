/** Edits single external IDs and links of books on behalf of users. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { changeMetadata } from '../../metadata/metadata-draft'
import { metadataMessages } from '../../metadata/messages'
import type { NewExternalId, NewExternalLink } from '../../metadata/model'
import { parseIdSource, parseUrl, requireText, trimOrNull } from '../../metadata/validation'
import { normalizeSiteName } from '../../series/parts/link-sites'
import { bookMessages } from '../messages'
import { bookEntity } from '../metadata/book-fields'
import { buildExternal } from '../metadata/metadata-view'
import { getStoredBook } from '../metadata/service'
import { maxExternal } from './model'

type Field = 'externalIds' | 'externalLinks'

export async function listExternalIds(ctx: Context, viewer: Viewer, id: string) {
  return buildExternal(await getStoredBook(ctx.db, viewer, id)).externalIds ?? []
}

export async function listExternalLinks(ctx: Context, viewer: Viewer, id: string) {
  return buildExternal(await getStoredBook(ctx.db, viewer, id)).externalLinks ?? []
}

export async function setExternalId(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { source, externalId, externalUrl }: NewExternalId,
) {
  const row = {
    source: parseIdSource(source),
    externalId: requireText('externalId', externalId),
    externalUrl: parseUrl('externalUrl', externalUrl ?? null),
  }
  const place = { id, field: 'externalIds', key: 'source' } as const
  return { row, isNew: await setItem(ctx, viewer, place, row) }
}

export async function setExternalLink(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { sourceName, url, externalId }: NewExternalLink,
) {
  const row = {
    sourceName: normalizeSiteName(requireText('sourceName', sourceName)),
    url: parseUrl('url', url),
    externalId: trimOrNull(externalId ?? null),
  }
  const place = { id, field: 'externalLinks', key: 'sourceName' } as const
  return { row, isNew: await setItem(ctx, viewer, place, row) }
}

interface Place {
  id: string
  field: Field
  /** The member that identifies an item. */
  key: 'source' | 'sourceName'
}

type Item = Readonly<Record<string, unknown>>

/** Adds an item, or replaces the item from the same source. Returns true if the item was added. */
async function setItem(ctx: Context, viewer: Viewer, { id, field, key }: Place, item: Item) {
  let isNew = false
  await changeMetadata(ctx, bookEntity, { viewer, id }, async (draft) => {
    const present = ((await draft.value(field)) ?? []) as readonly Item[]
    const place = present.findIndex((one) => one[key] === item[key])
    isNew = place === -1
    if (isNew && present.length >= maxExternal) {
      throw new Refusal('conflict', bookMessages.too_many_external({ max: maxExternal }))
    }
    await draft.edit({ [field]: isNew ? [...present, item] : present.with(place, item) })
  })
  return isNew
}

export const removeIdOfBook = (ctx: Context, viewer: Viewer, id: string, source: string) =>
  removeItem(ctx, viewer, { id, field: 'externalIds', key: 'source' }, source)

export const removeLinkOfBook = (ctx: Context, viewer: Viewer, id: string, source: string) =>
  removeItem(
    ctx,
    viewer,
    { id, field: 'externalLinks', key: 'sourceName' },
    normalizeSiteName(source),
  )

async function removeItem(ctx: Context, viewer: Viewer, { id, field, key }: Place, source: string) {
  await changeMetadata(ctx, bookEntity, { viewer, id }, async (draft) => {
    const present = ((await draft.value(field)) ?? []) as readonly Item[]
    const others = present.filter((one) => one[key] !== source)
    if (others.length === present.length) {
      throw notFound(
        field === 'externalIds'
          ? metadataMessages.id_not_found()
          : metadataMessages.link_not_found(),
      )
    }
    await draft.edit({ [field]: others.length > 0 ? others : null })
  })
}
