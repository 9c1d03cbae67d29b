/** Every problem that a file can have, with real files, as returned by the API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import { encryptFile, makeEpub } from '../../support/make/epub'
import { makePdf } from '../../support/make/pdf'
import { makePictures } from '../../support/make/pictures'
import { makeRar5 } from '../../support/make/rar'
import { makeZip } from '../../support/make/zip'
import { retryFindings } from '../../../src/ingest/scanning/reanalyze/reanalyze'
import { system } from '../../../src/accounts/permissions/model'
import {
  addLibrary,
  listBooks,
  makeComic,
  makeDifferentComics,
  waitUntilScanEnded,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

let server: ScanServer
let libraryId: string
let folder: string

const [picture] = await makePictures(1, { width: 8, height: 12 })
const page = { name: '001.jpg', data: picture! }
const whole = await makeCbz({ pages: 20, width: 80, height: 120 })

/** Finding code, message code and file. */
const cases: Record<string, [code: string, messageCode: RegExp, data: Uint8Array | string]> = {
  'locked.cbz': ['encrypted', /^archive\.encrypted$/, makeZip([{ ...page, flags: 1 }])],
  'locked.pdf': ['encrypted', /^pdf\.(encrypted|unsupported_protection)$/, makeEncryptedPdf()],
  'sold.epub': ['drm', /^epub\.drm$/, await makeEpub({ files: [encryptFile('OEBPS/c1.xhtml')] })],
  'cut.cbz': [
    'truncated',
    /^archive\.(recovered|cut_off|directory_missing)$/,
    whole.subarray(0, whole.length * 0.6),
  ],
  'cut.cbr': ['truncated', /^archive\.(recovered|cut_off|directory_missing)$/, makeTruncatedRar()],
  'empty.cbz': ['truncated', /^reader\.empty$/, new Uint8Array(0)],
  'text.cbz': ['not_what_it_says', /^reader\.not_a_book$/, 'this is a letter, and no comic'],
  'picture.cbz': ['not_what_it_says', /^reader\.not_a_book$/, picture!],
  'words.cbz': [
    'no_pages',
    /^comic\.no_images$/,
    makeZip([{ name: 'read me.txt', data: 'nothing' }]),
  ],
  'nothing.cbz': ['no_pages', /^comic\.no_images$/, makeZip([])],
  'odd.cbz': ['unsupported', /^archive\.zip_method$/, makeZip([{ ...page, method: 97 }])],
  'split.cbz': ['unsupported', /^archive\.split$/, makeZip([page], { disk: 3 })],
  'note.cbz': [
    'broken_metadata',
    /^file_metadata\.comic_info_unreadable$/,
    await makeCbz({ comicInfo: 'Series: none' }),
  ],
  'climb.cbz': [
    'unsafe_names',
    /^comic\.unsafe_names$/,
    makeZip([page, { name: '../../etc/passwd', data: 'root' }]),
  ],
  'bomb.cbz': [
    'too_large',
    /^archive\.entry_too_large$/,
    makeZip([page, { name: '002.jpg', data: new Uint8Array(64 << 20), method: 8 }]),
  ],
  'broken.pdf': ['unreadable', /^pdf\.damaged$/, '%PDF-1.7\nthis goes on as no PDF does'],
}

function makeEncryptedPdf() {
  const plain = makePdf({}).toString('latin1')
  const lock = '/Encrypt << /Filter /Strange /V 99 /R 99 >>'
  return Buffer.from(
    plain.replace(/trailer\s*<</, (start) => `${start} ${lock}`),
    'latin1',
  )
}

function makeTruncatedRar() {
  const rar = makeRar5([page, { name: '002.jpg', data: picture! }])
  return rar.subarray(0, rar.length - picture!.length)
}

beforeAll(async () => {
  server = await startScanServer()
  folder = makeFolder()
  for (const [name, [, , data]] of Object.entries(cases))
    writeFiles(folder, { [`Bad/${name}`]: data })
  // This format is recognized under any name, so there is no problem.
  writeFiles(folder, {
    'Good/good.cbz': await makeComic(),
    'Good/really a zip.cbr': await makeComic(),
  })
  libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
}, 60_000)
afterAll(() => server.close())

interface Found {
  id: string
  path: string
  finding: string | null
  analysisError: { code: string; message: string } | null
  findings: { code: string; message: string; messageCode: string }[]
}

async function listErrors(query = '', as = 'max') {
  const { status, body } = await server.call('GET', `/books/errors?pageSize=500${query}`, { as })
  expect(status).toBe(200)
  return body as { data: Found[]; total: number }
}

const getName = ({ path }: Found) => path.split('/').at(-1)!

