/** Folder watching with short delays, on a test server that scans. */
import { afterAll, afterEach, beforeAll } from 'bun:test'
import {
  startWatching,
  type WatchService,
  buildWatchSettings,
} from '../../../src/ingest/watching/service'
import type { WatchOptions } from '../../../src/ingest/watching/library-watcher'
import {
  addLibrary,
  makeComic,
  getLibrary,
  makeFolder,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../scanning/scan-server'
import { waitUntilSettled } from '../../support/wait-until'

export let server: ScanServer
export const services: WatchService[] = []

/** Starts a server for a test file and closes it afterwards. */
export function useWatchServer(settings: Record<string, string> = {}) {
  beforeAll(async () => {
    server = await startScanServer(settings)
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop()
  })
  afterAll(() => server.close())
}

export interface WatchTestOptions {
  pollMs?: number
  checkMs?: number
  getFileSystem?: WatchOptions['getFileSystem']
  timeoutMs?: number
}

/** Watches like the server, with short delays. */
export function startTestWatcher({
  pollMs = 600_000,
  checkMs = 600_000,
  ...options
}: WatchTestOptions = {}) {
  const settings = buildWatchSettings(server.ctx)
  const service = startWatching(server.ctx, {
    ...settings,
    debounce: { quietMs: 300, maxDelayMs: 2_000, minIntervalMs: 300 },
    root: { ...settings.root, pollMs, checkMs, retryMs: 300, checkIntervalMs: 200 },
    lease: { heldMs: 1_500, renewMs: 200 },
    ...options,
  })
  services.push(service)
  return service
}

export const getMode = async (id: string) => (await getLibrary(server, id)).watching?.[0]?.mode
export const waitUntilMode = (id: string, mode: string) =>
  waitUntilSettled(async () => (await getMode(id)) === mode)

export const listScans = async (id: string) =>
  (await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })).body.data as {
    trigger: string
    status: string
    added: number
    message: string | null
  }[]
export const waitUntilIdle = (id: string) =>
  waitUntilSettled(async () =>
    (await listScans(id)).every(({ status }) => !['pending', 'running'].includes(status)),
  )
export const waitUntilPaths = (id: string, paths: string[]) =>
  waitUntilSettled(async () => {
    const present = await listPresentPaths(server, id)
    return present.length === paths.length && present.every((path, i) => path === paths[i])
  })

/** Creates and watches a scanned folder with one comic. */
export async function createWatchedFolder(options: WatchTestOptions = {}, mode = 'events') {
  const folder = makeFolder()
  writeFiles(folder, { 'S/S v1.cbz': await makeComic() })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  startTestWatcher(options)
  await waitUntilMode(id, mode)
  return { folder, id }
}
