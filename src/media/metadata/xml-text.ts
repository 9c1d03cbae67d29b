/** Decodes an XML file in any encoding, even if it declares the wrong one. */

/** Uses the byte order mark, then the declared encoding, then a guess from the bytes. */
export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes)
}

/**
 * Returns whether the declared encoding is wrong: the file has a UTF-8 BOM but declares a legacy
 * encoding, or it is neither UTF-16 nor valid UTF-8 and declares no legacy encoding. A parser that
 * trusted the declaration would produce garbage.
 */
export function isMisdeclared(bytes: Uint8Array): boolean {
  if (hasUtf8Mark(bytes)) return findLegacyName(bytes) !== undefined
  return !hasUtf16Mark(bytes) && findLegacyName(bytes) === undefined && !isUtf8(bytes)
}

function detectEncoding(bytes: Uint8Array): Bun.Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (hasUtf8Mark(bytes)) return 'utf-8'
  // In UTF-16 without a byte order mark, there is a zero byte next to `<`. .NET tools declare
  // UTF-16 even for files that are not in UTF-16.
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  return findLegacyName(bytes) ?? (isUtf8(bytes) ? 'utf-8' : guessLegacyEncoding(bytes))
}

const hasUtf8Mark = (bytes: Uint8Array) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const hasUtf16Mark = (bytes: Uint8Array) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff) ||
  bytes[0] === 0 ||
  bytes[1] === 0

/** Finds the declared legacy encoding, if there is one. */
function findLegacyName(bytes: Uint8Array): Bun.Encoding | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200))
  const declared = /encoding\s*=\s*["']([\w.-]+)["']/.exec(start.toString('latin1'))?.[1]
  const name = declared?.toLowerCase()
  return name && isLegacy(name) ? name : undefined
}

const isLegacy = (name: string): name is Bun.Encoding => legacyEncodings.test(name)

const legacyEncodings =
  /^(windows-125\d|iso-8859-\d+|shift_jis|euc-jp|euc-kr|gbk|gb2312|gb18030|big5|koi8-r)$/

/** Returns whether the file is UTF-8, even if it is truncated in the middle of a character. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    // The decoder does not fail for any other reason.
    return false
  }
}

const sampleBytes = 64 << 10

/** Guesses from non-ASCII letters, which are rare in Western text and frequent in Cyrillic text. */
function guessLegacyEncoding(bytes: Uint8Array): Bun.Encoding {
  let high = 0
  let beside = 0
  const end = Math.min(bytes.length, sampleBytes)
  for (let i = 0; i < end; i++) {
    if (bytes[i]! < 0xc0) continue
    high++
    if (i > 0 && bytes[i - 1]! >= 0xc0) beside++
  }
  return beside > high / 2 ? 'windows-1251' : 'windows-1252'
}
