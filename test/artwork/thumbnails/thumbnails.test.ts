import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { books } from '../../../src/catalog/books/schema'
import { libraries } from '../../../src/catalog/libraries/schema'
import { decoder } from '../../../src/media/decoding/decoder'
import { DecoderDied } from '../../../src/media/decoding/decode-errors'
import { readBook } from '../../../src/media/reader/reader'
import { getThumbnailPath } from '../../support/stored-files'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { type TestServer, startTestServer } from '../../support/server'
import { makeCbz } from '../../support/make/cbz'
import { makeEpub } from '../../support/make/epub'
import { makePdf } from '../../support/make/pdf'
import { makeFolder, writeTree } from '../../support/make/tree'
import {
  seedBook,
  seedLibrary,
  type SeededLibrary,
  type SeededSeries,
  seedSeries,
} from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { coverUpdated } from '../../../src/artwork/covers/model'
import { makeThumbnails } from '../../../src/artwork/thumbnails/model'

let server: TestServer
let folder: string
let library: SeededLibrary
let series: SeededSeries

beforeAll(async () => {
  server = await startTestServer()
  folder = makeFolder()
  library = await seedLibrary(server, { path: folder })
  series = await seedSeries(server, library)
})
afterAll(() => server.close())

/** Adds a book on disk and in the database, like a scan. */
async function addBook(name: string, data: Uint8Array | string) {
  writeTree(folder, { [name]: data })
  const contents = await readBook(`${folder}/${name}`)
  return seedBook(server, series, {
    title: name,
    relativePath: name,
    format: contents.format,
    pageCount: Math.max(1, contents.pageCount),
    contents: { pages: contents.pages, cover: contents.cover },
  })
}

const createThumbnails = () =>
  createLibraryThumbnails(server.ctx, { libraryId: library.id }, neverAborted)
const neverAborted = new AbortController().signal
const getThumbnail = (id: string, init = {}) =>
  server.fetch(`/api/v1/books/${id}/thumbnail`, { as: 'ann', ...init })

