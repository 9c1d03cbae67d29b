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
  /** Number of old files to keep. */
  readonly keep: number
  /** Called for the first failure in a series. Must not write to this file. */
  readonly onError: (error: unknown) => void
  /** Called when an old file cannot be compressed or removed. */
  readonly onCleanupError?: (error: unknown) => void
  readonly onRecovered?: (lostLines: number) => void
  /** Time for which other processes may still write to a rotated file. Defaults to 10 s. */
  readonly compressAfterMs?: number
  readonly now?: () => Date
}

const retryAfterMs = 5_000
const pathCheckIntervalMs = 5_000

/**
 * A log file that is rotated each day and when it reaches a certain size. Old files are compressed,
 * and the oldest ones removed. If the disk fails, nothing is thrown, and lines are lost until
 * writing works again.
 */
export class RotatingFile {
  private readonly options: RotatingFileOptions
  private descriptor: number | undefined
  private size = 0
  private day = ''
  private failedAt: number | undefined
  private pathCheckedAt = 0
  private lostLines = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private cleanup: Promise<void> = Promise.resolve()

  constructor(options: RotatingFileOptions) {
    this.options = options
    this.attempt(() => this.open())
    this.scheduleCleanup()
  }

  write(line: string): void {
    const now = this.now().getTime()
    if (this.failedAt !== undefined && now - this.failedAt < retryAfterMs) {
      this.lostLines++
      return
    }
    const isWritten = this.attempt(() => {
      this.followPath(now)
      const bytes = Buffer.from(line)
      if (this.isFull(bytes.length)) this.rotate()
      this.append(bytes)
    })
    if (isWritten) this.noteRecovery()
    else this.lostLines++
  }

  /** Reopens the file at its path, after another program has moved it. */
  reopen(): void {
    const isOpen = this.attempt(() => {
      this.closeDescriptor()
      this.open()
    })
    if (isOpen) this.noteRecovery()
  }

  /** Closes the file and compresses rotated files. */
  async close(): Promise<void> {
    clearTimeout(this.timer)
    this.attempt(() => this.closeDescriptor())
    await this.cleanUp()
  }

  private now(): Date {
    return this.options.now?.() ?? new Date()
  }

  /**
   * Runs a disk operation. Returns false if it fails, and reports only the first failure in a
   * series.
   */
  private attempt(operation: () => void): boolean {
    try {
      operation()
      return true
    } catch (error) {
      const isFirst = this.failedAt === undefined
      this.failedAt = this.now().getTime()
      if (isFirst) this.options.onError(error)
      return false
    }
  }

  /**
   * Call this after a successful open or write, which proves that the disk works again. Closing a
   * file does not.
   */
  private noteRecovery(): void {
    if (this.failedAt === undefined) return
    const { lostLines } = this
    this.failedAt = undefined
    this.lostLines = 0
    this.options.onRecovered?.(lostLines)
  }

  private open(): void {
    mkdirSync(dirname(this.options.path), { recursive: true })
    // Logs contain usernames and titles, which other users of the machine must not read.
    this.descriptor = openSync(this.options.path, 'a', 0o640)
    const { size, mtime } = fstatSync(this.descriptor)
    this.size = size
    this.day = formatDay(size > 0 ? mtime : this.now())
    this.pathCheckedAt = this.now().getTime()
  }

  private append(bytes: Buffer): void {
    if (this.descriptor === undefined) this.open()
    let written = 0
    while (written < bytes.length && this.descriptor !== undefined) {
      const count = writeSync(this.descriptor, bytes, written)
      if (count === 0) throw new Error('failed to write log file')
      written += count
      this.size += count
    }
  }

  private isFull(moreBytes: number): boolean {
    if (this.size === 0) return false
    return this.size + moreBytes > this.options.maxBytes || this.day !== formatDay(this.now())
  }

  /** Reopens the file at the path if another process or logrotate has moved the open one. */
  private followPath(now: number): void {
    if (now - this.pathCheckedAt < pathCheckIntervalMs || this.descriptor === undefined) return
    this.pathCheckedAt = now
    if (!this.isInPlace(this.descriptor)) this.reopenNow()
  }

  private rotate(): void {
    if (this.descriptor !== undefined && !this.isInPlace(this.descriptor)) {
      this.reopenNow()
      return
    }
    this.closeDescriptor()
    renameSync(this.options.path, this.nextRotatedName())
    this.open()
    this.scheduleCleanup()
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

  /** Returns a name such as `quire.log.20251231-235959-000`, which sorts by age. */
  private nextRotatedName(): string {
    const stamp = this.now().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
    for (let count = 0; ; count++) {
      const name = `${this.options.path}.${stamp}-${String(count).padStart(3, '0')}`
      const isTaken = [name, `${name}.gz`].some((file) => statSync(file, { throwIfNoEntry: false }))
      if (!isTaken) return name
    }
  }

  private scheduleCleanup(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.cleanUp(), this.options.compressAfterMs ?? 10_000)
    this.timer.unref()
  }

  private async cleanUp(): Promise<void> {
    if (this.failedAt !== undefined) return
    this.cleanup = this.cleanup.then(() =>
      compressAndRemoveOld(this.options).catch((error: unknown) =>
        this.options.onCleanupError?.(error),
      ),
    )
    await this.cleanup
  }
}

async function compressAndRemoveOld({ path, keep }: RotatingFileOptions): Promise<void> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.`
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix)).toSorted()
  for (const name of names.filter((each) => unfinishedName.test(each.slice(prefix.length)))) {
    await removeIfStale(join(folder, name))
  }
  const rotated = names.filter((name) => rotatedName.test(name.slice(prefix.length)))
  const tooOld = rotated.splice(0, Math.max(0, rotated.length - keep))
  for (const name of tooOld) await rm(join(folder, name), { force: true })
  for (const name of rotated.filter((kept) => !kept.endsWith('.gz'))) {
    await compress(join(folder, name))
  }
}

// Cleanup affects only files that match Quire's own naming patterns.
const rotatedName = /^\d{8}-\d{6}-\d{3,}(\.gz)?$/
const unfinishedName = /^\d{8}-\d{6}-\d{3,}\.gz\.\d+\.part$/
const staleAfterMs = 3_600_000

/**
 * Removes an incomplete file of a process that died. A recent file may still be in use by another
 * process.
 */
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

/** Formats a date in the server's time zone, such as `2025-12-31`. */
function formatDay(time: Date): string {
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
}

const pad = (part: number) => String(part).padStart(2, '0')
