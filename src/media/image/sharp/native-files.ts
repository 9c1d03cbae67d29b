/** Reads and verifies sharp's native files, which the build embeds. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

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

function matchesNativeFile(file: NativeFile, bytes: Uint8Array) {
  if (bytes.byteLength !== file.size) return false
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex') === file.sha256
}

const pieceBytes = 256 * 1024

/**
 * Verifies the digest of a file in pieces to save memory: every decoder does this, and the library
 * is larger than anything else that a decoder needs.
 */
export function isNativeFile(file: NativeFile, path: string): boolean {
  const hasher = new Bun.CryptoHasher('sha256')
  const piece = Buffer.allocUnsafe(pieceBytes)
  const descriptor = openSync(path, 'r')
  try {
    for (let position = 0; ;) {
      const length = readSync(descriptor, piece, 0, pieceBytes, position)
      if (length === 0) return position === file.size && hasher.digest('hex') === file.sha256
      hasher.update(piece.subarray(0, length))
      position += length
    }
  } finally {
    closeSync(descriptor)
  }
}
