/** What people and machines do to folders that are watched. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLibrary,
  booksOf,
  comic,
  libraryOf,
  makeFolder,
  manyComics,
  presentPaths,
  put,
  scan,
} from '../scanning/support'
import { makeCbz } from '../../support/make/cbz'
import {
  server,
  scansOf,
  services,
  untilIdle,
  untilMode,
  untilPaths,
  useWatchServer,
  watch,
  watched,
} from './support'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)
useWatchServer()

const stateOf = async (id: string) => (await libraryOf(server, id)).state

describe('when the server starts', () => {
  test('what nobody changed is not scanned again', async () => {
    const { id } = await watched()
    await services.splice(0, 1)[0]!.stop()
    const before = (await scansOf(id)).length
    watch()
    await Bun.sleep(1_500)
    expect(await scansOf(id)).toHaveLength(before)
  })

  test('what changed meanwhile is, whatever it is', async () => {
    const { folder, id } = await watched()
    await services.splice(0, 1)[0]!.stop()
    put(folder, { 'S/S v1.cbz': await makeCbz({ pages: 3 }) })
    put(folder, { 'T/T v1.cbz': await makeCbz({ pages: 4 }) })
    watch()
    await untilPaths(id, ['S/S v1.cbz', 'T/T v1.cbz'])
    await untilIdle(id)
    expect((await scansOf(id))[0]).toMatchObject({ trigger: 'watch', added: 1, changed: 1 })
  })

  test('what was heard of and not scanned any more is scanned', async () => {
    const { folder, id } = await watched()
    put(folder, { 'S/S v2.cbz': await comic() })
    // Before it is quiet enough for a scan.
    await Bun.sleep(100)
    await services.splice(0, 1)[0]!.stop()
    expect(await presentPaths(server, id)).toEqual(['S/S v1.cbz'])
    watch()
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })
})

describe('a folder', () => {
  test('that is deleted with all that is in it, and made anew, heals', async () => {
    const { folder, id } = await watched()
    const copy = join(makeFolder(), 'copy')
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
    const [{ id: bookId } = { id: '' }] = await booksOf(server, id)
    rmSync(folder, { recursive: true })
    await waitUntil(async () => (await stateOf(id)) === 'unavailable')
    expect(await presentPaths(server, id)).toEqual(['S/S v1.cbz'])
    cpSync(copy, folder, { recursive: true, preserveTimestamps: true })
    await waitUntil(async () => (await stateOf(id)) === 'available')
    expect((await booksOf(server, id)).map((book) => book.id)).toEqual([bookId])
    await untilMode(id, 'events')
    put(folder, { 'S/S v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('whose folders are renamed to and fro again and again keeps its books', async () => {
    const folder = makeFolder()
    const files: Record<string, Buffer> = {}
    for (let i = 0; i < 20; i++) files[`S${i}/S${i} v1.cbz`] = await makeCbz({ pages: 1 + i })
    put(folder, files)
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const idOf = new Map((await booksOf(server, id)).map((book) => [book.relativePath, book.id]))
    watch()
    await untilMode(id, 'events')
    for (let round = 0; round < 30; round++) {
      const [from, to] = round % 2 === 0 ? ['S', 'T'] : ['T', 'S']
      for (let i = 0; i < 20; i++) {
        renameSync(join(folder, `${from}${i}`), join(folder, `${to}${i}`))
      }
      await Bun.sleep(20)
    }
    for (let i = 0; i < 20; i++) renameSync(join(folder, `S${i}`), join(folder, `U${i}`))
    const paths = Object.keys(files).map((path) => path.replace('S', 'U'))
    await untilPaths(id, paths.toSorted())
    await untilIdle(id)
    const after = await booksOf(server, id)
    expect(after.filter(({ trashedAt }) => trashedAt)).toEqual([])
    for (const book of after) {
      expect(book.id).toBe(idOf.get(book.relativePath.replace('U', 'S'))!)
    }
  })

  test('with links that lead round in circles is watched like any other', async () => {
    const folder = makeFolder()
    put(folder, { 'S/S v1.cbz': await comic() })
    symlinkSync('..', join(folder, 'S/up'))
    symlinkSync(folder, join(folder, 'self'))
    symlinkSync('loop', join(folder, 'loop'))
    const id = await addLibrary(server, folder)
    await scan(server, id)
    watch()
    await untilMode(id, 'events')
    put(folder, { 'S/up/S/S v2.cbz': await comic() })
    await untilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
  })

  test('into which an archive is unpacked is scanned now and then, and whole in the end', async () => {
    const { folder, id } = await watched()
    const before = (await scansOf(id)).length
    for (let i = 0; i < 40; i++) {
      put(folder, await manyComics(`Deep/${i}/Many`, 25))
      await Bun.sleep(50)
    }
    await waitUntil(async () => (await presentPaths(server, id)).length === 1_001)
    await untilIdle(id)
    await Bun.sleep(1_000)
    // It took two seconds and more; after those, and once more when it was over.
    expect((await scansOf(id)).length - before).toBeLessThanOrEqual(4)
    // A folder that was made in the storm is heard like any other.
    put(folder, { 'Deep/39/Many/Late v99.cbz': await comic() })
    await waitUntil(async () => (await presentPaths(server, id)).length === 1_002)
  })

  test('whose drive does not answer is looked through, and harms no other', async () => {
    const { id } = await watched({ timeoutMs: 1 }, 'polling')
    const [{ reason }] = (await libraryOf(server, id)).watching
    expect(reason.code).toBe('watching.not_responding')
  })

  test('that is no folder any more is missed, and heals', async () => {
    const { folder, id } = await watched()
    renameSync(folder, `${folder}-away`)
    writeFileSync(folder, 'a file')
    await waitUntil(async () => (await stateOf(id)) === 'unavailable')
    rmSync(folder)
    mkdirSync(folder)
    await Bun.sleep(800)
    expect(await stateOf(id)).toBe('unavailable')
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-away`, folder)
    await waitUntil(async () => (await stateOf(id)) === 'available')
  })
})

describe('a scan that somebody asks for', () => {
  test('takes the place of one that nobody asked for', async () => {
    const { folder, id } = await watched()
    put(folder, await manyComics('Many', 300))
    await waitUntil(async () => (await scansOf(id))[0]?.trigger === 'watch')
    const { status, body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'max' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ trigger: 'manual' })
    await untilIdle(id)
    expect(await presentPaths(server, id)).toHaveLength(301)
    const scans = await scansOf(id)
    expect(scans.find(({ trigger }) => trigger === 'manual')?.status).toBe('completed')
  })

  test('works right after the start, however the folder changed meanwhile', async () => {
    const { folder, id } = await watched()
    await services.splice(0, 1)[0]!.stop()
    put(folder, await manyComics('Many', 50))
    watch()
    for (let tries = 0; tries < 12; tries++) {
      const { status } = await server.call('POST', `/libraries/${id}/scan`, { as: 'max' })
      expect(status).toBe(202)
      await untilIdle(id)
    }
    expect(await presentPaths(server, id)).toHaveLength(51)
  })
})
