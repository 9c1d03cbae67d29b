/** Changing strategies later: what moves, what stays, and a preview that matches. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { books } from '../../../src/catalog/books/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { seriesMetadata } from '../../../src/catalog/series/schema'
import {
  addLibrary,
  listBooks,
  makeComic,
  getLibrary,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from '../scanning/scan-server'
import { makeCbz } from '../../support/make/cbz'
import { startGroupingServer, patchLibrary, waitUntilRegrouped, listShelf } from './grouping-server'
import { withText } from '../../../src/platform/messages/message'
import { namingSettingMessages } from '../../../src/media/naming/messages'
import { applyNamesJob } from '../../../src/ingest/grouping/model'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const previewStrategy = async (id: string, body: Record<string, unknown>, as = 'ada') =>
  server.call('POST', `/libraries/${id}/strategies/preview`, { as, body })

const acrossFolders = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** Creates a library with Saga in two folders (three books and two books), and Bone. */
async function createTwoFolders() {
  const folder = makeFolder()
  const data = await makeComic()
  writeFiles(folder, {
    'A/Saga/Saga v01.cbz': data,
    'A/Saga/Saga v02.cbz': data,
    'A/Saga/Saga v03.cbz': data,
    'B/Saga/Saga v04.cbz': data,
    'B/Saga/Saga v05.cbz': data,
    'Bone/Bone 001.cbz': data,
  })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const all = await listSeries(server, id)
  const large = all.find(({ title, bookCount }) => title === 'Saga' && bookCount === 3)!
  const small = all.find(({ title, bookCount }) => title === 'Saga' && bookCount === 2)!
  return { id, folder, large, small }
}

