import { join } from 'node:path'
import type { Config } from '../../platform/config/model'

/** Thumbnails are kept in 256 folders, so that none grows past what file systems like. */
export const shardOf = (ownerId: string) => ownerId.slice(-2)

export const thumbnailsFolder = ({ data_dir }: Config) => join(data_dir, 'thumbnails')

/** Where the thumbnail of a book or cover lies. `ownerId` is a UUID, so it cannot lead elsewhere. */
export const thumbnailPath = (config: Config, ownerId: string) =>
  join(thumbnailsFolder(config), shardOf(ownerId), `${ownerId}.webp`)

/** Pictures that people and plugins gave: the covers' own files, from which thumbnails are made. */
export const uploadsFolder = ({ data_dir }: Config) => join(data_dir, 'uploads', 'covers')
export const uploadPath = (config: Config, fileName: string) =>
  join(uploadsFolder(config), fileName)
