import type { ZipEntry } from '../../../media/archives/zip/central-directory'
import type { BookFile } from '../../../media/contents/book-file'

const localHeaderBytes = 30

/**
 * Returns the offset of an entry's compressed bytes. Throws `BadFile` if the file ends before it.
 */
export function findEntryData(file: BookFile, { offset, packedSize }: ZipEntry): number {
  const header = file.read(offset, localHeaderBytes)
  const start = offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  file.require(start, packedSize)
  return start
}
