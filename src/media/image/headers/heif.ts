import type { ImageBytes } from './image-bytes'

/**
 * AVIF and HEIC use the same container, which consists of nested boxes. Properties are linked to
 * images by number.
 */

type Size = [number, number]

interface Box {
  type: string
  /** Start of the content. */
  start: number
  end: number
}

/** Data collected from boxes, needed to find the primary image and its size. */
interface Found {
  primary: number
  /** Sizes in the order of the property container. Images refer to them by 1-based index. */
  sizes: (Size | null)[]
  rotations: (number | null)[]
  propertiesOf: Map<number, number[]>
}

const maxBoxes = 1000
const maxMetaBytes = 1 << 20

export function detectHeifMediaType(bytes: ImageBytes): string | null {
  const brands = bytes.ascii(8, Math.min(Math.max(bytes.u32be(0) - 8, 0), bytes.length - 8, 256))
  if (/avif|avis/.test(brands)) return 'image/avif'
  return /hei[cxms]|hev|mif1/.test(brands) ? 'image/heic' : null
}

export function readHeifSize(bytes: ImageBytes): Size | null {
  const meta = findMeta(bytes)
  if (!meta) return null
  const found: Found = { primary: 0, sizes: [], rotations: [], propertiesOf: new Map() }
  for (const box of boxes(bytes, meta.start + 4, meta.end)) readBox(bytes, box, found)
  return getPrimarySize(found) ?? getLargest(found.sizes)
}

function findMeta(bytes: ImageBytes): Box | null {
  for (const box of boxes(bytes, 0, Number.MAX_SAFE_INTEGER)) {
    if (box.type !== 'meta') continue
    if (box.end - box.start > maxMetaBytes) return null
    // Requests the whole box first, because all of it is needed.
    bytes.u8(box.end - 1)
    return box
  }
  return null
}

function* boxes(bytes: ImageBytes, from: number, to: number): Generator<Box> {
  let at = from
  for (let i = 0; i < maxBoxes && at + 8 <= to; i++) {
    const isLong = bytes.u32be(at) === 1
    const headerBytes = isLong ? 16 : 8
    const length = isLong ? bytes.u32be(at + 8) * 2 ** 32 + bytes.u32be(at + 12) : bytes.u32be(at)
    if (length < headerBytes || at + length > to) return
    yield { type: bytes.ascii(at + 4, 4), start: at + headerBytes, end: at + length }
    at += length
  }
}

function readBox(bytes: ImageBytes, box: Box, found: Found) {
  if (box.type === 'pitm') found.primary = readPrimary(bytes, box)
  if (box.type === 'ipco') readProperties(bytes, box, found)
  if (box.type === 'ipma') readAssociations(bytes, box, found)
  if (box.type !== 'iprp') return
  for (const inner of boxes(bytes, box.start, box.end)) {
    if (inner.type !== 'iprp') readBox(bytes, inner, found)
  }
}

function readPrimary(bytes: ImageBytes, box: Box): number {
  return bytes.u8(box.start) === 0 ? bytes.u16be(box.start + 4) : bytes.u32be(box.start + 4)
}

function readProperties(bytes: ImageBytes, box: Box, found: Found) {
  for (const property of boxes(bytes, box.start, box.end)) {
    const { type, start } = property
    found.sizes.push(type === 'ispe' ? [bytes.u32be(start + 4), bytes.u32be(start + 8)] : null)
    found.rotations.push(type === 'irot' ? bytes.u8(start) & 3 : null)
  }
}

function readAssociations(bytes: ImageBytes, box: Box, found: Found) {
  const wideIds = bytes.u8(box.start) > 0
  const wideProperties = (bytes.u8(box.start + 3) & 1) === 1
  const count = Math.min(bytes.u32be(box.start + 4), maxBoxes)
  let at = box.start + 8
  for (let i = 0; i < count && at < box.end; i++) {
    const id = wideIds ? bytes.u32be(at) : bytes.u16be(at)
    at += wideIds ? 4 : 2
    const properties = Array.from({ length: bytes.u8(at) }, (_, k) =>
      wideProperties ? bytes.u16be(at + 1 + k * 2) & 0x7fff : bytes.u8(at + 1 + k) & 0x7f,
    )
    at += 1 + properties.length * (wideProperties ? 2 : 1)
    found.propertiesOf.set(id, properties)
  }
}

function getPrimarySize(found: Found): Size | null {
  let size: Size | null = null
  let rotation = 0
  for (const property of found.propertiesOf.get(found.primary) ?? []) {
    size = found.sizes[property - 1] ?? size
    rotation = found.rotations[property - 1] ?? rotation
  }
  return size && rotation % 2 === 1 ? [size[1], size[0]] : size
}

function getLargest(sizes: (Size | null)[]): Size | null {
  let best: Size | null = null
  for (const size of sizes) {
    if (size && (!best || size[0] * size[1] > best[0] * best[1])) best = size
  }
  return best
}
