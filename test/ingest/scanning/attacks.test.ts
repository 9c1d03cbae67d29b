/** What a disk and its people can do to a scan, and what must be left of the books after it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../src/context'
import { jobs } from '../../../src/platform/jobs/schema'
import { labelJobs } from '../../../src/catalog/labels/jobs'
import { genres } from '../../../src/catalog/labels/schema'
import { libraries, libraryRoots } from '../../../src/catalog/libraries/schema'
import { scanningJobs } from '../../../src/ingest/scanning/jobs'
import { scans } from '../../../src/ingest/scanning/schema'
import { failScan, enqueueStartupScans } from '../../../src/ingest/scanning/service'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  booksOf,
  comic,
  ended,
  libraryOf,
  makeFolder,
  manyComics,
  startScanServer,
  presentPaths,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'
import { waitUntil } from '../../support/wait-until'
import { findJobHandler } from '../../support/jobs'
import { scanLibraryJob, scanProgress } from '../../../src/ingest/scanning/model'
import { scanResultMessages } from '../../../src/ingest/scanning/messages'
import { withText } from '../../../src/platform/messages/message'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
  server.engine.register(labelJobs(server.ctx))
})
afterAll(() => server.close())

async function libraryWith(files: Record<string, Uint8Array | string>, settings = {}) {
  const folder = join(makeFolder(), 'root')
  put(folder, files)
  const id = await addLibrary(server, folder, settings)
  await scan(server, id)
  return { folder, id }
}

const comicOf = (comicInfo: Record<string, string | number>) => makeCbz({ pages: 1, comicInfo })

const genreCount = async (name: string) =>
  (await server.ctx.db.select().from(genres).where(eq(genres.name, name)))[0]?.seriesCount

describe('how many may be missing', () => {
  test('a small library that lost all of its files loses no book', async () => {
    const { folder, id } = await libraryWith(await manyComics('Few', 3))
    put(folder, { Few: null })
    expect(await scan(server, id)).toMatchObject({ status: 'failed', missing: 0 })
    expect(await presentPaths(server, id)).toHaveLength(3)
  })

  test('exactly the share is believed, one more is not', async () => {
    const files = await manyComics('Big', 200)
    const { folder, id } = await libraryWith(files)
    const paths = Object.keys(files)
    put(folder, Object.fromEntries(paths.slice(0, 20).map((path) => [path, null])))
    expect(await scan(server, id)).toMatchObject({ missing: 20 })
    put(folder, Object.fromEntries(paths.slice(20, 39).map((path) => [path, null])))
    expect(await scan(server, id)).toMatchObject({ missing: 19 })
    put(folder, Object.fromEntries(paths.slice(39, 60).map((path) => [path, null])))
    expect(await scan(server, id)).toMatchObject({ missing: 0 })
    expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')
  })

  test('who confirmed a loss has not confirmed that the disk went away after it', async () => {
    const files = await manyComics('Big', 60)
    const { folder, id } = await libraryWith(files)
    put(
      folder,
      Object.fromEntries(
        Object.keys(files)
          .slice(0, 25)
          .map((path) => [path, null]),
      ),
    )
    await scan(server, id)
    await server.engine.stop()
    const { body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    renameSync(folder, `${folder}-away`)
    mkdirSync(folder)
    await runByHand(body.id)
    expect(await presentPaths(server, id)).toHaveLength(60)
    expect((await libraryOf(server, id)).state).toBe('unavailable')
    await reopen()
  })

  test('a folder that was emptied on purpose can be confirmed', async () => {
    const { folder, id } = await libraryWith(await manyComics('Few', 3))
    put(folder, { Few: null })
    await scan(server, id)
    const { body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    expect(await ended(server, id, body.id)).toMatchObject({ missing: 3 })
    expect(await libraryOf(server, id)).toMatchObject({ state: 'available', bookCount: 0 })
  })
})

/** Runs the waiting job of a scan as the engine would. */
async function runByHand(jobId: string) {
  const [row] = await server.ctx.db.select().from(jobs).where(eq(jobs.id, jobId))
  const handler = findJobHandler(scanningJobs(server.ctx), scanLibraryJob)
  const effect = await handler(row!, new AbortController().signal)
  if (effect) await server.ctx.writeBulk((tx) => effect(tx))
}

async function reopen() {
  await server.close()
  server = await startScanServer()
  server.engine.register(labelJobs(server.ctx))
}

