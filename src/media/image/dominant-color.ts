/** Finds the dominant color of an image, which is shown while the image loads. Pure. */

/** Pixels as returned by sharp. */
interface Pixels {
  data: Uint8Array
  width: number
  height: number
  /** Number of channels, which is 1 for grayscale. Channels after the third are ignored. */
  channels: number
}

/** Number of samples per side. */
const samples = 40
/** Number of upper bits of each channel. Colors with the same upper bits are counted together. */
const bits = 3
/** Grays have a low weight, because most pages consist of paper and ink. */
const greyWeight = 0.15

type Sum = [weight: number, red: number, green: number, blue: number]

/** Returns the color as `#rrggbb`. */
export function computeDominantColor({ data, width, height, channels }: Pixels): string {
  const sums = new Map<number, Sum>()
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0]
  for (let row = 0; row < samples; row++) {
    const line = Math.floor(((row + 0.5) * height) / samples) * width
    for (let column = 0; column < samples; column++) {
      const at = (line + Math.floor(((column + 0.5) * width) / samples)) * channels
      countPixel(sums, data[at] ?? 0, data[at + green] ?? 0, data[at + blue] ?? 0)
    }
  }
  const [weight, ...parts] = [...sums.values()].reduce((most, sum) =>
    sum[0] > most[0] ? sum : most,
  )
  return `#${parts.map((part) => formatHex(part / weight)).join('')}`
}

function countPixel(sums: Map<number, Sum>, red: number, green: number, blue: number) {
  const shift = 8 - bits
  const key = ((red >> shift) << (2 * bits)) | ((green >> shift) << bits) | (blue >> shift)
  const weight = greyWeight + (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255
  const sum = sums.get(key) ?? [0, 0, 0, 0]
  sum[0] += weight
  sum[1] += weight * red
  sum[2] += weight * green
  sum[3] += weight * blue
  sums.set(key, sum)
}

const formatHex = (value: number) => Math.round(value).toString(16).padStart(2, '0')
