/** Destructive changes on disk and by users. Books must survive them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  mkdirSync,
  renameSync,
  rmSync,
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
import { failScan } from '../../../src/ingest/scanning/lifecycle/run-scan-job'
import { enqueueStartupScans } from '../../../src/ingest/scanning/lifecycle/automatic-scans'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  listBooks,
  makeComic,
  waitUntilScanEnded,
  getLibrary,
  makeFolder,
  makeComics,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'
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

async function createLibrary(files: Record<string, Uint8Array | string>, settings = {}) {
  const folder = join(makeFolder(), 'root')
  writeFiles(folder, files)
  const id = await addLibrary(server, folder, settings)
  await scanLibrary(server, id)
  return { folder, id }
}

const buildComic = (comicInfo: Record<string, string | number>) => makeCbz({ pages: 1, comicInfo })

const genreCount = async (name: string) =>
  (await server.ctx.db.select().from(genres).where(eq(genres.name, name)))[0]?.seriesCount

describe('the limit of missing files', () => {
  test('a small library that lost all files loses no book', async () => {
    const { folder, id } = await createLibrary(await makeComics('Few', 3))
    writeFiles(folder, { Few: null })
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'failed', missing: 0 })
    expect(await listPresentPaths(server, id)).toHaveLength(3)
  })

  test('accepts exactly the configured share and not one file more', async () => {
    const files = await makeComics('Big', 200)
    const { folder, id } = await createLibrary(files)
    const paths = Object.keys(files)
    writeFiles(folder, Object.fromEntries(paths.slice(0, 20).map((path) => [path, null])))
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 20 })
    writeFiles(folder, Object.fromEntries(paths.slice(20, 39).map((path) => [path, null])))
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 19 })
    writeFiles(folder, Object.fromEntries(paths.slice(39, 60).map((path) => [path, null])))
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0 })
    expect((await getLibrary(server, id)).state).toBe('awaiting_confirmation')
  })

  test('confirming a loss does not confirm a later disconnected disk', async () => {
    const files = await makeComics('Big', 60)
    const { folder, id } = await createLibrary(files)
    writeFiles(
      folder,
      Object.fromEntries(
        Object.keys(files)
          .slice(0, 25)
          .map((path) => [path, null]),
      ),
    )
    await scanLibrary(server, id)
    await server.engine.stop()
    const { body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    renameSync(folder, `${folder}-away`)
    mkdirSync(folder)
    await runByHand(body.id)
    expect(await listPresentPaths(server, id)).toHaveLength(60)
    expect((await getLibrary(server, id)).state).toBe('unavailable')
    await reopenServer()
  })

  test('a folder that was emptied on purpose can be confirmed', async () => {
    const { folder, id } = await createLibrary(await makeComics('Few', 3))
    writeFiles(folder, { Few: null })
    await scanLibrary(server, id)
    const { body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    expect(await waitUntilScanEnded(server, id, body.id)).toMatchObject({ missing: 3 })
    expect(await getLibrary(server, id)).toMatchObject({ state: 'available', bookCount: 0 })
  })
})

/** Runs the queued job of a scan like the engine. */
async function runByHand(jobId: string) {
  const [row] = await server.ctx.db.select().from(jobs).where(eq(jobs.id, jobId))
  const handler = findJobHandler(scanningJobs(server.ctx), scanLibraryJob)
  const effect = await handler(row!, new AbortController().signal)
  if (effect) await server.ctx.writeBulk((tx) => effect(tx))
}

async function reopenServer() {
  await server.close()
  server = await startScanServer()
  server.engine.register(labelJobs(server.ctx))
}

