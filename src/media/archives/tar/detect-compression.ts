import { constants, gunzipSync } from 'node:zlib'
import { blockBytes, parseTarHeader } from './tar-header'

/** Compression of a whole archive. */
export type Packing = 'gzip' | 'zstd' | 'xz' | 'bzip2'

const beginnings: [Packing, string][] = [
  ['gzip', '\x1f\x8b\x08'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['xz', '\xfd7zXZ\0'],
]
/** bzip2 signature. The digit for the block size is followed by the first block. */
const bzip2 = /^BZh[1-9]1AY&SY/

/** Detects compression from the first bytes of a file. Returns undefined if there is none. */
export function detectPacking(head: Buffer): Packing | undefined {
  const text = head.toString('latin1', 0, 16)
  if (bzip2.test(text)) return 'bzip2'
  return beginnings.find(([, begin]) => text.startsWith(begin))?.[0]
}

/**
 * Returns whether the data may contain a TAR. This can be checked only for GZIP, because the first
 * block of other formats may be longer than the bytes read so far.
 */
export const mayHoldTar = (packing: Packing, head: Buffer) =>
  packing !== 'gzip' || hasTarHeader(head)

function hasTarHeader(head: Buffer): boolean {
  try {
    // Z_SYNC_FLUSH accepts truncated streams.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 8 << 20 }
    return parseTarHeader(gunzipSync(head, options).subarray(0, blockBytes)) !== null
  } catch {
    // The data is not valid GZIP, or too large when unpacked.
    return false
  }
}
