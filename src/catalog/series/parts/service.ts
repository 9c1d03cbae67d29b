/** Edits single alternate titles, external IDs, links and ratings on behalf of users. */
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Viewer } from '../../../accounts/permissions/model'
import { changeMetadata, type MetadataDraft } from '../../metadata/metadata-draft'
import type { Message } from '../../../platform/messages/message'
import { normalizeSiteName } from './link-sites'
import { metadataMessages } from '../../metadata/messages'
import type {
  AlternateTitlePatch,
  NewAlternateTitle,
  NewExternalId,
  NewExternalLink,
  NewExternalRating,
} from '../../metadata/model'
import type { IdItem, LinkItem, RatingItem, TitleItem } from '../../metadata/part-storage'
import { parseIdSource, requireText, parseUrl, trimOrNull } from '../../metadata/validation'
import { seriesEntity } from '../metadata/series-fields'
import type { Stored } from '../queries'
import { getSeries } from '../service'

const maxItems = 100

type Part = 'alternateTitles' | 'externalIds' | 'externalLinks' | 'externalRatings'

/** The stored row, and whether it was created. */
interface PartInput<Row> {
  row: Row
  isNew: boolean
}

interface PartPath {
  seriesId: string
  id: string
}

export async function addAlternateTitle(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { label, title }: NewAlternateTitle,
) {
  const added = { label: requireText('label', label), title: requireText('title', title) }
  await changePart<TitleItem>(ctx, viewer, { seriesId, part: 'alternateTitles' }, (titles) => {
    requireCapacity(titles)
    return [...titles, added]
  })
  return findTitle(
    ctx,
    viewer,
    seriesId,
    (one) => one.label === added.label && one.title === added.title,
  )
}

export async function editAlternateTitle(
  ctx: Context,
  viewer: Viewer,
  { seriesId, id }: PartPath,
  { label, title }: AlternateTitlePatch,
) {
  const changes = {
    ...(typeof label === 'string' && { label: requireText('label', label) }),
    ...(typeof title === 'string' && { title: requireText('title', title) }),
  }
  await changePart<TitleItem>(ctx, viewer, { seriesId, part: 'alternateTitles' }, (titles) => {
    if (!titles.some((one) => one.id === id)) throw notFound(metadataMessages.title_not_found())
    return titles.map((one) => (one.id === id ? { ...one, ...changes } : one))
  })
  return findTitle(ctx, viewer, seriesId, (one) => one.id === id)
}

export async function removeAlternateTitle(
  ctx: Context,
  viewer: Viewer,
  { seriesId, id }: PartPath,
) {
  await changePart<TitleItem>(ctx, viewer, { seriesId, part: 'alternateTitles' }, (titles) => {
    const others = titles.filter((one) => one.id !== id)
    if (others.length === titles.length) throw notFound(metadataMessages.title_not_found())
    return others
  })
}

export async function putExternalId(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { source: given, externalId, externalUrl }: NewExternalId,
) {
  const source = parseIdSource(given)
  const one: IdItem = {
    source,
    externalId: requireText('externalId', externalId),
    ...(externalUrl !== undefined && { externalUrl: parseUrl('externalUrl', externalUrl) }),
  }
  const isNew = await putItem(ctx, viewer, { seriesId, part: 'externalIds', key: 'source' }, one)
  const { externalIds } = await getSeries(ctx, viewer, seriesId)
  return upsertPart(
    metadataMessages.id_not_found(),
    externalIds.find((row) => row.source === source),
    isNew,
  )
}

export async function putExternalLink(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { sourceName: given, url, externalId }: NewExternalLink,
) {
  const sourceName = normalizeSiteName(requireText('sourceName', given))
  const one: LinkItem = {
    sourceName,
    url: parseUrl('url', url),
    ...(externalId !== undefined && { externalId: trimOrNull(externalId) }),
  }
  const part = { seriesId, part: 'externalLinks', key: 'sourceName' } as const
  const isNew = await putItem(ctx, viewer, part, one)
  const { externalLinks } = await getSeries(ctx, viewer, seriesId)
  return upsertPart(
    metadataMessages.link_not_found(),
    externalLinks.find((row) => row.sourceName === sourceName),
    isNew,
  )
}

