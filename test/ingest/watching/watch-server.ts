/** Folder watching with the server's delays, on a test server that scans. Tests move the clock. */
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
import { waitUntil } from '../../support/wait-until'

/** Changes are scanned at the latest after this time without another change. */
const quietTimeMs = 15_000

export let server: ScanServer
export const services: WatchService[] = []

/** Starts a server for a test file and closes it afterwards. */
export function useWatchServer(settings: Record<string, string> = {}) {
  beforeAll(async () => {
    server = await startScanServer(settings)
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop()
    // Files that tests write have real times.
    server.clock.resume(new Date())
    const { body } = await server.call('GET', '/libraries', { as: 'ada' })
    for (const { id } of body) await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })
  })
  afterAll(() => server.close())
}

export type WatchTestOptions = Partial<Pick<WatchOptions, 'getFileSystem' | 'timeoutMs'>>

export function startTestWatcher(options: WatchTestOptions = {}) {
  const service = startWatching(server.ctx, { ...buildWatchSettings(server.ctx), ...options })
  services.push(service)
  return service
}

/** Stops the only watcher, as if the server ended. */
export const stopTestWatcher = () => services.pop()!.stop()

const getMode = async (id: string) => (await getLibrary(server, id)).watching?.[0]?.mode
export const waitUntilMode = (id: string, mode: string) =>
  waitWhileMoving(async () => (await getMode(id)) === mode)

export const listScans = async (id: string) =>
  (await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })).body.data as {
    trigger: string
    status: string
    added: number
    message: string | null
  }[]
export const waitUntilPaths = (id: string, paths: string[]) =>
  waitWhileMoving(async () => {
    const present = await listPresentPaths(server, id)
    return present.length === paths.length && present.every((path, i) => path === paths[i])
  })

/** Waits for something that happens after a while, and moves the clock so that it happens soon. */
export const waitWhileMoving = (check: () => Promise<boolean>) =>
  waitUntil(async () => {
    if (await check()) return true
    await server.engine.idle()
    await server.clock.jump(1_000)
    return false
  })

/** Waits until all changes so far are noticed, and all scans that they cause have ended. */
export async function settle() {
  // A scan that is still running delays the next one.
  for (let round = 0; round < 2; round++) {
    for (const service of services) await service.settled()
    await server.clock.jump(quietTimeMs)
    await server.engine.idle()
  }
}

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
