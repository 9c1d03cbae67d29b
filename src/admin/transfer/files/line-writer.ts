/** Writes the files of an export: one JSON document per line. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const bufferedCharacters = 256 * 1024

/** Files in one folder. Each is opened when its first line is written. */
export class LineWriter {
  readonly #folder: string
  readonly #files = new Map<string, { descriptor: number; text: string; lines: number }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  write(name: string, value: object) {
    const file = this.#open(name)
    file.text += `${JSON.stringify(value)}\n`
    file.lines++
    if (file.text.length >= bufferedCharacters) this.#flush(file)
  }

  /** Number of lines by file. */
  get counts(): Record<string, number> {
    return Object.fromEntries([...this.#files].map(([name, { lines }]) => [name, lines]))
  }

  /** Returns after everything is on disk. */
  finish() {
    for (const file of this.#files.values()) {
      this.#flush(file)
      fsyncSync(file.descriptor)
    }
  }

  close() {
    for (const { descriptor } of this.#files.values()) closeSync(descriptor)
    this.#files.clear()
  }

  #open(name: string) {
    const known = this.#files.get(name)
    if (known) return known
    const descriptor = openSync(join(this.#folder, `${name}.jsonl`), 'wx', 0o600)
    const file = { descriptor, text: '', lines: 0 }
    this.#files.set(name, file)
    return file
  }

  #flush(file: { descriptor: number; text: string }) {
    const bytes = Buffer.from(file.text)
    file.text = ''
    for (let from = 0; from < bytes.length;) from += writeSync(file.descriptor, bytes, from)
  }
}
