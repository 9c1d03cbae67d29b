/**
 * Keeps the data that was read to identify files until the files are read. Data beyond the limit is
 * read again, so that memory usage does not depend on the number of new files.
 */
import { estimateBytes, maxPartsBytes, type ReadParts } from '../../../media/archives/directory'
import type { Fingerprint } from '../../../media/reader/fingerprint'

/** The data that was read to identify a file. It is valid only for this version of the file. */
export interface IdentifiedFile extends ReadParts {
  version: string
  evidence: Fingerprint
}

const maxBytes = 16 << 20

export class IdentifiedFiles {
  readonly #byPath = new Map<string, { file: IdentifiedFile; bytes: number }>()
  #bytes = 0

  get hasRoom(): boolean {
    return this.#bytes < maxBytes
  }

  keep(path: string, file: IdentifiedFile) {
    this.#keep(path, file, estimateBytes(file))
  }

  #keep(path: string, file: IdentifiedFile, partsBytes: number) {
    const bytes = partsBytes + 2 * path.length
    if (this.#byPath.has(path) || this.#bytes + bytes > maxBytes) return
    this.#byPath.set(path, { file, bytes })
    this.#bytes += bytes
  }

  /** Adds data that a decoder has read from a file that a Worker has probed. */
  complete(path: string, found: Omit<IdentifiedFile, 'version'>) {
    const probed = this.take(path)
    if (!probed) return
    const bytes = estimateBytes(found)
    if (bytes <= maxPartsBytes) this.#keep(path, { ...found, version: probed.version }, bytes)
  }

  take(path: string): IdentifiedFile | undefined {
    const kept = this.#byPath.get(path)
    if (!kept) return undefined
    this.#byPath.delete(path)
    this.#bytes -= kept.bytes
    return kept.file
  }
}