describe('in place of a file', () => {
  test('a folder is not a book', async () => {
    const { folder, id } = await createLibrary({
      'A/1.cbz': await makeComic(),
      'A/2.cbz': await makeComic(),
    })
    writeFiles(folder, { 'A/1.cbz': null, 'A/1.cbz/3.cbz': await makeComic() })
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 1, added: 1 })
    expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz/3.cbz', 'A/2.cbz'])
    writeFiles(folder, { 'A/1.cbz': null })
    writeFiles(folder, { 'A/1.cbz': await makeComic() })
    await scanLibrary(server, id)
    expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz', 'A/2.cbz'])
  })

  test('E10: a file or folder that was replaced by a link is not missing', async () => {
    const files = await makeComics('Big', 30)
    const { folder, id } = await createLibrary({
      ...files,
      'A/1.cbz': await makeComic(),
      'Stays/1.cbz': await makeComic(),
    })
    const outside = makeFolder()
    renameSync(join(folder, 'Big'), join(outside, 'Big'))
    symlinkSync(join(outside, 'Big'), join(folder, 'Big'))
    renameSync(join(folder, 'A/1.cbz'), join(outside, '1.cbz'))
    symlinkSync(join(outside, '1.cbz'), join(folder, 'A/1.cbz'))
    const scan = await scanLibrary(server, id)
    expect(scan).toMatchObject({ status: 'completed', missing: 0, added: 0 })
    expect(scan.messages).toEqual([
      withText(scanResultMessages.links({ count: 2, example: 'Big' })),
    ])
    expect(await getLibrary(server, id)).toMatchObject({ state: 'available', bookCount: 32 })
    const [book] = await listBooks(server, id)
    const page = await server.call('GET', `/books/${book!.id}/pages/1`, { as: 'ann' })
    expect([page.status, page.body.code]).toEqual([404, 'books.file_behind_link'])
    // Books behind a link are not missing either if its target does not exist.
    rmSync(join(outside, 'Big'), { recursive: true })
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0 })
    rmSync(join(folder, 'Big'))
    writeFiles(folder, files)
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0, added: 0 })
    expect(await listBooks(server, id)).toHaveLength(32)
  })

  test('E10: books behind a link into a library are missing, because they are found there', async () => {
    const files = await makeComics('Moved', 2)
    const { folder, id } = await createLibrary({ ...files, 'A/1.cbz': await makeComic() })
    renameSync(join(folder, 'Moved'), join(folder, 'Target'))
    symlinkSync(join(folder, 'Target'), join(folder, 'Moved'))
    const before = (await listBooks(server, id)).map((book) => book.id)
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0, moved: 2 })
    expect((await listBooks(server, id)).map((book) => book.id).toSorted()).toEqual(
      before.toSorted(),
    )
  })

  test('E10: with links followed, books behind a link stay and can be read', async () => {
    const files = await makeComics('Big', 3)
    const { folder, id } = await createLibrary({ ...files, 'A/1.cbz': await makeComic() })
    const before = (await listBooks(server, id)).map((book) => book.id).toSorted()
    const outside = makeFolder()
    renameSync(join(folder, 'Big'), join(outside, 'Big'))
    symlinkSync(join(outside, 'Big'), join(folder, 'Big'))
    renameSync(join(folder, 'A/1.cbz'), join(outside, '1.cbz'))
    symlinkSync(join(outside, '1.cbz'), join(folder, 'A/1.cbz'))
    // Links that lead back, to each other, and into the library itself.
    symlinkSync(folder, join(outside, 'Big/back'))
    symlinkSync(outside, join(outside, 'Big/up'))
    symlinkSync(join(folder, 'A'), join(folder, 'Again'))
    const body = { followLinks: true }
    await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body })
    expect(await getLibrary(server, id)).toMatchObject({ followLinks: true })
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0, added: 0 })
    const books = await listBooks(server, id)
    expect(books.map((book) => book.id).toSorted()).toEqual(before)
    for (const book of books) {
      const page = await server.fetch(`/api/v1/books/${book.id}/pages/1`, { as: 'ann' })
      expect(page.status).toBe(200)
    }
    // If links are no longer followed, no book is trashed, and no file behind a link is served.
    await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body: { followLinks: false } })
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0 })
    const hidden = await server.fetch(`/api/v1/books/${books[0]!.id}/pages/1`, { as: 'ann' })
    expect(hidden.status).toBe(404)
    // A file that is removed behind a followed link is missing.
    await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body })
    rmSync(join(outside, '1.cbz'))
    rmSync(join(folder, 'A/1.cbz'))
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 1 })
  })

  test('E10: a link that was changed since the scan is not served', async () => {
    const files = await makeComics('A', 2)
    const { folder, id } = await createLibrary(files)
    const outside = makeFolder()
    writeFiles(outside, await makeComics('Wanted', 1))
    writeFiles(outside, { 'secret.cbz': await buildComic({ Title: 'Secret' }) })
    symlinkSync(join(outside, 'Wanted'), join(folder, 'B'))
    const body = { followLinks: true }
    await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body })
    await scanLibrary(server, id)
    const books = await listBooks(server, id)
    const [plain, linked] = ['A/', 'B/'].map((start) =>
      books.find(({ relativePath }) => relativePath.startsWith(start)),
    )
    const readStatus = async (book = plain) => {
      const answer = await server.fetch(`/api/v1/books/${book!.id}/file`, { as: 'ada' })
      return answer.status
    }
    expect(await readStatus(linked)).toBe(200)
    // A book becomes a link to a file that no scan saw.
    const path = join(folder, plain!.relativePath)
    rmSync(path)
    symlinkSync(join(outside, 'secret.cbz'), path)
    expect(await readStatus()).toBe(404)
    await scanLibrary(server, id)
    expect(await readStatus()).toBe(200)
  })

  test('an empty file keeps its book, progress and metadata', async () => {
    const info = { Title: 'Told', Series: 'Named', Publisher: 'TestServer' }
    const { folder, id } = await createLibrary({ 'A/1.cbz': await buildComic(info) })
    const [book] = await listBooks(server, id)
    truncateSync(join(folder, 'A/1.cbz'), 0)
    utimesSync(join(folder, 'A/1.cbz'), new Date('2024-06-01'), new Date('2024-06-01'))
    await scanLibrary(server, id)
    expect(await listBooks(server, id)).toMatchObject([
      { id: book!.id, title: 'Told', pageCount: 0 },
    ])
    expect(await listSeries(server, id)).toMatchObject([
      { title: 'Named', publisher: 'TestServer' },
    ])
  })
})

