/**
 * Keeps what was read to identify files until they are read. Files beyond the limit are read again,
 * so that the number of new files does not matter for memory.
 */
import type { ArchiveDirectory } from '../../../media/archives/directory'
import type { Fingerprint } from '../../../media/reader/fingerprint'

/** What was read to identify a file. It holds for this version of the file only. */
export interface IdentifiedFile {
  version: string
  evidence: Fingerprint
  /** null for a folder. */
  archive: ArchiveDirectory | null
}

const maxBytes = 16 << 20
/** Many files are identified at once, so a Worker sends no directory that is larger. */
const maxFileBytes = 512 << 10
/** Estimated size of an entry without its name, which needs two bytes per character. */
const entryBytes = 250

export const mayKeep = (file: IdentifiedFile) => estimateBytes(file) <= maxFileBytes

export class IdentifiedFiles {
  readonly #byPath = new Map<string, IdentifiedFile>()
  #bytes = 0

  get hasRoom(): boolean {
    return this.#bytes < maxBytes
  }

  keep(path: string, file: IdentifiedFile) {
    const bytes = estimateKept(path, file)
    if (this.#byPath.has(path) || this.#bytes + bytes > maxBytes) return
    this.#byPath.set(path, file)
    this.#bytes += bytes
  }

  take(path: string): IdentifiedFile | undefined {
    const file = this.#byPath.get(path)
    if (!file) return undefined
    this.#byPath.delete(path)
    this.#bytes -= estimateKept(path, file)
    return file
  }
}

const estimateKept = (path: string, file: IdentifiedFile) => estimateBytes(file) + 2 * path.length

function estimateBytes({ archive }: IdentifiedFile): number {
  if (!archive) return entryBytes
  const entries = 'entries' in archive ? archive.entries : archive.list.entries
  return entries.reduce((sum, { name }) => sum + entryBytes + 2 * name.length, entryBytes)
}
