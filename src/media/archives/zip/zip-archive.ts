import { type Archive, cutArchive } from '../archive'
import type { ZipEntry } from './directory'
import { type Zip, readHead, readZipEntry, refusal } from './zip'

export function zipArchive(zip: Zip): Archive<ZipEntry> {
  return {
    entries: zip.entries,
    findings: zip.recovered ? [cutArchive] : [],
    probe: (entry, length) => {
      const refused = refusal(entry)
      if (refused) throw refused
      const { head, offset } = readHead(zip, entry, length)
      return { head, place: { offset, packedSize: entry.packedSize, method: entry.method } }
    },
    read: (entry, maxBytes) => readZipEntry(zip, entry, maxBytes),
  }
}