describe('unusual names', () => {
  test('are kept unchanged', async () => {
    const data = await makeComic()
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
    const { id } = await createLibrary(Object.fromEntries(names.map((name) => [name, data])))
    expect((await listPresentPaths(server, id)).toSorted()).toEqual(names.toSorted())
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, changed: 0, missing: 0 })
  })

  test('in a very deep tree are all found', async () => {
    const deep = Array.from({ length: 300 }, () => 'd').join('/')
    const { id } = await createLibrary({ [`${deep}/1.cbz`]: await makeComic() })
    expect(await listPresentPaths(server, id)).toHaveLength(1)
  })

  test('with modification times in the future or before 1970 are accepted', async () => {
    const data = await makeCbz({ pages: 6 })
    const { folder, id } = await createLibrary({ 'A/1.cbz': data })
    writeFiles(folder, { 'A/2.cbz': data }, new Date('2099-01-01'))
    writeFiles(folder, { 'A/3.cbz': data }, new Date('1960-01-01'))
    expect(await scanLibrary(server, id)).toMatchObject({ added: 2 })
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, changed: 0, filesTotal: 0 })
  })
})

test('a folder that is renamed and renamed back keeps its progress', async () => {
  const { folder, id } = await createLibrary({
    'A/1.cbz': await makeComic(),
    'B/1.cbz': await makeComic(),
  })
  const [book] = await listBooks(server, id)
  const path = `/books/${book!.id}/progress`
  const body = { currentPage: 2, progressPercentage: 1 }
  await server.call('PUT', path, { as: 'ann', body })
  renameSync(join(folder, 'A'), join(folder, 'a'))
  expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  renameSync(join(folder, 'a'), join(folder, 'A'))
  expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  expect((await server.call('GET', path, { as: 'ann' })).body).toMatchObject({ completed: true })
  expect(await getLibrary(server, id)).toMatchObject({ bookCount: 2, seriesCount: 2 })
})

