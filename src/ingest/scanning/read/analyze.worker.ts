/** Reads book files beside the main thread, one after the other. It cannot be interrupted, only ended. */
import { readdirSync, statSync } from 'node:fs'
import type { BookContents } from '../../../media/contents/contents'
import {
  type Evidence,
  evidenceOf,
  type Glance,
  glanceAt,
  noEvidence,
  readFolderEvidence,
  readWhole,
} from '../../../media/reader/evidence'
import { BookFile } from '../../../media/contents/file'
import { listFiles, readFolder } from '../../../media/comic/folder'
import { type NativeReaders, readBook } from '../../../media/reader/reader'
import { measureFolder } from '../walk/look'
import { storable } from './storable'
import { readMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

declare const self: Worker

export interface ReadOrder {
  key: number
  path: string
  /** Only what tells whose file it is: by a quick look, or by reading every byte. */
  only?: 'glance' | 'whole'
}

export interface FileState {
  size: number
  modifiedAtMs: number
}

/** `native`: a decoder child has to read it; `failed`: the machine could not give us the file; it says nothing about the book. */
export type ReadAnswer =
  | {
      key: number
      file: FileState
      fingerprint: string
      evidence: Evidence
      native: keyof NativeReaders
    }
  | {
      key: number
      file: FileState
      fingerprint: string
      evidence: Evidence
      contents: BookContents
    }
  | { key: number; glance: Glance }
  | { key: number; file: FileState; whole: Evidence }
  | { key: number; failed: 'gone' | 'growing' | 'unreadable'; message: Message }

self.postMessage('ready')

self.addEventListener('message', async ({ data }: MessageEvent<ReadOrder[]>) => {
  for (const order of data) self.postMessage(await read(order))
})

async function read({ key, path, only }: ReadOrder): Promise<ReadAnswer> {
  try {
    const isFolder = statSync(path).isDirectory()
    if (only === 'glance') return { key, glance: isFolder ? glanceAtFolder(path) : glanceAt(path) }
    const before = stateOf(path)
    const contents = await readAll(path, { only, isFolder })
    const file = stateOf(path)
    if (before.size !== file.size || before.modifiedAtMs !== file.modifiedAtMs) {
      return { key, failed: 'growing', message: readMessages.growing() }
    }
    if ('whole' in contents) return { key, file, ...contents }
    const fingerprint = isFolder ? fingerprintOfFolder(path) : fingerprintOf(path)
    return { key, file, fingerprint, ...contents }
  } catch (error) {
    return { key, ...whyNot(error) }
  }
}

/** All pages of a folder have been read already by whoever glanced at it. */
const glanceAtFolder = (path: string): Glance => ({
  ...readFolderEvidence(path),
  size: 0,
  isPacked: false,
})

async function readAll(
  path: string,
  { only, isFolder }: { only: ReadOrder['only']; isFolder: boolean },
) {
  if (only === 'whole') return { whole: isFolder ? noEvidence : readWhole(path) }
  return isFolder ? contentsOfFolder(path) : contentsOf(path)
}

async function contentsOf(path: string) {
  let evidence = noEvidence
  try {
    const contents = await readBook(path, elsewhere, (file, detected) => {
      evidence = evidenceOf(file, detected)
    })
    return { evidence, contents: storable(contents) }
  } catch (error) {
    if (error instanceof NeedsNative) return { evidence, native: error.reader }
    throw error
  }
}

const contentsOfFolder = (path: string) => ({
  evidence: readFolderEvidence(path),
  contents: storable(readFolder(path)),
})

/** Native code never runs on a stranger's file inside of the server. */
class NeedsNative extends Error {
  readonly reader: keyof NativeReaders

  constructor(reader: keyof NativeReaders) {
    super(reader)
    this.reader = reader
  }
}

const elsewhere: NativeReaders = {
  pdf: () => Promise.reject(new NeedsNative('pdf')),
  compressed: () => Promise.reject(new NeedsNative('compressed')),
}

const sampleBytes = 64 * 1024

/** The beginning and the end say much: the end of an archive is its directory with all checksums. */
function fingerprintOf(path: string): string {
  using file = new BookFile(path)
  const head = Bun.hash.xxHash3(file.readUpTo(0, sampleBytes), BigInt(file.size))
  const tail = file.readUpTo(Math.max(0, file.size - sampleBytes), sampleBytes)
  return Bun.hash.xxHash3(tail, head).toString(16).padStart(16, '0')
}

function fingerprintOfFolder(path: string): string {
  const lines = listFiles(path).map(({ name, size }) => `${name}\0${size}`)
  return Bun.hash.xxHash3(lines.toSorted().join('\n')).toString(16).padStart(16, '0')
}

function stateOf(path: string): FileState {
  const found = statSync(path)
  const measure = found.isDirectory()
    ? measureFolder(path, found.mtimeMs, readdirSync(path, { withFileTypes: true }))
    : found
  if (measure === 'unreadable') throw new Error('a picture in it could not be looked at')
  return { size: measure.size, modifiedAtMs: measure.mtimeMs }
}

function whyNot(error: unknown): { failed: 'gone' | 'unreadable'; message: Message } {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return { failed: 'gone', message: readMessages.gone() }
  if (code === 'EACCES' || code === 'EPERM') {
    return { failed: 'unreadable', message: readMessages.denied() }
  }
  return {
    failed: 'unreadable',
    message: readMessages.failed({ reason: String(code ?? message) }),
  }
}
