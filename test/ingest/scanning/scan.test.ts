import { waitUntil } from '../../support/wait-until'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makeCbz } from '../../support/make/cbz'
import { makeEpub } from '../../support/make/epub'
import { makePdf } from '../../support/make/pdf'
import {
  addLibrary,
  listBooks,
  makeComic,
  getLibrary,
  makeFolder,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

describe('a first scan', () => {
  test('creates books from files and series from folders, and counts them', async () => {
    const folder = makeFolder()
    writeFiles(folder, {
      'Saga (2012)/Saga v02.cbz': await makeComic(),
      'Saga (2012)/Saga v01.cbz': await makeComic(),
      'Manga/Dorohedoro/Dorohedoro 003.cbz': await makeComic(),
      'notes.txt': 'no book',
    })
    const id = await addLibrary(server, folder)
    const done = await scanLibrary(server, id)
    expect(done).toMatchObject({
      status: 'completed',
      mode: 'normal',
      trigger: 'manual',
      added: 3,
      changed: 0,
      missing: 0,
      findings: 0,
      filesTotal: 3,
      filesProcessed: 3,
      messages: [],
    })
    const found = await listSeries(server, id)
    expect(found.map(({ title, bookCount, year }) => [title, bookCount, year])).toEqual([
      ['Dorohedoro', 1, null],
      ['Saga', 2, 2012],
    ])
    expect(found[1]).toMatchObject({ volumesOwned: 2, localMaxVolume: 2 })
    const [dorohedoro] = await listBooks(server, id)
    expect(dorohedoro).toMatchObject({
      title: 'Dorohedoro 003',
      chapter: 3,
      format: 'cbz',
      pageCount: 2,
      attempts: 0,
      finding: null,
    })
    expect(dorohedoro!.analyzedAt).not.toBeNull()
    expect(await getLibrary(server, id)).toMatchObject({
      seriesCount: 2,
      bookCount: 3,
      state: 'available',
    })
  })

  test('keeps two folders of the same name as two series', async () => {
    const folder = makeFolder()
    writeFiles(folder, {
      'DC/Batman/1.cbz': await makeComic(),
      'Other/Batman/1.cbz': await makeComic(),
    })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    expect((await listSeries(server, id)).map(({ title }) => title)).toEqual(['Batman', 'Batman'])
  })

  test('groups files in the root by name', async () => {
    const folder = makeFolder()
    writeFiles(folder, {
      'Akira v01.cbz': await makeComic(),
      'Akira v02.cbz': await makeComic(),
      'Blankets.cbz': await makeComic(),
    })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const found = await listSeries(server, id)
    expect(found.map(({ title, bookCount }) => [title, bookCount])).toEqual([
      ['Akira', 2],
      ['Blankets', 1],
    ])
  })

  test('prefers metadata over names, for books and series', async () => {
    const folder = makeFolder()
    const comicInfo = {
      Title: 'The Beginning',
      Series: 'Real Name',
      Number: '7',
      Volume: 2,
      Publisher: 'Image',
      Genre: 'Drama, Space',
      Writer: 'Ann Author',
      LanguageISO: 'en',
      Year: 2012,
      Manga: 'YesAndRightToLeft',
    }
    writeFiles(folder, { 'wrong/wrong 099.cbz': await makeCbz({ pages: 1, comicInfo }) })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const [book] = await listBooks(server, id)
    expect(book).toMatchObject({ title: 'The Beginning', chapter: 7, volume: 2 })
    const [found] = await listSeries(server, id)
    expect(found).toMatchObject({
      title: 'Real Name',
      publisher: 'Image',
      language: 'en',
      year: 2012,
      readingDirection: 'rtl',
    })
    const { body } = await server.call('GET', `/series/${found!.id}`, { as: 'ada' })
    expect(body.genres.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Drama',
      'Space',
    ])
    const list = await server.call('GET', '/series?search=ann author', { as: 'ann' })
    expect(list.body.total).toBe(1)
  })

  test('creates findings for broken files and continues', async () => {
    const folder = makeFolder()
    const good = await makeComic()
    writeFiles(folder, {
      'A/cut.cbz': good.subarray(0, 400),
      'A/text.cbz': 'this is no archive',
      'A/empty.cbz': '',
      'A/good.cbz': good,
    })
    const id = await addLibrary(server, folder)
    expect(await scanLibrary(server, id)).toMatchObject({
      status: 'completed',
      added: 4,
      findings: 3,
    })
    const found = await listBooks(server, id)
    expect(found.map(({ relativePath, finding }) => [relativePath, finding === null])).toEqual([
      ['A/cut.cbz', false],
      ['A/empty.cbz', false],
      ['A/good.cbz', true],
      ['A/text.cbz', false],
    ])
  })

  test('reads EPUBs, and PDFs in a separate process', async () => {
    const folder = makeFolder()
    writeFiles(folder, {
      'Novels/One.epub': await makeEpub({ title: 'A Novel', language: 'de' }),
      'Papers/Two.pdf': makePdf({ texts: ['a', 'b', 'c'] }),
      'Papers/broken.pdf': '%PDF-1.4 and nothing else',
    })
    const id = await addLibrary(server, folder)
    expect(await scanLibrary(server, id)).toMatchObject({
      status: 'completed',
      added: 3,
      findings: 1,
    })
    const [epub, pdf, broken] = await listBooks(server, id)
    expect(epub).toMatchObject({ format: 'epub', title: 'A Novel', finding: null })
    expect(pdf).toMatchObject({ format: 'pdf', pageCount: 3, finding: null })
    expect(broken!.finding).not.toBeNull()
  }, 60_000)

  test('publishes an event for each new book and series', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'A/1.cbz': await makeComic() })
    const id = await addLibrary(server, folder)
    await server.forgetEvents()
    await scanLibrary(server, id)
    // PostgreSQL delivers events with a delay.
    for (const wanted of ['series_created', 'book_created', 'scan_progress', 'library_updated']) {
      await waitUntil(() => server.events.some(({ type }) => type === wanted))
    }
  })
})

