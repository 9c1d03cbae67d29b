/**
 * Disk cache of generated files, such as rendered pages, that evicts the least recently used ones.
 * The files are the only index: their names identify the content, and their modification times are
 * the time of last use.
 */
import { stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { NowOrLater } from '../../../platform/lib/async/now-or-later'
import { isAbsent, listNames } from '../../../platform/lib/optional-files'

interface CachedFile {
  bytes: number
  touchedAt: number
}

/**
 * Files up to this size are read completely, so that they cannot be evicted while they are being
 * sent.
 */
const maxBytesReadWhole = 4 << 20
/** Modification times are needed only after a restart, so they are updated rarely. */
const touchIntervalMs = 3_600_000
/** Names start with a UUID. */
const ownerLength = 36
const unfinishedAgeMs = 3_600_000

export class PageCache {
  readonly #folder: string
  readonly #readLimit: () => NowOrLater<number>
  #maxBytes = 0
  /** Least recently used first. */
  readonly #kept = new Map<string, CachedFile>()
  #bytes = 0
  #reserved = 0
  #evicting: Promise<void> = Promise.resolve()
  #loaded: Promise<void> | undefined

  /** `readLimit` returns the maximum size in bytes, which may change. */
  constructor(folder: string, readLimit: () => NowOrLater<number>) {
    this.#folder = folder
    this.#readLimit = readLimit
  }

  /** The size limit in bytes, as of the last time that files were written. */
  get maxBytes() {
    return this.#maxBytes
  }

  /**
   * Returns the path of a file. Files are distributed over 256 folders by the last two digits of
   * the UUID with which their names start.
   */
  path(name: string): string {
    return join(this.#folder, name.slice(34, 36), name)
  }

  async find(name: string): Promise<Blob | undefined> {
    try {
      const file = Bun.file(this.path(name))
      const { size, mtimeMs } = await stat(this.path(name))
      const found = size <= maxBytesReadWhole ? new Blob([await file.bytes()]) : file
      await this.#touch(name, { bytes: size, touchedAt: mtimeMs })
      return found
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  /** Returns whether the file exists, and marks it as recently used. */
  async touch(name: string): Promise<boolean> {
    const state = await statFile(this.path(name))
    if (state) await this.#touch(name, state)
    return state !== undefined
  }

  /** Returns whether the file is known, without accessing the disk. Call `ready` first. */
  has(name: string) {
    return this.#kept.has(name)
  }

  /** Resolves when files left by the previous run have been indexed. */
  ready(): Promise<void> {
    this.#loaded ??= this.#load()
    return this.#loaded
  }

  async measure(): Promise<CacheSize> {
    await this.ready()
    const maxBytes = await this.#readLimit()
    const owners = new Set([...this.#kept.keys()].map((name) => name.slice(0, ownerLength))).size
    // The first file is the least recently used one.
    const oldestMs = this.#kept.values().next().value?.touchedAt
    return { files: this.#kept.size, bytes: this.#bytes, owners, oldestMs, maxBytes }
  }

  /**
   * Deletes all files that have not been used since the given time. Returns the number and total
   * size of the deleted files.
   */
  async clear(unusedSinceMs = Infinity): Promise<Pick<CacheSize, 'files' | 'bytes'>> {
    await this.ready()
    const turn = this.#evicting.then(() => this.#removeUnused(unusedSinceMs))
    this.#evicting = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  /** Frees up space for this many bytes before they are written. */
  async reserve(bytes: number): Promise<Reservation> {
    await this.ready()
    this.#reserved += bytes
    await this.#makeRoom()
    let left = bytes
    const spend = (spent: number) => {
      const share = Math.min(left, spent)
      left -= share
      this.#reserved -= share
    }
    return {
      /** Call this after the file has been written. */
      addFile: async (name, size) => {
        spend(size)
        this.#add(name, { bytes: size, touchedAt: Date.now() })
        await this.#makeRoom(name)
      },
      release: () => spend(left),
    }
  }

  async #touch(name: string, known: CachedFile) {
    const kept = this.#kept.get(name) ?? known
    this.#add(name, kept)
    if (Date.now() - kept.touchedAt < touchIntervalMs) return
    kept.touchedAt = Date.now()
    const now = new Date()
    await utimes(this.path(name), now, now)
  }

  #add(name: string, kept: CachedFile) {
    this.#bytes += kept.bytes - (this.#kept.get(name)?.bytes ?? 0)
    this.#kept.delete(name)
    this.#kept.set(name, kept)
  }

  /**
   * Calls run one after another, so that each sees the current total. `keep` is not evicted,
   * because a request needs it.
   */
  async #makeRoom(keep?: string): Promise<void> {
    const turn = this.#evicting.then(() => this.#evict(keep))
    this.#evicting = turn.catch(() => undefined)
    await turn
  }

  async #evict(keep: string | undefined) {
    this.#maxBytes = await this.#readLimit()
    for (const [name, { bytes }] of this.#kept) {
      if (this.#bytes + this.#reserved <= this.#maxBytes) return
      if (name === keep) continue
      this.#kept.delete(name)
      this.#bytes -= bytes
      await removeFile(this.path(name))
    }
  }

  async #removeUnused(sinceMs: number) {
    const removed = { files: 0, bytes: 0 }
    // Iterates over a copy, because files that are added from now on must be kept for the requests
    // that added them.
    const files = [...this.#kept]
    for (const [name, file] of files) {
      const { bytes, touchedAt } = file
      if (touchedAt >= sinceMs || this.#kept.get(name) !== file) continue
      this.#kept.delete(name)
      this.#bytes -= bytes
      await removeFile(this.path(name))
      removed.files++
      removed.bytes += bytes
    }
    return removed
  }

  async #load() {
    const found: { name: string; bytes: number; touchedAt: number }[] = []
    for (let shard = 0; shard < 256; shard++) {
      const folder = join(this.#folder, shard.toString(16).padStart(2, '0'))
      for (const name of await listNames(folder)) {
        const state = await statFile(join(folder, name))
        if (!state) continue
        if (!name.endsWith('.part')) found.push({ name, ...state })
        else if (Date.now() - state.touchedAt > unfinishedAgeMs)
          await removeFile(join(folder, name))
      }
    }
    found.sort((a, b) => a.touchedAt - b.touchedAt)
    const since = [...this.#kept]
    for (const { name, ...kept } of found) if (!this.#kept.has(name)) this.#add(name, kept)
    // Files that were used in the meantime come at the end, because they are the most recently used
    // ones.
    for (const [name, kept] of since) this.#add(name, kept)
    await this.#makeRoom()
  }
}

interface CacheSize {
  files: number
  bytes: number
  /** Number of books and covers that have files in the cache. */
  owners: number
  /** Undefined if there are no files. */
  oldestMs: number | undefined
  maxBytes: number
}

export interface Reservation {
  addFile(name: string, bytes: number): Promise<void>
  release(): void
}

async function removeFile(path: string) {
  try {
    await unlink(path)
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

async function statFile(path: string) {
  try {
    const { size, mtimeMs } = await stat(path)
    return { bytes: size, touchedAt: mtimeMs }
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