describe('problems with files', () => {
  test('are described in plain language', async () => {
    const { data } = await listErrors(`&libraryId=${libraryId}`)
    const messages = Object.fromEntries(
      data.map((book) => [getName(book), book.findings.map(({ code }) => code)]),
    )
    const expected = Object.fromEntries(
      Object.entries(cases).map(([name, [code]]) => [name, expect.arrayContaining([code])]),
    )
    expect(messages).toEqual(expected)
    for (const book of data) {
      const [code, messageCode] = cases[getName(book)]!
      const finding = book.findings.find((one) => one.code === code)!
      expect([getName(book), finding.messageCode]).toEqual([
        getName(book),
        expect.stringMatching(messageCode),
      ])
      expect(book.analysisError).toBeTruthy()
      // No absolute path and no internal error text.
      for (const { message } of book.findings) {
        expect(message).not.toMatch(/\/tmp|undefined|Error|null|\bat\b.*:\d+/)
      }
    }
  })

  test('can be filtered by type and library', async () => {
    for (const code of new Set(Object.values(cases).map(([one]) => one))) {
      const { data, total } = await listErrors(`&code=${code}&libraryId=${libraryId}`)
      expect(total).toBe(data.length)
      const wanted = Object.keys(cases).filter((name) => cases[name]![0] === code)
      expect([code, data.map(getName)]).toEqual([code, expect.arrayContaining(wanted)])
      expect(data.every(({ findings }) => findings.some((one) => one.code === code))).toBe(true)
    }
    const other = await addLibrary(server, makeFolder())
    expect((await listErrors(`&libraryId=${other}`)).total).toBe(0)
    const unknown = await server.call('GET', '/books/errors?code=ugly', { as: 'max' })
    expect(unknown.status).toBe(400)
  })

  test('are found among more serious ones', async () => {
    const both = makeZip([
      { name: '../harm.txt', data: 'x' },
      { name: 'ComicInfo.xml', data: 'Series: none' },
    ])
    const place = makeFolder()
    writeFiles(place, { 'Both/both.cbz': both })
    const id = await addLibrary(server, place)
    await scanLibrary(server, id)
    for (const code of ['no_pages', 'unsafe_names', 'broken_metadata']) {
      expect([code, (await listErrors(`&libraryId=${id}&code=${code}`)).total]).toEqual([code, 1])
    }
    expect((await listErrors(`&libraryId=${id}&code=drm`)).total).toBe(0)
  })
})

describe('a file with a problem', () => {
  test('is analyzed again after a change', async () => {
    const place = makeFolder()
    writeFiles(place, { 'Mended/book.cbz': 'no comic yet' })
    const id = await addLibrary(server, place)
    expect(await scanLibrary(server, id)).toMatchObject({ findings: 1 })
    expect(await scanLibrary(server, id)).toMatchObject({ findings: 0, filesTotal: 0 })
    writeFiles(place, { 'Mended/book.cbz': await makeComic() })
    expect(await scanLibrary(server, id)).toMatchObject({ changed: 1, findings: 0 })
    expect((await listErrors(`&libraryId=${id}`)).total).toBe(0)
  })

  test('is analyzed again on request, for a book, series, library or type', async () => {
    const place = makeFolder()
    writeFiles(place, { 'Again/bad.cbz': 'no comic', ...(await makeDifferentComics('Again', 2)) })
    const id = await addLibrary(server, place)
    await scanLibrary(server, id)
    const [bad, first] = await listBooks(server, id).then((all) => [
      all.find(({ finding }) => finding !== null)!,
      all.find(({ finding }) => finding === null)!,
    ])
    for (const [path, body, count] of [
      [`/books/${bad!.id}/analyze`, undefined, 1],
      [`/series/${first!.seriesId}/analyze`, undefined, 3],
      [`/libraries/${id}/analyze`, undefined, 3],
      ['/books/retry-all-errors', { libraryId: id }, 1],
      ['/books/retry-all-errors', { libraryId: id, code: 'not_what_it_says' }, 1],
    ] as const) {
      const sent = { as: 'max', ...(body && { body }) }
      const asked = await server.call('POST', path, sent)
      expect([path, asked.status, asked.body.tasksEnqueued]).toEqual([path, 202, count])
      const done = await waitUntilScanEnded(server, id, asked.body.taskIds[0])
      expect([path, done.filesProcessed]).toEqual([path, count])
    }
    expect((await listErrors(`&libraryId=${id}`)).total).toBe(1)
    const none = { libraryId: id, code: 'drm' }
    const nothing = await server.call('POST', '/books/retry-all-errors', { as: 'max', body: none })
    expect(nothing.status).toBe(409)
  })

  test('is not analyzed again for users without permission or access', async () => {
    const [book] = await listBooks(server, libraryId)
    for (const path of [
      `/books/${book!.id}/analyze`,
      `/series/${book!.seriesId}/analyze`,
      `/libraries/${libraryId}/analyze`,
      '/books/retry-all-errors',
    ]) {
      const { status } = await server.call('POST', path, { as: 'ann', body: {} })
      expect([path, status]).toEqual([path, 403])
    }
    const narrow = { ...system, libraryIds: [Bun.randomUUIDv7()] }
    for (const body of [{}, { libraryId }]) {
      const asked = retryFindings(server.ctx, narrow, body)
      const reason = await asked.catch((error: { reason: string }) => error.reason)
      expect(['conflict', 'not_found']).toContain(reason as string)
    }
    const odd = { code: 'ugly' }
    const refused = await server.call('POST', '/books/retry-all-errors', { as: 'max', body: odd })
    expect(refused.status).toBe(400)
  })
})
