/**
 * Keeps what was read to identify files until they are read. Files beyond the limit are read again,
 * so that the number of new files does not matter for memory.
 */
import type { ArchiveDirectory } from '../../../media/archives/directory'
import type { BookContents } from '../../../media/contents/contents'
import type { Fingerprint } from '../../../media/reader/fingerprint'

/** What was read to identify a file. It holds for this version of the file only. */
export interface IdentifiedFile {
  version: string
  evidence: Fingerprint
  /** null for a folder, and if a decoder has yet to read the directory. */
  archive: ArchiveDirectory | null
  /** What the file contains, if it was unpacked to identify it. */
  contents?: BookContents | null
}

const maxBytes = 16 << 20
/** Many files are identified at once, so a Worker sends no directory that is larger. */
const maxFileBytes = 512 << 10
/** Estimated size of an entry without its name, which needs two bytes per character. */
const entryBytes = 250

export const mayKeep = (file: Pick<IdentifiedFile, 'archive' | 'contents'>) =>
  estimateBytes(file) <= maxFileBytes

export class IdentifiedFiles {
  readonly #byPath = new Map<string, { file: IdentifiedFile; bytes: number }>()
  #bytes = 0

  get hasRoom(): boolean {
    return this.#bytes < maxBytes
  }

  keep(path: string, file: IdentifiedFile) {
    const bytes = estimateBytes(file) + 2 * path.length
    if (this.#byPath.has(path) || this.#bytes + bytes > maxBytes) return
    this.#byPath.set(path, { file, bytes })
    this.#bytes += bytes
  }

  /** Adds what a decoder has read of a file that a Worker has probed. */
  complete(path: string, found: Omit<IdentifiedFile, 'version'>) {
    const probed = this.take(path)
    if (probed && mayKeep(found)) this.keep(path, { ...found, version: probed.version })
  }

  take(path: string): IdentifiedFile | undefined {
    const kept = this.#byPath.get(path)
    if (!kept) return undefined
    this.#byPath.delete(path)
    this.#bytes -= kept.bytes
    return kept.file
  }
}

function estimateBytes({ archive, contents }: Pick<IdentifiedFile, 'archive' | 'contents'>) {
  if (contents) return entryBytes + 2 * JSON.stringify(contents).length
  if (!archive) return entryBytes
  const entries = 'entries' in archive ? archive.entries : archive.list.entries
  return entries.reduce((sum, { name }) => sum + entryBytes + 2 * name.length, entryBytes)
}
