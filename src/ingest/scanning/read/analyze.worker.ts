/**
 * Reads book files one at a time outside the main thread. A read can be ended only by terminating
 * the Worker.
 */
import { lowerThreadPriority } from '../../../workers'
import { readdirSync, type Stats, statSync } from 'node:fs'
import type { BookContents } from '../../../media/contents/contents'
import {
  type Fingerprint,
  computeFingerprint,
  type QuickFingerprint,
  readQuickFingerprint,
  noFingerprint,
  readFolderFingerprint,
  readFullFingerprint,
} from '../../../media/reader/fingerprint'
import { computePartialMd5 } from '../../../media/reader/koreader-hash'
import { BookFile } from '../../../media/contents/book-file'
import { type ArchiveDirectory, getDirectory, mayHandOn } from '../../../media/archives/directory'
import { listPageFiles, readFolder } from '../../../media/comic/folder'
import { type NativeReaders, readBook } from '../../../media/reader/reader'
import { measureFolder } from '../walk/file-stat'
import type { IdentifiedFile } from './identified-files'
import { sanitizeForStorage } from './sanitize'
import { readMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

declare const self: Worker

export interface ReadRequest {
  key: number
  path: string
  /**
   * Reads only evidence of the file's identity: from a quick probe, the whole file or KOReader's
   * samples.
   */
  only?: 'quick' | 'whole' | 'document'
  /**
   * With `quick`: also returns the data that was read, so that a later request can read the file
   * without reading this data again.
   */
  keeps?: boolean
  identified?: IdentifiedFile | undefined
}

export interface FileState {
  size: number
  modifiedAtMs: number
}

/**
 * `native`: a decoder process must read the file. `failed`: the file is gone, could not be
 * read, or changed while it was read, so nothing is known about the book.
 */
export type ReadResponse =
  | {
      key: number
      file: FileState
      fingerprint: string
      partialMd5: string | null
      evidence: Fingerprint
      native: keyof NativeReaders
      /** The directory, if it was read and is small. */
      archive: ArchiveDirectory | null
    }
  | {
      key: number
      file: FileState
      fingerprint: string
      partialMd5: string | null
      evidence: Fingerprint
      contents: BookContents
    }
  | { key: number; quick: Omit<QuickFingerprint, 'archive'>; identified?: IdentifiedFile }
  | { key: number; file: FileState; whole: Fingerprint }
  | { key: number; file: FileState; document: string }
  | { key: number; failed: 'gone' | 'growing' | 'unreadable'; message: Message }

self.postMessage('ready')

lowerThreadPriority()

self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest[]>) => {
  for (const request of data) self.postMessage(await handleRequest(request))
})

async function handleRequest(request: ReadRequest): Promise<ReadResponse> {
  const { key, path, only } = request
  try {
    const stat = statSync(path)
    const isFolder = stat.isDirectory()
    if (only === 'quick') return { key, ...probe(request, stat) }
    const before = getFileState(path)
    if (only === 'document') return { key, file: before, document: computePartialMd5(path) }
    const contents = await readFully(request, stat)
    const identity = only === 'whole' ? noIdentity : identify(path, isFolder)
    const file = getFileState(path)
    if (before.size !== file.size || before.modifiedAtMs !== file.modifiedAtMs) {
      return { key, failed: 'growing', message: readMessages.growing() }
    }
    if ('whole' in contents) return { key, file, ...contents }
    return { key, file, ...identity, ...contents }
  } catch (error) {
    return { key, ...classifyError(error) }
  }
}

/**
 * Computes the fingerprint, and KOReader's hash of samples of the file. KOReader does not open
 * folders.
 */
const identify = (path: string, isFolder: boolean) =>
  isFolder
    ? { fingerprint: fingerprintFolder(path), partialMd5: null }
    : { fingerprint: fingerprintFile(path), partialMd5: computePartialMd5(path) }
const noIdentity = { fingerprint: '', partialMd5: null }

