/**
 * The image of a collection or reading list. It is uploaded, or made from a chosen entry or the
 * first four.
 */
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { getRenderQueue } from '../../../reading/pages/render-queue'
import type { Viewer } from '../../../accounts/permissions/model'
import { getListRow } from '../../../catalog/item-lists/list-rights'
import type { ListKind } from '../../../catalog/item-lists/list-kind'
import { findCoverBySource, type Owner } from '../queries'
import type { ThumbnailQuery } from '../../thumbnails/model'
import { requestCoverThumbnail } from '../../thumbnails/request-thumbnail'
import {
  answerPicture,
  answerPlaceholder,
  answerThumbnail,
} from '../../thumbnails/responses/thumbnail-response'
import { formatVersion } from '../../thumbnails/responses/smaller-thumbnails'
import { findCoverThumbnail } from '../../thumbnails/service'
import { getThumbnailPath, getUploadPath } from '../../thumbnails/thumbnail-paths'

type ThumbnailRow = NonNullable<Awaited<ReturnType<typeof findCoverThumbnail>>>

interface Thumbnail {
  row: ThumbnailRow | undefined
  remake: () => void
}

/** Differences between the images of collections and reading lists. */
export interface PicturedList {
  kind: ListKind
  ownerKind: Owner['kind']
  listFirst(this: void, ctx: Context, viewer: Viewer, id: string, count: number): Promise<string[]>
  getThumbnail(this: void, ctx: Context, viewer: Viewer, itemId: string): Promise<Thumbnail>
}

const tiles = 4
/** Number of entries to try. More than the tiles, because damaged entries have no image. */
const candidates = 12
const widest = 400

export async function answerListThumbnail(
  ctx: Context,
  viewer: Viewer,
  pictured: PicturedList,
  { request, id, query }: { request: Request; id: string; query: ThumbnailQuery },
): Promise<Response> {
  const { shownCoverId } = await getListRow(ctx, viewer, pictured.kind, id)
  const chosen =
    (await findUpload(ctx, { kind: pictured.ownerKind, id })) ??
    (shownCoverId ? await findVisible(ctx, viewer, pictured, shownCoverId) : undefined)
  const answer = chosen
    ? await answerOne(ctx, request, chosen, query)
    : await answerFirst(ctx, viewer, pictured, { request, id, query })
  return answer ?? answerPlaceholder(query)
}

async function findUpload(ctx: Context, owner: Owner): Promise<Thumbnail | undefined> {
  const cover = await findCoverBySource(ctx.db, owner, 'custom')
  if (!cover) return undefined
  const path = getUploadPath(ctx.config, cover.fileName)
  return {
    row: await findCoverThumbnail(ctx, cover.id),
    remake: () => requestCoverThumbnail(ctx, { coverId: cover.id, path, onMade: () => undefined }),
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

async function answerOne(ctx: Context, request: Request, one: Thumbnail, query: ThumbnailQuery) {
  const answer = await answerThumbnail(ctx, request, one.row, query)
  if (!answer) one.remake()
  return answer
}

/** If fewer than four of the first entries have images, uses only the first image. */
async function answerFirst(
  ctx: Context,
  viewer: Viewer,
  pictured: PicturedList,
  { request, id, query }: { request: Request; id: string; query: ThumbnailQuery },
) {
  const ids = await pictured.listFirst(ctx, viewer, id, candidates)
  const found = await Promise.all(ids.map((itemId) => findVisible(ctx, viewer, pictured, itemId)))
  const thumbnails = found.filter((one) => one !== undefined)
  for (const { row, remake } of thumbnails) if (row?.state !== 'made') remake()
  const made = thumbnails.flatMap(({ row }) => (row?.state === 'made' ? [row] : []))
  if (made.length >= tiles) return answerMosaic(ctx, request, made.slice(0, tiles), query)
  const first = thumbnails.find(({ row }) => row?.state === 'made')
  return first && answerOne(ctx, request, first, query)
}

function answerMosaic(
  ctx: Context,
  request: Request,
  rows: readonly ThumbnailRow[],
  { width: asked, format = 'webp' }: ThumbnailQuery,
) {
  const width = Math.min(Number(asked ?? widest), widest)
  const versions = rows.map((row) => `${row.ownerId}-${formatVersion(row)}`).join()
  const name = `mosaic-${Bun.hash.xxHash3(versions).toString(36)}-${width}.${format}`
  const form = { width, height: Math.round(width * 1.5), format, quality: 80 }
  const paths = rows.map(({ ownerId }) => getThumbnailPath(ctx.config, ownerId))
  const headers = { etag: `"${name}"`, 'content-type': `image/${format}` }
  return answerPicture(request, headers, () =>
    getRenderQueue(ctx).render({ name, task: 'mosaic', ask: { paths, form } }, request),
  )
}