describe('another series strategy', () => {
  test('stops its preview when the client disconnects', async () => {
    const { id } = await createTwoFolders()
    const answer = await server.fetch(`/api/v1/libraries/${id}/strategies/preview`, {
      as: 'ada',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(acrossFolders),
      signal: AbortSignal.abort(),
    })
    expect(answer.status).toBe(503)
  })

  test('is previewed without storing anything', async () => {
    const { id, large, small } = await createTwoFolders()
    const before = await listShelf(server, id)
    const { status, body } = await previewStrategy(id, acrossFolders)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      libraryId: id,
      booksChecked: 6,
      booksMoved: 2,
      booksRenamed: 0,
      seriesKept: 2,
      seriesAdded: 0,
      seriesEmptied: 1,
      series: [
        { id: large.id, title: 'Saga', titleAfter: 'Saga', books: 3, booksAfter: 5 },
        { id: small.id, title: 'Saga', titleAfter: null, books: 2, booksAfter: 0 },
      ],
    })
    expect(body.books.map((book: { fileName: string }) => book.fileName)).toEqual([
      'Saga v04.cbz',
      'Saga v05.cbz',
    ])
    expect(await listShelf(server, id)).toEqual(before)
    expect((await getLibrary(server, id)).seriesStrategy).toBe('smart')
  })

  test('merges books into the series with most of them, with progress and counters', async () => {
    const { id, large, small } = await createTwoFolders()
    const rows = await listBooks(server, id)
    const moved = rows.find(({ relativePath }) => relativePath === 'B/Saga/Saga v04.cbz')!
    await server.call('PUT', `/books/${moved.id}/progress`, {
      as: 'ann',
      body: { currentPage: 2, completed: true },
    })
    await patchLibrary(server, id, acrossFolders)
    const after = await listBooks(server, id)
    expect(after.filter(({ seriesId }) => seriesId === large.id)).toHaveLength(5)
    expect(after.map((book) => book.id).toSorted()).toEqual(rows.map((book) => book.id).toSorted())
    const { body } = await server.call('GET', `/series/${large.id}`, { as: 'ann' })
    expect(body).toMatchObject({ bookCount: 5 })
    const progress = await server.call('GET', `/books/${moved.id}/progress`, { as: 'ann' })
    expect(progress.body).toMatchObject({ completed: true })
    expect((await server.call('GET', `/series/${small.id}`, { as: 'ann' })).status).toBe(404)
    expect(await getLibrary(server, id)).toMatchObject({ seriesCount: 2, bookCount: 6 })
  })

  test('can be reverted, which restores the same series with metadata and want-to-read entries', async () => {
    const { id, large, small } = await createTwoFolders()
    await server.call('PATCH', `/series/${small.id}/metadata`, {
      as: 'ada',
      body: { summary: 'The small one', title: 'My Saga' },
    })
    const userId = server.getUserId('ann')
    await server.call('POST', '/want-to-read', { as: 'ann', body: { seriesId: small.id } })
    await patchLibrary(server, id, acrossFolders)
    await patchLibrary(server, id, { seriesStrategy: 'series_volume' })
    const after = await listBooks(server, id)
    expect(after.filter(({ seriesId }) => seriesId === large.id)).toHaveLength(3)
    expect(after.filter(({ seriesId }) => seriesId === small.id)).toHaveLength(2)
    const { body } = await server.call('GET', `/series/${small.id}`, { as: 'ann' })
    expect(body).toMatchObject({
      bookCount: 2,
      metadata: { title: 'My Saga', summary: 'The small one' },
    })
    const wanted = await server.ctx.db
      .select()
      .from(wantToRead)
      .where(eq(wantToRead.userId, userId))
    expect(wanted.map(({ seriesId }) => seriesId)).toContain(small.id)
    expect(await getLibrary(server, id)).toMatchObject({ seriesCount: 3 })
  })

  test('applies to later scans', async () => {
    const { id, folder, large } = await createTwoFolders()
    await patchLibrary(server, id, acrossFolders)
    writeFiles(folder, { 'C/Saga v06.cbz': await makeComic() })
    await scanLibrary(server, id)
    await scanLibrary(server, id, 'deep')
    expect(
      (await listBooks(server, id)).filter(({ seriesId }) => seriesId === large.id),
    ).toHaveLength(6)
  })

  test('leaves nothing to do for a second run', async () => {
    const { id } = await createTwoFolders()
    await patchLibrary(server, id, acrossFolders)
    const times = (await listBooks(server, id)).map(({ updatedAt }) => updatedAt.getTime())
    await server.ctx.write((tx) =>
      server.ctx.queue.enqueue(tx, applyNamesJob, { libraryId: id }).then(() => undefined),
    )
    await waitUntilRegrouped(server)
    expect((await listBooks(server, id)).map(({ updatedAt }) => updatedAt.getTime())).toEqual(times)
    expect((await previewStrategy(id, {})).body).toMatchObject({ booksMoved: 0, booksRenamed: 0 })
  })

  test('moves trashed books along, so that they are restored to the right series', async () => {
    const { id, folder, large } = await createTwoFolders()
    writeFiles(folder, { 'B/Saga/Saga v05.cbz': null })
    await scanLibrary(server, id)
    await patchLibrary(server, id, acrossFolders)
    writeFiles(folder, { 'B/Saga/Saga v05.cbz': await makeComic() })
    await scanLibrary(server, id)
    const back = (await listBooks(server, id)).find(({ relativePath }) =>
      relativePath.endsWith('v05.cbz'),
    )
    expect(back).toMatchObject({ seriesId: large.id, trashedAt: null })
  })
})

