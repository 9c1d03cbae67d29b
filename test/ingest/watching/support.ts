/** Folder watching with short waits, on a test server that runs scans. */
import { afterAll, afterEach, beforeAll } from 'bun:test'
import {
  startWatching,
  type WatchService,
  buildWatchSettings,
} from '../../../src/ingest/watching/service'
import type { WatchOptions } from '../../../src/ingest/watching/library-watcher'
import {
  addLibrary,
  comic,
  libraryOf,
  makeFolder,
  startScanServer,
  presentPaths,
  put,
  scan,
  type ScanServer,
} from '../scanning/support'
import { waitUntil } from '../../support/wait-until'

export let server: ScanServer
export const services: WatchService[] = []

/** In each file, once. */
export function useWatchServer(settings: Record<string, string> = {}) {
  beforeAll(async () => {
    server = await startScanServer(settings)
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop()
  })
  afterAll(() => server.close())
}

export interface Wishes {
  pollMs?: number
  checkMs?: number
  getFileSystem?: WatchOptions['getFileSystem']
  timeoutMs?: number
}

/** Watches like the server, with short waits. */
export function watch({ pollMs = 600_000, checkMs = 600_000, ...wishes }: Wishes = {}) {
  const settings = buildWatchSettings(server.ctx)
  const service = startWatching(server.ctx, {
    ...settings,
    debounce: { quietMs: 300, maxDelayMs: 2_000, minIntervalMs: 300 },
    root: { ...settings.root, pollMs, checkMs, retryMs: 300, checkIntervalMs: 200 },
    lease: { heldMs: 1_500, renewMs: 200 },
    ...wishes,
  })
  services.push(service)
  return service
}

export const modeOf = async (id: string) => (await libraryOf(server, id)).watching?.[0]?.mode
export const untilMode = (id: string, mode: string) =>
  waitUntil(async () => (await modeOf(id)) === mode)

export const scansOf = async (id: string) =>
  (await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })).body.data as {
    trigger: string
    status: string
    added: number
    message: string | null
  }[]
export const untilIdle = (id: string) =>
  waitUntil(async () =>
    (await scansOf(id)).every(({ status }) => !['pending', 'running'].includes(status)),
  )
export const untilPaths = (id: string, paths: string[]) =>
  waitUntil(async () => {
    const present = await presentPaths(server, id)
    return present.length === paths.length && present.every((path, i) => path === paths[i])
  })

/** A folder with one comic, known already, and watched from now on. */
export async function watched(wishes: Wishes = {}, mode = 'events') {
  const folder = makeFolder()
  put(folder, { 'S/S v1.cbz': await comic() })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  watch(wishes)
  await untilMode(id, mode)
  return { folder, id }
}
