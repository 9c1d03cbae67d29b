import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import {
  addLibrary,
  comic,
  libraryOf,
  makeFolder,
  manyComics,
  presentPaths,
  put,
  scan,
} from '../scanning/support'
import {
  server,
  scansOf,
  services,
  modeOf,
  untilIdle,
  untilMode,
  untilPaths,
  useWatchServer,
  watch,
  watched,
} from './support'
import { waitUntil } from '../../support/wait-until'
import { watchMessages } from '../../../src/catalog/libraries/messages'
import { withText } from '../../../src/platform/messages/message'

setDefaultTimeout(30_000)
useWatchServer()

describe('a folder that is watched by events', () => {
  test('shows what is put into it, moved into it and taken out of it', async () => {
    const { folder, id } = await watched()
    put(folder, { 'S/S v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])

    const elsewhere = makeFolder()
    put(elsewhere, { 'T/deep/T v1.cbz': await comic() })
    renameSync(join(elsewhere, 'T'), join(folder, 'T'))
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz', 'T/deep/T v1.cbz'])

    put(folder, { 'T/deep/T v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz', 'T/deep/T v1.cbz', 'T/deep/T v2.cbz'])

    rmSync(join(folder, 'S/S v1.cbz'))
    await untilPaths(id, ['S/S v2.cbz', 'T/deep/T v1.cbz', 'T/deep/T v2.cbz'])
  })

  test('makes one or two scans out of five hundred files', async () => {
    const { folder, id } = await watched()
    const before = (await scansOf(id)).length
    put(folder, await manyComics('Many', 500))
    await waitUntil(async () => (await presentPaths(server, id)).length === 501)
    await untilIdle(id)
    await Bun.sleep(1_000)
    const scans = (await scansOf(id)).slice(0, -before)
    expect(scans.length).toBeGreaterThanOrEqual(1)
    expect(scans.length).toBeLessThanOrEqual(2)
    expect(scans.every(({ trigger }) => trigger === 'watch')).toBe(true)
  })

  test('is not scanned for what is no business of a library', async () => {
    const { folder, id } = await watched()
    const before = (await scansOf(id)).length
    put(folder, { '.hidden/x.cbz': 'x', 'S/S v2.cbz.part': 'half', '@eaDir/S/x.cbz': 'x' })
    await Bun.sleep(1_200)
    expect((await scansOf(id)).length).toBe(before)
  })

  test('is left alone once the library is not to be watched, and heard again after that', async () => {
    const { folder, id } = await watched()
    const edit = (body: object) => server.call('PATCH', `/libraries/${id}`, { as: 'ada', body })
    await edit({ watch: 'off' })
    expect((await libraryOf(server, id)).watching).toEqual([
      {
        root: folder,
        mode: 'off',
        reason: withText(watchMessages.watching_disabled()),
        everyMinutes: null,
      },
    ])
    await Bun.sleep(600)
    const before = (await scansOf(id)).length
    put(folder, { 'S/S v2.cbz': await comic() })
    await Bun.sleep(1_200)
    expect((await scansOf(id)).length).toBe(before)
    await edit({ watch: 'on' })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('gives way to another folder that the library is given', async () => {
    const { folder, id } = await watched()
    const other = makeFolder()
    cpSync(folder, other, { recursive: true, preserveTimestamps: true })
    await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body: { paths: [other] } })
    await waitUntil(async () => {
      const { watching } = await libraryOf(server, id)
      return watching[0].root === other && watching[0].mode === 'events'
    })
    put(other, { 'S/S v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    await untilIdle(id)
    await Bun.sleep(700)
    const before = (await scansOf(id)).length
    put(folder, { 'S/S v3.cbz': await comic() })
    await Bun.sleep(1_200)
    expect((await scansOf(id)).length).toBe(before)
  })

  test('is watched again after another folder took its place on the disk', async () => {
    const { folder, id } = await watched()
    renameSync(folder, `${folder}-old`)
    await waitUntil(async () => (await modeOf(id)) === 'polling')
    cpSync(`${folder}-old`, folder, { recursive: true, preserveTimestamps: true })
    await untilMode(id, 'events')
    put(folder, { 'S/S v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    expect((await libraryOf(server, id)).state).toBe('available')
  })

  test('is not watched any more when its library is in the trash, but once it is restored', async () => {
    const { folder, id } = await watched()
    await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })
    await Bun.sleep(600)
    put(folder, { 'S/S v2.cbz': await comic() })
    await Bun.sleep(600)
    const { status } = await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })
    expect(status).toBeLessThan(300)
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })
})

describe('a file that still grows', () => {
  test('waits, and is added when it is whole, although nobody watches', async () => {
    const folder = makeFolder()
    const data = await comic()
    put(folder, { 'S/S v1.cbz': data })
    const id = await addLibrary(server, folder, { watch: 'off' })
    const path = join(folder, 'S/S v2.cbz')
    put(folder, { 'S/S v2.cbz': data.subarray(0, 10) }, new Date())
    const timer = setInterval(() => appendFileSync(path, ''.padEnd(10)), 50)
    try {
      const { messages } = await scan(server, id)
      expect(messages).toMatchObject([{ code: 'scans.result.growing', params: { count: 1 } }])
      expect(await presentPaths(server, id)).toEqual(['S/S v1.cbz'])
    } finally {
      clearInterval(timer)
    }
    put(folder, { 'S/S v2.cbz': data })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    expect((await scansOf(id))[0]).toMatchObject({ trigger: 'watch', added: 1 })
  })
})

describe('a folder that cannot be watched by events', () => {
  const nfs = 0x6969

  test('is polled where it lies on a network drive', async () => {
    const { folder, id } = await watched({ getFileSystem: () => nfs, pollMs: 400 }, 'polling')
    const [{ reason }] = (await libraryOf(server, id)).watching
    expect(reason.params.fileSystem).toBe('NFS')
    const before = (await scansOf(id)).length
    await Bun.sleep(1_200)
    // Looking alone makes no scan.
    expect((await scansOf(id)).length).toBe(before)
    put(folder, { 'S/S v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('is settled for each root alone', async () => {
    const [near, far] = [makeFolder(), makeFolder()]
    put(near, { 'S/S v1.cbz': await comic() })
    put(far, { 'T/T v1.cbz': await comic() })
    const id = await addLibrary(server, near, { path: undefined, paths: [near, far] })
    watch({ getFileSystem: (path) => (path === far ? 0x65735546 : undefined) })
    await waitUntil(async () => {
      const { watching } = await libraryOf(server, id)
      return watching[0].mode === 'events' && watching[1].mode === 'polling'
    })
  })

  test('is polled while it is not there, and watched when it comes back', async () => {
    const folder = makeFolder()
    put(folder, { 'S/S v1.cbz': await comic() })
    const id = await addLibrary(server, folder)
    await scan(server, id)
    renameSync(folder, `${folder}-away`)
    watch()
    await untilMode(id, 'polling')
    expect((await libraryOf(server, id)).watching[0].reason.code).toBe('watching.folder_missing')
    await waitUntil(async () => {
      return (await libraryOf(server, id)).state === 'unavailable'
    })
    renameSync(`${folder}-away`, folder)
    await untilMode(id, 'events')
    await waitUntil(async () => (await libraryOf(server, id)).state === 'available')
    expect(await presentPaths(server, id)).toEqual(['S/S v1.cbz'])
  })
})

test('events are not trusted alone: what went unheard is seen later', async () => {
  const folder = makeFolder()
  // Nothing is heard of a folder that is called like a download, but for what happens in it.
  put(folder, { 'S/S v1.cbz': await comic(), 'T.tmp/T v1.cbz': await comic() })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  watch({ checkMs: 2_500 })
  await untilMode(id, 'events')
  const before = (await scansOf(id)).length
  renameSync(join(folder, 'T.tmp'), join(makeFolder(), 'T'))
  await untilPaths(id, ['S/S v1.cbz'])
  expect((await scansOf(id)).length).toBe(before + 1)
})

test('a library that was never scanned waits until something happens in it', async () => {
  const folder = makeFolder()
  put(folder, { 'S/S v1.cbz': await comic() })
  const id = await addLibrary(server, folder)
  watch()
  await untilMode(id, 'events')
  await Bun.sleep(1_000)
  expect(await scansOf(id)).toEqual([])
  put(folder, { 'S/S v2.cbz': await comic() })
  await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
})

test.if(dialect === 'postgres')(
  'of two processes one watches, and the other one takes over',
  async () => {
    const { folder, id } = await watched()
    const before = (await scansOf(id)).length
    watch()
    await Bun.sleep(1_200)
    expect((await scansOf(id)).length).toBe(before)
    const [first] = services.splice(0, 1)
    await first!.stop()
    // Nobody hears this one: the other process sees it when it takes over.
    put(folder, { 'S/S v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    put(folder, { 'S/S v3.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz', 'S/S v3.cbz'])
  },
)

test('readers are not told which folders there are', async () => {
  const { id } = await watched()
  const { body } = await server.call('GET', `/libraries/${id}`, { as: 'ann' })
  expect(body.watching).toBeNull()
})
