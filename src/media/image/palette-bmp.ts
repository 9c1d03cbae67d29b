import type { RawPixels } from './raw-pixels'

const fileHeaderBytes = 14
/** Size of the BMP info header. Older, shorter headers have a different layout. */
const leastHeaderBytes = 40
/** Bits per pixel. */
const paletteDepths = new Set([1, 4, 8])
const RGB = 3

/**
 * Decodes a BMP with a palette, which scanners create for black-and-white pages. Returns null for
 * other BMPs.
 */
export function decodePaletteBmp(bytes: Uint8Array): RawPixels | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bits = view.readUInt16LE(28)
  const isPlain = view.readUInt32LE(14) >= leastHeaderBytes && view.readUInt32LE(30) === 0
  if (!isPlain || !paletteDepths.has(bits)) return null

  const width = view.readInt32LE(18)
  const height = view.readInt32LE(22)
  const palette = readPalette(view, bits)
  const rows = view.subarray(view.readUInt32LE(10))
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const rowCount = Math.abs(height)
  if (width <= 0 || rows.length < rowBytes * rowCount) {
    throw new Error('invalid BMP image')
  }

  const data = new Uint8Array(width * rowCount * RGB)
  for (let y = 0; y < rowCount; y++) {
    // The bottom row comes first, unless the height is negative.
    const row = rows.subarray(rowBytes * (height > 0 ? rowCount - 1 - y : y))
    paintRow({ row, bits, palette, width }, data.subarray(y * width * RGB))
  }
  return { data, width, height: rowCount, channels: RGB }
}

/** Returns three bytes per entry. Entries that are missing from the file are black. */
function readPalette(view: Buffer, bits: number): Uint8Array {
  const start = fileHeaderBytes + view.readUInt32LE(14)
  const most = 2 ** bits
  const count = Math.min(view.readUInt32LE(46) || most, most)
  const palette = new Uint8Array(most * RGB)
  for (let place = 0; place < count; place++) {
    const [blue = 0, green = 0, red = 0] = view.subarray(start + place * 4, start + place * 4 + 3)
    palette.set([red, green, blue], place * RGB)
  }
  return palette
}

interface Row {
  row: Uint8Array
  bits: number
  palette: Uint8Array
  width: number
}

function paintRow({ row, bits, palette, width }: Row, into: Uint8Array) {
  const perByte = 8 / bits
  const mask = 2 ** bits - 1
  for (let x = 0; x < width; x++) {
    const byte = row[Math.floor(x / perByte)] ?? 0
    const place = (byte >> (8 - bits * ((x % perByte) + 1))) & mask
    into.set(palette.subarray(place * RGB, place * RGB + RGB), x * RGB)
  }
}
