import { join } from 'node:path'
import type { Config } from '../../platform/config/model'

/** Returns the last two characters: 256 folders keep the number of files per folder small. */
export const getShard = (ownerId: string) => ownerId.slice(-2)

export const getThumbnailsFolder = ({ data_dir }: Config) => join(data_dir, 'thumbnails')

/** `ownerId` is a UUID, so the path cannot leave the folder. */
export const getThumbnailPath = (config: Config, ownerId: string) =>
  join(getThumbnailsFolder(config), getShard(ownerId), `${ownerId}.webp`)

/** Returns the folder of the original images of uploaded covers. */
export const getUploadedCoversFolder = ({ data_dir }: Config) => join(data_dir, 'uploads', 'covers')
export const getUploadPath = (config: Config, fileName: string) =>
  join(getUploadedCoversFolder(config), fileName)
