/** Converts image formats that the bundled sharp cannot read: JPEG XL and BMP. */
import { BadFile } from '../contents/contents'
import { readDimensions } from './headers/dimensions'
import { decodePaletteBmp } from './palette-bmp'
import type { RawPixels } from './raw-pixels'
import { imageMessages } from './messages'
import { maxPixels, maxRarePixels } from './pixel-limits'

const headBytes = 64 << 10

/** Converts an image for sharp. Formats that sharp supports are returned unchanged. */
export async function toReadablePicture(bytes: Uint8Array): Promise<Uint8Array | RawPixels> {
  const known = readDimensions(bytes.subarray(0, headBytes), (length) => bytes.subarray(0, length))
  if (!known) return bytes
  const { mediaType, width, height } = known
  const isRare = mediaType === 'image/jxl' || mediaType === 'image/bmp'
  const pixels = (width ?? 0) * (height ?? 0)
  if (pixels > (isRare ? maxRarePixels : maxPixels)) {
    throw new BadFile('too_large', imageMessages.too_large())
  }
  if (!isRare) return bytes
  if (pixels === 0) throw new Error('image has no dimensions')
  if (mediaType === 'image/jxl') return decodeJxl(bytes)
  return decodePaletteBmp(bytes) ?? new Bun.Image(bytes).png().bytes()
}

async function decodeJxl(bytes: Uint8Array): Promise<RawPixels> {
  const { decode } = await (jxl ??= startJxl())
  const pixels = decode(bytes)
  if (!pixels) throw new Error('invalid JPEG XL image')
  const { data, width, height } = pixels
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height }
}

let jxl: ReturnType<typeof startJxl> | undefined

async function startJxl() {
  const { default: start } = await import('@jsquash/jxl/codec/dec/jxl_dec.js')
  const { default: path } = await import('@jsquash/jxl/codec/dec/jxl_dec.wasm', {
    with: { type: 'file' },
  })
  const wasmBinary = await Bun.file(path).arrayBuffer()
  return start({ noInitialRun: true, wasmBinary, locateFile: (name) => name })
}