describe('derived rows', () => {
  test('the genres of a series are counted again when it returns with a new book', async () => {
    const { folder, id } = await createLibrary({
      'A/1.cbz': await buildComic({ Genre: 'Returning' }),
      'B/1.cbz': await makeComic(),
    })
    expect(await genreCount('Returning')).toBe(1)
    writeFiles(folder, { 'A/1.cbz': null })
    await scanLibrary(server, id)
    expect(await genreCount('Returning')).toBe(0)
    writeFiles(folder, { 'A/2.cbz': await buildComic({ Genre: 'Returning' }) })
    await scanLibrary(server, id)
    expect(await genreCount('Returning')).toBe(1)
  })

  test('the genres of a trashed library are not counted until it is restored', async () => {
    const { id } = await createLibrary({ 'A/1.cbz': await buildComic({ Genre: 'Trashed' }) })
    await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })
    await waitUntil(async () => (await genreCount('Trashed')) === 0)
    await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })
    await waitUntil(async () => (await genreCount('Trashed')) === 1)
  })

  test('the counts of a library are correct after an interrupted scan', async () => {
    const { id } = await createLibrary(await makeComics('A', 3))
    await server.ctx.write((tx) =>
      tx.update(libraries).set({ bookCount: 1, seriesCount: 0 }).where(eq(libraries.id, id)),
    )
    await scanLibrary(server, id)
    expect(await getLibrary(server, id)).toMatchObject({ bookCount: 3, seriesCount: 1 })
  })

  test('series metadata does not depend on the order in which books were added', async () => {
    const files = {
      'S/S v1.cbz': await buildComic({ Series: 'Named', Number: 1 }),
      'S/S v2.cbz': await buildComic({ Publisher: 'Second', Genre: 'Two', Imprint: 'Small' }),
      'S/S v10.cbz': await buildComic({ Publisher: 'Tenth', Genre: 'Ten', Year: 2010 }),
    }
    const wanted = { title: 'Named', publisher: 'Second', year: 2010 }
    const atOnce = await createLibrary(files)
    expect(await listSeries(server, atOnce.id)).toMatchObject([wanted])
    for (const order of [Object.keys(files), Object.keys(files).toReversed()]) {
      const folder = makeFolder()
      const id = await addLibrary(server, folder)
      for (const name of order) {
        writeFiles(folder, { [name]: files[name as keyof typeof files] })
        await scanLibrary(server, id)
      }
      expect(await listSeries(server, id)).toMatchObject([wanted])
      const path = `/series/${(await listSeries(server, id))[0]!.id}`
      const { body } = await server.call('GET', path, { as: 'ada' })
      expect(body.genres.map(({ name }: { name: string }) => name)).toEqual(['Two'])
      expect(body.metadata.imprint).toBe('Small')
    }
  })

  test('search by person finds a series only while their books exist', async () => {
    const { folder, id } = await createLibrary({
      'S/1.cbz': await buildComic({ Writer: 'Qwertina Stays' }),
      'S/2.cbz': await buildComic({ Writer: 'Zxcvbert Goes' }),
    })
    const countHits = async (query: string) =>
      (await server.call('GET', `/series?libraryId=${id}&search=${query}`, { as: 'ann' })).body
        .total
    expect(await countHits('zxcvbert')).toBe(1)
    writeFiles(folder, { 'S/2.cbz': null })
    await scanLibrary(server, id)
    expect(await countHits('zxcvbert')).toBe(0)
    const [book] = await listBooks(server, id)
    const body = { writer: 'Plmokna Edits' }
    await server.call('PATCH', `/books/${book!.id}/metadata`, { as: 'ada', body })
    expect(await countHits('plmokna')).toBe(1)
  })
})

