/**
 * Opens a file of a reading app. The app is recognized by the content of the file, which is not
 * trusted.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Refusal } from '../../../../errors'
import { importMessages } from '../../messages'
import type { OpenSource } from '../../neutral-form'
import type { AppOwner } from './app-source'
import { openKoreaderZip, openSidecar, openStatistics } from './koreader/open-koreader'
import { openMihonSource } from './mihon/mihon-source'

/** Maximum sizes of a file: as uploaded, and unpacked. */
export const maxAppFileMb = 64
const maxUnpackedMb = 96

interface AppFile {
  path: string
  /** Folder for copies. The caller deletes it. */
  folder: string
}

/** Yields to the event loop, because files that unpack to many entries take seconds. */
export async function openAppSource(
  { path, folder }: AppFile,
  owner: AppOwner,
): Promise<OpenSource> {
  if (statSync(path).size > maxAppFileMb * 2 ** 20) throw tooLarge(maxAppFileMb)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const bytes = readFileSync(path)
  const file = { path, folder, name: basename(path), maxBytes: maxUnpackedMb * 2 ** 20 }
  const start = bytes.toString('latin1', 0, 16)
  if (start.startsWith('PK\x03\x04')) return openKoreaderZip(file, owner)
  if (start === 'SQLite format 3\0') return openStatistics(file, owner)
  if (luaStart.test(bytes.toString('latin1', 0, 1000))) return openSidecar(bytes, file.name, owner)
  return openMihonSource(isGzip(bytes) ? unpack(bytes) : bytes, owner)
}

const luaStart = /^\s*(--[^\n]*\n\s*)*return\b/

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedMb * 2 ** 20 })
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxUnpackedMb)
    if (code.startsWith('Z_')) throw new Refusal('invalid', importMessages.no_app_file())
    throw error
  }
}

const tooLarge = (max: number) => new Refusal('too_large', importMessages.file_too_large({ max }))
