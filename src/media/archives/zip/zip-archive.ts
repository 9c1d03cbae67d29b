import { type Archive, cutArchive } from '../archive'
import type { ZipEntry } from './central-directory'
import { type Zip, readHead, readZipEntry, findZipRefusal } from './zip'

export function createZipArchive(zip: Zip): Archive<ZipEntry> {
  return {
    entries: zip.entries,
    findings: zip.recovered ? [cutArchive] : [],
    probe: (entry, length) => {
      const refused = findZipRefusal(entry)
      if (refused) throw refused
      const { head, offset } = readHead(zip, entry, length)
      return { head, place: { offset, packedSize: entry.packedSize, method: entry.method } }
    },
    read: (entry, maxBytes) => readZipEntry(zip, entry, maxBytes),
  }
}