describe('what lies where a file was', () => {
  test('a folder is no book', async () => {
    const { folder, id } = await libraryWith({ 'A/1.cbz': await comic(), 'A/2.cbz': await comic() })
    put(folder, { 'A/1.cbz': null, 'A/1.cbz/3.cbz': await comic() })
    expect(await scan(server, id)).toMatchObject({ missing: 1, added: 1 })
    expect(await presentPaths(server, id)).toEqual(['A/1.cbz/3.cbz', 'A/2.cbz'])
    put(folder, { 'A/1.cbz': null })
    put(folder, { 'A/1.cbz': await comic() })
    await scan(server, id)
    expect(await presentPaths(server, id)).toEqual(['A/1.cbz', 'A/2.cbz'])
  })

  test('a link that leads out of the folder is no book', async () => {
    const data = await comic()
    const { folder, id } = await libraryWith({ 'A/1.cbz': data, 'A/2.cbz': data })
    const outside = makeFolder()
    put(outside, { '1.cbz': data })
    put(folder, { 'A/1.cbz': null })
    symlinkSync(join(outside, '1.cbz'), join(folder, 'A/1.cbz'))
    expect(await scan(server, id)).toMatchObject({ missing: 1 })
    expect(await presentPaths(server, id)).toEqual(['A/2.cbz'])
  })

  test('a folder that was moved away behind a link does not ask for ever', async () => {
    const files = await manyComics('Big', 30)
    const { folder, id } = await libraryWith({ ...files, 'A/1.cbz': await comic() })
    const outside = makeFolder()
    renameSync(join(folder, 'Big'), join(outside, 'Big'))
    symlinkSync(join(outside, 'Big'), join(folder, 'Big'))
    await scan(server, id)
    expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')
    const { body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    expect(await ended(server, id, body.id)).toMatchObject({ missing: 30 })
    await scan(server, id)
    expect(await libraryOf(server, id)).toMatchObject({ state: 'available', bookCount: 1 })
    expect(await booksOf(server, id)).toHaveLength(31)
  })

  test('a file that shrank to nothing keeps its book, its reading and what was said', async () => {
    const info = { Title: 'Told', Series: 'Named', Publisher: 'TestServer' }
    const { folder, id } = await libraryWith({ 'A/1.cbz': await comicOf(info) })
    const [book] = await booksOf(server, id)
    truncateSync(join(folder, 'A/1.cbz'), 0)
    utimesSync(join(folder, 'A/1.cbz'), new Date('2024-06-01'), new Date('2024-06-01'))
    await scan(server, id)
    expect(await booksOf(server, id)).toMatchObject([{ id: book!.id, title: 'Told', pageCount: 0 }])
    expect(await seriesOf(server, id)).toMatchObject([{ title: 'Named', publisher: 'TestServer' }])
  })
})

describe('strange names', () => {
  test('are kept as they are', async () => {
    const data = await comic()
    const names = [
      'A/line\nbreak.cbz',
      'A/100%.cbz',
      `A/"quotes" 'and' \`more\`.cbz`,
      'A/🐙🚀.cbz',
      'A/back\\slash.cbz',
      'a/100%.CBZ',
      'A/{brace},comma.cbz',
      `A/${'é'.normalize('NFC')}.cbz`,
      `A/${'é'.normalize('NFD')}.cbz`,
    ]
    const { id } = await libraryWith(Object.fromEntries(names.map((name) => [name, data])))
    expect((await presentPaths(server, id)).toSorted()).toEqual(names.toSorted())
    expect(await scan(server, id)).toMatchObject({ added: 0, changed: 0, missing: 0 })
  })

  test('a very deep tree is walked to its end', async () => {
    const deep = Array.from({ length: 300 }, () => 'd').join('/')
    const { id } = await libraryWith({ [`${deep}/1.cbz`]: await comic() })
    expect(await presentPaths(server, id)).toHaveLength(1)
  })

  test('a time in the future or before the first one is a time', async () => {
    const data = await makeCbz({ pages: 6 })
    const { folder, id } = await libraryWith({ 'A/1.cbz': data })
    put(folder, { 'A/2.cbz': data }, new Date('2099-01-01'))
    put(folder, { 'A/3.cbz': data }, new Date('1960-01-01'))
    expect(await scan(server, id)).toMatchObject({ added: 2 })
    expect(await scan(server, id)).toMatchObject({ added: 0, changed: 0, filesTotal: 0 })
  })
})

test('a folder that was renamed and renamed back has all its reading again', async () => {
  const { folder, id } = await libraryWith({ 'A/1.cbz': await comic(), 'B/1.cbz': await comic() })
  const [book] = await booksOf(server, id)
  const path = `/books/${book!.id}/progress`
  const body = { currentPage: 2, progressPercentage: 1 }
  await server.call('PUT', path, { as: 'ann', body })
  renameSync(join(folder, 'A'), join(folder, 'a'))
  expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  renameSync(join(folder, 'a'), join(folder, 'A'))
  expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  expect((await server.call('GET', path, { as: 'ann' })).body).toMatchObject({ completed: true })
  expect(await libraryOf(server, id)).toMatchObject({ bookCount: 2, seriesCount: 2 })
})

describe('what hangs on other rows', () => {
  test('the genres of a series count again when it returns through a new book', async () => {
    const { folder, id } = await libraryWith({
      'A/1.cbz': await comicOf({ Genre: 'Returning' }),
      'B/1.cbz': await comic(),
    })
    expect(await genreCount('Returning')).toBe(1)
    put(folder, { 'A/1.cbz': null })
    await scan(server, id)
    expect(await genreCount('Returning')).toBe(0)
    put(folder, { 'A/2.cbz': await comicOf({ Genre: 'Returning' }) })
    await scan(server, id)
    expect(await genreCount('Returning')).toBe(1)
  })

  test('the genres of a library in the trash do not count until it is restored', async () => {
    const { id } = await libraryWith({ 'A/1.cbz': await comicOf({ Genre: 'Trashed' }) })
    await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })
    await waitUntil(async () => (await genreCount('Trashed')) === 0)
    await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })
    await waitUntil(async () => (await genreCount('Trashed')) === 1)
  })

  test('the counts of a library are right after a scan that was cut short', async () => {
    const { id } = await libraryWith(await manyComics('A', 3))
    await server.ctx.write((tx) =>
      tx.update(libraries).set({ bookCount: 1, seriesCount: 0 }).where(eq(libraries.id, id)),
    )
    await scan(server, id)
    expect(await libraryOf(server, id)).toMatchObject({ bookCount: 3, seriesCount: 1 })
  })

  test('a series says the same, however its books came', async () => {
    const files = {
      'S/S v1.cbz': await comicOf({ Series: 'Named', Number: 1 }),
      'S/S v2.cbz': await comicOf({ Publisher: 'Second', Genre: 'Two', Imprint: 'Small' }),
      'S/S v10.cbz': await comicOf({ Publisher: 'Tenth', Genre: 'Ten', Year: 2010 }),
    }
    const wanted = { title: 'Named', publisher: 'Second', year: 2010 }
    const atOnce = await libraryWith(files)
    expect(await seriesOf(server, atOnce.id)).toMatchObject([wanted])
    for (const order of [Object.keys(files), Object.keys(files).toReversed()]) {
      const folder = makeFolder()
      const id = await addLibrary(server, folder)
      for (const name of order) {
        put(folder, { [name]: files[name as keyof typeof files] })
        await scan(server, id)
      }
      expect(await seriesOf(server, id)).toMatchObject([wanted])
      const path = `/series/${(await seriesOf(server, id))[0]!.id}`
      const { body } = await server.call('GET', path, { as: 'ada' })
      expect(body.genres.map(({ name }: { name: string }) => name)).toEqual(['Two'])
      expect(body.metadata.imprint).toBe('Small')
    }
  })

  test('a series is not found by people whose books are gone, nor missed by those who came', async () => {
    const { folder, id } = await libraryWith({
      'S/1.cbz': await comicOf({ Writer: 'Qwertina Stays' }),
      'S/2.cbz': await comicOf({ Writer: 'Zxcvbert Goes' }),
    })
    const hits = async (query: string) =>
      (await server.call('GET', `/series?libraryId=${id}&search=${query}`, { as: 'ann' })).body
        .total
    expect(await hits('zxcvbert')).toBe(1)
    put(folder, { 'S/2.cbz': null })
    await scan(server, id)
    expect(await hits('zxcvbert')).toBe(0)
    const [book] = await booksOf(server, id)
    const body = { writer: 'Plmokna Edits' }
    await server.call('PATCH', `/books/${book!.id}/metadata`, { as: 'ada', body })
    expect(await hits('plmokna')).toBe(1)
  })
})

