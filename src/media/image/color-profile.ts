/** Compares ICC color profiles with sRGB, which viewers assume if there is no profile. Pure. */

const headerBytes = 128
const maxTags = 200
/** Allowed difference in a primary color or the middle tone, where 1 is white. */
const tolerance = 0.02

/** The primary colors of sRGB in XYZ, adapted to the white point of profiles. */
const primaries: [tag: string, xyz: readonly number[]][] = [
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7141]],
]
/** Linear light of the middle tone, where 1 is white. */
const middleLight = 0.214

/**
 * Returns whether an image with this profile looks the same without it: sRGB, or gray with the same
 * tones.
 */
export function isStandardProfile(profile: Uint8Array): boolean {
  const bytes = Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength)
  if (bytes.length < headerBytes + 4) return false
  const tags = readTags(bytes)
  const space = bytes.toString('latin1', 16, 20)
  const hasTone = (tag: string) => isClose(readMiddleLight(tags.get(tag)), middleLight)
  if (space === 'GRAY') return hasTone('kTRC')
  if (space !== 'RGB ') return false
  const hasPrimaries = primaries.every(([tag, expected]) =>
    expected.every((value, i) => isClose(readFixed(tags.get(tag), 8 + i * 4), value)),
  )
  return hasPrimaries && ['rTRC', 'gTRC', 'bTRC'].every(hasTone)
}

function readTags(bytes: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>()
  const count = Math.min(bytes.readUInt32BE(headerBytes), maxTags)
  for (let at = headerBytes + 4; tags.size < count && at + 12 <= bytes.length; at += 12) {
    const start = bytes.readUInt32BE(at + 4)
    const length = bytes.readUInt32BE(at + 8)
    tags.set(bytes.toString('latin1', at, at + 4), bytes.subarray(start, start + length))
  }
  return tags
}

/** Returns the linear light of the middle tone, or NaN if the curve cannot be read. */
function readMiddleLight(curve: Buffer | undefined): number {
  if (!curve || curve.length < 12) return Number.NaN
  const type = curve.toString('latin1', 0, 4)
  if (type === 'para') return readParametricLight(curve)
  if (type !== 'curv') return Number.NaN
  const count = curve.readUInt32BE(8)
  if (count === 0) return 0.5
  if (curve.length < 12 + count * 2) return Number.NaN
  if (count === 1) return 0.5 ** (curve.readUInt16BE(12) / 256)
  const middle = (count - 1) / 2
  const values = [Math.floor(middle), Math.ceil(middle)].map((i) => curve.readUInt16BE(12 + i * 2))
  return values.reduce((sum, value) => sum + value, 0) / 2 / 0xffff
}

/** In all parametric curves in use, the formula for the middle tone is `(ax + b) ^ g + c`. */
function readParametricLight(curve: Buffer): number {
  const type = curve.readUInt16BE(8)
  const read = (i: number) => readFixed(curve, 12 + i * 4)
  if (type === 0) return 0.5 ** read(0)
  if (type > 4) return Number.NaN
  const offset = type === 2 ? read(3) : type === 4 ? read(5) : 0
  return (read(1) * 0.5 + read(2)) ** read(0) + offset
}

/** Reads a fixed-point number with 16 fractional bits. */
const readFixed = (bytes: Buffer | undefined, at: number): number =>
  bytes && at + 4 <= bytes.length ? bytes.readInt32BE(at) / 0x10000 : Number.NaN

const isClose = (value: number, expected: number) => Math.abs(value - expected) <= tolerance
