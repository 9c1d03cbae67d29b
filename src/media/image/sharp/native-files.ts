/** sharp's native files, as embedded by the build. */
import { readFileSync } from 'node:fs'

/** One embedded native file. `path` is relative and uses forward slashes. */
export type NativeFile = {
  path: string
  size: number
  sha256: string
  /** Path of the zstd-compressed file inside the executable. */
  embedded: string
}

/** `files` lists the addon first, then its dependencies. `version` identifies the set. */
export type NativeFiles = { platform: string; version: string; files: readonly NativeFile[] }

/** Decompresses the embedded file and verifies its digest. */
export function readEmbedded(file: NativeFile): Uint8Array {
  const bytes = Bun.zstdDecompressSync(readFileSync(file.embedded))
  if (!matchesNativeFile(file, bytes)) throw new Error(`executable is damaged: ${file.path}`)
  return bytes
}

export function matchesNativeFile(file: NativeFile, bytes: Uint8Array) {
  if (bytes.byteLength !== file.size) return false
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex') === file.sha256
}