describe('a scan whose library is changed meanwhile', () => {
  test('does not judge the books by a folder that is not theirs any more', async () => {
    const { folder, id } = await libraryWith(await manyComics('A', 6))
    put(folder, { 'A/A v1.cbz': null, 'A/A v2.cbz': null })
    const moved = makeFolder()
    put(moved, await manyComics('A', 6))
    const [root] = await server.ctx.db
      .select()
      .from(libraryRoots)
      .where(eq(libraryRoots.libraryId, id))
    const move = () =>
      server.ctx.write((tx) =>
        tx.update(libraryRoots).set({ path: moved }).where(eq(libraryRoots.id, root!.id)),
      )
    const payload = { libraryId: id, mode: 'normal', trigger: 'manual' }
    const job = {
      id: Bun.randomUUIDv7(),
      kind: 'scan_library',
      payload,
      attempts: 1,
      maxAttempts: 9,
    }
    const run = (ctx: Context) =>
      findJobHandler(scanningJobs(ctx), scanLibraryJob)(job, new AbortController().signal)
    // Between the walk and the write that puts what is missing into the trash.
    let isTidying = false
    const off = server.ctx.bus.subscribeToOwn(
      scanProgress,
      ({ phase }) => void (isTidying = phase === 'tidy'),
    )
    const writeBulk: Context['writeBulk'] = async (work) => {
      if (isTidying) await move()
      return server.ctx.writeBulk(work)
    }
    const failure = await Promise.resolve(run({ ...server.ctx, writeBulk })).catch(String)
    off()
    expect(failure).toContain('library folders changed during the scan')
    expect(await presentPaths(server, id)).toHaveLength(6)
    await run(server.ctx)
    expect(await presentPaths(server, id)).toHaveLength(6)
  })

  test('ends when the library goes to the trash, and the restored library can be scanned', async () => {
    const { folder, id } = await libraryWith({ 'A/1.cbz': await comic() })
    put(folder, await manyComics('Big', 200))
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    await waitUntil(async () => (await booksOf(server, id)).length > 1)
    expect((await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })).status).toBe(204)
    await waitUntil(async () => {
      const [row] = await server.ctx.db.select().from(scans).where(eq(scans.id, body.id))
      return row!.status === 'cancelled'
    })
    await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })
    expect(await scan(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect(await presentPaths(server, id)).toHaveLength(201)
  })
})

