/** Stores files in the data folder. */
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsent } from '../lib/optional-files'
import {
  type FileFacts,
  type FileStorage,
  isKey,
  keysAtOnce,
  type LocalFile,
  type OpenFile,
  requireFolder,
  requireKey,
} from './storage'

interface Modes {
  folder: number | undefined
  file: number | undefined
}

/**
 * Modes of folders with private content: data about what users read, databases of other programs,
 * and archives of all data.
 */
const privateModes: Modes = { folder: 0o700, file: 0o600 }
const modes: Readonly<Record<string, Modes>> = {
  exports: privateModes,
  imports: privateModes,
  archives: privateModes,
  uploads: { folder: 0o750, file: undefined },
}
const usualModes: Modes = { folder: undefined, file: undefined }

export class FolderStorage implements FileStorage {
  readonly type = 'folder'
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async store<Stored extends { key: string }>(
    folder: string,
    write: (path: string) => Promise<Stored>,
  ): Promise<Stored> {
    const parent = join(this.#root, requireFolder(folder))
    const mode = modes[folder.split('/')[0]!] ?? usualModes
    await mkdir(parent, { recursive: true, mode: mode.folder })
    const unfinished = join(parent, `${Bun.randomUUIDv7()}.part`)
    try {
      const stored = await write(unfinished)
      const path = this.#getPath(stored.key)
      if (mode.file !== undefined) await chmod(unfinished, mode.file)
      await rename(unfinished, path)
      return stored
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async get(key: string): Promise<OpenFile | undefined> {
    const body = Bun.file(this.#getPath(key))
    return (await body.exists()) ? new FileOnDisk(body) : undefined
  }

  async getLocal(key: string): Promise<LocalFile> {
    return { path: this.#getPath(key), [Symbol.asyncDispose]: async () => undefined }
  }

  async head(key: string): Promise<FileFacts | undefined> {
    const found = await this.#stat(requireKey(key))
    return found?.isFile() ? { bytes: found.size, changedAt: found.mtime } : undefined
  }

  async delete(key: string) {
    await rm(this.#getPath(key), { force: true })
  }

  async *list(folder: string): AsyncGenerator<string[]> {
    const files: string[] = []
    const folders: string[] = []
    for (const entry of await this.#readFolder(folder)) {
      const key = `${folder}/${entry.name}`
      if (!isKey(key)) continue
      // The folder may be a link to another disk.
      const found = entry.isSymbolicLink() ? await this.#stat(key) : entry
      if (found?.isDirectory()) folders.push(key)
      else if (found) files.push(key)
    }
    for (let start = 0; start < files.length; start += keysAtOnce) {
      yield files.slice(start, start + keysAtOnce)
    }
    for (const one of folders) yield* this.list(one)
  }

  async findFolderVersion(folder: string) {
    return (await this.#stat(requireFolder(folder)))?.mtimeMs
  }

  #getPath(key: string) {
    return join(this.#root, requireKey(key))
  }

  async #stat(key: string) {
    try {
      return await stat(join(this.#root, key))
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  async #readFolder(folder: string) {
    try {
      return await readdir(join(this.#root, requireFolder(folder)), { withFileTypes: true })
    } catch (error) {
      if (isAbsent(error)) return []
      throw error
    }
  }
}

/**
 * `exists` has already read the size and time, which `Bun.file` caches, so these getters cost
 * nothing.
 */
class FileOnDisk implements OpenFile {
  readonly body: Bun.BunFile

  constructor(body: Bun.BunFile) {
    this.body = body
  }

  get bytes() {
    return this.body.size
  }

  get changedAt() {
    return new Date(this.body.lastModified)
  }

  get version() {
    return `${this.body.size.toString(36)}-${this.body.lastModified.toString(36)}`
  }
}
