/** Uploaded images. A decoder process checks each one before the server uses it. */
import { copyFile } from 'node:fs/promises'
import type { Context } from '../../../context'
import { decoder } from '../../../media/decoding/decoder'
import { DecodeFailed, DecoderDied } from '../../../media/decoding/decode-errors'
import { Refusal } from '../../../errors'
import { getStorage } from '../../../platform/storage/open-storage'
import { BucketUnreachable } from '../../../platform/storage/bucket-unreachable'
import { getThumbnailKey, getUploadKey, uploadedCoversFolder } from '../../thumbnails/picture-keys'
import { coverLogMessages, coverMessages } from '../messages'

export interface StoredUpload {
  fileName: string
  mediaType: string
  width: number
  height: number
  bytes: number
  sha256: string
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

/** Writes to a temporary file, detects the real format, and stores the file accordingly. */
export async function storeUpload(
  ctx: Context,
  coverId: string,
  file: Blob,
): Promise<StoredUpload> {
  const max = ctx.config.server.max_upload_mb
  if (file.size > max * 1024 * 1024) {
    throw new Refusal('too_large', coverMessages.upload_too_large({ max }))
  }
  if (file.size === 0) throw new Refusal('invalid', coverMessages.upload_empty())
  const bytes = await file.bytes()
  const inspect = async (path: string) => {
    await Bun.write(path, bytes)
    const facts = await inspectPicture(ctx, path)
    const fileName = `${coverId}.${extensions[facts.mediaType]}`
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    return { key: getUploadKey(fileName), stored: { ...facts, fileName, sha256 } }
  }
  const { stored } = await getStorage(ctx.config).store(uploadedCoversFolder, inspect)
  return { ...stored, bytes: bytes.length }
}

async function inspectPicture(ctx: Context, path: string) {
  try {
    return await decoder(ctx.config.thumbnails).run('examine', { path }, { first: true })
  } catch (error) {
    if (error instanceof DecodeFailed || error instanceof DecoderDied) {
      throw new Refusal('unsupported_type', coverMessages.upload_unusable())
    }
    throw error
  }
}

/** Returns false if there is no such file. */
export async function copyUpload(ctx: Context, from: string, to: string): Promise<boolean> {
  const storage = getStorage(ctx.config)
  if ((await storage.head(getUploadKey(from))) === undefined) return false
  await using file = await storage.getLocal(getUploadKey(from))
  if (!file) return false
  await storage.store(uploadedCoversFolder, async (path) => {
    await copyFile(file.path, path)
    return { key: getUploadKey(to) }
  })
  return true
}

/**
 * Call this after the transaction. If the bucket is unavailable, the file is deleted as an orphan
 * later.
 */
export async function removeUpload(ctx: Context, fileName: string) {
  try {
    await getStorage(ctx.config).delete(getUploadKey(fileName))
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error
    ctx.log.warn({ err: error }, coverLogMessages.delete_failed())
  }
}

/**
 * Deletes the images and thumbnails of deleted covers. Call this after the transaction. Files that
 * cannot be deleted now are deleted as orphans later.
 */
export async function deleteCoverFiles(
  ctx: Context,
  deleted: readonly { id: string; fileName: string }[],
) {
  const storage = getStorage(ctx.config)
  for (const { id, fileName } of deleted) {
    for (const key of [getUploadKey(fileName), getThumbnailKey(id)]) {
      await storage
        .delete(key)
        .catch((error: unknown) => ctx.log.warn({ err: error }, coverLogMessages.delete_failed()))
    }
  }
}

/**
 * For use in transactions. Returns false if uploads are in a bucket, because other writes must not
 * wait for a network.
 */
export async function isUploadMissing(ctx: Context, fileName: string) {
  const storage = getStorage(ctx.config)
  return storage.type === 'folder' && (await storage.head(getUploadKey(fileName))) === undefined
}
