/** Strategies that are changed later: what moves, what stays, and that the preview told it before. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { books } from '../../../src/catalog/books/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { seriesMetadata } from '../../../src/catalog/series/schema'
import {
  addLibrary,
  booksOf,
  comic,
  libraryOf,
  makeFolder,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from '../scanning/support'
import { makeCbz } from '../../support/make/cbz'
import { startGroupingServer, patchLibrary, settled, shelfOf } from './support'
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

const preview = async (id: string, body: Record<string, unknown>, as = 'ada') =>
  server.call('POST', `/libraries/${id}/strategies/preview`, { as, body })

const across = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** Saga in two folders, three books and two, and Bone. */
async function twoFolders() {
  const folder = makeFolder()
  const data = await comic()
  put(folder, {
    'A/Saga/Saga v01.cbz': data,
    'A/Saga/Saga v02.cbz': data,
    'A/Saga/Saga v03.cbz': data,
    'B/Saga/Saga v04.cbz': data,
    'B/Saga/Saga v05.cbz': data,
    'Bone/Bone 001.cbz': data,
  })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const all = await seriesOf(server, id)
  const large = all.find(({ title, bookCount }) => title === 'Saga' && bookCount === 3)!
  const small = all.find(({ title, bookCount }) => title === 'Saga' && bookCount === 2)!
  return { id, folder, large, small }
}

describe('another series strategy', () => {
  test('is not previewed for somebody who does not wait for the answer', async () => {
    const { id } = await twoFolders()
    const answer = await server.fetch(`/api/v1/libraries/${id}/strategies/preview`, {
      as: 'ada',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(across),
      signal: AbortSignal.abort(),
    })
    expect(answer.status).toBe(503)
  })

  test('is previewed without storing anything', async () => {
    const { id, large, small } = await twoFolders()
    const before = await shelfOf(server, id)
    const { status, body } = await preview(id, across)
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
    expect(await shelfOf(server, id)).toEqual(before)
    expect((await libraryOf(server, id)).seriesStrategy).toBe('series_volume')
  })

  test('joins books under the id that has most of them, with their reading and the counters', async () => {
    const { id, large, small } = await twoFolders()
    const rows = await booksOf(server, id)
    const moved = rows.find(({ relativePath }) => relativePath === 'B/Saga/Saga v04.cbz')!
    await server.call('PUT', `/books/${moved.id}/progress`, {
      as: 'ann',
      body: { currentPage: 2, completed: true },
    })
    await patchLibrary(server, id, across)
    const after = await booksOf(server, id)
    expect(after.filter(({ seriesId }) => seriesId === large.id)).toHaveLength(5)
    expect(after.map((book) => book.id).toSorted()).toEqual(rows.map((book) => book.id).toSorted())
    const { body } = await server.call('GET', `/series/${large.id}`, { as: 'ann' })
    expect(body).toMatchObject({ bookCount: 5 })
    const progress = await server.call('GET', `/books/${moved.id}/progress`, { as: 'ann' })
    expect(progress.body).toMatchObject({ completed: true })
    expect((await server.call('GET', `/series/${small.id}`, { as: 'ann' })).status).toBe(404)
    expect(await libraryOf(server, id)).toMatchObject({ seriesCount: 2, bookCount: 6 })
  })

  test('and back: the same series as before, with what was said of them and what readers wanted', async () => {
    const { id, large, small } = await twoFolders()
    await server.call('PATCH', `/series/${small.id}/metadata`, {
      as: 'ada',
      body: { summary: 'The small one', title: 'My Saga' },
    })
    const userId = server.getUserId('ann')
    await server.call('POST', '/want-to-read', { as: 'ann', body: { seriesId: small.id } })
    await patchLibrary(server, id, across)
    await patchLibrary(server, id, { seriesStrategy: 'series_volume' })
    const after = await booksOf(server, id)
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
    expect(await libraryOf(server, id)).toMatchObject({ seriesCount: 3 })
  })

  test('holds for the scans that follow', async () => {
    const { id, folder, large } = await twoFolders()
    await patchLibrary(server, id, across)
    put(folder, { 'C/Saga v06.cbz': await comic() })
    await scan(server, id)
    await scan(server, id, 'deep')
    expect(
      (await booksOf(server, id)).filter(({ seriesId }) => seriesId === large.id),
    ).toHaveLength(6)
  })

  test('leaves a second look nothing to do', async () => {
    const { id } = await twoFolders()
    await patchLibrary(server, id, across)
    const times = (await booksOf(server, id)).map(({ updatedAt }) => updatedAt.getTime())
    await server.ctx.write((tx) =>
      server.ctx.queue.enqueue(tx, applyNamesJob, { libraryId: id }).then(() => undefined),
    )
    await settled(server)
    expect((await booksOf(server, id)).map(({ updatedAt }) => updatedAt.getTime())).toEqual(times)
    expect((await preview(id, {})).body).toMatchObject({ booksMoved: 0, booksRenamed: 0 })
  })

  test('takes trashed books along, so that they come back into the right series', async () => {
    const { id, folder, large } = await twoFolders()
    put(folder, { 'B/Saga/Saga v05.cbz': null })
    await scan(server, id)
    await patchLibrary(server, id, across)
    put(folder, { 'B/Saga/Saga v05.cbz': await comic() })
    await scan(server, id)
    const back = (await booksOf(server, id)).find(({ relativePath }) =>
      relativePath.endsWith('v05.cbz'),
    )
    expect(back).toMatchObject({ seriesId: large.id, trashedAt: null })
  })
})

