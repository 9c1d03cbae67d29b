/** Uploaded images on disk. A decoder process checks each one before the server uses it. */
import { mkdir, rename, rm } from 'node:fs/promises'
import type { Context } from '../../../context'
import { decoder } from '../../../media/decoding/decoder'
import { DecodeFailed, DecoderDied } from '../../../media/decoding/decoder-pool'
import { Refusal } from '../../../errors'
import { getUploadPath, getUploadedCoversFolder } from '../../thumbnails/thumbnail-paths'
import { coverMessages } from '../messages'

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

/** Writes to a temporary file, detects the real format, then renames the file accordingly. */
export async function storeUpload(
  ctx: Context,
  coverId: string,
  file: Blob,
): Promise<StoredUpload> {
  const most = ctx.config.server.max_upload_mb * 1024 * 1024
  if (file.size > most) throw new Refusal('too_large', coverMessages.upload_too_large())
  if (file.size === 0) throw new Refusal('invalid', coverMessages.upload_empty())
  await mkdir(getUploadedCoversFolder(ctx.config), { recursive: true, mode: 0o750 })
  const unfinished = getUploadPath(ctx.config, `${coverId}.part`)
  try {
    const bytes = await file.bytes()
    await Bun.write(unfinished, bytes)
    const facts = await inspectPicture(ctx, unfinished)
    const fileName = `${coverId}.${extensions[facts.mediaType]}`
    await rename(unfinished, getUploadPath(ctx.config, fileName))
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    return { ...facts, fileName, bytes: bytes.length, sha256 }
  } finally {
    await rm(unfinished, { force: true })
  }
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

export async function removeUpload(ctx: Context, fileName: string) {
  await rm(getUploadPath(ctx.config, fileName), { force: true })
}