describe('strategies based on metadata', () => {
  test('group by metadata and keep no series of the first grouping', async () => {
    const folder = makeFolder()
    const buildComic = (Series: string, Number: number) =>
      makeCbz({ pages: 1, width: 8, height: 8, comicInfo: { Series, Number } })
    writeFiles(folder, {
      'x/one.cbz': await buildComic('Saga', 1),
      'y/two.cbz': await buildComic('Saga', 2),
      'z/Bone 003.cbz': await makeComic(),
    })
    const id = await addLibrary(server, folder, { seriesStrategy: 'flat' })
    await scanLibrary(server, id)
    expect(await listShelf(server, id)).toEqual([
      ['Bone', 'z/Bone 003.cbz'],
      ['Saga', 'x/one.cbz', 'y/two.cbz'],
    ])
    expect(await listSeries(server, id)).toHaveLength(2)
    await scanLibrary(server, id, 'deep')
    expect(await listSeries(server, id)).toHaveLength(2)
    await patchLibrary(server, id, { seriesStrategy: 'series_volume' })
    await patchLibrary(server, id, { seriesStrategy: 'flat' })
    expect(await listShelf(server, id)).toEqual([
      ['Bone', 'z/Bone 003.cbz'],
      ['Saga', 'x/one.cbz', 'y/two.cbz'],
    ])
  })

  test('take publisher and author from folders when the metadata has none', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'Image/Saga/Saga 001.cbz': await makeComic() })
    const id = await addLibrary(server, folder, { seriesStrategy: 'publisher_hierarchy' })
    await scanLibrary(server, id)
    expect(await listSeries(server, id)).toMatchObject([{ title: 'Saga', publisher: 'Image' }])
    await patchLibrary(server, id, { seriesStrategy: 'calibre' })
    const [saga] = await listSeries(server, id)
    const [wide] = await server.ctx.db
      .select()
      .from(seriesMetadata)
      .where(eq(seriesMetadata.n, saga!.n))
    expect(saga).toMatchObject({ publisher: null })
    expect(wide).toMatchObject({ authors: [{ name: 'Image', role: 'author' }] })
  })
})

describe('other book strategies', () => {
  test('change titles and numbers that were not edited, and sort order', async () => {
    const { id } = await createTwoFolders()
    const [first, second] = await listBooks(server, id)
    await server.call('PATCH', `/books/${second!.id}`, { as: 'ada', body: { title: 'Mine' } })
    const response = await previewStrategy(id, {
      bookStrategy: 'series_name',
      numberStrategy: 'metadata',
    })
    expect(response.body).toMatchObject({ booksMoved: 0, booksCompared: 6, booksRenamed: 6 })
    await patchLibrary(server, id, { bookStrategy: 'series_name' })
    expect((await listBooks(server, id)).map(({ title }) => title)).toEqual([
      'Saga v01',
      'Mine',
      'Saga v03',
      'Saga v04',
      'Saga v05',
      'Bone c001',
    ])
    await patchLibrary(server, id, { bookStrategy: 'filename', numberStrategy: 'file_order' })
    const byFile = (await listBooks(server, id)).map(({ sortKey }) => sortKey.trim())
    expect(byFile[0]).toStartWith('saga saga v')
    await patchLibrary(server, id, { numberStrategy: 'metadata' })
    expect((await listBooks(server, id)).every(({ volume }) => volume === null)).toBe(true)
    await patchLibrary(server, id, { numberStrategy: 'smart' })
    const [again] = await server.ctx.db.select().from(books).where(eq(books.id, first!.id))
    expect(again).toMatchObject({ volume: 1, title: 'Saga v01' })
  })
})

describe('strategies', () => {
  test('are rejected with a message when they are invalid', async () => {
    const { id } = await createTwoFolders()
    const wrong = { seriesStrategy: 'custom', seriesConfig: { pattern: '(?<name>x)' } }
    for (const answer of [
      await previewStrategy(id, wrong),
      await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body: wrong }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body.details).toEqual([
        {
          path: 'seriesConfig.pattern',
          ...withText(namingSettingMessages.group_missing({ name: 'series' })),
        },
      ])
    }
  })

  test('require permission to edit libraries and access to the library', async () => {
    const { id } = await createTwoFolders()
    expect((await previewStrategy(id, acrossFolders, 'ann')).status).toBe(403)
    expect((await previewStrategy(Bun.randomUUIDv7(), acrossFolders)).status).toBe(404)
  })
})
