/** Downloads a program and replaces another one with it. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { formatMegabytes, getFreeBytes } from '../../platform/db/backups/disk-space'
import { syncToDisk } from '../../platform/db/backups/manifest'
import type { ReleaseSource } from './release/release-source'
import { UpdateRefused } from './release/update-refused'

const draftPrefix = '.quire-update-'
/** Far above the size of any version of Quire. */
const maxProgramBytes = 1024 * 1024 * 1024
/** Factor for the required disk space, because a new version may be larger than this one. */
const sizeReserve = 1.2

export async function hashProgram(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Deletes files that interrupted updates left next to the program. */
export function removeDrafts(program: string) {
  const folder = dirname(program)
  for (const name of readdirSync(folder)) {
    if (name.startsWith(draftPrefix)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

interface Download {
  source: ReleaseSource
  /** Path at the release source. */
  path: string
  sha256: string
}

/** Returns the path of the unpacked program, which is next to the current one. */
export async function downloadProgram(
  program: string,
  { source, path, sha256 }: Download,
): Promise<string> {
  requireSpace(program)
  const file = await source.open(path)
  if (!file) throw new UpdateRefused(`${path} is not at ${source.name}. Nothing was installed.`)
  const draft = join(dirname(program), `${draftPrefix}${process.pid}`)
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(
      Readable.from(file.stream),
      hashing,
      createGunzip(),
      limitBytes(maxProgramBytes),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    )
    if (hash.digest('hex') !== sha256) throw createDamaged(path)
    chmodSync(draft, 0o755)
    syncToDisk(draft)
    return draft
  } catch (error) {
    rmSync(draft, { force: true })
    throw explainDownload(error, { path, folder: dirname(program) })
  }
}

function requireSpace(program: string) {
  const folder = dirname(program)
  const needed = Math.ceil(statSync(program).size * sizeReserve)
  const free = getFreeBytes(folder)
  if (free < needed) throw createFull(folder, needed)
}

const createFull = (folder: string, needed?: number) =>
  new UpdateRefused(
    `The disk of ${folder} is full${needed === undefined ? '' : `: ${formatMegabytes(needed)} are needed`}. Nothing was installed.`,
  )

const createDamaged = (path: string) =>
  new UpdateRefused(`The download ${path} is damaged. Nothing was installed. Try again.`)

function limitBytes(limit: number) {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (bytes > limit) done(new UpdateRefused('The download is too large.'))
      else done(null, chunk)
    },
  })
}

function explainDownload(error: unknown, { path, folder }: { path: string; folder: string }) {
  const { code = '', name } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return createFull(folder)
  // The archive is truncated or modified, or the connection was lost.
  const isCut = /^(Z_|ERR_STREAM_PREMATURE_CLOSE|ECONN|ConnectionClosed)/.test(String(code))
  return isCut || name === 'TimeoutError' ? createDamaged(path) : error
}

/** Keeps a program under a second name. An older file with that name is replaced. */
export function keepProgram(program: string, kept: string) {
  const draft = join(dirname(kept), `${draftPrefix}${basename(kept)}`)
  rmSync(draft, { force: true })
  try {
    linkSync(program, draft)
  } catch (error) {
    // Some file systems do not support hard links.
    if (
      !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(
        String((error as NodeJS.ErrnoException).code),
      )
    )
      throw error
    copyFileSync(program, draft)
    syncToDisk(draft)
  }
  moveProgram(draft, kept)
}

/** Replaces a program atomically: at any time, either the old or the new one exists. */
export function moveProgram(from: string, to: string) {
  renameSync(from, to)
  // A rename of one hard link of a file to another one does nothing.
  rmSync(from, { force: true })
  syncToDisk(dirname(to))
}