describe('thumbnails of a library', () => {
  test.each([
    ['a comic', 'comic.cbz', () => makeCbz({ pages: 2, width: 900, height: 1300 })],
    ['a comic in AVIF', 'avif.cbz', () => makeCbz({ pages: 1, format: 'avif' })],
    ['an EPUB', 'book.epub', () => makeEpub({ title: 'Book' })],
    ['a PDF', 'paper.pdf', () => makePdf({})],
  ])('show %s as WebP', async (_, name, data) => {
    const { id } = await addBook(name, await data())
    await createThumbnails()
    const response = await getThumbnail(id)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const picture = await sharp(await response.bytes()).metadata()
    expect(picture.format).toBe('webp')
    expect(picture.width).toBeLessThanOrEqual(server.ctx.config.thumbnails.width)
  })

  test.each([false, true])(
    'never show a file that a book became a link to after the scan (links followed: %p)',
    async (followLinks) => {
      await server.ctx.write((tx) =>
        tx.update(libraries).set({ followLinks }).where(eq(libraries.id, library.id)),
      )
      const { id } = await addBook(`swapped ${followLinks}.cbz`, await makeCbz({ pages: 1 }))
      const elsewhere = makeFolder()
      writeTree(elsewhere, { 'private.cbz': await makeCbz({ pages: 1 }) })
      rmSync(`${folder}/swapped ${followLinks}.cbz`)
      symlinkSync(`${elsewhere}/private.cbz`, `${folder}/swapped ${followLinks}.cbz`)
      await createThumbnails()
      const isMade = async () =>
        (await server.ctx.db.$count(thumbnails, eq(thumbnails.ownerId, id))) > 0
      expect(await isMade()).toBe(false)
      rmSync(`${folder}/swapped ${followLinks}.cbz`)
      writeTree(folder, { [`swapped ${followLinks}.cbz`]: await makeCbz({ pages: 1 }) })
      await createThumbnails()
      expect(await isMade()).toBe(true)
    },
  )

  test('are created once, and again when the file changed or the image is missing', async () => {
    const { id } = await addBook('again.cbz', await makeCbz({ pages: 1 }))
    await createThumbnails()
    const countMade = async () =>
      (await server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, id)))[0]!
    const first = await countMade()
    await createThumbnails()
    expect(await countMade()).toEqual(first)

    rmSync(getThumbnailPath(server.ctx.config, id))
    await createLibraryThumbnails(server.ctx, { libraryId: library.id, check: true }, neverAborted)
    expect(existsSync(getThumbnailPath(server.ctx.config, id))).toBe(true)

    await Bun.sleep(5)
    await server.ctx.write((tx) =>
      tx.update(books).set({ analyzedAt: new Date() }).where(eq(books.id, id)),
    )
    await createThumbnails()
    expect((await countMade()).madeAt.getTime()).toBeGreaterThan(first.madeAt.getTime())
  })

  test('in a folder that has not changed since the last check are not compared again', async () => {
    const { id } = await addBook('shard.cbz', await makeCbz({ pages: 1 }))
    await createThumbnails()
    const path = getThumbnailPath(server.ctx.config, id)
    const checkThumbnails = () =>
      createLibraryThumbnails(server.ctx, { libraryId: library.id, check: true }, neverAborted)
    const setFolderTime = (time: Date) => utimesSync(dirname(path), time, time)
    const anHourAgo = new Date(Date.now() - 3_600_000)
    setFolderTime(anHourAgo)
    await checkThumbnails()

    rmSync(path)
    setFolderTime(anHourAgo)
    await checkThumbnails()
    expect(existsSync(path)).toBe(false)

    setFolderTime(new Date(anHourAgo.getTime() + 1000))
    await checkThumbnails()
    expect(existsSync(path)).toBe(true)
  })

  test('in a folder that changed a moment ago are compared again at the next check', async () => {
    const { id } = await addBook('recent.cbz', await makeCbz({ pages: 1 }))
    await createThumbnails()
    const path = getThumbnailPath(server.ctx.config, id)
    const checkThumbnails = () =>
      createLibraryThumbnails(server.ctx, { libraryId: library.id, check: true }, neverAborted)
    const aSecondAgo = new Date(Date.now() - 1000)
    utimesSync(dirname(path), aSecondAgo, aSecondAgo)
    await checkThumbnails()
    rmSync(path)
    utimesSync(dirname(path), aSecondAgo, aSecondAgo)
    await checkThumbnails()
    expect(existsSync(path)).toBe(true)
  })

  test('skip a broken cover and do not retry it', async () => {
    const broken = await addBook(
      'broken.cbz',
      await makeCbz({ pages: [{ name: '1.jpg', data: Buffer.from('no picture at all') }] }),
    )
    await createThumbnails()
    const [row] = await server.ctx.db
      .select()
      .from(thumbnails)
      .where(eq(thumbnails.ownerId, broken.id))
    expect(row).toMatchObject({ state: 'failed', deaths: 0 })
    expect((await getThumbnail(broken.id)).headers.get('content-type')).toBe('image/png')
  })

  test.each([
    [1, 'image/webp'],
    [2, 'image/png'],
  ])('are tried again after %d crashes of the decoder: %s', async (crashes, type) => {
    const { id } = await addBook(`${crashes} crashes.cbz`, await makeCbz({ pages: 1 }))
    const run = spyOn(decoder(server.ctx.config.thumbnails), 'run')
    run.mockRejectedValue(new DecoderDied('decoder crashed while reading this file'))
    for (let crash = 0; crash < crashes; crash++) await createThumbnails()
    expect((await getThumbnail(id)).headers.get('content-type')).toBe('image/png')
    run.mockRestore()
    await createThumbnails()
    expect((await getThumbnail(id)).headers.get('content-type')).toBe(type)
  })
})

