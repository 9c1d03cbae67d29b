/**
 * Copies the database of another program, because that program may be running: reading a SQLite
 * database in place could write to it.
 */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { Refusal } from '../../../errors'
import { importMessages } from '../messages'

const tails = ['', '-wal', '-shm', '-journal'] as const
const maxAttempts = 3

export interface CopiedFile {
  path: string
  /** Name of the original. */
  name: string
  /** The log that contains the program's newest changes was missing. */
  lacksLog: boolean
}

interface CopyOptions {
  from: string
  folder: string
  maxBytes: number
  /** Name of the program that the file belongs to, for messages. */
  program: string
  /** Name of the copy. */
  name?: string
}

/**
 * Copies a database with its logs, or a text file, into a folder. Throws if the files keep changing
 * while they are copied.
 */
export function copyForeign({
  from: given,
  folder,
  maxBytes,
  program,
  name = 'source.sqlite',
}: CopyOptions): CopiedFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The log is beside the file itself, not beside a link to the file.
  const from = realpathSync(given)
  const path = join(folder, name)
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const before = describe(from)
    if (before.bytes > maxBytes) {
      throw new Refusal(
        'too_large',
        importMessages.too_large({ max: Math.floor(maxBytes / 2 ** 20) }),
      )
    }
    for (const tail of tails) copyPart(from + tail, path + tail)
    if (before.state === describe(from).state) {
      return {
        path,
        name: basename(given),
        lacksLog: hasWalMode(path) && !existsSync(`${from}-wal`),
      }
    }
  }
  throw new Refusal('conflict', importMessages.busy({ name: program }))
}

/** Reads the journal mode from the file header. */
function hasWalMode(path: string): boolean {
  const header = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header[18] === 2
}

function copyPart(from: string, to: string) {
  rmSync(to, { force: true })
  if (!existsSync(from)) return
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}

/**
 * Describes the current state of the files. Omits the index of the log (`-shm`), because it changes
 * even if the database is only read.
 */
function describe(from: string) {
  const stats = ['', '-wal', '-journal'].map((tail) =>
    statSync(from + tail, { throwIfNoEntry: false, bigint: true }),
  )
  return {
    bytes: stats.reduce((sum, one) => sum + Number(one?.size ?? 0), 0),
    state: stats.map((one) => (one ? `${one.ino} ${one.size} ${one.mtimeNs}` : '-')).join(' '),
  }
}
