/** Stores files in a bucket of Amazon S3 or a compatible service. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../../errors'
import { storageMessages } from '../messages'
import {
  type FileFacts,
  type FileStorage,
  isKey,
  keysAtOnce,
  type LocalFile,
  type OpenFile,
  requireFolder,
  requireKey,
} from '../storage'
import { BucketUnreachable } from '../bucket-unreachable'
import type { Bucket } from './bucket'

interface Options {
  bucket: Bucket
  /** Empty, or ends with `/`. */
  prefix: string
  /** Folder for local copies. */
  copiesFolder: string
}

/** The largest file that S3 accepts in a single request. */
const maxBytes = 5 * 1024 ** 3
/** Local copies older than this were left behind by a process that was killed. */
const staleMs = 24 * 3_600_000

export class S3Storage implements FileStorage {
  readonly type = 's3'
  readonly #bucket: Bucket
  readonly #prefix: string
  readonly #copiesFolder: string
  #isPrepared: Promise<void> | undefined

  constructor({ bucket, prefix, copiesFolder }: Options) {
    this.#bucket = bucket
    this.#prefix = prefix
    this.#copiesFolder = copiesFolder
  }

  async store<Stored extends { key: string }>(
    folder: string,
    write: (path: string) => Promise<Stored>,
  ): Promise<Stored> {
    requireFolder(folder)
    await using local = await this.#createCopy()
    const stored = await write(local.path)
    const name = this.#getName(stored.key)
    const { size } = await stat(local.path)
    if (size > maxBytes) {
      throw new Refusal('too_large', storageMessages.file_too_large({ max: maxBytes / 1024 ** 3 }))
    }
    await this.#bucket.send(name, Bun.file(local.path))
    return stored
  }

  async get(key: string): Promise<OpenFile | undefined> {
    const received = await this.#bucket.receive(this.#getName(key))
    if (!received) return undefined
    const { headers, body } = received
    return { ...readFacts(headers), version: headers.get('etag') ?? '', body }
  }

  async getLocal(key: string): Promise<LocalFile | undefined> {
    const found = await this.get(key)
    if (!found) return undefined
    await using copies = new AsyncDisposableStack()
    const local = copies.use(await this.#createCopy())
    await writeBody(local.path, found.body)
    const { size } = await stat(local.path)
    if (size !== found.bytes) throw new BucketUnreachable('read a file', 'incomplete answer')
    copies.move()
    return local
  }

  async head(key: string): Promise<FileFacts | undefined> {
    const headers = await this.#bucket.describe(this.#getName(key))
    return headers && readFacts(headers)
  }

  async delete(key: string) {
    await this.#bucket.remove(this.#getName(key))
  }

  async *list(folder: string): AsyncGenerator<string[]> {
    const prefix = `${this.#prefix}${requireFolder(folder)}/`
    let after: string | undefined
    for (;;) {
      const { keys, isLast } = await this.#bucket.list(prefix, after, keysAtOnce)
      const last = keys.at(-1)
      if (last !== undefined && last === after)
        throw new BucketUnreachable('list files', 'repeated page')
      // Consoles create objects such as `uploads/` for folders.
      const own = keys.map((name) => name.slice(this.#prefix.length)).filter(isKey)
      if (own.length > 0) yield own
      if (isLast) return
      after = last
    }
  }

  async findFolderVersion() {
    return undefined
  }

  #getName(key: string) {
    return this.#prefix + requireKey(key)
  }

  async #createCopy(): Promise<LocalFile> {
    await (this.#isPrepared ??= this.#prepareFolder())
    const path = join(this.#copiesFolder, Bun.randomUUIDv7())
    return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
  }

  async #prepareFolder() {
    await mkdir(this.#copiesFolder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#copiesFolder)) {
      const path = join(this.#copiesFolder, name)
      const found = await stat(path).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true })
    }
  }
}

const readFacts = (headers: Headers): FileFacts => ({
  bytes: Number(headers.get('content-length')),
  changedAt: new Date(headers.get('last-modified') ?? 0),
})

async function writeBody(path: string, body: OpenFile['body']) {
  await using file = await open(path, 'w', 0o600)
  const stream = body instanceof Blob ? body.stream() : body
  for await (const part of stream) await file.writeFile(part)
}
