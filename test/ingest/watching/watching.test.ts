import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, cpSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLibrary,
  makeComic,
  getLibrary,
  makeFolder,
  makeComics,
  listPresentPaths,
  writeFiles,
  scanLibrary,
} from '../scanning/scan-server'
import {
  server,
  listScans,
  settle,
  waitUntilMode,
  waitUntilPaths,
  waitWhileMoving,
  useWatchServer,
  startTestWatcher,
  createWatchedFolder,
} from './watch-server'
import { buildWatchSettings } from '../../../src/ingest/watching/service'
import { watchMessages } from '../../../src/catalog/libraries/messages'
import { withText } from '../../../src/platform/messages/message'

setDefaultTimeout(30_000)
useWatchServer()

describe('a folder with file system events', () => {
  test('shows files that are written, moved in and removed', async () => {
    const { folder, id } = await createWatchedFolder()
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])

    const elsewhere = makeFolder()
    writeFiles(elsewhere, { 'T/deep/T v1.cbz': await makeComic() })
    renameSync(join(elsewhere, 'T'), join(folder, 'T'))
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz', 'T/deep/T v1.cbz'])

    writeFiles(folder, { 'T/deep/T v2.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz', 'T/deep/T v1.cbz', 'T/deep/T v2.cbz'])

    rmSync(join(folder, 'S/S v1.cbz'))
    await waitUntilPaths(id, ['S/S v2.cbz', 'T/deep/T v1.cbz', 'T/deep/T v2.cbz'])
  })

  test('is scanned once or twice for five hundred files', async () => {
    const { folder, id } = await createWatchedFolder()
    const before = (await listScans(id)).length
    writeFiles(folder, await makeComics('Many', 500))
    await settle()
    expect(await listPresentPaths(server, id)).toHaveLength(501)
    const scans = (await listScans(id)).slice(0, -before)
    expect(scans.length).toBeGreaterThanOrEqual(1)
    expect(scans.length).toBeLessThanOrEqual(2)
    expect(scans.every(({ trigger }) => trigger === 'watch')).toBe(true)
  })

  test('is not scanned for irrelevant changes', async () => {
    const { folder, id } = await createWatchedFolder()
    const before = (await listScans(id)).length
    writeFiles(folder, { '.hidden/x.cbz': 'x', 'S/S v2.cbz.part': 'half', '@eaDir/S/x.cbz': 'x' })
    await settle()
    expect((await listScans(id)).length).toBe(before)
  })

  test('is not watched while watching is off, and watched again afterwards', async () => {
    const { folder, id } = await createWatchedFolder()
    const editLibrary = (body: object) =>
      server.call('PATCH', `/libraries/${id}`, { as: 'ada', body })
    await editLibrary({ watch: 'off' })
    expect((await getLibrary(server, id)).watching).toEqual([
      {
        root: folder,
        mode: 'off',
        reason: withText(watchMessages.watching_disabled()),
        everyMinutes: null,
      },
    ])
    await settle()
    const before = (await listScans(id)).length
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    await settle()
    expect((await listScans(id)).length).toBe(before)
    await editLibrary({ watch: 'on' })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('is replaced when the library gets another folder', async () => {
    const { folder, id } = await createWatchedFolder()
    const other = makeFolder()
    cpSync(folder, other, { recursive: true, preserveTimestamps: true })
    await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body: { paths: [other] } })
    await waitWhileMoving(async () => {
      const { watching } = await getLibrary(server, id)
      return watching[0].root === other && watching[0].mode === 'events'
    })
    writeFiles(other, { 'S/S v2.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    await settle()
    const before = (await listScans(id)).length
    writeFiles(folder, { 'S/S v3.cbz': await makeComic() })
    await settle()
    expect((await listScans(id)).length).toBe(before)
  })

  test('is watched again after another folder replaced it on disk', async () => {
    const { folder, id } = await createWatchedFolder()
    renameSync(folder, `${folder}-old`)
    await waitUntilMode(id, 'polling')
    cpSync(`${folder}-old`, folder, { recursive: true, preserveTimestamps: true })
    await waitUntilMode(id, 'events')
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    expect((await getLibrary(server, id)).state).toBe('available')
  })

  test('is not watched while its library is in the trash', async () => {
    const { folder, id } = await createWatchedFolder()
    await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })
    await settle()
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    await settle()
    const { status } = await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })
    expect(status).toBeLessThan(300)
    expect((await listScans(id)).map(({ trigger }) => trigger)).toEqual(['manual'])
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })
})

