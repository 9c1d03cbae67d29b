import { constants, gunzipSync } from 'node:zlib'
import { blockBytes, parseTarHeader } from './header'

/** The compression of a whole archive. */
export type Packing = 'gzip' | 'zstd' | 'xz' | 'bzip2'

const beginnings: [Packing, string][] = [
  ['gzip', '\x1f\x8b\x08'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['xz', '\xfd7zXZ\0'],
]
/** Behind the size of its blocks the first of them begins. */
const bzip2 = /^BZh[1-9]1AY&SY/

/** From the first bytes of a file; undefined: it is not packed as a whole. */
export function detectPacking(head: Buffer): Packing | undefined {
  const text = head.toString('latin1', 0, 16)
  if (bzip2.test(text)) return 'bzip2'
  return beginnings.find(([, begin]) => text.startsWith(begin))?.[0]
}

/**
 * Whether it may hold a TAR archive. The first block of all but GZIP may be larger than what was looked
 * at: whether there is a TAR in those shows when they are read.
 */
export const mayHoldTar = (packing: Packing, head: Buffer) =>
  packing !== 'gzip' || hasTarHeader(head)

function hasTarHeader(head: Buffer): boolean {
  try {
    // Z_SYNC_FLUSH accepts a stream that is cut off.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 8 << 20 }
    return parseTarHeader(gunzipSync(head, options).subarray(0, blockBytes)) !== null
  } catch {
    // No GZIP at all, then.
    return false
  }
}
