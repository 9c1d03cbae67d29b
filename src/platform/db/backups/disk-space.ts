import { statfsSync } from 'node:fs'

/** Returns the number of bytes available to Quire on the disk that contains an existing folder. */
export function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
