import { statfsSync } from 'node:fs'

/** Bytes that we may still write to the disk of an existing folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
