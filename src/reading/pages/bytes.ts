/** The bytes of a page, out of whatever they are in. Nothing here blocks the server. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { Refusal } from '../../errors'
import { createDamagedError } from './page-errors'
import type { Semaphore } from '../../platform/lib/semaphore'
import { pageMessages } from './messages'

const maxPageBytes = 128 << 20

/** A range of a file, packed as ZIP packs. */
export interface Range {
  offset: number
  packedSize: number
  size: number
  method: number
}

/** Refuses what does not lie in the file, lies about its size, or is far too large. */
export function validateRange({ offset, packedSize, size, method }: Range, fileSize: number) {
  if (size === 0 || offset + packedSize > fileSize) throw createDamagedError()
  if (size > maxPageBytes || packedSize > maxPageBytes) {
    throw new Refusal('not_found', pageMessages.too_large())
  }
  if (method !== 0 && method !== 8) throw createDamagedError()
  if (method === 0 && size !== packedSize) throw createDamagedError()
}

/** A stored range is a slice of the file; what is deflated is unpacked in memory, some at a time. */
export async function readBytes(
  path: string,
  range: Range,
  { inflating, request }: { inflating: Semaphore; request: Request },
): Promise<Blob> {
  const { offset, packedSize, size, method } = range
  const packed = Bun.file(path).slice(offset, offset + packedSize)
  if (method === 0) return packed
  return inflating.run(request.signal, async () => {
    const bytes = await inflateBytes(await packed.arrayBuffer(), size)
    if (bytes.length !== size) throw createDamagedError()
    return new Blob([new Uint8Array(bytes)])
  })
}

const inflate = promisify<ArrayBuffer, { maxOutputLength: number }, Buffer>(inflateRaw)

async function inflateBytes(packed: ArrayBuffer, size: number): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, size) })
  } catch {
    // zlib's own words mean nothing to a reader of comics; the kinds of damage need no telling apart.
    throw createDamagedError()
  }
}
