/** Uploaded pictures on disk: checked in a decoder before anything else looks at them. */
import { mkdir, rename, rm } from 'node:fs/promises'
import type { Context } from '../../context'
import { decoder } from '../../media/decoding/decoder'
import { DecodeFailed, DecoderDied } from '../../media/decoding/pool'
import { Refusal } from '../../errors'
import { uploadPath, uploadsFolder } from '../thumbnails/place'
import { coverMessages } from './messages'

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

/** Writes the picture beside its final place, looks what it really is, and gives it its name. */
export async function storeUpload(
  ctx: Context,
  coverId: string,
  file: Blob,
): Promise<StoredUpload> {
  const most = ctx.config.server.max_upload_mb * 1024 * 1024
  if (file.size > most) throw new Refusal('too_large', coverMessages.upload_too_large())
  if (file.size === 0) throw new Refusal('invalid', coverMessages.upload_empty())
  await mkdir(uploadsFolder(ctx.config), { recursive: true, mode: 0o750 })
  const unfinished = uploadPath(ctx.config, `${coverId}.part`)
  try {
    const bytes = await file.bytes()
    await Bun.write(unfinished, bytes)
    const facts = await examine(ctx, unfinished)
    const fileName = `${coverId}.${extensions[facts.mediaType]}`
    await rename(unfinished, uploadPath(ctx.config, fileName))
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    return { ...facts, fileName, bytes: bytes.length, sha256 }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function examine(ctx: Context, path: string) {
  try {
    return await decoder(ctx.config.thumbnails.workers).run('examine', { path }, { first: true })
  } catch (error) {
    if (error instanceof DecodeFailed || error instanceof DecoderDied) {
      throw new Refusal('unsupported_type', coverMessages.upload_unusable())
    }
    throw error
  }
}

export async function removeUpload(ctx: Context, fileName: string) {
  await rm(uploadPath(ctx.config, fileName), { force: true })
}
