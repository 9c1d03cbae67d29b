/**
 * Pictures that lie in the folder of a series: `file`, the best of them, where nobody chose another;
 * `file:<name>` once somebody has. They belong to the library: nothing here ever deletes them.
 */
import { locateFile } from '../../catalog/books/files/locate'
import type { Context } from '../../context'
import { VersionedCache } from '../../platform/db/versioned-cache'
import type { Db } from '../../platform/db/store'
import { Refusal } from '../../errors'
import { createStrongEtag } from '../../platform/http/responses/conditional'
import { placeOfSeries } from '../../catalog/series/metadata/from-file'
import { findPicture, lookBeside, picturesOf } from '../../catalog/sidecars/service'
import { findCoverThumbnail, makeCoverSoon } from '../thumbnails/service'
import { coverMessages } from './messages'

export type LocalCover = Awaited<ReturnType<typeof listLocal>>[number]

const isLocal = (source: string) => source === 'file' || source.startsWith('file:')
export const localSource = ({ name }: LocalCover) => `file:${name}`

/** The best one first. */
export async function listLocal(db: Db, groupKey: string) {
  const place = placeOfSeries(groupKey)
  if (!place) return []
  return cachedPictures.get(db, groupKey, async () =>
    picturesOf((await lookBeside(db, [place])).ofFolder(place)),
  )
}

const cachedPictures = new VersionedCache<ReturnType<typeof picturesOf>>()

export const findLocal = async (db: Db, groupKey: string, source: string) =>
  isLocal(source) ? selectedLocal(await listLocal(db, groupKey), source) : undefined

/** A picture that was chosen and is gone leaves its place to the best of the others. */
export const selectedLocal = (pictures: readonly LocalCover[], source: string) =>
  isLocal(source)
    ? (pictures.find((picture) => localSource(picture) === source) ?? pictures[0])
    : undefined

/** undefined: it cannot be shown, for one because it is no picture after all. */
export async function localThumbnail(ctx: Context, cover: LocalCover, onMade: () => void) {
  const [row, place] = await Promise.all([
    findCoverThumbnail(ctx, cover.id),
    findPicture(ctx.db, cover.id),
  ])
  if (!place || row?.state === 'failed') return undefined
  const remake = () => makeCoverSoon(ctx, { coverId: cover.id, path: place.path, onMade })
  return { row, remake }
}

/** The picture itself; undefined when there is none of this id in the folder of the series. */
export async function localFile(ctx: Context, groupKey: string, coverId: string) {
  const cover = (await listLocal(ctx.db, groupKey)).find(({ id }) => id === coverId)
  const place = cover && (await findPicture(ctx.db, cover.id))
  if (!place) return undefined
  const { rootPath, folder, name, size, modifiedAtMs } = place
  const file = await locateFile({ rootPath, relativePath: `${folder}/${name}` })
  if (file.size !== size || file.mtimeMs !== modifiedAtMs) {
    throw new Refusal('conflict', coverMessages.file_changed())
  }
  const etag = createStrongEtag(coverId, size, modifiedAtMs)
  return { file: Bun.file(file.path), mediaType: place.mediaType!, etag }
}

export const localView = (
  seriesId: string,
  cover: LocalCover,
  selected: LocalCover | undefined,
) => ({
  id: cover.id,
  seriesId,
  source: localSource(cover),
  isSelected: selected?.id === cover.id,
  mediaType: cover.mediaType!,
  width: cover.width ?? 0,
  height: cover.height ?? 0,
  bytes: cover.size,
  createdAt: new Date(cover.modifiedAtMs),
  updatedAt: new Date(cover.modifiedAtMs),
})
