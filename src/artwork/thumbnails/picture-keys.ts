/** Where thumbnails and uploaded images are in the storage. */

/** Returns the last two characters: 256 folders keep the number of files per folder small. */
export const getShard = (ownerId: string) => ownerId.slice(-2)

export const thumbnailsFolder = 'thumbnails'

export const getThumbnailFolder = (ownerId: string) => `${thumbnailsFolder}/${getShard(ownerId)}`

export const getThumbnailKey = (ownerId: string) => `${getThumbnailFolder(ownerId)}/${ownerId}.webp`

/** The original images of uploaded covers. */
export const uploadedCoversFolder = 'uploads/covers'

export const getUploadKey = (fileName: string) => `${uploadedCoversFolder}/${fileName}`
