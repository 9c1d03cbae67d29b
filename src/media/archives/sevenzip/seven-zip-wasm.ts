import type { FSNode, FileSystem, SevenZipModule } from '7z-wasm'
import start from '7z-wasm/7zz.es6.js'
import wasmPath from '7z-wasm/7zz.wasm' with { type: 'file' }
import { BadFile } from '../../contents/contents'
import type { BookFile } from '../../contents/book-file'
import { archiveMessages } from '../messages'

/**
 * 7-Zip compiled to WebAssembly. The command-line program uses a virtual file system, which
 * contains the archive (read through our file object) and an output folder in memory. Nothing is
 * written to disk. There is one instance per process, and it handles one call at a time, so it runs
 * in a decoder child process. After a failed call, the next call gets a new instance: a hostile
 * archive may have damaged the memory of the old one, and a good archive could then hang.
 */
export interface Run {
  /** Whether the exit code is 0 or 1 (warning). */
  ok: boolean
  /** Text that 7-Zip wrote to standard error. */
  errors: string
}

/** Progress while unpacking. */
interface Progress {
  /** Number of packed bytes read. */
  read: number
  /** The module's memory in bytes. */
  memory: number
}

interface MemoryNode extends FSNode {
  usedBytes: number
  stream_ops: Record<string, unknown>
}

/** Members that are missing from the package's types. */
type OpenFileSystem = FileSystem & {
  streams: ({ stream_ops: Record<string, unknown> } | undefined)[]
  ErrnoError: new (code: number) => Error
}

/** An archive as 7-Zip reads it: a file, or parts of one. */
export type ArchiveBytes = Pick<BookFile, 'size' | 'readInto'>

/** The module's error number for EIO. */
const ioError = 29
const archivePath = '/book.7z'
const listPath = '/list.txt'
const outPath = '/out'
const maxErrorLines = 50

let engine: Promise<Engine> | undefined
/**
 * The compiled module is kept, because compiling takes ten times as long as starting an instance.
 */
let compiled: Promise<WebAssembly.Module> | undefined

const compile = async () => new WebAssembly.Module(await Bun.file(wasmPath).arrayBuffer())

/** The running module, with the state of the current call. */
class Engine {
  module!: SevenZipModule
  exitCode = 0
  onLine: (line: string) => void = () => undefined
  errors: string[] = []
  bytesRead = 0

  static async start(): Promise<Engine> {
    const started = new Engine()
    const program = await (compiled ??= compile())
    started.module = await start({
      instantiateWasm: (imports, use) => {
        const instance = new WebAssembly.Instance(program, imports)
        use(instance, program)
        return instance.exports
      },
      print: (line) => started.onLine(line),
      printErr: (line) => {
        if (started.errors.length < maxErrorLines) started.errors.push(line)
      },
      stdin: () => -1,
      quit: (code) => {
        started.exitCode = code
      },
    })
    started.module.FS.mkdir(outPath)
    return started
  }
}

/** Lists the archive in `7z l -slt` form, line by line. */
export function listSevenZipEntries(file: BookFile, onLine: (line: string) => void): Promise<Run> {
  return run(file, ['l', '-slt', '-p-', '--', archivePath], onLine)
}

/**
 * Unpacks the files with these names into memory and passes them on one at a time. Passes null for
 * a missing file.
 */
export async function extract(
  file: BookFile,
  names: readonly string[],
  take: (name: string, bytes: Uint8Array | null) => void,
): Promise<Run> {
  const { FS } = (await startSevenZip()).module
  // The names are quoted, because unquoted names lose leading and trailing spaces.
  FS.writeFile(listPath, names.map((name) => `"${name}"`).join('\n'))
  // These options disable wildcards and make names case-sensitive. If names are repeated, the first
  // one wins.
  const options = ['-p-', '-y', '-spd', '-ssc', '-aos', '-scsUTF-8', `-o${outPath}`]
  try {
    const ended = await run(file, ['x', ...options, `-ir-@${listPath}`, '--', archivePath])
    for (const name of names) take(name, readOutput(FS, name))
    return ended
  } finally {
    if (engine) emptyFolder(FS, outPath)
  }
}

