import { crc32 } from 'node:zlib'
import { detectNameEncoding } from '../encodings/detect-encoding'

/** The stored form of a name in an archive. */
export interface RawName {
  raw: Buffer
  flags: number
  extra: Buffer
}

const UNICODE_PATH = 0x7075
export const UTF8_FLAG = 0x800

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const lenientUtf8 = new TextDecoder('utf-8')

/**
 * Decodes the names of an archive according to the Unicode extra field, or else the UTF-8 flag. The
 * remaining names are decoded with the encoding that fits all of them best.
 */
export function decodeEntryNames(names: readonly RawName[]): string[] {
  const known = names.map(decodeKnownName)
  const unknown = names.filter((_, i) => known[i] === null).map(({ raw }) => raw)
  const decode = unknown.length > 0 ? chooseDecoder(unknown) : null
  return known.map((name, i) => toSlashes(name ?? decode?.(names[i]!.raw) ?? ''))
}

/** Some Windows programs separate folders with backslashes. */
const toSlashes = (name: string) => (name.includes('\\') ? name.replaceAll('\\', '/') : name)

/** Returns null if the archive does not specify the encoding. */
function decodeKnownName({ raw, flags, extra }: RawName): string | null {
  const fromExtra = extra.length > 0 ? readUnicodePath(raw, extra) : null
  if (fromExtra !== null) return fromExtra
  if (isAscii(raw)) return raw.toString('latin1')
  return flags & UTF8_FLAG ? lenientUtf8.decode(raw) : null
}

/** UTF-8 names often lack the UTF-8 flag. Some archives also contain names in other encodings. */
function chooseDecoder(names: readonly Buffer[]): (raw: Buffer) => string {
  if (names.every((raw) => decodeUtf8(raw) !== null) && !names.every(isOddUtf8)) {
    return (raw) => lenientUtf8.decode(raw)
  }
  const others = names.filter((raw) => !isLongUtf8(raw))
  const decodeOther = detectNameEncoding(others)
  return (raw) => (isLongUtf8(raw) ? lenientUtf8.decode(raw) : decodeOther(raw))
}

/** Two bytes can be valid UTF-8 by chance. */
const isLongUtf8 = (raw: Buffer) => raw.some((byte) => byte >= 0xe0) && decodeUtf8(raw) !== null

/**
 * Returns whether a valid UTF-8 name is probably in another encoding: `目录` in GBK is also `Ŀ¼` in
 * UTF-8, and `图片` is `ͼƬ`.
 */
function isOddUtf8(raw: Buffer): boolean {
  const name = lenientUtf8.decode(raw)
  return oddUtf8.test(name) && !mixedWord.test(name)
}

/**
 * Letters that do not occur in any language used for file names. Symbols prove nothing: `n°`,
 * `LEGO®`, `X²`.
 */
const oddUtf8 =
  /[\u013f\u01a2-\u01ae\u01b1\u01b2\u01b5-\u01bf\u01dd-\u01e3\u01f6\u01f7\u0221-\u0225\u0234-\u0249\u0370-\u037d]/u

/** Words of rare languages, such as `Ʒibuti`, also contain plain letters. */
const mixedWord = /[a-z](?!\p{ASCII})\p{L}|(?!\p{ASCII})\p{L}[a-z]/iu

function isAscii(raw: Buffer): boolean {
  for (let i = 0; i < raw.length; i++) if ((raw[i] ?? 0) > 127) return false
  return true
}

/** Reads Info-ZIP's field 0x7075. Ignores it if its checksum does not match the plain name. */
function readUnicodePath(raw: Buffer, extra: Buffer): string | null {
  for (const field of listExtraFields(extra)) {
    if (field.id !== UNICODE_PATH || field.data.length <= 5 || field.data[0] !== 1) continue
    if (field.data.readUInt32LE(1) !== crc32(raw)) continue
    return decodeUtf8(field.data.subarray(5))
  }
  return null
}

/** Yields the well-formed extra fields of a ZIP record. */
export function* listExtraFields(extra: Buffer): Generator<{ id: number; data: Buffer }> {
  let at = 0
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (end > extra.length) return
    yield { id: extra.readUInt16LE(at), data: extra.subarray(at + 4, end) }
    at = end
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    // The bytes are not valid UTF-8.
    return null
  }
}
