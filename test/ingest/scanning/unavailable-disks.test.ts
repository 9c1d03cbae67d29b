/** Real mounts and permissions that are really missing, if the system allows it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assessRoot } from '../../../src/ingest/scanning/walk/root-availability'
import { walk } from '../../../src/ingest/scanning/walk/walk'
import {
  addLibrary,
  getLibrary,
  makeFolder,
  makeComics,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({
    'scan.missing_share_percent': '50',
    'scan.missing_minimum': '4',
  })
})
afterAll(() => server.close())

const runCommand = (...command: string[]) => spawnSync(command[0]!, command.slice(1)).status === 0
const mount = (folder: string) => runCommand('mount', '-t', 'tmpfs', 'none', folder)
const unmount = (folder: string) => runCommand('umount', folder)

function canMount() {
  const folder = makeFolder()
  return process.platform === 'linux' && mount(folder) && unmount(folder)
}

// Mounting requires root and is not allowed in every container.
describe.if(canMount())('a real mount', () => {
  test('as the library folder can be disconnected and reconnected', async () => {
    const folder = makeFolder()
    expect(mount(folder)).toBe(true)
    try {
      writeFiles(folder, await makeComics('Big', 5))
      const id = await addLibrary(server, folder)
      await scanLibrary(server, id)
      expect(unmount(folder)).toBe(true)
      expect(await scanLibrary(server, id)).toMatchObject({ status: 'failed', missing: 0 })
      expect((await getLibrary(server, id)).state).toBe('unavailable')
      // Another disk with other files at the same mount point.
      expect(mount(folder)).toBe(true)
      writeFiles(folder, await makeComics('Other', 5))
      expect(await scanLibrary(server, id)).toMatchObject({ missing: 0 })
      expect((await getLibrary(server, id)).state).toBe('awaiting_confirmation')
      expect(await listPresentPaths(server, id)).toHaveLength(10)
    } finally {
      unmount(folder)
    }
  })

  test('below the library folder can be disconnected and reconnected', async () => {
    const folder = makeFolder()
    const nested = join(folder, 'Some Nas')
    mkdirSync(nested)
    expect(mount(nested)).toBe(true)
    try {
      writeFiles(folder, await makeComics('Big', 20))
      writeFiles(nested, await makeComics('Small', 2))
      const id = await addLibrary(server, folder)
      await scanLibrary(server, id)
      expect(unmount(nested)).toBe(true)
      // On a single disk, two missing books of twenty-two would be accepted.
      expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', missing: 0 })
      const held = await getLibrary(server, id)
      expect(held.state).toBe('awaiting_confirmation')
      expect(held.stateReason.params.reason).toMatchObject({
        code: 'scans.folder.mount_lost',
        params: { missing: 2, count: 22 },
      })
      expect(mount(nested)).toBe(true)
      writeFiles(nested, await makeComics('Small', 2))
      await scanLibrary(server, id)
      expect((await getLibrary(server, id)).state).toBe('available')
      expect(await listPresentPaths(server, id)).toHaveLength(22)
    } finally {
      unmount(nested)
    }
  })
})

describe('the settings for the share of missing files', () => {
  const loseFiles = async (lost: number) => {
    const folder = makeFolder()
    const files = await makeComics('Big', 10)
    writeFiles(folder, files)
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const gone = Object.keys(files).slice(0, lost)
    writeFiles(folder, Object.fromEntries(gone.map((path) => [path, null])))
    const { missing } = await scanLibrary(server, id)
    return { missing, state: (await getLibrary(server, id)).state }
  }

  test('are applied', async () => {
    expect(await loseFiles(5)).toEqual({ missing: 5, state: 'available' })
    expect(await loseFiles(6)).toEqual({ missing: 0, state: 'awaiting_confirmation' })
  })
})

/** Root can read everything, so the permissions of all threads are changed together. */
async function withoutPermissions<T>(act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act()
  process.seteuid!(65_534)
  try {
    return await act()
  } finally {
    process.seteuid!(0)
  }
}

test('a folder without read permission is reported as such, not as empty', () => {
  const mounts = {}
  const summary = {
    device: '1',
    mounts,
    signature: '',
    unreadable: ['A'],
    tooMuchUnreadable: false,
  }
  const rest = {
    badNames: 0,
    badName: null,
    linksSkipped: 0,
    links: [],
    linkTargets: [],
    sidecars: [],
  }
  const counts = { filesFound: 0, knownPresent: 5, missing: 0, hidden: 0, knownDevice: '1' }
  const sight = { problem: undefined, summary: { ...summary, ...rest }, ...counts }
  const limits = { sharePercent: 10, minimum: 20, confirmed: undefined }
  const verdict = assessRoot(sight, limits)
  expect(verdict.state).toBe('unavailable')
  expect<string | undefined>(verdict.reason?.code).toBe('scans.folder.unreadable')
})

describe.if(process.platform === 'linux')('missing permissions', () => {
  test('hide the files below, and no book is lost', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'A/1.cbz': 'x', 'B/1.cbz': 'x' })
    chmodSync(folder, 0o755)
    chmodSync(dirname(folder), 0o711)
    chmodSync(join(folder, 'A'), 0)
    const order = { root: folder, formats: null, excluded: [] }
    const paths: string[] = []
    const part = await withoutPermissions(async () =>
      walk(order, (batch) => void paths.push(...batch.paths.split('\0'))),
    )
    expect(part).toMatchObject({ summary: { unreadable: ['A'] } })
    expect(paths).toEqual(['B/1.cbz'])
    chmodSync(folder, 0)
    expect(await withoutPermissions(async () => walk(order, () => undefined))).toEqual({
      problem: 'unreadable',
    })
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'A'), 0o755)
  })
})
