/** Images that another program stores in files beside its database. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** Larger images are left out. */
const maxBytes = 20 * 2 ** 20

const plainName = /^[\w-][\w .-]{0,199}$/

/**
 * Returns the path of an image in the first of these folders that contains it. A database can name
 * any file, so only plain names are looked up, and links are not followed: a cover must not show
 * files outside the program's folder.
 */
export function findCoverFile(folders: readonly string[], name: string | null): string | undefined {
  if (name === null || !plainName.test(name)) return undefined
  const existing = folders.filter((one) => lstatSync(one, { throwIfNoEntry: false })?.isDirectory())
  return existing.map((one) => join(one, name)).find(isPicture)
}

function isPicture(path: string) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() && stat.size > 0 && stat.size <= maxBytes
}

/** Opening a pipe would otherwise wait for a writer. */
const readPlainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Returns undefined for a file that can't be read, or was replaced by something else since it was
 * found.
 */
export function readCoverFile(path: string): Uint8Array | undefined {
  const file = openOrUndefined(path)
  if (file === undefined) return undefined
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > maxBytes) return undefined
    const bytes = Buffer.alloc(stat.size)
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(file)
  }
}

function openOrUndefined(path: string): number | undefined {
  try {
    return openSync(path, readPlainly)
  } catch {
    return undefined
  }
}
