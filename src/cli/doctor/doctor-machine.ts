/** System checks of `quire doctor`. */
import { existsSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/model'
import { getFreeBytes, formatMegabytes } from '../../platform/db/backups/disk-space'
import { listOpenDatabaseFiles } from '../../platform/db/folder/database-permissions'
import { checkFileSystem } from '../../platform/db/folder/file-system'
import { readMaxOpenFiles } from '../../platform/metrics/process'
import type { Finding } from './doctor-finding'
import { getHealthUrl, checkHealth } from '../healthcheck'

/**
 * Does not create a missing folder, because an empty folder would look like an existing
 * installation.
 */
export function checkDataFolder({ data_dir: folder, database }: Config): Finding[] {
  const check = 'data folder'
  const link = findBrokenLink(folder)
  if (link !== undefined) {
    const message = `${link} is a link to a folder that does not exist.`
    const advice = 'Create the folder or mount its disk, or set another data_dir.'
    return [{ check, state: 'problem', message, advice }]
  }
  const isMissing = !existsSync(folder)
  const parent = findExistingAncestor(folder)
  try {
    const probe = join(parent, `.doctor-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    return [{ check, state: 'problem', ...describeWriteError(parent, error as Error) }]
  }
  const message = isMissing ? `${folder} will be created on first start.` : `${folder} is writable.`
  const fine: Finding = { check, state: 'ok', message }
  return database.type === 'sqlite'
    ? [
        fine,
        checkDatabaseFolder(dirname(database.sqlite.path)),
        checkDatabasePermissions(database.sqlite.path),
      ]
    : [fine]
}

/**
 * Finds a broken link at the folder's path or above it. A folder at or below a broken link cannot
 * be created.
 */
const findBrokenLink = (folder: string): string | undefined =>
  listMissingFolders(folder).find(isLink)

function isLink(path: string): boolean {
  try {
    readlinkSync(path)
    return true
  } catch {
    // The path does not exist or is not a link.
    return false
  }
}

/** Explains why a folder is not writable, and how to fix it. */
export function describeWriteError(
  folder: string,
  error: Error & { code?: string },
): { message: string; advice: string } {
  switch (error.code) {
    case 'ENOSPC':
      return {
        message: `The disk of ${folder} is full.`,
        advice: 'Free up space on it, or set another data_dir.',
      }
    case 'EDQUOT':
      return {
        message: `The user that runs Quire has no space left on the disk of ${folder}.`,
        advice: 'Raise the disk quota of the user, or set another data_dir.',
      }
    case 'EROFS':
      return {
        message: `The file system of ${folder} is read-only.`,
        advice: 'Mount it with write access, or set another data_dir.',
      }
    case 'ENOTDIR':
    case 'EEXIST':
      return {
        message: `${folder} is not a folder.`,
        advice: 'Set data_dir to a folder, or rename the file.',
      }
    case 'EIO':
      return {
        message: `The disk of ${folder} is failing: ${error.message}`,
        advice: 'Check the disk and its connection, or set another data_dir.',
      }
    case 'EACCES':
    case 'EPERM':
      return {
        message: `${folder} is not writable: ${error.message}`,
        advice: 'Give the user that runs Quire write permission, or set another data_dir.',
      }
    default:
      return {
        message: `${folder} is not writable: ${error.message}`,
        advice: 'Fix the problem that the system reports, or set another data_dir.',
      }
  }
}

function checkDatabasePermissions(path: string): Finding {
  const check = 'permissions'
  const open = listOpenDatabaseFiles(path)
  if (open.length === 0) {
    return { check, state: 'ok', message: 'No other user of this machine can read the database.' }
  }
  return {
    check,
    state: 'problem',
    message: `Other users of this machine can read the database: ${open.join(', ')}.`,
    advice:
      'Run Quire as the owner of these files, so that it corrects their permissions, or run chmod 600 on them.',
  }
}

function checkDatabaseFolder(folder: string): Finding {
  const check = 'file system'
  const verdict = checkFileSystem(findExistingAncestor(folder))
  if (verdict.kind === 'fine')
    return { check, state: 'ok', message: `${folder} is suitable for SQLite.` }
  return {
    check,
    state: verdict.kind === 'network' ? 'problem' : 'warning',
    message: `${folder} is on a ${verdict.name} file system; network shares can corrupt SQLite databases.`,
    advice: 'Put data_dir on a local disk, or use PostgreSQL.',
  }
}

const lowBytes = 1_000_000_000
const minBytes = 100_000_000

export function checkDiskSpace({ data_dir: folder }: Config): Finding[] {
  const check = 'disk space'
  const free = getFreeBytes(findExistingAncestor(folder))
  const message = `${formatMegabytes(free)} free on the disk of ${folder}.`
  if (free > lowBytes) return [{ check, state: 'ok', message }]
  const state = free < minBytes ? 'problem' : 'warning'
  return [{ check, state, message, advice: 'Free up disk space: thumbnails and backups grow.' }]
}

/**
 * Returns the folder, or its closest parent that exists. Returns the root of the drive if nothing
 * exists, for example on Windows if the drive is missing.
 */
function findExistingAncestor(folder: string): string {
  const highestMissing = listMissingFolders(folder).at(-1)
  return highestMissing === undefined ? folder : dirname(highestMissing)
}

interface FileSystem {
  exists: (path: string) => boolean
  getParent: (path: string) => string
}

/** Lists the folder and its parents that do not exist, deepest first. */
export function listMissingFolders(
  folder: string,
  { exists, getParent }: FileSystem = { exists: existsSync, getParent: dirname },
): string[] {
  const missing: string[] = []
  for (let at = folder; !exists(at) && at !== missing.at(-1); at = getParent(at)) missing.push(at)
  return missing
}

/** Quire did not exist before this date, so a clock that shows an earlier time is wrong. */
const earliestTime = Date.UTC(2026, 0, 1)

export function checkClock(): Finding[] {
  const check = 'clock'
  const message = `The system time is ${new Date().toISOString()}.`
  if (Date.now() > earliestTime) return [{ check, state: 'ok', message }]
  const advice = 'Set the clock (timedatectl set-ntp true): it determines when sessions expire.'
  return [{ check, state: 'problem', message, advice }]
}

const formats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const

/** Encodes and decodes an image in each format. */
export async function checkImageFormats(): Promise<Finding[]> {
  const check = 'image formats'
  const troubles: (string | undefined)[] = []
  for (const format of formats) troubles.push(await checkFormat(format))
  const broken = troubles.filter((trouble) => trouble !== undefined)
  if (broken.length === 0) {
    return [{ check, state: 'ok', message: 'JPEG, PNG, WebP, AVIF and GIF can be read.' }]
  }
  const advice = 'Thumbnails cannot be created. Use the executable for this platform.'
  return [{ check, state: 'problem', message: [...new Set(broken)].join('; '), advice }]
}

async function checkFormat(format: (typeof formats)[number]): Promise<string | undefined> {
  const blank = { width: 16, height: 16, channels: 3, background: '#336699' } as const
  try {
    const { default: sharp } = await import('sharp')
    const { examinePicture } = await import('../../media/image/resize-image')
    const bytes = await sharp({ create: blank }).toFormat(format).toBuffer()
    const { mediaType } = await examinePicture(bytes)
    return mediaType === `image/${format}` ? undefined : `${format} was detected as ${mediaType}`
  } catch (error) {
    return `${format}: ${(error as Error).message}`
  }
}

const timeoutMs = 2_000

export async function checkPort(config: Config): Promise<Finding[]> {
  const check = 'port'
  const { host, port } = config.server
  const code = await tryToListen(host, port)
  if (!code) return [{ check, state: 'ok', message: `Port ${port} is free.` }]
  if (code === 'EADDRINUSE') {
    const trouble = await checkHealth(getHealthUrl(config), timeoutMs)
    if (!trouble) return [{ check, state: 'ok', message: `Quire is running on port ${port}.` }]
    const advice = 'Stop the other program, or choose another server.port.'
    return [
      { check, state: 'problem', message: `Port ${port} is in use by another program.`, advice },
    ]
  }
  const message = `Quire cannot listen on ${host} port ${port} (${code}).`
  const advice =
    'Ports below 1024 need extra privileges; the host must be an address of this machine.'
  return [{ check, state: 'problem', message, advice }]
}

/** Returns an error code or message, or undefined on success. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const server = createServer()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  return promise
}

const recommendedFiles = 4096

export function checkFileLimit(): Finding[] {
  const check = 'open files'
  const limit = readMaxOpenFiles()
  if (limit === null) return [{ check, state: 'ok', message: 'The limit is unknown.' }]
  const message = `The limit is ${limit} open files and connections.`
  if (limit >= recommendedFiles) return [{ check, state: 'ok', message }]
  const advice = 'Raise the limit: LimitNOFILE=65536 in the systemd unit, or "ulimit -n 65536".'
  return [{ check, state: 'warning', message, advice }]
}