describe('a scan that nobody runs any more', () => {
  const orphan = async (state: string) => {
    const { id } = await libraryWith({ 'A/1.cbz': await comic() })
    const scanId = Bun.randomUUIDv7()
    const row = { id: scanId, libraryId: id, mode: 'normal', trigger: 'manual' } as const
    await server.ctx.write((tx) => tx.insert(scans).values({ ...row, status: 'running' }))
    const job = { id: scanId, kind: 'scan_library', payload: row, attempts: 10, maxAttempts: 10 }
    const status = async () =>
      (await server.call('GET', `/libraries/${id}/scans/${scanId}`, { as: 'ada' })).body.status
    expect(await status()).toBe(state)
    return { id, job, status }
  }

  test('has failed when its job is given up', async () => {
    const { job, status } = await orphan('running')
    await server.ctx.write((tx) => failScan(server.ctx)(tx, job))
    expect(await status()).toBe('failed')
  })

  test('has failed when the program starts and there is no job for it', async () => {
    const { status } = await orphan('running')
    await enqueueStartupScans(server.ctx)
    expect(await status()).toBe('failed')
  })

  test('is cancelled with its task, and its library can be scanned again', async () => {
    const folder = makeFolder()
    put(folder, await manyComics('Big', 200))
    const id = await addLibrary(server, folder)
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    await waitUntil(async () => (await booksOf(server, id)).length > 0)
    expect(await server.ctx.queue.cancelJob(body.id)).toBe(true)
    expect(await ended(server, id, body.id)).toMatchObject({ status: 'cancelled' })
    await waitUntil(async () => {
      const { bookCount } = await libraryOf(server, id)
      return bookCount === (await booksOf(server, id)).length
    })
    expect(await scan(server, id)).toMatchObject({ status: 'completed' })
    expect(await presentPaths(server, id)).toHaveLength(200)
  })
})

test('what stops a file from being found is said with a name to look for', async () => {
  const folder = join(makeFolder(), 'root')
  put(folder, { 'A/1.cbz': await makeCbz({ pages: 1 }) })
  const noText = Buffer.from([...Buffer.from('/A/caf'), 0xe9, ...Buffer.from('.cbz')])
  writeFileSync(Buffer.concat([Buffer.from(folder), noText]), 'x')
  symlinkSync('2.cbz', join(folder, 'A/2.cbz'))
  const id = await addLibrary(server, folder)
  expect((await scan(server, id)).messages).toEqual([
    withText(scanResultMessages.unreadable({ count: 1, example: 'A/2.cbz' })),
    withText(scanResultMessages.bad_names({ count: 1, example: 'A/caf\ufffd.cbz' })),
  ])
})