/**
 * Unpacks a compressed stream, or a ZIP with one entry. `take` receives each piece, which is valid
 * only during the call, and returns false to stop without an error.
 */
export async function unpackWholeStream(
  file: ArchiveBytes,
  type: 'xz' | 'bzip2' | 'zip',
  take: (piece: Uint8Array, progress: Progress) => boolean,
): Promise<Run> {
  const current = await startSevenZip()
  let enough = false
  const release = redirectOutput(current.module.FS, (piece, memory) => {
    enough ||= !take(piece, { read: current.bytesRead, memory })
    return !enough
  })
  try {
    const ended = await run(file, ['x', `-t${type}`, '-so', '-mmt1', '--', archivePath])
    return enough ? { ok: true, errors: '' } : ended
  } finally {
    release()
  }
}

/**
 * Passes standard output to `take`. If `take` returns false, writing fails and the program exits.
 */
function redirectOutput(fs: FileSystem, take: (piece: Uint8Array, memory: number) => boolean) {
  const { streams, ErrnoError } = fs as OpenFileSystem
  const output = streams[1]
  if (!output) throw new Error('the 7-Zip module has no output')
  const before = output.stream_ops
  // `from` is the module's entire memory.
  const write = (_: unknown, from: Int8Array, at: number, length: number) => {
    const piece = new Uint8Array(from.buffer, from.byteOffset + at, length)
    if (!take(piece, from.length)) throw new ErrnoError(ioError)
    return length
  }
  output.stream_ops = { ...before, write }
  return () => {
    output.stream_ops = before
  }
}

async function run(
  file: ArchiveBytes,
  args: string[],
  onLine: (line: string) => void = () => undefined,
): Promise<Run> {
  const current = await startSevenZip()
  current.onLine = onLine
  current.errors = []
  current.exitCode = 0
  current.bytesRead = 0
  mount(current, file)
  const exitCodeOfProcess = process.exitCode
  try {
    const returned = current.module.callMain(args) as unknown
    const exitCode = typeof returned === 'number' ? returned : current.exitCode
    const ok = exitCode === 0 || exitCode === 1
    if (!ok) engine = undefined
    return { ok, errors: current.errors.join('\n') }
  } catch (error) {
    engine = undefined
    const { code } = error as { code?: unknown }
    if (error instanceof BadFile || typeof code === 'string') throw error
    throw new BadFile('unreadable', archiveMessages.damaged())
  } finally {
    current.onLine = () => undefined
    // The module sets the exit code of this process, so the earlier value is restored.
    process.exitCode = exitCodeOfProcess ?? 0
  }
}

/** Starts loading before the first archive is opened. */
export const startSevenZip = (): Promise<Engine> => (engine ??= Engine.start())

/** Mounts our file object as a file in the module. */
function mount(into: Engine, file: ArchiveBytes) {
  const fs = into.module.FS
  fs.writeFile(archivePath, '')
  const node = fs.lookupPath(archivePath).node as MemoryNode
  node.usedBytes = file.size
  type Read = [stream: unknown, heap: Int8Array, at: number, length: number, position: number]
  const read = (...[, heap, at, length, position]: Read) => {
    const count = Math.max(0, Math.min(length, file.size - position))
    file.readInto(new Uint8Array(heap.buffer, heap.byteOffset + at, count), position)
    into.bytesRead += count
    return count
  }
  node.stream_ops = { ...node.stream_ops, read, write: () => 0 }
}

function readOutput(fs: FileSystem, name: string): Uint8Array | null {
  const path = `${outPath}/${name}`
  try {
    if (!fs.isFile(fs.lstat(path).mode)) return null
    return fs.readFile(path)
  } catch {
    // Not an error here: the caller reports a missing file.
    return null
  }
}

function emptyFolder(fs: FileSystem, folder: string) {
  for (const name of fs.readdir(folder)) {
    if (name === '.' || name === '..') continue
    const path = `${folder}/${name}`
    if (fs.isDir(fs.lstat(path).mode)) {
      emptyFolder(fs, path)
      fs.rmdir(path)
    } else fs.unlink(path)
  }
}
