/** Unusual changes to watched folders. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLibrary,
  listBooks,
  makeComic,
  getLibrary,
  makeFolder,
  makeComics,
  listPresentPaths,
  writeFiles,
  scanLibrary,
} from '../scanning/scan-server'
import { makeCbz } from '../../support/make/cbz'
import {
  server,
  listScans,
  services,
  settle,
  stopTestWatcher,
  waitWhileMoving,
  waitUntilMode,
  waitUntilPaths,
  useWatchServer,
  startTestWatcher,
  createWatchedFolder,
} from './watch-server'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)
useWatchServer()

const getState = async (id: string) => (await getLibrary(server, id)).state

describe('at server start', () => {
  test('an unchanged folder is not scanned', async () => {
    const { id } = await createWatchedFolder()
    await stopTestWatcher()
    const before = (await listScans(id)).length
    startTestWatcher()
    await waitUntilMode(id, 'events')
    await settle()
    expect(await listScans(id)).toHaveLength(before)
  })

  test('a folder that changed in the meantime is scanned, whatever changed', async () => {
    const { folder, id } = await createWatchedFolder()
    await stopTestWatcher()
    writeFiles(folder, { 'S/S v1.cbz': await makeCbz({ pages: 3 }) })
    writeFiles(folder, { 'T/T v1.cbz': await makeCbz({ pages: 4 }) })
    startTestWatcher()
    await waitUntilPaths(id, ['S/S v1.cbz', 'T/T v1.cbz'])
    await settle()
    expect((await listScans(id))[0]).toMatchObject({ trigger: 'watch', added: 1, changed: 1 })
  })

  test('a change that was noticed but not scanned is scanned', async () => {
    const { folder, id } = await createWatchedFolder()
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    // Stops the watcher before the quiet period ends.
    server.clock.stop()
    await services[0]!.settled()
    await stopTestWatcher()
    server.clock.resume()
    expect(await listPresentPaths(server, id)).toEqual(['S/S v1.cbz'])
    startTestWatcher()
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })
})

describe('a watched folder', () => {
  test('that is deleted and recreated recovers', async () => {
    const { folder, id } = await createWatchedFolder()
    const copy = join(makeFolder(), 'copy')
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
    const [{ id: bookId } = { id: '' }] = await listBooks(server, id)
    rmSync(folder, { recursive: true })
    await waitWhileMoving(async () => (await getState(id)) === 'unavailable')
    expect(await listPresentPaths(server, id)).toEqual(['S/S v1.cbz'])
    cpSync(copy, folder, { recursive: true, preserveTimestamps: true })
    await waitWhileMoving(async () => (await getState(id)) === 'available')
    expect((await listBooks(server, id)).map((book) => book.id)).toEqual([bookId])
    await waitUntilMode(id, 'events')
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('with folders that are renamed repeatedly keeps its books', async () => {
    const folder = makeFolder()
    const files: Record<string, Buffer> = {}
    for (let i = 0; i < 20; i++) files[`S${i}/S${i} v1.cbz`] = await makeCbz({ pages: 1 + i })
    writeFiles(folder, files)
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const idOf = new Map((await listBooks(server, id)).map((book) => [book.relativePath, book.id]))
    startTestWatcher()
    await waitUntilMode(id, 'events')
    for (let round = 0; round < 30; round++) {
      const [from, to] = round % 2 === 0 ? ['S', 'T'] : ['T', 'S']
      for (let i = 0; i < 20; i++) {
        renameSync(join(folder, `${from}${i}`), join(folder, `${to}${i}`))
      }
      await Bun.sleep(20)
    }
    for (let i = 0; i < 20; i++) renameSync(join(folder, `S${i}`), join(folder, `U${i}`))
    const paths = Object.keys(files).map((path) => path.replace('S', 'U'))
    await waitUntilPaths(id, paths.toSorted())
    await settle()
    const after = await listBooks(server, id)
    expect(after.filter(({ trashedAt }) => trashedAt)).toEqual([])
    for (const book of after) {
      expect(book.id).toBe(idOf.get(book.relativePath.replace('U', 'S'))!)
    }
  })

  test('with circular links is watched', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'S/S v1.cbz': await makeComic() })
    symlinkSync('..', join(folder, 'S/up'))
    symlinkSync(folder, join(folder, 'self'))
    symlinkSync('loop', join(folder, 'loop'))
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    startTestWatcher()
    await waitUntilMode(id, 'events')
    writeFiles(folder, { 'S/up/S/S v2.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('is scanned at intervals while an archive is extracted into it, and completely at the end', async () => {
    const { folder, id } = await createWatchedFolder()
    const before = (await listScans(id)).length
    server.clock.stop()
    for (let i = 0; i < 40; i++) {
      writeFiles(folder, await makeComics(`Deep/${i}/Many`, 25))
      await services[0]!.settled()
      // Less than the quiet period, so that usually only the maximum delay of a minute ends it.
      await server.clock.jump(2_000)
    }
    const during = (await listScans(id)).length - before
    expect(during).toBeGreaterThanOrEqual(1)
    expect(during).toBeLessThanOrEqual(5)
    server.clock.resume()
    await settle()
    await waitUntil(async () => (await listPresentPaths(server, id)).length === 1_001)
    // A folder created during the burst is watched like any other.
    writeFiles(folder, { 'Deep/39/Many/Late v99.cbz': await makeComic() })
    await waitWhileMoving(async () => (await listPresentPaths(server, id)).length === 1_002)
  })

  test('on a disk that does not respond is polled and affects no other', async () => {
    const { id } = await createWatchedFolder({ timeoutMs: 1 }, 'polling')
    const [{ reason }] = (await getLibrary(server, id)).watching
    expect(reason.code).toBe('watching.not_responding')
  })

  test('that becomes a file is reported missing and recovers', async () => {
    const { folder, id } = await createWatchedFolder()
    renameSync(folder, `${folder}-away`)
    writeFileSync(folder, 'a file')
    await waitWhileMoving(async () => (await getState(id)) === 'unavailable')
    rmSync(folder)
    mkdirSync(folder)
    await settle()
    expect(await getState(id)).toBe('unavailable')
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-away`, folder)
    await waitWhileMoving(async () => (await getState(id)) === 'available')
  })
})

describe('a manual scan', () => {
  test('replaces an automatic one', async () => {
    const { folder, id } = await createWatchedFolder()
    writeFiles(folder, await makeComics('Many', 300))
    await services[0]!.settled()
    void server.clock.advance(5_000)
    await waitUntil(async () => (await listScans(id))[0]?.trigger === 'watch')
    const { status, body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'max' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ trigger: 'manual' })
    await server.engine.idle()
    expect(await listPresentPaths(server, id)).toHaveLength(301)
    const scans = await listScans(id)
    expect(scans.find(({ trigger }) => trigger === 'manual')?.status).toBe('completed')
  })

  test('works right after startup, whatever changed in the folder', async () => {
    const { folder, id } = await createWatchedFolder()
    await stopTestWatcher()
    writeFiles(folder, await makeComics('Many', 50))
    startTestWatcher()
    for (let tries = 0; tries < 4; tries++) {
      const { status } = await server.call('POST', `/libraries/${id}/scan`, { as: 'max' })
      expect(status).toBe(202)
      await server.engine.idle()
    }
    expect(await listPresentPaths(server, id)).toHaveLength(51)
  })
})