function probe({ path, keeps }: ReadRequest, stat: Stats) {
  const isFolder = stat.isDirectory()
  const version = keeps ? getVersion(path) : ''
  const { archive, ...quick } = isFolder ? probeFolder(path) : readQuickFingerprint(path)
  if (!keeps || (!isFolder && !archive && !quick.isPacked)) return { quick }
  const { directory, content } = quick
  const identified = { version, evidence: { directory, content }, archive }
  return mayHandOn(identified) ? { quick, identified } : { quick }
}

/**
 * Returns a value that changes even if a file is replaced by one of the same size and modification
 * time.
 */
function getVersion(path: string) {
  const { ino, ctimeMs, size, mtimeMs } = measure(path)
  return [ino, ctimeMs, size, mtimeMs].join(' ')
}

/** A probe of a folder already reads all of its pages. */
const probeFolder = (path: string): QuickFingerprint => ({
  ...readFolderFingerprint(path),
  size: 0,
  isPacked: false,
  archive: null,
})

async function readFully({ path, only, identified }: ReadRequest, stat: Stats) {
  const isFolder = stat.isDirectory()
  if (only === 'whole') return { whole: isFolder ? noFingerprint : readFullFingerprint(path) }
  const known = identified && identified.version === getVersion(path) ? identified : undefined
  return isFolder ? readFolderContents(path, known) : readFileContents(path, known)
}

async function readFileContents(path: string, known: IdentifiedFile | undefined) {
  if (known?.contents)
    return { evidence: known.evidence, contents: sanitizeForStorage(known.contents) }
  let evidence = known?.evidence ?? noFingerprint
  let archive = known?.archive ?? null
  try {
    const contents = await readBook(path, rejectNative, {
      archive,
      opened: (file, detected) => {
        if (!known) evidence = computeFingerprint(file, detected)
        archive ??= getDirectory(detected)
      },
    })
    return { evidence, contents: sanitizeForStorage(contents) }
  } catch (error) {
    if (!(error instanceof NativeDecoderRequired)) throw error
    if (archive && !mayHandOn({ archive })) archive = null
    return { evidence, native: error.reader, archive }
  }
}

const readFolderContents = (path: string, known: IdentifiedFile | undefined) => ({
  evidence: known?.evidence ?? readFolderFingerprint(path),
  contents: sanitizeForStorage(readFolder(path)),
})

/** Thrown for files that need native code, which never runs on untrusted files in the server. */
class NativeDecoderRequired extends Error {
  readonly reader: keyof NativeReaders

  constructor(reader: keyof NativeReaders) {
    super(reader)
    this.reader = reader
  }
}

const rejectNative: NativeReaders = {
  pdf: () => Promise.reject(new NativeDecoderRequired('pdf')),
  compressed: () => Promise.reject(new NativeDecoderRequired('compressed')),
}

const sampleBytes = 64 * 1024

/**
 * Hashes the start and end of a file. They identify most files, because an archive ends with its
 * directory, which contains all checksums.
 */
function fingerprintFile(path: string): string {
  using file = new BookFile(path)
  const head = Bun.hash.xxHash3(file.readUpTo(0, sampleBytes), BigInt(file.size))
  const tail = file.readUpTo(Math.max(0, file.size - sampleBytes), sampleBytes)
  return Bun.hash.xxHash3(tail, head).toString(16).padStart(16, '0')
}

function fingerprintFolder(path: string): string {
  const lines = listPageFiles(path).map(({ name, size }) => `${name}\0${size}`)
  return Bun.hash.xxHash3(lines.toSorted().join('\n')).toString(16).padStart(16, '0')
}

function getFileState(path: string): FileState {
  const { size, mtimeMs } = measure(path)
  return { size, modifiedAtMs: mtimeMs }
}

function measure(path: string) {
  const found = statSync(path)
  const { ino, ctimeMs } = found
  const measured = found.isDirectory()
    ? measureFolder(path, found.mtimeMs, readdirSync(path, { withFileTypes: true }))
    : found
  if (measured === 'unreadable') throw new Error('an image in the folder could not be read')
  const { size, mtimeMs } = measured
  return { ino, ctimeMs: Math.max(ctimeMs, measured.ctimeMs), size, mtimeMs }
}

function classifyError(error: unknown): { failed: 'gone' | 'unreadable'; message: Message } {
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
