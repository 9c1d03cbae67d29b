/**
 * Keeps what was read to identify files until they are read. Files beyond the limit are read again,
 * so that the number of new files does not matter for memory.
 */
import type { IdentifiedFile } from './analyze.worker'

const maxBytes = 16 << 20
/** Estimated size of an entry without its name, which needs two bytes per character. */
const entryBytes = 250

export class IdentifiedFiles {
  readonly #byPath = new Map<string, IdentifiedFile>()
  #bytes = 0

  get hasRoom(): boolean {
    return this.#bytes < maxBytes
  }

  keep(path: string, file: IdentifiedFile) {
    const bytes = estimateBytes(file)
    if (this.#byPath.has(path) || this.#bytes + bytes > maxBytes) return
    this.#byPath.set(path, file)
    this.#bytes += bytes
  }

  take(path: string): IdentifiedFile | undefined {
    const file = this.#byPath.get(path)
    if (!file) return undefined
    this.#byPath.delete(path)
    this.#bytes -= estimateBytes(file)
    return file
  }
}

function estimateBytes({ archive }: IdentifiedFile): number {
  if (!archive) return entryBytes
  const entries = 'entries' in archive ? archive.entries : archive.list.entries
  return entries.reduce((sum, { name }) => sum + entryBytes + 2 * name.length, entryBytes)
}
