/** One 512-byte header block of a TAR file. */
export interface TarHeader {
  /**
   * `0` is a file, `5` a folder, `L` a long name, `x` the attributes of the next file, and so on.
   */
  type: string
  /** Name as stored in this block. A preceding extension block may contain a longer name. */
  name: Buffer
  /** Size of the content in bytes, without padding. */
  size: number
}

export const blockBytes = 512

/** Returns null if the checksum does not match. */
export function parseTarHeader(block: Buffer): TarHeader | null {
  if (block.length < blockBytes || !hasValidChecksum(block)) return null
  const size = parseNumber(block, 124, 12)
  if (size === null) return null
  return { type: String.fromCharCode(block[156] ?? 0), name: parseEntryName(block), size }
}

/**
 * Verifies the checksum, which is the sum of all bytes with the checksum field treated as spaces.
 * Old tools add signed bytes.
 */
function hasValidChecksum(block: Buffer): boolean {
  const claimed = parseNumber(block, 148, 8)
  if (claimed === null) return false
  let unsigned = 0
  let signed = 0
  for (let i = 0; i < blockBytes; i++) {
    const byte = i >= 148 && i < 156 ? 32 : (block[i] ?? 0)
    unsigned += byte
    signed += byte < 128 ? byte : byte - 256
  }
  return claimed === unsigned || claimed === signed
}

/** Numbers are octal digits, or binary if the first bit is set (8 GiB or more). */
function parseNumber(block: Buffer, at: number, length: number): number | null {
  if ((block[at] ?? 0) & 0x80) return parseBinaryNumber(block, at, length)
  const digits = decodeField(block, at, length).trim()
  return /^[0-7]{0,12}$/.test(digits) ? Number.parseInt(digits || '0', 8) : null
}

function parseBinaryNumber(block: Buffer, at: number, length: number): number | null {
  if (block[at] !== 0x80) return null
  let value = 0
  for (let i = 1; i < length; i++) value = value * 256 + (block[at + i] ?? 0)
  return Number.isSafeInteger(value) ? value : null
}

function parseEntryName(block: Buffer): Buffer {
  const name = readField(block, 0, 100)
  // Old GNU archives store times in the field where the standard stores the start of a long path.
  const isStandard = block.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isStandard ? readField(block, 345, 155) : Buffer.alloc(0)
  return Buffer.concat(prefix.length > 0 ? [prefix, Buffer.from('/'), name] : [name])
}

const decodeField = (block: Buffer, at: number, length: number) =>
  readField(block, at, length).toString('latin1')

function readField(block: Buffer, at: number, length: number): Buffer {
  const field = block.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? length : end)
}
