/**
 * Covers in a series folder. The source `file` stands for the best image, `file:<name>` for a
 * chosen one. The files belong to the library and are never deleted.
 */
import { locateFile } from '../../catalog/books/files/locate'
import type { Context } from '../../context'
import { VersionedCache } from '../../platform/db/versioned-cache'
import type { Db } from '../../platform/db/store'
import { Refusal } from '../../errors'
import { createStrongEtag } from '../../platform/http/responses/etag'
import { getSeriesPosition } from '../../catalog/series/metadata/series-offer'
import { findPicture, loadSidecarIndex, listPictures } from '../../catalog/sidecars/service'
import { findCoverThumbnail } from '../thumbnails/service'
import { requestCoverThumbnail } from '../thumbnails/request-thumbnail'
import { createCoverContent } from './cover-file'
import { coverMessages } from './messages'

export type LocalCover = Awaited<ReturnType<typeof listLocalCovers>>[number]

const isLocal = (source: string) => source === 'file' || source.startsWith('file:')
export const formatLocalSource = ({ name }: LocalCover) => `file:${name}`

/** Lists the images in a series folder, best first. */
export async function listLocalCovers(db: Db, groupKey: string) {
  const place = getSeriesPosition(groupKey)
  if (!place) return []
  return cachedPictures.get(db, groupKey, async () =>
    listPictures((await loadSidecarIndex(db, [place])).listForFolder(place)),
  )
}

const cachedPictures = new VersionedCache<ReturnType<typeof listPictures>>()

export const findLocalCover = async (db: Db, groupKey: string, source: string) =>
  isLocal(source) ? pickLocalCover(await listLocalCovers(db, groupKey), source) : undefined

/** Falls back to the best image if the chosen one is missing. */
export const pickLocalCover = (pictures: readonly LocalCover[], source: string) =>
  isLocal(source)
    ? (pictures.find((picture) => formatLocalSource(picture) === source) ?? pictures[0])
    : undefined

/**
 * Returns undefined if no thumbnail can be created, for example because the file is not an image.
 */
export async function findLocalThumbnail(ctx: Context, cover: LocalCover, onMade: () => void) {
  const [row, place] = await Promise.all([
    findCoverThumbnail(ctx, cover.id),
    findPicture(ctx.db, cover.id),
  ])
  if (!place || row?.state === 'failed') return undefined
  const remake = () =>
    requestCoverThumbnail(ctx, { coverId: cover.id, image: { path: place.path }, onMade })
  return { row, remake }
}

/**
 * Returns the original file, or undefined if the folder has no image with this ID. Throws a
 * `Refusal` if the file has changed.
 */
export async function openLocalFile(ctx: Context, groupKey: string, coverId: string) {
  const cover = (await listLocalCovers(ctx.db, groupKey)).find(({ id }) => id === coverId)
  const place = cover && (await findPicture(ctx.db, cover.id))
  if (!place) return undefined
  const { folder, name, size, modifiedAtMs } = place
  const file = await locateFile(ctx.db, { ...place, relativePath: `${folder}/${name}` })
  if (file.size !== size || file.mtimeMs !== modifiedAtMs) {
    throw new Refusal('conflict', coverMessages.file_changed())
  }
  const etag = createStrongEtag(coverId, size, modifiedAtMs)
  return createCoverContent(async () => Bun.file(file.path), place.mediaType!, etag)
}

export const toLocalCoverView = (
  seriesId: string,
  cover: LocalCover,
  selected: LocalCover | undefined,
) => ({
  id: cover.id,
  seriesId,
  source: formatLocalSource(cover),
  isSelected: selected?.id === cover.id,
  mediaType: cover.mediaType!,
  width: cover.width ?? 0,
  height: cover.height ?? 0,
  bytes: cover.size,
  createdAt: new Date(cover.modifiedAtMs),
  updatedAt: new Date(cover.modifiedAtMs),
})
