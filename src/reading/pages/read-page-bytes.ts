/** Reads the bytes of a page from its file or archive without blocking the server. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { requireReadable } from '../../catalog/books/files/locate'
import { Refusal } from '../../errors'
import type { Recipient } from '../../platform/http/responses/content'
import { createDamagedError } from './page-errors'
import type { Semaphore } from '../../platform/lib/semaphore'
import type { StoredPage } from '../../catalog/books/schema'
import { pageMessages } from './messages'

const maxPageBytes = 128 << 20

/** A range of a file, either uncompressed or compressed as in a ZIP archive. */
export interface Range {
  offset: number
  packedSize: number
  size: number
  method: number
}

export function getRange({ offset, packedSize, size, method }: StoredPage): Range | undefined {
  if (offset === undefined || packedSize === undefined || method === undefined) return undefined
  return { offset, packedSize, size, method }
}

/**
 * Rejects ranges that are outside the file, have the wrong size or an unsupported compression
 * method, or are too large.
 */
export function validateRange({ offset, packedSize, size, method }: Range, fileSize: number) {
  if (size === 0 || offset + packedSize > fileSize) throw createDamagedError()
  if (size > maxPageBytes || packedSize > maxPageBytes) {
    throw new Refusal('not_found', pageMessages.too_large())
  }
  if (method !== 0 && method !== 8) throw createDamagedError()
  if (method === 0 && size !== packedSize) throw createDamagedError()
}

/**
 * Uncompressed ranges are sent as slices of the file. Compressed ranges are unpacked in memory,
 * only a limited number at a time.
 */
export async function readBytes(
  path: string,
  range: Range,
  { inflating, recipient }: { inflating: Semaphore; recipient: Recipient },
): Promise<Blob> {
  const { offset, packedSize, size, method } = range
  const packed = Bun.file(path).slice(offset, offset + packedSize)
  if (method === 0) return requireReadable(packed)
  return inflating.run(recipient.signal, async () => {
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
    // Any zlib error means that the page is damaged.
    throw createDamagedError()
  }
}
