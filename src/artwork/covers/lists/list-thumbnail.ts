/**
 * The image of a collection or reading list: an uploaded image, the image of a chosen entry, or the
 * images of the first four entries.
 */
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Content } from '../../../platform/http/responses/content'
import { getRenderQueue } from '../../../reading/pages/render-queue'
import type { Viewer } from '../../../accounts/permissions/model'
import { getListRow } from '../../../catalog/item-lists/list-rights'
import type { ListKind } from '../../../catalog/item-lists/list-kind'
import { findCoverBySource, type Owner } from '../queries'
import type { ThumbnailQuery } from '../../thumbnails/model'
import { requestCoverThumbnail } from '../../thumbnails/request-thumbnail'
import {
  createPicture,
  createPlaceholder,
  createThumbnailContent,
  type Thumbnail,
} from '../../thumbnails/content/thumbnail-content'
import { formatVersion } from '../../thumbnails/content/smaller-thumbnails'
import { findCoverThumbnail } from '../../thumbnails/service'
import { getThumbnailKey } from '../../thumbnails/picture-keys'

type ThumbnailRow = NonNullable<Awaited<ReturnType<typeof findCoverThumbnail>>>

/** Differences between the images of collections and reading lists. */
export interface PicturedList {
  kind: ListKind
  ownerKind: Owner['kind']
  listFirst(this: void, ctx: Context, viewer: Viewer, id: string, count: number): Promise<string[]>
  getThumbnail(this: void, ctx: Context, viewer: Viewer, itemId: string): Promise<Thumbnail>
}

const tileCount = 4
/**
 * Number of entries to try. This is more than the number of tiles, because damaged entries have no
 * image.
 */
const candidates = 12
const widest = 400

export async function getListThumbnailContent(
  ctx: Context,
  viewer: Viewer,
  pictured: PicturedList,
  { id, query }: { id: string; query: ThumbnailQuery },
): Promise<Content> {
  const { shownCoverId } = await getListRow(ctx, viewer, pictured.kind, id)
  const chosen =
    (await findUploadedThumbnail(ctx, { kind: pictured.ownerKind, id })) ??
    (shownCoverId ? await findVisible(ctx, viewer, pictured, shownCoverId) : undefined)
  return chosen
    ? createThumbnailContent(ctx, chosen, query)
    : showFirst(ctx, viewer, pictured, { id, query })
}

/** Returns undefined if there is no uploaded image. */
export async function findUploadedThumbnail(
  ctx: Context,
  owner: Owner,
): Promise<Thumbnail | undefined> {
  const cover = await findCoverBySource(ctx.db, owner, 'custom')
  if (!cover) return undefined
  const image = { upload: cover.fileName }
  return {
    row: await findCoverThumbnail(ctx, cover.id),
    remake: () => requestCoverThumbnail(ctx, { coverId: cover.id, image, onMade: () => undefined }),
  }
}

/** Returns undefined if the viewer cannot see the entry. */
async function findVisible(
  ctx: Context,
  viewer: Viewer,
  { getThumbnail }: PicturedList,
  itemId: string,
) {
  try {
    return await getThumbnail(ctx, viewer, itemId)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** If fewer than four of the first entries have images, uses only the first image. */
async function showFirst(
  ctx: Context,
  viewer: Viewer,
  pictured: PicturedList,
  { id, query }: { id: string; query: ThumbnailQuery },
): Promise<Content> {
  const ids = await pictured.listFirst(ctx, viewer, id, candidates)
  const found = await Promise.all(ids.map((itemId) => findVisible(ctx, viewer, pictured, itemId)))
  const thumbnails = found.filter((one) => one !== undefined)
  for (const { row, remake } of thumbnails) if (row?.state !== 'made') remake()
  const made = thumbnails.flatMap(({ row }) => (row?.state === 'made' ? [row] : []))
  if (made.length >= tileCount) return createMosaic(ctx, made.slice(0, tileCount), query)
  const first = thumbnails.find(({ row }) => row?.state === 'made')
  return first ? createThumbnailContent(ctx, first, query) : createPlaceholder(query)
}

function createMosaic(
  ctx: Context,
  rows: readonly ThumbnailRow[],
  { width: asked, format = 'webp' }: ThumbnailQuery,
): Content {
  const width = Math.min(Number(asked ?? widest), widest)
  const versions = rows.map((row) => `${row.ownerId}-${formatVersion(row)}`).join()
  const name = `mosaic-${Bun.hash.xxHash3(versions).toString(36)}-${width}.${format}`
  const form = { width, height: Math.round(width * 1.5), format, quality: 80 }
  const stored = rows.map(({ ownerId }) => getThumbnailKey(ownerId))
  return createPicture(`"${name}"`, `image/${format}`, (recipient) =>
    getRenderQueue(ctx).render(
      { name, task: 'mosaic', stored, ask: (paths) => ({ paths, form }) },
      recipient,
    ),
  )
}
