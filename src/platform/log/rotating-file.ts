import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { Buffer } from 'node:buffer'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export interface RotatingFileOptions {
  readonly path: string
  readonly maxBytes: number
  /** How many old files stay. */
  readonly keep: number
  /** Hears of the first of a run of failures. Must not write to this file. */
  readonly onError: (error: unknown) => void
  /** Hears when an old file could not be compressed or removed. */
  readonly onTidyError?: (error: unknown) => void
  readonly onRecovered?: (lostLines: number) => void
  /** Another process may still write to a file that this one has set aside; 10 s by default. */
  readonly compressAfterMs?: number
  readonly now?: () => Date
}

const retryAfterMs = 5_000
const checkPlaceAfterMs = 5_000

/**
 * A file for lines that is set aside each day and at a size; old ones are compressed and the
 * oldest removed. No failure of the disk ever throws: lines are lost until writing works again.
 */
export class RotatingFile {
  private readonly options: RotatingFileOptions
  private descriptor: number | undefined
  private size = 0
  private day = ''
  private failedAt: number | undefined
  private checkedAt = 0
  private lostLines = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private tidying: Promise<void> = Promise.resolve()

  constructor(options: RotatingFileOptions) {
    this.options = options
    this.attempt(() => this.open())
    this.tidyLater()
  }

  write(line: string): void {
    const now = this.now().getTime()
    if (this.failedAt !== undefined && now - this.failedAt < retryAfterMs) {
      this.lostLines++
      return
    }
    const isWritten = this.attempt(() => {
      this.followPlace(now)
      const bytes = Buffer.from(line)
      if (this.isFull(bytes.length)) this.rotate()
      this.append(bytes)
    })
    if (isWritten) this.recovered()
    else this.lostLines++
  }

  /** Begins the file anew at its path, after another program has moved it away. */
  reopen(): void {
    const isOpen = this.attempt(() => {
      this.closeDescriptor()
      this.open()
    })
    if (isOpen) this.recovered()
  }

  /** Closes the file and compresses what is set aside already. */
  async close(): Promise<void> {
    clearTimeout(this.timer)
    this.attempt(() => this.closeDescriptor())
    await this.tidy()
  }

  private now(): Date {
    return this.options.now?.() ?? new Date()
  }

  /** Runs a deed on the disk. False when it failed; the next one then opens the file again. */
  private attempt(deed: () => void): boolean {
    try {
      deed()
      return true
    } catch (error) {
      const isFirst = this.failedAt === undefined
      this.failedAt = this.now().getTime()
      if (isFirst) this.options.onError(error)
      return false
    }
  }

  /** Closing does not prove it: only what opens or writes may say so. */
  private recovered(): void {
    if (this.failedAt === undefined) return
    const { lostLines } = this
    this.failedAt = undefined
    this.lostLines = 0
    this.options.onRecovered?.(lostLines)
  }

  private open(): void {
    mkdirSync(dirname(this.options.path), { recursive: true })
    // Logs name people and what they read: not for other users of the machine.
    this.descriptor = openSync(this.options.path, 'a', 0o640)
    const { size, mtime } = fstatSync(this.descriptor)
    this.size = size
    this.day = dayOf(size > 0 ? mtime : this.now())
    this.checkedAt = this.now().getTime()
  }

  private append(bytes: Buffer): void {
    if (this.descriptor === undefined) this.open()
    let written = 0
    while (written < bytes.length && this.descriptor !== undefined) {
      const count = writeSync(this.descriptor, bytes, written)
      if (count === 0) throw new Error('nothing more can be written')
      written += count
      this.size += count
    }
  }

  private isFull(moreBytes: number): boolean {
    if (this.size === 0) return false
    return this.size + moreBytes > this.options.maxBytes || this.day !== dayOf(this.now())
  }

  /** Another process or logrotate may have set the file aside: go on in the one at the path. */
  private followPlace(now: number): void {
    if (now - this.checkedAt < checkPlaceAfterMs || this.descriptor === undefined) return
    this.checkedAt = now
    if (!this.isInPlace(this.descriptor)) this.reopenNow()
  }

  private rotate(): void {
    if (this.descriptor !== undefined && !this.isInPlace(this.descriptor)) {
      this.reopenNow()
      return
    }
    this.closeDescriptor()
    renameSync(this.options.path, this.asideName())
    this.open()
    this.tidyLater()
  }

  private isInPlace(descriptor: number): boolean {
    const there = statSync(this.options.path, { throwIfNoEntry: false })
    return there !== undefined && there.ino === fstatSync(descriptor).ino
  }

  private reopenNow(): void {
    this.closeDescriptor()
    this.open()
  }

  private closeDescriptor(): void {
    const { descriptor } = this
    this.descriptor = undefined
    if (descriptor !== undefined) closeSync(descriptor)
  }

  /** `quire.log.20251231-235959-000`: sorts by age. */
  private asideName(): string {
    const stamp = this.now().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
    for (let count = 0; ; count++) {
      const name = `${this.options.path}.${stamp}-${String(count).padStart(3, '0')}`
      const isTaken = [name, `${name}.gz`].some((file) => statSync(file, { throwIfNoEntry: false }))
      if (!isTaken) return name
    }
  }

  private tidyLater(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.tidy(), this.options.compressAfterMs ?? 10_000)
    this.timer.unref()
  }

  private async tidy(): Promise<void> {
    if (this.failedAt !== undefined) return
    this.tidying = this.tidying.then(() =>
      removeAndCompress(this.options).catch((error: unknown) => this.options.onTidyError?.(error)),
    )
    await this.tidying
  }
}

async function removeAndCompress({ path, keep }: RotatingFileOptions): Promise<void> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.`
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix)).toSorted()
  for (const name of names.filter((each) => unfinishedName.test(each.slice(prefix.length)))) {
    await removeIfStale(join(folder, name))
  }
  const aside = names.filter((name) => asideName.test(name.slice(prefix.length)))
  const tooOld = aside.splice(0, Math.max(0, aside.length - keep))
  for (const name of tooOld) await rm(join(folder, name), { force: true })
  for (const name of aside.filter((kept) => !kept.endsWith('.gz'))) {
    await compress(join(folder, name))
  }
}

// Only names of our own making are ever removed.
const asideName = /^\d{8}-\d{6}-\d{3,}(\.gz)?$/
const unfinishedName = /^\d{8}-\d{6}-\d{3,}\.gz\.\d+\.part$/
const staleAfterMs = 3_600_000

/** A process that died left it; a young one may be another process's work. */
async function removeIfStale(part: string): Promise<void> {
  const { mtimeMs } = await stat(part)
  if (Date.now() - mtimeMs > staleAfterMs) await rm(part, { force: true })
}

async function compress(file: string): Promise<void> {
  const part = `${file}.gz.${process.pid}.part`
  try {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(part, { mode: 0o640 }))
    await rename(part, `${file}.gz`)
    await rm(file, { force: true })
  } finally {
    await rm(part, { force: true })
  }
}

/** The day where the server stands, as `2025-12-31`. */
function dayOf(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

const two = (part: number) => String(part).padStart(2, '0')
