import unrarFactory from 'node-unrar-js/esm/js/unrar.js'
import wasmPath from 'node-unrar-js/esm/js/unrar.wasm' with { type: 'file' }
import { BadFile } from '../../contents/contents'
import type { BookFile } from '../../contents/book-file'
import { archiveMessages } from '../messages'

/**
 * UnRAR compiled to WebAssembly. It reads through our file object and writes to memory, never to
 * disk. There is one instance per process, and it is not reentrant, so it runs in a decoder child
 * process. Its license prohibits only one use, which is to create a program that makes RAR
 * archives.
 */
interface Unrar {
  HEAPU8: Uint8Array
  RarArchive: new () => RarArchive
  /** Object whose methods the module calls. */
  extractor: unknown
}

interface RarArchive {
  open(name: string, password: string, listOnly: boolean): { state: RarState }
  getFileHeader(): { state: RarState; unpSize: number }
  readFile(skip: boolean): RarState
  delete(): void
}

interface RarState {
  errCode: number
}

const OK = 0
const END = 10
const NO_MEMORY = 11

const READER = 1
const WRITER = 2

let engine: Promise<Unrar> | undefined

/**
 * An open archive, positioned before its first file. `next` moves to the next file. Declare it with
 * `using`, so that it is closed.
 */
export class UnrarFile implements Disposable {
  /** Size of the current file. */
  size = 0
  readonly #unrar: Unrar
  readonly #archive: RarArchive
  readonly #callbacks: Callbacks

  private constructor(unrar: Unrar, file: BookFile) {
    this.#unrar = unrar
    this.#callbacks = new Callbacks(unrar, file)
    unrar.extractor = this.#callbacks
    this.#archive = new unrar.RarArchive()
    const { state } = this.#archive.open('book.rar', '', false)
    if (state.errCode === OK) return
    this.#archive.delete()
    throw createFailure(state)
  }

  static async open(file: BookFile): Promise<UnrarFile> {
    return new UnrarFile(await startUnrar(), file)
  }

  /** Returns false at the end of the archive. */
  next(): boolean {
    const { state, unpSize } = this.#run(() => this.#archive.getFileHeader())
    if (state.errCode === END) return false
    if (state.errCode !== OK) throw createFailure(state)
    this.size = unpSize
    return true
  }

  /** Unpacks the current file. Throws if it is larger than `maxBytes`. */
  unpack(maxBytes: number): Uint8Array {
    this.#callbacks.collect(maxBytes)
    const state = this.#run(() => this.#archive.readFile(false))
    if (state.errCode !== OK) throw createFailure(state)
    return this.#callbacks.collected()
  }

  /** Skips the current file. In a solid archive, it is unpacked and discarded. */
  skip() {
    const state = this.#run(() => this.#archive.readFile(true))
    if (state.errCode !== OK) throw createFailure(state)
  }

  [Symbol.dispose]() {
    if (engine) this.#archive.delete()
    this.#unrar.extractor = undefined
  }

  /** Runs `work`. If the module crashes, it is not used again. */
  #run<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      engine = undefined
      const { code } = error as { code?: unknown }
      // A disk error does not mean that the file is damaged.
      if (error instanceof BadFile || typeof code === 'string') throw error
      throw new BadFile('unreadable', archiveMessages.damaged_part())
    }
  }
}

/**
 * UnRAR file callbacks. The module's memory moves when it grows, so views of it must not be kept.
 */
class Callbacks {
  readonly #unrar: Unrar
  readonly #file: BookFile
  #position = 0
  #pieces: Uint8Array[] = []
  #bytes = 0
  #maxBytes = 0

  constructor(unrar: Unrar, file: BookFile) {
    this.#unrar = unrar
    this.#file = file
  }

  collect(maxBytes: number) {
    this.#pieces = []
    this.#bytes = 0
    this.#maxBytes = maxBytes
  }

  collected(): Uint8Array {
    const pieces = this.#pieces.splice(0)
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }

  open() {
    this.#position = 0
    return READER
  }

  create() {
    return WRITER
  }

  /** Does nothing, because the caller owns the file object and keeps it open. */
  close() {
    return undefined
  }

  read(_: number, buffer: number, length: number) {
    const count = Math.max(0, Math.min(length, this.#file.size - this.#position))
    const start = buffer >>> 0
    this.#file.readInto(this.#heap.subarray(start, start + count), this.#position)
    this.#position += count
    return count
  }

  write(_: number, buffer: number, length: number) {
    this.#bytes += length
    if (this.#bytes > this.#maxBytes) return false
    const start = buffer >>> 0
    this.#pieces.push(this.#heap.slice(start, start + length))
    return true
  }

  tell() {
    return this.#position
  }

  seek(_: number, position: number, from: 'CUR' | 'SET' | 'END') {
    const base = from === 'SET' ? 0 : from === 'CUR' ? this.#position : this.#file.size
    if (base + position < 0) return false
    this.#position = base + position
    return true
  }

  get #heap(): Uint8Array {
    return this.#unrar.HEAPU8
  }
}

/** Starts loading before the first archive is opened. */
export const startUnrar = (): Promise<Unrar> => (engine ??= loadEngine())

async function loadEngine(): Promise<Unrar> {
  return unrarFactory<Unrar>({ wasmBinary: await Bun.file(wasmPath).arrayBuffer() })
}

function createFailure({ errCode }: RarState): BadFile {
  return errCode === NO_MEMORY
    ? new BadFile('too_large', archiveMessages.too_much_memory())
    : new BadFile('unreadable', archiveMessages.damaged_part())
}
