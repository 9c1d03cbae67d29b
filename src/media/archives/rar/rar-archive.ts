import {
  type Archive,
  type PassResults,
  cutArchive,
  damagedEntry,
  lockedArchive,
  maxDictionaryBytes,
  maxEntryBytes,
  splitArchive,
  tooLargeEntry,
} from '../archive'
import { BadFile, type Finding } from '../../contents/contents'
import type { BookFile } from '../../contents/book-file'
import type { RarEntry, RarList } from './rar-entry'
import { archiveMessages } from '../messages'

/** Creates an archive. Packed entries have dimensions only with the `results` of a decoder. */
export function createRarArchive(
  file: BookFile,
  list: RarList,
  results?: PassResults,
): Archive<RarEntry> {
  return {
    entries: list.entries,
    findings: listFindings(list),
    probe: (entry, length) => {
      const refused = findRarRefusal(entry)
      if (refused) throw refused
      if (entry.method !== 0) {
        return results?.probe(entry) ?? { place: { entry: entry.index }, head: null }
      }
      file.require(entry.offset, entry.size)
      return {
        place: { offset: entry.offset, packedSize: entry.size, method: 0 },
        head: file.read(entry.offset, Math.min(length, entry.size)),
      }
    },
    read: (entry, maxBytes) => {
      const refused = findRarRefusal(entry, maxBytes)
      if (refused) throw refused
      if (entry.method === 0) return file.read(entry.offset, entry.size)
      const bytes = results?.find(entry)
      if (!bytes) throw damagedEntry()
      return bytes
    },
  }
}

/** Returns the reason why an entry cannot be unpacked, or null if it can. */
export function findRarRefusal(entry: RarEntry, maxBytes = maxEntryBytes): BadFile | null {
  if (entry.encrypted) return lockedArchive()
  if (entry.split) return splitArchive()
  if (entry.size > maxBytes) return tooLargeEntry(entry.name)
  if (entry.method === 0) return entry.packedSize === entry.size ? null : damagedEntry()
  if (entry.packedSize > maxEntryBytes) return tooLargeEntry(entry.name)
  if (entry.tooNew) return tooNew()
  return entry.dictionary > maxDictionaryBytes ? needsTooMuch() : null
}

function listFindings({ volume, locked, cut, entries }: RarList): Finding[] {
  const findings: Finding[] = []
  if (locked) findings.push(lockedArchive().finding)
  if (volume && !entries.some(({ split }) => split)) findings.push(splitArchive().finding)
  if (cut) findings.push(cutArchive)
  return findings
}

const tooNew = () => new BadFile('unsupported', archiveMessages.rar_method())

const needsTooMuch = () => new BadFile('too_large', archiveMessages.too_much_memory())
