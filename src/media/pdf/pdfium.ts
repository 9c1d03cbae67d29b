import { init } from '@embedpdf/pdfium'
import wasmPath from '@embedpdf/pdfium/pdfium.wasm' with { type: 'file' }
import { BadFile } from '../contents/contents'
import { pdfMessages } from './messages'
import { PdfFile } from './pdf-file'

/**
 * PDFium, which reads through a callback so that large PDFs are never held in memory. There is one
 * instance per process, and it is not reentrant. Its memory never shrinks, so it runs in a child
 * process that is replaced from time to time, and documents are closed early.
 */
type Pdfium = Awaited<ReturnType<typeof init>>

/**
 * The parts of Emscripten's runtime that are used. The package's own types depend on types that it
 * does not include.
 */
interface Runtime {
  HEAPU8: Uint8Array
  _malloc(size: number): number
  _free(pointer: number): void
  addFunction(callback: (...values: number[]) => number, signature: string): number
  getValue(pointer: number, type: 'float' | 'i32'): number
  setValue(pointer: number, value: number, type: 'float' | 'i32'): void
}

interface Engine {
  pdfium: Pdfium
  runtime: Runtime
  /** Function pointer of the read callback. */
  readBlock: number
}

const maxFileBytes = 0xffffffff
const PASSWORD = 4
const SECURITY = 5

const openFiles = new Map<number, PdfFile>()
let nextFileKey = 1
let engine: Promise<Engine> | undefined

/** An open document. It must always be closed, so declare it with `using`. */
export class PdfDocument implements Disposable {
  readonly pdfium: Pdfium
  readonly pageCount: number
  readonly handle: number
  readonly file: PdfFile
  readonly #runtime: Runtime
  readonly #release: () => void

  private constructor(
    started: Engine,
    { handle, file }: Pick<PdfDocument, 'handle' | 'file'>,
    release: () => void,
  ) {
    this.pdfium = started.pdfium
    this.#runtime = started.runtime
    this.handle = handle
    this.file = file
    this.pageCount = Math.max(0, this.pdfium.FPDF_GetPageCount(handle))
    this.#release = release
  }

  static async open(path: string): Promise<PdfDocument> {
    const started = await startPdfium()
    const file = new PdfFile(path)
    if (file.size > maxFileBytes) {
      file[Symbol.dispose]()
      throw new BadFile('too_large', pdfMessages.too_large())
    }
    const { pdfium, runtime, readBlock } = started
    const key = nextFileKey++
    const access = runtime._malloc(12)
    const release = () => {
      runtime._free(access)
      openFiles.delete(key)
      file[Symbol.dispose]()
    }
    openFiles.set(key, file)
    runtime.setValue(access, file.size | 0, 'i32')
    runtime.setValue(access + 4, readBlock, 'i32')
    runtime.setValue(access + 8, key, 'i32')
    const handle = pdfium.FPDF_LoadCustomDocument(access, '')
    if (handle) return new PdfDocument(started, { handle, file }, release)
    const error = pdfium.FPDF_GetLastError()
    release()
    throw createOpenError(error)
  }

  /** Runs `work` with a page loaded. */
  withPage<Result>(index: number, work: (page: number) => Result): Result {
    const page = this.pdfium.FPDF_LoadPage(this.handle, index)
    if (!page) throw new BadFile('unreadable', pdfMessages.page_damaged())
    try {
      return work(page)
    } finally {
      this.pdfium.FPDF_ClosePage(page)
    }
  }

  /** Runs `work` with temporary memory inside the module. */
  withMemory<Result>(size: number, work: (pointer: number) => Result): Result {
    const pointer = this.#runtime._malloc(size)
    if (!pointer) throw new BadFile('too_large', pdfMessages.too_much_memory())
    try {
      return work(pointer)
    } finally {
      this.#runtime._free(pointer)
    }
  }

  /** Runs `work` with a pointer to these numbers, which are copied to the memory of the module. */
  withFloats<Result>(values: readonly number[], work: (pointer: number) => Result): Result {
    return this.withMemory(values.length * 4, (pointer) => {
      for (const [index, value] of values.entries()) {
        this.#runtime.setValue(pointer + index * 4, value, 'float')
      }
      return work(pointer)
    })
  }

  float(pointer: number): number {
    return this.#runtime.getValue(pointer, 'float')
  }

  floats(pointer: number, count: number): number[] {
    return Array.from({ length: count }, (_, index) => this.float(pointer + index * 4))
  }

  int(pointer: number): number {
    return this.#runtime.getValue(pointer, 'i32')
  }

  setInt(pointer: number, value: number) {
    this.#runtime.setValue(pointer, value, 'i32')
  }

  /** Copies the bytes, because the module's memory moves when it grows. */
  bytes(pointer: number, length: number): Uint8Array {
    return this.#runtime.HEAPU8.slice(pointer, pointer + length)
  }

  setBytes(pointer: number, bytes: Uint8Array) {
    this.#runtime.HEAPU8.set(bytes, pointer)
  }

  [Symbol.dispose]() {
    this.pdfium.FPDF_CloseDocument(this.handle)
    this.#release()
  }
}

/** Starts loading before the first document is opened. */
export function startPdfium(): Promise<Engine> {
  engine ??= loadEngine()
  return engine
}

async function loadEngine(): Promise<Engine> {
  const wasmBinary = await Bun.file(wasmPath).arrayBuffer()
  const pdfium = await init({ wasmBinary })
  pdfium.PDFiumExt_Init()
  const runtime = pdfium.pdfium as unknown as Runtime
  const readBlock = runtime.addFunction((key = 0, position = 0, buffer = 0, size = 0) => {
    const start = buffer >>> 0
    return fill(openFiles.get(key), runtime.HEAPU8.subarray(start, start + size), position >>> 0)
  }, 'iiiii')
  return { pdfium, runtime, readBlock }
}

/** Returns 1 on success and 0 on failure, because PDFium cannot catch exceptions. */
function fill(file: PdfFile | undefined, target: Uint8Array, position: number): number {
  try {
    file?.readInto(target, position)
    return file ? 1 : 0
  } catch {
    // PDFium then fails to load the document or page, which is reported as an error.
    return 0
  }
}

function createOpenError(error: number): BadFile {
  if (error === PASSWORD) return new BadFile('encrypted', pdfMessages.encrypted())
  if (error === SECURITY) {
    return new BadFile('encrypted', pdfMessages.unsupported_protection())
  }
  return new BadFile('unreadable', pdfMessages.damaged())
}
