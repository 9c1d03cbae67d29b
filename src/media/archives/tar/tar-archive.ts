import { type Archive, cutArchive, maxEntryBytes, tooLargeEntry } from '../archive'
import type { BookFile } from '../../contents/book-file'
import { type TarEntry, type TarList, walkTar } from './tar'

const windowBytes = 4096

/** Lists a TAR archive from its headers. */
export function listTar(file: BookFile): TarList {
  const walk = walkTar()
  let step = walk.next()
  let window = { at: 0, bytes: file.readUpTo(0, windowBytes) }
  while (!step.done) {
    const { at, length } = step.value
    const end = window.at + window.bytes.length
    if (at < window.at || (at + length > end && end < file.size)) {
      const from = Math.min(at, file.size)
      window = { at: from, bytes: file.readUpTo(from, Math.max(length, windowBytes)) }
    }
    step = walk.next(window.bytes.subarray(at - window.at, at - window.at + length))
  }
  return step.value
}

/** Creates an archive whose pages are ranges of the file, because a TAR is uncompressed. */
export function createTarArchive(file: BookFile, { entries, cut }: TarList): Archive<TarEntry> {
  return {
    entries,
    findings: cut ? [cutArchive] : [],
    probe: ({ offset, size, name }, length) => {
      if (size > maxEntryBytes) throw tooLargeEntry(name)
      const place = { offset, packedSize: size, method: 0 }
      // Otherwise, a truncated page would fail later when it is served.
      file.require(offset, size)
      return { place, head: file.read(offset, Math.min(length, size)) }
    },
    read: ({ offset, size, name }, maxBytes) => {
      if (size > maxBytes) throw tooLargeEntry(name)
      return file.read(offset, size)
    },
  }
}
