import type { BookFile } from '../../contents/file'

const signatureBytes = 32
const maxHeaderBytes = 1 << 10
const PACKED_HEADER = 0x17
/** 7zAES, as a header names it. */
const aes = Buffer.from([0x06, 0xf1, 0x07, 0x01])

/**
 * Whether a password hides the names, too. Then all that stands in the open is how the directory was
 * packed. 7-Zip cannot be asked: some of these archives break it down before it says a word.
 */
export function isDirectoryLocked(file: BookFile): boolean {
  if (file.size < signatureBytes) return false
  const signature = file.read(0, signatureBytes)
  const at = signature.readBigUInt64LE(12) + BigInt(signatureBytes)
  if (at > file.size) return false
  const header = file.readUpTo(Number(at), maxHeaderBytes)
  return header[0] === PACKED_HEADER && header.includes(aes)
}
