import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes files (`{'Series A/v01.cbz': bytes}`) below a folder, making the folders on the way. */
export function writeTree(folder: string, files: Record<string, Uint8Array | string>) {
  for (const [path, data] of Object.entries(files)) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, data)
  }
}

/** A new empty folder; the test setup removes it. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'books-'))
}

/** One file in a folder of its own. */
export function writeBook(name: string, data: Uint8Array | string): string {
  const folder = makeFolder()
  writeTree(folder, { [name]: data })
  return join(folder, name)
}
