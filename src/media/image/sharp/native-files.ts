/** The files of sharp that the build embeds, and how they are read. */
import { readFileSync } from 'node:fs'

/** One native file as the build embeds it. `path` is relative, with forward slashes. */
export type NativeFile = {
  path: string
  size: number
  sha256: string
  /** Where the zstd-compressed bytes stand inside the executable. */
  embedded: string
}

/** `files` lists the addon first, then what it needs. `version` names the set. */
export type NativeFiles = { platform: string; version: string; files: readonly NativeFile[] }

/** The embedded bytes, uncompressed and compared with their digest. */
export function readEmbedded(file: NativeFile): Uint8Array {
  const bytes = Bun.zstdDecompressSync(readFileSync(file.embedded))
  if (!matchesNativeFile(file, bytes)) throw new Error(`The program file is damaged: ${file.path}`)
  return bytes
}

export function matchesNativeFile(file: NativeFile, bytes: Uint8Array) {
  if (bytes.byteLength !== file.size) return false
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex') === file.sha256
}
