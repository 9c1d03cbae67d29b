/** Where the files of a test server's data folder are. */
import { join } from 'node:path'
import {
  getThumbnailKey,
  getUploadKey,
  thumbnailsFolder,
  uploadedCoversFolder,
} from '../../src/artwork/thumbnails/picture-keys'
import type { Config } from '../../src/platform/config/model'

export const getThumbnailsFolder = ({ data_dir: folder }: Config) => join(folder, thumbnailsFolder)
export const getThumbnailPath = ({ data_dir: folder }: Config, ownerId: string) =>
  join(folder, getThumbnailKey(ownerId))

export const getUploadedCoversFolder = ({ data_dir: folder }: Config) =>
  join(folder, uploadedCoversFolder)
export const getUploadPath = ({ data_dir: folder }: Config, fileName: string) =>
  join(folder, getUploadKey(fileName))
