/** The same with disks that are really mounted and rights that are really missing, where the machine lets us. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assessRoot } from '../../../src/ingest/scanning/walk/root-state'
import { walk } from '../../../src/ingest/scanning/walk/walk'
import {
  addLibrary,
  libraryOf,
  makeFolder,
  manyComics,
  startScanServer,
  presentPaths,
  put,
  scan,
  type ScanServer,
} from './support'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({
    'scan.missing_share_percent': '50',
    'scan.missing_minimum': '4',
  })
})
afterAll(() => server.close())

const run = (...command: string[]) => spawnSync(command[0]!, command.slice(1)).status === 0
const mount = (folder: string) => run('mount', '-t', 'tmpfs', 'none', folder)
const unmount = (folder: string) => run('umount', folder)

function canMount() {
  const folder = makeFolder()
  return process.platform === 'linux' && mount(folder) && unmount(folder)
}

// Only who may mount can show it: root, and not in every container.
describe.if(canMount())('a disk that is really mounted', () => {
  test('as the folder of the library may go and come back', async () => {
    const folder = makeFolder()
    expect(mount(folder)).toBe(true)
    try {
      put(folder, await manyComics('Big', 5))
      const id = await addLibrary(server, folder)
      await scan(server, id)
      expect(unmount(folder)).toBe(true)
      expect(await scan(server, id)).toMatchObject({ status: 'failed', missing: 0 })
      expect((await libraryOf(server, id)).state).toBe('unavailable')
      // Another disk, with other files, in its place.
      expect(mount(folder)).toBe(true)
      put(folder, await manyComics('Other', 5))
      expect(await scan(server, id)).toMatchObject({ missing: 0 })
      expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')
      expect(await presentPaths(server, id)).toHaveLength(10)
    } finally {
      unmount(folder)
    }
  })

  test('below the folder of the library may go and come back', async () => {
    const folder = makeFolder()
    const nested = join(folder, 'Some Nas')
    mkdirSync(nested)
    expect(mount(nested)).toBe(true)
    try {
      put(folder, await manyComics('Big', 20))
      put(nested, await manyComics('Small', 2))
      const id = await addLibrary(server, folder)
      await scan(server, id)
      expect(unmount(nested)).toBe(true)
      // Two of twenty-two would be believed, were they on the same disk.
      expect(await scan(server, id)).toMatchObject({ status: 'completed', missing: 0 })
      const held = await libraryOf(server, id)
      expect(held.state).toBe('awaiting_confirmation')
      expect(held.stateReason.params.reason).toMatchObject({
        code: 'scans.folder.mount_lost',
        params: { missing: 2, count: 22 },
      })
      expect(mount(nested)).toBe(true)
      put(nested, await manyComics('Small', 2))
      await scan(server, id)
      expect((await libraryOf(server, id)).state).toBe('available')
      expect(await presentPaths(server, id)).toHaveLength(22)
    } finally {
      unmount(nested)
    }
  })
})

describe('the settings for how many may be missing', () => {
  const lose = async (lost: number) => {
    const folder = makeFolder()
    const files = await manyComics('Big', 10)
    put(folder, files)
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const gone = Object.keys(files).slice(0, lost)
    put(folder, Object.fromEntries(gone.map((path) => [path, null])))
    const { missing } = await scan(server, id)
    return { missing, state: (await libraryOf(server, id)).state }
  }

  test('are honoured', async () => {
    expect(await lose(5)).toEqual({ missing: 5, state: 'available' })
    expect(await lose(6)).toEqual({ missing: 0, state: 'awaiting_confirmation' })
  })
})

/** Root reads everything. The rights of all threads of this process change together. */
async function withoutRights<T>(act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act()
  process.seteuid!(65_534)
  try {
    return await act()
  } finally {
    process.seteuid!(0)
  }
}

test('a folder of which nothing can be read is called so, not empty', () => {
  const mounts = {}
  const summary = {
    device: '1',
    mounts,
    signature: '',
    unreadable: ['A'],
    tooMuchUnreadable: false,
  }
  const rest = { badNames: 0, badName: null, linksSkipped: 0, sidecars: [] }
  const counts = { filesFound: 0, knownPresent: 5, missing: 0, hidden: 0, knownDevice: '1' }
  const sight = { problem: undefined, summary: { ...summary, ...rest }, ...counts }
  const limits = { sharePercent: 10, minimum: 20, confirmed: undefined }
  const verdict = assessRoot(sight, limits)
  expect(verdict.state).toBe('unavailable')
  expect<string | undefined>(verdict.reason?.code).toBe('scans.folder.unreadable')
})

describe.if(process.platform === 'linux')('rights that are missing', () => {
  test('hide what lies below, and nothing of it is lost', async () => {
    const folder = makeFolder()
    put(folder, { 'A/1.cbz': 'x', 'B/1.cbz': 'x' })
    chmodSync(folder, 0o755)
    chmodSync(dirname(folder), 0o711)
    chmodSync(join(folder, 'A'), 0)
    const order = { root: folder, formats: null, excluded: [] }
    const paths: string[] = []
    const part = await withoutRights(async () =>
      walk(order, (batch) => void paths.push(...batch.paths.split('\0'))),
    )
    expect(part).toMatchObject({ summary: { unreadable: ['A'] } })
    expect(paths).toEqual(['B/1.cbz'])
    chmodSync(folder, 0)
    expect(await withoutRights(async () => walk(order, () => undefined))).toEqual({
      problem: 'unreadable',
    })
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'A'), 0o755)
  })
})
