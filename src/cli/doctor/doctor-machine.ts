/** What `quire doctor` looks at outside of the database. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/model'
import { freeBytes, inMegabytes } from '../../platform/db/copies/disk-space'
import { judgeFolder } from '../../platform/db/file-system'
import { readMaxOpenFiles } from '../../platform/metrics/process'
import type { Finding } from './doctor-finding'
import { healthUrl, troubleAt } from '../healthcheck'

export function checkDataFolder({ data_dir: folder, database }: Config): Finding[] {
  const check = 'data folder'
  try {
    mkdirSync(folder, { recursive: true, mode: 0o750 })
    const probe = join(folder, `.doctor-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    const message = `${folder} cannot be written to: ${(error as Error).message}`
    const advice =
      'Give the user that runs Quire the right to write there, or name another data_dir.'
    return [{ check, state: 'problem', message, advice }]
  }
  const fine: Finding = { check, state: 'ok', message: `${folder} can be written to.` }
  return database.type === 'sqlite' ? [fine, judge(dirname(database.sqlite.path))] : [fine]
}

function judge(folder: string): Finding {
  const check = 'file system'
  const verdict = judgeFolder(nearestThatExists(folder))
  if (verdict.kind === 'fine')
    return { check, state: 'ok', message: `${folder} is fit for SQLite.` }
  return {
    check,
    state: verdict.kind === 'network' ? 'problem' : 'warning',
    message: `${folder} lies on ${verdict.name}; SQLite databases are damaged on network shares.`,
    advice: 'Put data_dir on a local disk, or use PostgreSQL.',
  }
}

const tightBytes = 1_000_000_000
const leastBytes = 100_000_000

export function checkDiskSpace({ data_dir: folder }: Config): Finding[] {
  const check = 'disk space'
  const free = freeBytes(nearestThatExists(folder))
  const message = `${inMegabytes(free)} are free on the disk of ${folder}.`
  if (free > tightBytes) return [{ check, state: 'ok', message }]
  const state = free < leastBytes ? 'problem' : 'warning'
  return [{ check, state, message, advice: 'Make room: thumbnails and backups grow.' }]
}

function nearestThatExists(folder: string): string {
  return existsSync(folder) ? folder : nearestThatExists(dirname(folder))
}

/** Before this program was written it cannot run. */
const notBefore = Date.UTC(2026, 0, 1)

export function checkClock(): Finding[] {
  const check = 'clock'
  const message = `It is ${new Date().toISOString()} by this machine's clock.`
  if (Date.now() > notBefore) return [{ check, state: 'ok', message }]
  const advice = 'Set the clock (timedatectl set-ntp true): sign-ins end by it.'
  return [{ check, state: 'problem', message, advice }]
}

const formats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const

/** Each format is written and read back: both need the library whole. */
export async function checkPictures(): Promise<Finding[]> {
  const check = 'pictures'
  const troubles: (string | undefined)[] = []
  for (const format of formats) troubles.push(await troubleWith(format))
  const broken = troubles.filter((trouble) => trouble !== undefined)
  if (broken.length === 0) {
    return [{ check, state: 'ok', message: 'JPEG, PNG, WebP, AVIF and GIF can be read.' }]
  }
  const advice = 'Without this there are no thumbnails. Use the executable made for this machine.'
  return [{ check, state: 'problem', message: [...new Set(broken)].join('; '), advice }]
}

async function troubleWith(format: (typeof formats)[number]): Promise<string | undefined> {
  const blank = { width: 16, height: 16, channels: 3, background: '#336699' } as const
  try {
    const { default: sharp } = await import('sharp')
    const { examinePicture } = await import('../../media/image/picture')
    const bytes = await sharp({ create: blank }).toFormat(format).toBuffer()
    const { mediaType } = await examinePicture(bytes)
    return mediaType === `image/${format}` ? undefined : `${format} was taken for ${mediaType}`
  } catch (error) {
    return `${format}: ${(error as Error).message}`
  }
}

const patienceMs = 2_000

export async function checkPort(config: Config): Promise<Finding[]> {
  const check = 'port'
  const { host, port } = config.server
  const code = await tryToListen(host, port)
  if (!code) return [{ check, state: 'ok', message: `Port ${port} is free.` }]
  if (code === 'EADDRINUSE') {
    const trouble = await troubleAt(healthUrl(config), patienceMs)
    if (!trouble) return [{ check, state: 'ok', message: `Quire is running on port ${port}.` }]
    const advice = 'Stop what uses it, or choose another server.port.'
    return [
      { check, state: 'problem', message: `Port ${port} is in use by something else.`, advice },
    ]
  }
  const message = `Listening on ${host} port ${port} is not possible (${code}).`
  const advice =
    'Ports below 1024 need special rights; the host must be an address of this machine.'
  return [{ check, state: 'problem', message, advice }]
}

/** Undefined when it is possible. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const server = createServer()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  return promise
}

const fewFiles = 4096

export function checkFileLimit(): Finding[] {
  const check = 'open files'
  const limit = readMaxOpenFiles()
  if (limit === null) return [{ check, state: 'ok', message: 'There is no limit known.' }]
  const message = `At most ${limit} files and connections may be open.`
  if (limit >= fewFiles) return [{ check, state: 'ok', message }]
  const advice = 'Raise it: LimitNOFILE=65536 in the systemd unit, or "ulimit -n 65536".'
  return [{ check, state: 'warning', message, advice }]
}