describe('GET /books/:id/thumbnail', () => {
  test('has a strong ETag and returns 304', async () => {
    const { id } = await addBook('etag.cbz', await makeCbz({ pages: 1 }))
    await createThumbnails()
    const first = await getThumbnail(id)
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(first.headers.get('cache-control')).toContain('private')
    expect(first.headers.get('vary')).toBe('cookie')
    const again = await getThumbnail(id, { headers: { 'if-none-match': etag } })
    expect([again.status, (await again.bytes()).length]).toEqual([304, 0])
  })

  test('returns an uncached placeholder and creates the image in the background', async () => {
    const { id } = await addBook('soon.cbz', await makeCbz({ pages: 1 }))
    expect((await getThumbnail(`${id}`, {})).headers.get('cache-control')).toBe('no-store')
    await waitUntil(
      async () => (await getThumbnail(id)).headers.get('content-type') === 'image/webp',
    )
    const isPublished = (entityId: string) =>
      server.events.some((event) => coverUpdated.matches(event) && event.entityId === entityId)
    // Events follow later: one for the book, one for the series, which has the same cover.
    await waitUntil(() => isPublished(id) && isPublished(series.id))
  })

  test('returns 404 instead of a placeholder on request', async () => {
    const { id } = await seedBook(server, series, { pageCount: 0 })
    const { status, body } = await server.call('GET', `/books/${id}/thumbnail?placeholder=false`, {
      as: 'ann',
    })
    expect([status, body.error]).toEqual([404, 'not_found'])
  })

  test.each([
    ['an anonymous client', '', Bun.randomUUIDv7(), 401],
    ['an unknown book', 'ann', Bun.randomUUIDv7(), 404],
    ['a malformed id', 'ann', 'nope', 400],
  ])('rejects %s', async (_, as, bookId, status) => {
    const response = await server.fetch(`/api/v1/books/${bookId}/thumbnail`, as ? { as } : {})
    expect(response.status).toBe(status)
  })

  test('hides a book in the trash', async () => {
    const { id } = await seedBook(server, series, { trashedAt: new Date() })
    expect((await getThumbnail(id)).status).toBe(404)
  })
})

describe('POST /maintenance/cleanup-thumbnails', () => {
  const addOrphan = () => {
    const id = Bun.randomUUIDv7()
    const path = getThumbnailPath(server.ctx.config, id)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'a picture of nothing')
    return path
  }

  test('requires an admin', async () => {
    for (const as of ['ann', 'max']) {
      const { status } = await server.call('POST', '/maintenance/cleanup-thumbnails', { as })
      expect(status).toBe(403)
    }
  })

  test('counts first, then removes, and keeps files with an owner', async () => {
    const { id } = await addBook('kept.cbz', await makeCbz({ pages: 1 }))
    await createThumbnails()
    const path = addOrphan()
    const litter = `${addOrphan()}.7.part`
    writeFileSync(litter, 'half')
    utimesSync(litter, new Date(0), new Date(0))
    const cleanUp = (query = '') =>
      server.call('POST', `/maintenance/cleanup-thumbnails${query}`, { as: 'ada' })

    expect((await cleanUp('?dryRun=true')).body).toMatchObject({
      thumbnailsDeleted: 3,
      failures: 0,
    })
    expect(existsSync(path)).toBe(true)
    const { status, body } = await cleanUp()
    expect(status).toBe(200)
    expect(body).toEqual({ thumbnailsDeleted: 3, bytesFreed: 44, failures: 0, errors: [] })
    expect([existsSync(path), existsSync(litter)]).toEqual([false, false])
    expect((await getThumbnail(id)).headers.get('content-type')).toBe('image/webp')
    expect((await cleanUp()).body.thumbnailsDeleted).toBe(0)
  })

  test('continues when a file disappears after it was listed', async () => {
    const path = addOrphan()
    for (const name of [path.replace(/.{12}\.webp$/, '000000000000.webp'), `${path}.8.part`]) {
      symlinkSync('nowhere', name)
    }
    const { status, body } = await server.call('POST', '/maintenance/cleanup-thumbnails', {
      as: 'ada',
    })
    expect([status, body]).toMatchObject([200, { thumbnailsDeleted: 1, failures: 0 }])
  })
})

test('recreating all thumbnails is not merged with a waiting job for missing ones', async () => {
  const { id } = await seedLibrary(server, { path: makeFolder() })
  await server.ctx.write((tx) =>
    server.ctx.queue.enqueue(tx, makeThumbnails, { libraryId: id }, { key: `thumbs:${id}` }),
  )
  const requestThumbnails = () =>
    server.call('POST', `/libraries/${id}/books/thumbnails/generate`, { as: 'max' })
  const first = await requestThumbnails()
  expect([first.status, first.body.taskId]).toEqual([202, expect.any(String)])
  expect((await requestThumbnails()).body.taskId).toBeNull()
})
