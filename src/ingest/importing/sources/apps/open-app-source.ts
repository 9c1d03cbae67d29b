/** Opens a file of a reading app. Its content is not trusted. */
import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Refusal } from '../../../../errors'
import { importMessages } from '../../messages'
import type { OpenSource } from '../../neutral-form'
import type { AppOwner } from './app-source'
import { openMihonSource } from './mihon/mihon-source'

/** Of a file, packed and unpacked. */
export const maxAppFileMb = 64
const maxUnpackedMb = 96

export function openAppSource(path: string, owner: AppOwner): OpenSource {
  if (statSync(path).size > maxAppFileMb * 2 ** 20) throw tooLarge(maxAppFileMb)
  const bytes = readFileSync(path)
  return openMihonSource(isGzip(bytes) ? unpack(bytes) : bytes, owner)
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedMb * 2 ** 20 })
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxUnpackedMb)
    if (code.startsWith('Z_')) throw new Refusal('invalid', importMessages.no_backup())
    throw error
  }
}

const tooLarge = (max: number) => new Refusal('too_large', importMessages.file_too_large({ max }))