export async function putExternalRating(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { sourceName: given, rating, voteCount }: NewExternalRating,
) {
  const sourceName = normalizeSiteName(requireText('sourceName', given))
  const one: RatingItem = { sourceName, rating, ...(voteCount !== undefined && { voteCount }) }
  const part = { seriesId, part: 'externalRatings', key: 'sourceName' } as const
  const isNew = await putItem(ctx, viewer, part, one)
  const { externalRatings } = await getSeries(ctx, viewer, seriesId)
  return upsertPart(
    metadataMessages.rating_not_found(),
    externalRatings.find((row) => row.sourceName === sourceName),
    isNew,
  )
}

export async function removeExternalId(ctx: Context, viewer: Viewer, { seriesId, id }: PartPath) {
  const { externalIds } = await getSeries(ctx, viewer, seriesId)
  const found = externalIds.find((row) => row.id === id)
  if (!found) throw notFound(metadataMessages.id_not_found())
  const part = { seriesId, part: 'externalIds', key: 'source' } as const
  await removeItem(ctx, viewer, part, found.source)
}

export async function removeExternalLink(ctx: Context, viewer: Viewer, { seriesId, id }: PartPath) {
  const { externalLinks } = await getSeries(ctx, viewer, seriesId)
  const found = externalLinks.find((row) => row.id === id)
  if (!found) throw notFound(metadataMessages.link_not_found())
  const part = { seriesId, part: 'externalLinks', key: 'sourceName' } as const
  await removeItem(ctx, viewer, part, found.sourceName)
}

export async function removeExternalRating(
  ctx: Context,
  viewer: Viewer,
  { seriesId, sourceName }: { seriesId: string; sourceName: string },
) {
  const part = { seriesId, part: 'externalRatings', key: 'sourceName' } as const
  if (await removeItem(ctx, viewer, part, normalizeSiteName(sourceName))) return
  throw notFound(metadataMessages.rating_not_found())
}

interface Keyed<Key extends string> {
  seriesId: string
  part: Part
  /** The member that identifies an item. */
  key: Key
}

/** Adds an item or replaces the one with the same key. Returns true if it is new. */
async function putItem<Key extends string, Item extends Record<Key, string>>(
  ctx: Context,
  viewer: Viewer,
  { key, ...place }: Keyed<Key>,
  one: Item,
): Promise<boolean> {
  let isNew = false
  await changePart<Item>(ctx, viewer, place, (items) => {
    isNew = !items.some((known) => known[key] === one[key])
    if (isNew) requireCapacity(items)
    return [...items.filter((known) => known[key] !== one[key]), one]
  })
  return isNew
}

/** Removes an item. Returns false if it does not exist. */
async function removeItem<Key extends string>(
  ctx: Context,
  viewer: Viewer,
  { key, ...place }: Keyed<Key>,
  name: string,
): Promise<boolean> {
  let isFound = false
  await changePart<Record<Key, string>>(ctx, viewer, place, (items) => {
    isFound = items.some((known) => known[key] === name)
    return items.filter((known) => known[key] !== name)
  })
  return isFound
}

/** Makes the same edit as `POST .../metadata/edit` with the complete list. */
const changePart = <Item>(
  ctx: Context,
  viewer: Viewer,
  { seriesId, part }: { seriesId: string; part: Part },
  change: (items: readonly Item[]) => readonly Item[],
) =>
  changeMetadata(
    ctx,
    seriesEntity,
    { viewer, id: seriesId },
    async (draft: MetadataDraft<Stored>) => {
      const items = (await draft.value(part)) as readonly Item[]
      await draft.edit({ [part]: change(items) })
    },
  )

type TitleRow = Awaited<ReturnType<typeof getSeries>>['alternateTitles'][number]

async function findTitle(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  matches: (row: TitleRow) => boolean,
) {
  const { alternateTitles } = await getSeries(ctx, viewer, seriesId)
  const row = alternateTitles.find(matches)
  if (!row) throw notFound(metadataMessages.title_not_found())
  return row
}

/** Throws if the row has already been deleted again. */
function upsertPart<Row>(absent: Message, row: Row | undefined, isNew: boolean): PartInput<Row> {
  if (!row) throw notFound(absent)
  return { row, isNew }
}

function requireCapacity(items: readonly unknown[]) {
  if (items.length < maxItems) return
  throw new Refusal('conflict', metadataMessages.too_many({ max: maxItems }))
}
