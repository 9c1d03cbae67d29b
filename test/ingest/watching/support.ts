/** Watching in a hurry, in a house in which scans really run. */
import { afterAll, afterEach, beforeAll } from 'bun:test'
import {
  startWatching,
  type WatchService,
  watchSettings,
} from '../../../src/ingest/watching/service'
import type { WatchOptions } from '../../../src/ingest/watching/watching'
import {
  addLibrary,
  comic,
  libraryOf,
  makeFolder,
  openScanHouse,
  presentPaths,
  put,
  scan,
  type ScanHouse,
} from '../scanning/support'
import { until } from '../../support/until'

export let house: ScanHouse
export const services: WatchService[] = []

/** In each file, once. */
export function useWatchHouse(settings: Record<string, string> = {}) {
  beforeAll(async () => {
    house = await openScanHouse(settings)
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop()
  })
  afterAll(() => house.close())
}

export interface Wishes {
  pollMs?: number
  checkMs?: number
  fileSystemOf?: WatchOptions['fileSystemOf']
  patienceMs?: number
}

/** As the house does it, but in a hurry. */
export function watch({ pollMs = 600_000, checkMs = 600_000, ...wishes }: Wishes = {}) {
  const settings = watchSettings(house.ctx)
  const service = startWatching(house.ctx, {
    ...settings,
    burst: { quietMs: 300, longestMs: 2_000, restMs: 300 },
    root: { ...settings.root, pollMs, checkMs, retryMs: 300, lookEveryMs: 200 },
    lease: { heldMs: 1_500, renewMs: 200 },
    ...wishes,
  })
  services.push(service)
  return service
}

export const modeOf = async (id: string) => (await libraryOf(house, id)).watching?.[0]?.mode
export const untilMode = (id: string, mode: string) =>
  until(async () => (await modeOf(id)) === mode)

export const scansOf = async (id: string) =>
  (await house.call('GET', `/libraries/${id}/scans`, { as: 'ada' })).body.data as {
    trigger: string
    status: string
    added: number
    message: string | null
  }[]
export const untilIdle = (id: string) =>
  until(async () =>
    (await scansOf(id)).every(({ status }) => !['pending', 'running'].includes(status)),
  )
export const untilPaths = (id: string, paths: string[]) =>
  until(async () => {
    const present = await presentPaths(house, id)
    return present.length === paths.length && present.every((path, i) => path === paths[i])
  })

/** A folder with one comic, known already, and watched from now on. */
export async function watched(wishes: Wishes = {}, mode = 'events') {
  const folder = makeFolder()
  put(folder, { 'S/S v1.cbz': await comic() })
  const id = await addLibrary(house, folder)
  await scan(house, id)
  watch(wishes)
  await untilMode(id, mode)
  return { folder, id }
}
