/** What this installation is: the name and version for everybody, the rest for those who run it. */
import type { Dirent } from 'node:fs'
import { opendir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config/model'
import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { version } from '../../version'
import type { InfoView } from './log-model'
import { databaseBytes, databaseVersion } from './queries'

const name = 'Quire'
const patienceMs = 2_000
const freshForMs = 10 * 60_000

export async function getInfo(ctx: Context, viewer: Viewer): Promise<InfoView> {
  const isRunner = viewer.permissions.has('system:admin')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { name, version, timeZone, server: isRunner ? await serverOf(ctx) : null }
}

async function serverOf({ config, heavy }: Context): Promise<InfoView['server']> {
  const uptimeSeconds = process.uptime()
  const counted = await countedFolder(config)
  return {
    startedAt: new Date(Date.now() - uptimeSeconds * 1000).toISOString(),
    uptimeSeconds: Math.floor(uptimeSeconds),
    platform: `${process.platform}-${process.arch}`,
    runtime: `Bun ${Bun.version}`,
    processId: process.pid,
    databaseType: config.database.type,
    databaseVersion: await databaseVersion(heavy),
    databaseBytes: await databaseBytes(heavy),
    dataDir: config.data_dir,
    dataBytes: counted?.bytes ?? null,
    dataFiles: counted?.files ?? null,
    freeBytes: await freeIn(config.data_dir),
  }
}

interface Counted {
  files: number
  bytes: number
}
const counts = new Map<string, { at: number; count: Promise<Counted | null> }>()

/** null when it is not known yet: there may be hundreds of thousands of thumbnails. */
function countedFolder({ data_dir: folder }: Config): Promise<Counted | null> {
  const known = counts.get(folder)
  const isFresh = known !== undefined && Date.now() - known.at < freshForMs
  const count = isFresh ? known.count : countFiles(folder)
  if (!isFresh) counts.set(folder, { at: Date.now(), count })
  return Promise.race([count, Bun.sleep(patienceMs).then(() => null)])
}

/** One file after the other: nobody waits for the last of them. */
async function countFiles(folder: string): Promise<Counted> {
  const total = { files: 0, bytes: 0 }
  for await (const entry of await opendir(folder).catch(noEntries)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const inside = await countFiles(path)
      total.files += inside.files
      total.bytes += inside.bytes
    } else if (entry.isFile()) {
      total.files += 1
      total.bytes += await sizeOf(path)
    }
  }
  return total
}

/** A folder or file that goes while it is counted, or that is not ours, counts nothing. */
const noEntries = (): Dirent[] => []
const sizeOf = async (path: string) => (await stat(path).catch(() => ({ size: 0 }))).size

async function freeIn(folder: string): Promise<number | null> {
  const room = await statfs(folder).catch(() => null)
  return room && room.bavail * room.bsize
}
