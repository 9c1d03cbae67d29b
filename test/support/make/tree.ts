import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes files (`{'Series A/v01.cbz': bytes}`) below a folder, and creates their folders. */
export function writeTree(folder: string, files: Record<string, Uint8Array | string>) {
  for (const [path, data] of Object.entries(files)) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, data)
  }
}

/** Creates an empty temporary folder, which the test setup deletes afterwards. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'books-'))
}

/** Writes a file into a new temporary folder and returns its path. */
export function writeBook(name: string, data: Uint8Array | string): string {
  const folder = makeFolder()
  writeTree(folder, { [name]: data })
  return join(folder, name)
}