describe('a scan of a known library', () => {
  test('opens only new and changed files', async () => {
    const folder = makeFolder()
    writeFiles(folder, {
      'A/1.cbz': await makeComic(),
      'A/2.cbz': await makeComic(),
      'A/3.cbz': await makeComic(),
    })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const before = await listBooks(server, id)
    writeFiles(folder, {
      'A/2.cbz': await makeCbz({ pages: 5 }),
      'A/4.cbz': await makeCbz({ pages: 6 }),
    })
    const done = await scanLibrary(server, id)
    expect(done).toMatchObject({ added: 1, changed: 1, missing: 0, filesTotal: 2 })
    const after = await listBooks(server, id)
    expect(after.map(({ pageCount }) => pageCount)).toEqual([2, 5, 2, 6])
    // The analysis time proves that the others were not opened.
    expect(after[0]).toEqual(before[0]!)
    expect(after[2]).toEqual(before[2]!)
    expect(after[1]!.id).toBe(before[1]!.id)
  })

  test('detects a file of the same size with another modification time, even an older one', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'A/1.cbz': await makeComic() })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    writeFiles(folder, { 'A/1.cbz': await makeComic() }, new Date('2020-01-01T00:00:00Z'))
    expect(await scanLibrary(server, id)).toMatchObject({ changed: 1 })
    expect(await scanLibrary(server, id)).toMatchObject({ changed: 0, filesTotal: 0 })
  })

  test('analyzes everything again when it is a deep scan', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'A/1.cbz': await makeComic(), 'A/2.cbz': await makeComic() })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const [before] = await listBooks(server, id)
    const done = await scanLibrary(server, id, 'deep')
    expect(done).toMatchObject({ added: 0, changed: 0, filesTotal: 2, filesProcessed: 2 })
    const [after] = await listBooks(server, id)
    expect(after!.analyzedAt!.getTime()).toBeGreaterThan(before!.analyzedAt!.getTime())
    expect(after!.updatedAt).toEqual(before!.updatedAt)
  })

  test('leaves a file that is still being written to the next scan', async () => {
    const folder = makeFolder()
    const data = await makeComic()
    writeFiles(folder, { 'A/1.cbz': data.subarray(0, 300), 'A/2.cbz': data }, new Date())
    const id = await addLibrary(server, folder)
    let size = 300
    const growing = setInterval(
      () => writeFiles(folder, { 'A/1.cbz': data.subarray(0, size++) }, new Date()),
      50,
    )
    const first = await scanLibrary(server, id)
    clearInterval(growing)
    expect(first).toMatchObject({ added: 1 })
    expect(first.messages).toMatchObject([{ code: 'scans.result.growing', params: { count: 1 } }])
    expect(await listPresentPaths(server, id)).toEqual(['A/2.cbz'])
    writeFiles(folder, { 'A/1.cbz': data })
    await scanLibrary(server, id)
    expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz', 'A/2.cbz'])
  })
})
