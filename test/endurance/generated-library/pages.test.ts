/** Generated libraries in every format and deliberately broken archives, page by page over HTTP. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import {
  addLibrary,
  startScanServer,
  scanLibrary,
  type ScanServer,
} from '../../ingest/scanning/scan-server'
import {
  type Generated,
  generateLibrary,
  generateTorture,
  hasGenerator,
} from '../../reading/pages/generate-library'
import { takeShare } from '../../support/share'

setDefaultTimeout(120_000)
const reason = hasGenerator ? '' : ' (skipped: QUIRE_GEN is not there)'

interface Book {
  id: string
  path: string
  fileFormat: string
  pageCount: number
  finding: string | null
}

let server: ScanServer

beforeAll(async () => {
  server = await startScanServer()
})
afterAll(async () => {
  await server.close()
  closeDecoder()
})

async function scanFolder(folder: string): Promise<Book[]> {
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const path = `/books?libraryId=${libraryId}&pageSize=100`
  return (await server.call('GET', path, { as: 'ada' })).body.data
}

function getBody(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${server.getToken('ada')}` }
  const request = new Request(`http://localhost/api/v1${path}`, { headers })
  return Promise.resolve(server.app.handle(request))
}

describe.skipIf(!hasGenerator)(`a generated library${reason}`, () => {
  let made: Generated
  let books: Map<string, Book>

  beforeAll(async () => {
    made = await generateLibrary()
    books = new Map((await scanFolder(made.folder)).map((book) => [book.path, book]))
  })

  /** Finds a book. A folder of images may be nested one level deeper. */
  const findBook = (path: string) => {
    const full = join(made.folder, path)
    return books.get(full) ?? books.get(join(full, basename(path)))
  }
  const pickBooks = (...formats: string[]) =>
    made.books.filter(({ format }) => formats.includes(format))

  test('is scanned completely and without problems', () => {
    expect(books.size).toBe(made.books.length)
    expect([...books.values()].filter(({ finding }) => finding !== null)).toEqual([])
    expect(made.books.filter(({ path }) => findBook(path) === undefined)).toEqual([])
    expect(new Set(made.books.map(({ format }) => format)).size).toBe(9)
  })

  const formats = ['cbz', 'cbt', 'cbr4', 'cbr5', 'dir', 'pdf', 'epubfx']
  test.each(takeShare(formats, String, ['media', 'reading/pages']))(
    'every page of %s equals the generated image',
    async (format) => {
      for (const { path, pages: pictures } of pickBooks(format)) {
        const { id, pageCount } = findBook(path)!
        // An EPUB has its cover as a separate page.
        const pages = format === 'epubfx' ? [pictures[0]!, ...pictures] : pictures
        expect([path, pageCount]).toEqual([path, pages.length])
        for (const [i, picture] of pages.entries()) {
          const answer = await getBody(`/books/${id}/pages/${i + 1}`)
          const isSame = Buffer.from(await answer.arrayBuffer()).equals(picture)
          expect([path, i + 1, isSame, answer.headers.get('content-type')]).toEqual([
            path,
            i + 1,
            true,
            'image/jpeg',
          ])
        }
      }
    },
  )

  test('text pages are rendered, and text books have parts', async () => {
    for (const { path, pages } of pickBooks('pdftext')) {
      const { id, pageCount } = findBook(path)!
      expect(pageCount).toBe(pages.length)
      const page = await getBody(`/books/${id}/pages/${pageCount}`)
      const { format, width } = await sharp(await page.arrayBuffer()).metadata()
      expect([format, width! > 1000]).toEqual(['jpeg', true])
    }
    for (const { path } of pickBooks('epub')) {
      const { body } = await server.call('GET', `/books/${findBook(path)!.id}/manifest`, {
        as: 'ada',
      })
      expect(body.readingOrder.length).toBeGreaterThan(2)
    }
  })

  test('every page has a thumbnail and other formats', async () => {
    const seen = new Set<string>()
    for (const { path, format } of made.books) {
      if (seen.has(format) || format === 'epub') continue
      seen.add(format)
      const { id } = findBook(path)!
      for (const rest of ['2/thumbnail', '2?width=160&format=webp', '2?format=jpeg&quality=50']) {
        const answer = await getBody(`/books/${id}/pages/${rest}`)
        expect([path, rest, answer.status]).toEqual([path, rest, 200])
      }
    }
  })
})

describe.skipIf(!hasGenerator)(`awkward archives${reason}`, () => {
  test('yield their readable pages, report problems and never break the server', async () => {
    const { folder, expected } = await generateTorture()
    const books = await scanFolder(folder)
    expect(books.map(({ path }) => basename(path)).toSorted()).toEqual(
      Object.keys(expected).toSorted(),
    )
    for (const { id, path, pageCount, finding } of books) {
      const name = basename(path)
      const { verdict, entries } = expected[name]!
      const statuses: number[] = []
      const wholes: boolean[] = []
      for (let page = 1; page <= Math.min(pageCount, 5); page++) {
        const answer = await getBody(`/books/${id}/pages/${page}`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        statuses.push(answer.status)
        if (answer.status === 200)
          wholes.push(listImages(folder).some((one) => one.includes(bytes)))
      }
      expect([name, statuses.filter((status) => status >= 500)]).toEqual([name, []])
      if (verdict === 'reject') expect([name, finding]).not.toEqual([name, null])
      if (verdict !== 'ok' || entries === 0 || name === 'many-70000.cbz') continue
      expect([name, statuses.length > 0, new Set(statuses)]).toEqual([name, true, new Set([200])])
      expect([name, wholes.includes(false)]).toEqual([name, false])
    }
  })

  /** Images are stored uncompressed in these archives, so a correct page is part of the file. */
  const listImages = (folder: string) =>
    ['ok-stored.cbz', 'name-traversal.cbz', 'zip64.cbz'].map((name) =>
      readFileSync(join(folder, name)),
    )
})
