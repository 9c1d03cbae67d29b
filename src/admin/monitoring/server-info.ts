/**
 * Server information. All users see the name, version, time zone and settings of reading apps, and
 * administrators see the rest.
 */
import { statfs } from 'node:fs/promises'
import type { Config } from '../../platform/config/model'
import type { Context } from '../../context'
import { type FolderSize, measureFolderTree } from '../../platform/lib/folder-size'
import type { Clock } from '../../platform/lib/clock'
import type { Viewer } from '../../accounts/permissions/model'
import { findNewerRelease } from '../updates/check-for-update'
import { version } from '../../version'
import type { InfoView, ReadingApps } from './log-model'
import { getDatabaseBytes, getDatabaseVersion } from './queries'

const name = 'Quire'
const timeoutMs = 2_000
const cacheMs = 10 * 60_000

export async function getInfo(ctx: Context, viewer: Viewer): Promise<InfoView> {
  const isAdministrator = viewer.permissions.has('system:admin')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const readingApps = listReadingApps(ctx.config)
  const server = isAdministrator ? await getServerInfo(ctx) : null
  return { name, version, timeZone, readingApps, server }
}

/** Lists the settings that a user needs to connect an app to this server. */
function listReadingApps({ server, opds, komga_api: komga, koreader, kobo }: Config): ReadingApps {
  return {
    publicUrl: server.public_url ?? null,
    paths: {
      opds: opds.enabled ? '/opds' : null,
      komga: komga.enabled ? komga.prefix : null,
      koreader: koreader.enabled ? '/koreader' : null,
      kobo: kobo.enabled ? '/kobo' : null,
    },
    komgaPort: (komga.enabled && komga.port) || null,
  }
}

async function getServerInfo(ctx: Context): Promise<InfoView['server']> {
  const { config, heavy, clock } = ctx
  const uptimeSeconds = process.uptime()
  const counted = await countDataFolder(config, clock)
  return {
    startedAt: new Date(Date.now() - uptimeSeconds * 1000).toISOString(),
    uptimeSeconds: Math.floor(uptimeSeconds),
    platform: `${process.platform}-${process.arch}`,
    runtime: `Bun ${Bun.version}`,
    processId: process.pid,
    databaseType: config.database.type,
    databaseVersion: await getDatabaseVersion(heavy),
    databaseBytes: await getDatabaseBytes(heavy),
    dataDir: config.data_dir,
    dataBytes: counted?.bytes ?? null,
    dataFiles: counted?.files ?? null,
    freeBytes: await getFreeBytes(config.data_dir),
    newerRelease: (await findNewerRelease(ctx)) ?? null,
  }
}

const counts = new Map<string, { at: number; count: Promise<FolderSize | null> }>()

/** Returns null if counting takes too long. There may be hundreds of thousands of thumbnails. */
function countDataFolder({ data_dir: folder }: Config, clock: Clock): Promise<FolderSize | null> {
  const now = clock.now().getTime()
  const known = counts.get(folder)
  const isFresh = known !== undefined && now - known.at < cacheMs
  const count = isFresh ? known.count : measureFolderTree(folder)
  if (!isFresh) counts.set(folder, { at: now, count })
  return Promise.race([count, clock.sleep(timeoutMs).then(() => null)])
}

async function getFreeBytes(folder: string): Promise<number | null> {
  const stats = await statfs(folder).catch(() => null)
  return stats && stats.bavail * stats.bsize
}
