import type { FSNode, FileSystem, SevenZipModule } from '7z-wasm'
import start from '7z-wasm/7zz.es6.js'
import wasmPath from '7z-wasm/7zz.wasm' with { type: 'file' }
import { BadFile } from '../../contents/contents'
import type { BookFile } from '../../contents/file'
import { archiveMessages } from '../messages'

/**
 * 7-Zip, compiled to WebAssembly: a command-line program that sees a file system of its own. In it
 * there is the one archive, read through our file, and a folder in memory; nothing comes to the disk.
 * One call at a time and one instance per process, so it lives in a decoder child.
 */
export interface Run {
  /** Its exit code was 0; 1 is a warning. */
  ok: boolean
  /** What it complained of. */
  errors: string
}

/** How far the unpacking of a file is. */
interface Progress {
  /** Bytes of the packed file that were asked for. */
  read: number
  /** All that the program holds. */
  memory: number
}

interface MemoryNode extends FSNode {
  usedBytes: number
  stream_ops: Record<string, unknown>
}

/** What the package does not describe. */
type OpenFileSystem = FileSystem & {
  streams: ({ stream_ops: Record<string, unknown> } | undefined)[]
  ErrnoError: new (code: number) => Error
}

/** EIO, as the module counts. */
const ioError = 29
const archivePath = '/book.7z'
const listPath = '/list.txt'
const outPath = '/out'
const maxErrorLines = 50

let engine: Promise<Engine> | undefined

/** What is printed goes to whoever runs it at the moment. */
class Engine {
  module!: SevenZipModule
  exitCode = 0
  onLine: (line: string) => void = () => undefined
  errors: string[] = []
  bytesRead = 0

  static async start(): Promise<Engine> {
    const started = new Engine()
    started.module = await start({
      wasmBinary: await Bun.file(wasmPath).arrayBuffer(),
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

/** Unpacks the files of these names into memory and hands them over one by one, null if absent. */
export async function extract(
  file: BookFile,
  names: readonly string[],
  take: (name: string, bytes: Uint8Array | null) => void,
): Promise<Run> {
  const { FS } = (await startSevenZip()).module
  // Quoted, or blanks at the ends of a name would be lost.
  FS.writeFile(listPath, names.map((name) => `"${name}"`).join('\n'))
  // Names are names: no wildcards, no other case. The first of equal names wins.
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
 * Unpacks a file that was packed as a whole. `take` gets piece after piece, each gone afterwards;
 * false: enough, which is no failure.
 */
export async function unpackWholeStream(
  file: BookFile,
  type: 'xz' | 'bzip2',
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

/** What the program writes to its output goes to `take`; false: writing fails, and it ends. */
function redirectOutput(fs: FileSystem, take: (piece: Uint8Array, memory: number) => boolean) {
  const { streams, ErrnoError } = fs as OpenFileSystem
  const output = streams[1]
  if (!output) throw new Error('the 7-Zip module has no output')
  const before = output.stream_ops
  // `from` is all memory of the program.
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
  file: BookFile,
  args: string[],
  onLine: (line: string) => void = () => undefined,
): Promise<Run> {
  const current = await startSevenZip()
  current.onLine = onLine
  current.errors = []
  current.exitCode = 0
  current.bytesRead = 0
  mount(current, file)
  try {
    const returned = current.module.callMain(args) as unknown
    const exitCode = typeof returned === 'number' ? returned : current.exitCode
    const ok = exitCode === 0 || exitCode === 1
    return { ok, errors: current.errors.join('\n') }
  } catch (error) {
    // A program that broke down is not used again.
    engine = undefined
    const { code } = error as { code?: unknown }
    if (error instanceof BadFile || typeof code === 'string') throw error
    throw new BadFile('unreadable', archiveMessages.damaged())
  } finally {
    current.onLine = () => undefined
  }
}

/** So that the first archive does not wait for it. */
export const startSevenZip = (): Promise<Engine> => (engine ??= Engine.start())

/** A file in the program's file system whose bytes are read from ours. */
function mount(into: Engine, file: BookFile) {
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
    // Its own kind of error, for a file that was not unpacked.
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
