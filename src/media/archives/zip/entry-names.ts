import { crc32 } from 'node:zlib'

const UNICODE_PATH = 0x7075
const UTF8_FLAG = 0x800

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const lenientUtf8 = new TextDecoder('utf-8')
const strictShiftJis = new TextDecoder('shift_jis', { fatal: true })

/** Decodes a name according to the Unicode extra field, then the UTF-8 flag, then a guess. */
export function decodeEntryName(raw: Buffer, flags: number, extra: Buffer): string {
  const fromExtra = extra.length > 0 ? readUnicodePath(raw, extra) : null
  if (fromExtra !== null) return fromExtra
  return flags & UTF8_FLAG && !isAscii(raw) ? lenientUtf8.decode(raw) : guessName(raw)
}

/** Tries ASCII, then UTF-8, then Shift-JIS if it yields kana or kanji, and otherwise uses CP437. */
function guessName(raw: Buffer): string {
  if (isAscii(raw)) return raw.toString('latin1')
  return decodeStrictly(strictUtf8, raw) ?? decodeJapaneseName(raw) ?? cp437Name(raw)
}

function isAscii(raw: Buffer): boolean {
  for (let i = 0; i < raw.length; i++) if ((raw[i] ?? 0) > 127) return false
  return true
}

/** Reads Info-ZIP's field 0x7075. Ignores it if its checksum does not match the plain name. */
function readUnicodePath(raw: Buffer, extra: Buffer): string | null {
  for (const field of listExtraFields(extra)) {
    if (field.id !== UNICODE_PATH || field.data.length <= 5 || field.data[0] !== 1) continue
    if (field.data.readUInt32LE(1) !== crc32(raw)) continue
    return decodeStrictly(strictUtf8, field.data.subarray(5))
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

function decodeJapaneseName(raw: Buffer): string | null {
  const name = decodeStrictly(strictShiftJis, raw)
  if (name === null) return null
  const looksJapanese = /[\u3040-\u30ff\u4e00-\u9fff]/.test(name) && !/[\uff61-\uff9f]/.test(name)
  return looksJapanese ? name : null
}

function cp437Name(raw: Buffer): string {
  let name = ''
  for (const byte of raw) name += byte < 128 ? String.fromCharCode(byte) : cp437[byte - 128]
  return name
}

function decodeStrictly(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    // The name is not in this encoding, so the caller tries another one.
    return null
  }
}
