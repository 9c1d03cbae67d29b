/** KOReader document IDs. The test vectors come from KOReader's own code. */
import { createHash } from 'node:crypto'
import { BookFile } from '../contents/book-file'

const sampleBytes = 1024

/** The offsets 0, 1 KiB, 4 KiB, 16 KiB and so on up to 1 GiB. */
const sampleOffsets = [0, ...Array.from({ length: 11 }, (_, power) => sampleBytes * 4 ** power)]

/**
 * Computes the MD5 of at most twelve samples in lowercase hex. A sample at the end of the file may
 * be shorter and is not padded. Synchronous, for Workers. System errors are thrown.
 */
export function computePartialMd5(path: string): string {
  using file = new BookFile(path)
  const hash = createHash('md5')
  for (const offset of sampleOffsets) {
    if (offset >= file.size) break
    hash.update(file.readUpTo(offset, sampleBytes))
  }
  return hash.digest('hex')
}

/** Computes the ID that KOReader derives from a file name, the last segment of the path. */
export const computeFileNameMd5 = (path: string): string =>
  createHash('md5').update(path.split('/').at(-1)!, 'utf8').digest('hex')