describe('a growing file', () => {
  test('is added when it is complete, even without watching', async () => {
    const folder = makeFolder()
    const data = await makeComic()
    writeFiles(folder, { 'S/S v1.cbz': data })
    const id = await addLibrary(server, folder, { watch: 'off' })
    const path = join(folder, 'S/S v2.cbz')
    writeFiles(folder, { 'S/S v2.cbz': data.subarray(0, 10) }, new Date())
    const timer = setInterval(() => appendFileSync(path, ''.padEnd(10)), 50)
    try {
      const { messages } = await scanLibrary(server, id)
      expect(messages).toMatchObject([{ code: 'scans.result.growing', params: { count: 1 } }])
      expect(await listPresentPaths(server, id)).toEqual(['S/S v1.cbz'])
    } finally {
      clearInterval(timer)
    }
    writeFiles(folder, { 'S/S v2.cbz': data })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    expect((await listScans(id))[0]).toMatchObject({ trigger: 'watch', added: 1 })
  })
})

describe('a folder without file system events', () => {
  const nfs = 0x6969
  /** Waits until all folders were polled once more. */
  async function poll() {
    await settle()
    await server.clock.jump(buildWatchSettings(server.ctx).root.pollMs)
    await settle()
  }

  test('is polled on a network drive', async () => {
    const { folder, id } = await createWatchedFolder({ getFileSystem: () => nfs }, 'polling')
    const [{ reason }] = (await getLibrary(server, id)).watching
    expect(reason.params.fileSystem).toBe('NFS')
    const before = (await listScans(id)).length
    await poll()
    // Polling alone does not start a scan.
    expect((await listScans(id)).length).toBe(before)
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    await poll()
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('with links followed, is polled as it is scanned', async () => {
    const [folder, other] = [makeFolder(), makeFolder()]
    writeFiles(folder, { 'S/S v1.cbz': await makeComic() })
    writeFiles(other, { 'T/T v1.cbz': await makeComic() })
    symlinkSync(other, join(folder, 'other library'))
    symlinkSync(server.ctx.config.data_dir, join(folder, 'data'))
    const id = await addLibrary(server, folder, { followLinks: true })
    const otherId = await addLibrary(server, other)
    await scanLibrary(server, id)
    await scanLibrary(server, otherId)
    startTestWatcher({ getFileSystem: () => nfs })
    await waitUntilMode(id, 'polling')
    writeFiles(other, { 'T/T v2.cbz': await makeComic() })
    writeFiles(server.ctx.config.data_dir, { 'S/S v3.cbz': await makeComic() })
    await poll()
    await waitUntilPaths(otherId, ['T/T v1.cbz', 'T/T v2.cbz'])
    await poll()
    expect((await listScans(id)).filter(({ trigger }) => trigger === 'watch')).toEqual([])
  })

  test('is determined separately for each root', async () => {
    const [near, far] = [makeFolder(), makeFolder()]
    writeFiles(near, { 'S/S v1.cbz': await makeComic() })
    writeFiles(far, { 'T/T v1.cbz': await makeComic() })
    const id = await addLibrary(server, near, { path: undefined, paths: [near, far] })
    startTestWatcher({ getFileSystem: (path) => (path === far ? 0x65735546 : undefined) })
    await waitWhileMoving(async () => {
      const { watching } = await getLibrary(server, id)
      return watching[0].mode === 'events' && watching[1].mode === 'polling'
    })
  })

  test('is polled while missing and watched when it returns', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'S/S v1.cbz': await makeComic() })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    renameSync(folder, `${folder}-away`)
    startTestWatcher()
    await waitUntilMode(id, 'polling')
    expect((await getLibrary(server, id)).watching[0].reason.code).toBe('watching.folder_missing')
    await waitWhileMoving(async () => (await getLibrary(server, id)).state === 'unavailable')
    renameSync(`${folder}-away`, folder)
    await waitUntilMode(id, 'events')
    await waitWhileMoving(async () => (await getLibrary(server, id)).state === 'available')
    expect(await listPresentPaths(server, id)).toEqual(['S/S v1.cbz'])
  })
})

test('a periodic check finds changes without an event', async () => {
  const folder = makeFolder()
  // The watcher ignores changes to folders named like downloads, but watches their content.
  writeFiles(folder, { 'S/S v1.cbz': await makeComic(), 'T.tmp/T v1.cbz': await makeComic() })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  startTestWatcher()
  await waitUntilMode(id, 'events')
  // The check at the start must not find the change.
  await settle()
  const before = (await listScans(id)).length
  renameSync(join(folder, 'T.tmp'), join(makeFolder(), 'T'))
  await settle()
  expect((await listScans(id)).length).toBe(before)
  await server.clock.jump(24 * 60 * 60_000)
  await waitUntilPaths(id, ['S/S v1.cbz'])
  expect((await listScans(id)).length).toBe(before + 1)
})

test('a library that was never scanned waits for its first change', async () => {
  const folder = makeFolder()
  writeFiles(folder, { 'S/S v1.cbz': await makeComic() })
  const id = await addLibrary(server, folder)
  startTestWatcher()
  await waitUntilMode(id, 'events')
  await settle()
  expect(await listScans(id)).toEqual([])
  writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
  await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
})

test('readers do not see which folders are watched', async () => {
  const { id } = await createWatchedFolder()
  const { body } = await server.call('GET', `/libraries/${id}`, { as: 'ann' })
  expect(body.watching).toBeNull()
})
