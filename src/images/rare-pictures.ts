/** Kinds of pictures that sharp's build here cannot read: JPEG XL and BMP. */
import { probeDimensions } from '../formats/dimensions'
import type { RawPixels } from './raw-pixels'

/** libjxl needs some 20 bytes of memory for each. */
const maxPixels = 40_000_000
const headBytes = 64 << 10

/** The picture as sharp can read it; what sharp knows is left as it is. */
export async function readable(bytes: Uint8Array): Promise<Uint8Array | RawPixels> {
  const probe = probeDimensions(bytes.subarray(0, headBytes))
  if (!probe || 'need' in probe) return bytes
  const { mediaType, width, height } = probe
  if (mediaType !== 'image/jxl' && mediaType !== 'image/bmp') return bytes
  if (!width || !height || width * height > maxPixels) throw new Error('the picture is too large')
  return mediaType === 'image/jxl' ? decodeJxl(bytes) : new Bun.Image(bytes).png().bytes()
}

async function decodeJxl(bytes: Uint8Array): Promise<RawPixels> {
  const { decode } = await (jxl ??= startJxl())
  const pixels = decode(bytes)
  if (!pixels) throw new Error('the JPEG XL picture is broken')
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