describe('strategies that ask the files', () => {
  test('group by what they say, and leave nothing behind of the first guess', async () => {
    const folder = makeFolder()
    const said = (Series: string, Number: number) =>
      makeCbz({ pages: 1, width: 8, height: 8, comicInfo: { Series, Number } })
    put(folder, {
      'x/one.cbz': await said('Saga', 1),
      'y/two.cbz': await said('Saga', 2),
      'z/Bone 003.cbz': await comic(),
    })
    const id = await addLibrary(server, folder, { seriesStrategy: 'flat' })
    await scan(server, id)
    expect(await shelfOf(server, id)).toEqual([
      ['Bone', 'z/Bone 003.cbz'],
      ['Saga', 'x/one.cbz', 'y/two.cbz'],
    ])
    expect(await seriesOf(server, id)).toHaveLength(2)
    await scan(server, id, 'deep')
    expect(await seriesOf(server, id)).toHaveLength(2)
    await patchLibrary(server, id, { seriesStrategy: 'series_volume' })
    await patchLibrary(server, id, { seriesStrategy: 'flat' })
    expect(await shelfOf(server, id)).toEqual([
      ['Bone', 'z/Bone 003.cbz'],
      ['Saga', 'x/one.cbz', 'y/two.cbz'],
    ])
  })

  test('publisher and author come from the folders where no file says them', async () => {
    const folder = makeFolder()
    put(folder, { 'Image/Saga/Saga 001.cbz': await comic() })
    const id = await addLibrary(server, folder, { seriesStrategy: 'publisher_hierarchy' })
    await scan(server, id)
    expect(await seriesOf(server, id)).toMatchObject([{ title: 'Saga', publisher: 'Image' }])
    await patchLibrary(server, id, { seriesStrategy: 'calibre' })
    const [saga] = await seriesOf(server, id)
    const [wide] = await server.ctx.db
      .select()
      .from(seriesMetadata)
      .where(eq(seriesMetadata.n, saga!.n))
    expect(saga).toMatchObject({ publisher: null })
    expect(wide).toMatchObject({ authors: [{ name: 'Image', role: 'author' }] })
  })
})

describe('other strategies for books', () => {
  test('retitle and renumber what nobody edited, and sort anew', async () => {
    const { id } = await twoFolders()
    const [first, second] = await booksOf(server, id)
    await server.call('PATCH', `/books/${second!.id}`, { as: 'ada', body: { title: 'Mine' } })
    const told = await preview(id, { bookStrategy: 'series_name', numberStrategy: 'metadata' })
    expect(told.body).toMatchObject({ booksMoved: 0, booksCompared: 6, booksRenamed: 6 })
    await patchLibrary(server, id, { bookStrategy: 'series_name' })
    expect((await booksOf(server, id)).map(({ title }) => title)).toEqual([
      'Saga v01',
      'Mine',
      'Saga v03',
      'Saga v04',
      'Saga v05',
      'Bone c001',
    ])
    await patchLibrary(server, id, { bookStrategy: 'filename', numberStrategy: 'file_order' })
    const byFile = (await booksOf(server, id)).map(({ sortKey }) => sortKey.trim())
    expect(byFile[0]).toStartWith('saga saga v')
    await patchLibrary(server, id, { numberStrategy: 'metadata' })
    expect((await booksOf(server, id)).every(({ volume }) => volume === null)).toBe(true)
    await patchLibrary(server, id, { numberStrategy: 'smart' })
    const [again] = await server.ctx.db.select().from(books).where(eq(books.id, first!.id))
    expect(again).toMatchObject({ volume: 1, title: 'Saga v01' })
  })
})

describe('strategies', () => {
  test('are refused where they make no sense, in words', async () => {
    const { id } = await twoFolders()
    const wrong = { seriesStrategy: 'custom', seriesConfig: { pattern: '(?<name>x)' } }
    for (const answer of [
      await preview(id, wrong),
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

  test('need the right to change libraries, and a library that is seen', async () => {
    const { id } = await twoFolders()
    expect((await preview(id, across, 'ann')).status).toBe(403)
    expect((await preview(Bun.randomUUIDv7(), across)).status).toBe(404)
  })
})
