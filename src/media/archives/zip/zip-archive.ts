import { type Archive, type Probe, cutArchive } from '../archive'
import type { ZipEntry } from './central-directory'
import { findRareRefusal, isRare } from './rare-methods'
import { type Zip, readHead, readZipEntry, findZipRefusal } from './zip'

/** The entries that a decoder has unpacked. */
interface Results {
  probe(entry: ZipEntry): Probe
  find?(entry: ZipEntry): Uint8Array | null
}

/** Creates an archive. Entries with rare methods are read only with the `results` of a decoder. */
export function createZipArchive(zip: Zip, results?: Results): Archive<ZipEntry> {
  return {
    entries: zip.entries,
    findings: zip.recovered ? [cutArchive] : [],
    probe: (entry, length) => {
      if (results && isRare(entry)) {
        const refused = findRareRefusal(entry)
        if (refused) throw refused
        return results.probe(entry)
      }
      const refused = findZipRefusal(entry)
      if (refused) throw refused
      const { head, offset } = readHead(zip, entry, length)
      return { head, place: { offset, packedSize: entry.packedSize, method: entry.method } }
    },
    read: (entry, maxBytes) => {
      const bytes = results && isRare(entry) ? results.find?.(entry) : null
      return bytes ?? readZipEntry(zip, entry, maxBytes)
    },
  }
}