describe('a scan of a library that changes meanwhile', () => {
  test('does not mark books as missing because of their previous folder', async () => {
    const { folder, id } = await createLibrary(await makeComics('A', 6))
    writeFiles(folder, { 'A/A v1.cbz': null, 'A/A v2.cbz': null })
    const moved = makeFolder()
    writeFiles(moved, await makeComics('A', 6))
    const [root] = await server.ctx.db
      .select()
      .from(libraryRoots)
      .where(eq(libraryRoots.libraryId, id))
    const moveLibrary = () =>
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
    // Moves the library after the walk, before the transaction that trashes missing books.
    let isTidying = false
    const off = server.ctx.bus.subscribeToOwn(
      scanProgress,
      ({ phase }) => void (isTidying = phase === 'tidy'),
    )
    const writeBulk: Context['writeBulk'] = async (work) => {
      if (isTidying) await moveLibrary()
      return server.ctx.writeBulk(work)
    }
    const failure = await Promise.resolve(run({ ...server.ctx, writeBulk })).catch(String)
    off()
    expect(failure).toContain('library folders changed during the scan')
    expect(await listPresentPaths(server, id)).toHaveLength(6)
    await run(server.ctx)
    expect(await listPresentPaths(server, id)).toHaveLength(6)
  })

  test('ends when the library is trashed, and the restored library can be scanned', async () => {
    const { folder, id } = await createLibrary({ 'A/1.cbz': await makeComic() })
    writeFiles(folder, await makeComics('Big', 200))
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    await waitUntil(async () => (await listBooks(server, id)).length > 1)
    expect((await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })).status).toBe(204)
    await waitUntil(async () => {
      const [row] = await server.ctx.db.select().from(scans).where(eq(scans.id, body.id))
      return row!.status === 'cancelled'
    })
    await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect(await listPresentPaths(server, id)).toHaveLength(201)
  })
})

describe('an abandoned scan', () => {
  const addAbandoned = async (state: string) => {
    const { id } = await createLibrary({ 'A/1.cbz': await makeComic() })
    const scanId = Bun.randomUUIDv7()
    const row = { id: scanId, libraryId: id, mode: 'normal', trigger: 'manual' } as const
    await server.ctx.write((tx) => tx.insert(scans).values({ ...row, status: 'running' }))
    const job = { id: scanId, kind: 'scan_library', payload: row, attempts: 10, maxAttempts: 10 }
    const getStatus = async () =>
      (await server.call('GET', `/libraries/${id}/scans/${scanId}`, { as: 'ada' })).body.status
    expect(await getStatus()).toBe(state)
    return { id, job, getStatus }
  }

  test('fails when its job fails for good', async () => {
    const { job, getStatus } = await addAbandoned('running')
    await server.ctx.write((tx) => failScan(server.ctx)(tx, job))
    expect(await getStatus()).toBe('failed')
  })

  test('fails when the program starts and it has no job', async () => {
    const { getStatus } = await addAbandoned('running')
    await enqueueStartupScans(server.ctx)
    expect(await getStatus()).toBe('failed')
  })

  test('is cancelled with its task, and its library can be scanned again', async () => {
    const folder = makeFolder()
    writeFiles(folder, await makeComics('Big', 200))
    const id = await addLibrary(server, folder)
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    await waitUntil(async () => (await listBooks(server, id)).length > 0)
    expect(await server.ctx.queue.cancelJob(body.id)).toBe(true)
    expect(await waitUntilScanEnded(server, id, body.id)).toMatchObject({ status: 'cancelled' })
    await waitUntil(async () => {
      const { bookCount } = await getLibrary(server, id)
      return bookCount === (await listBooks(server, id)).length
    })
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed' })
    expect(await listPresentPaths(server, id)).toHaveLength(200)
  })
})

test('a pattern that excludes a file is named in the explanation', async () => {
  const folder = join(makeFolder(), 'root')
  writeFiles(folder, { 'A/1.cbz': await makeCbz({ pages: 1 }) })
  const noText = Buffer.from([...Buffer.from('/A/caf'), 0xe9, ...Buffer.from('.cbz')])
  writeFileSync(Buffer.concat([Buffer.from(folder), noText]), 'x')
  symlinkSync('2.cbz', join(folder, 'A/2.cbz'))
  const id = await addLibrary(server, folder)
  expect((await scanLibrary(server, id)).messages).toEqual([
    withText(scanResultMessages.unreadable({ count: 1, example: 'A/2.cbz' })),
    withText(scanResultMessages.bad_names({ count: 1, example: 'A/caf\ufffd.cbz' })),
  ])
})
