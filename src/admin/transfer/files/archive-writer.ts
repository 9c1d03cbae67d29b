/** Writes an export into a folder or a ZIP file, which appears only once it is complete. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncToDisk } from '../../../platform/db/backups/manifest'
import { ZipWriter } from '../../../platform/lib/zip/zip-writer'
import { LineWriter } from './line-writer'

/** The export cannot be created. The message states the reason. */
export class ExportRefused extends Error {
  override name = 'ExportRefused'
}

export interface ArchiveWriter {
  /** Appends a line to `NAME.jsonl`. All lines of a file must be written one after another. */
  write(name: string, value: object): void
  /** Number of lines by file. */
  readonly counts: Record<string, number>
  addText(name: string, text: string): void
  /** `name` can contain folders. */
  addFile(name: string, path: string): void
  /** Completes the archive and moves it to its final path. */
  finish(): void
  /** Removes an unfinished archive. */
  close(): void
}

export const isZipName = (path: string) => /\.zip$/i.test(path)

/** Throws `ExportRefused` if the target already exists. */
export function createArchive(path: string, time: Date): ArchiveWriter {
  if (existsSync(path)) {
    const kind = isZipName(path) ? 'name' : 'folder'
    throw new ExportRefused(`${path} already exists. Choose a ${kind} that does not.`)
  }
  const draft = `${path}.part`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return isZipName(path) ? new ZipArchive(path, draft, time) : new FolderArchive(path, draft)
}

class FolderArchive implements ArchiveWriter {
  readonly #path: string
  readonly #draft: string
  readonly #lines: LineWriter

  constructor(path: string, draft: string) {
    this.#path = path
    this.#draft = draft
    mkdirSync(draft, { mode: 0o700 })
    this.#lines = new LineWriter(draft)
  }

  write(name: string, value: object) {
    this.#lines.write(name, value)
  }

  get counts() {
    return this.#lines.counts
  }

  addText(name: string, text: string) {
    const path = join(this.#draft, name)
    writeFileSync(path, text, { mode: 0o600 })
    syncToDisk(path)
  }

  addFile(name: string, path: string) {
    const target = join(this.#draft, name)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    copyFileSync(path, target)
  }

  finish() {
    this.#lines.finish()
    renameSync(this.#draft, this.#path)
    syncToDisk(dirname(this.#path))
  }

  close() {
    this.#lines.close()
    rmSync(this.#draft, { recursive: true, force: true })
  }
}

class ZipArchive implements ArchiveWriter {
  readonly counts: Record<string, number> = {}
  readonly #path: string
  readonly #draft: string
  readonly #zip: ZipWriter
  #open: string | undefined

  constructor(path: string, draft: string, time: Date) {
    this.#path = path
    this.#draft = draft
    this.#zip = new ZipWriter(draft, time)
  }

  write(name: string, value: object) {
    if (this.#open !== name) this.#begin(name)
    this.#zip.add(Buffer.from(`${JSON.stringify(value)}\n`))
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  addText(name: string, text: string) {
    this.#end()
    this.#zip.begin(name)
    this.#zip.add(Buffer.from(text))
    this.#zip.end()
  }

  addFile(name: string, path: string) {
    this.#end()
    this.#zip.addStored(name, readFileSync(path))
  }

  finish() {
    this.#end()
    this.#zip.finish()
    renameSync(this.#draft, this.#path)
    syncToDisk(dirname(this.#path))
  }

  close() {
    this.#zip.close()
    rmSync(this.#draft, { force: true })
  }

  #begin(name: string) {
    if (name in this.counts) throw new Error(`the lines of ${name} do not follow each other`)
    this.#end()
    this.#zip.begin(`${name}.jsonl`)
    this.#open = name
  }

  #end() {
    if (this.#open !== undefined) this.#zip.end()
    this.#open = undefined
  }
}
