/**
 * Keeps what was read to identify files until they are read. Files beyond the limit are read again,
 * so that the number of new files does not matter for memory.
 */
import { estimateBytes, maxPartsBytes, type ReadParts } from '../../../media/archives/directory'
import type { Fingerprint } from '../../../media/reader/fingerprint'

/** What was read to identify a file. It holds for this version of the file only. */
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

  /** Adds what a decoder has read of a file that a Worker has probed. */
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
