/** Pages of every file format, requested over a real connection. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import {
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { DecoderPool } from '../../../src/media/decoding/decoder-pool'
import { readBook } from '../../../src/media/reader/reader'
import { makeEpub } from '../../support/make/epub'
import { makePdf } from '../../support/make/pdf'
import { makePicture, makePictures } from '../../support/make/pictures'
import { makeRar4, makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar, makeTar } from '../../support/make/tar'
import { makeFolder, writeTree } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from './shelf'
import { archiveMessages } from '../../../src/media/archives/messages'

const fixtures =
  process.env['QUIRE_FIXTURES'] ?? resolve(import.meta.dir, '../../../../shared/fixtures')
const archives = join(fixtures, 'archives')
const pictures = await makePictures(6, { format: 'png', width: 200, height: 300 })
const parts = pictures.map((data, i) => ({ name: `p${i + 1}.png`, data })).toReversed()

let shelf: Shelf

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

const getPage = (book: { id: string }, rest: string | number, init = {}) =>
  shelf.request(`/books/${book.id}/pages/${rest}`, init)
const damagedPage = 'pages.damaged'
const readCode = async (answer: Response) => ((await answer.json()) as { code: string }).code

describe('pages are served unchanged', () => {
  test.each([
    ['a stored ZIP', 'cbz', () => makeZip(parts.map((part) => ({ ...part, method: 0 })))],
    ['a deflated ZIP', 'cbz', () => makeZip(parts.map((part) => ({ ...part, method: 8 })))],
    ['a RAR 4', 'cbr', () => makeRar4(parts)],
    ['a RAR 5', 'cbr', () => makeRar5(parts)],
    ['a TAR', 'cbt', () => makeTar(parts)],
    ['a compressed TAR', 'cbt', () => makeGzipTar(parts)],
    ['a 7z', 'cb7', () => makeSevenZip(parts)],
    ['a solid 7z', 'cb7', () => makeSevenZip(parts, { solid: true })],
  ] as const)('in %s', async (what, extension, make) => {
    const book = await shelf.add(`${what}.${extension}`, await make())
    for (const [i, picture] of pictures.entries()) {
      const answer = await getPage(book, i + 1)
      expect([i, answer.status]).toEqual([i, 200])
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('content-length')).toBe(String(picture.length))
      expect(Buffer.from(await answer.bytes()).equals(picture)).toBe(true)
    }
    expect((await getPage(book, 7)).status).toBe(404)
  })

  test('in a folder', async () => {
    const files = Object.fromEntries(parts.map(({ name, data }) => [name, data]))
    const book = await shelf.addFolder('Loose', files)
    for (const [i, picture] of pictures.entries()) {
      const bytes = await (await getPage(book, i + 1)).bytes()
      expect(Buffer.from(bytes).equals(picture)).toBe(true)
    }
  })

  test('in an EPUB of pictures', async () => {
    const jpegs = await makePictures(3, { format: 'jpeg' })
    const sides = ['right', 'left'] as const
    const epub = await makeEpub({ fixedPages: jpegs, sides: [...sides] })
    const book = await shelf.add('pictures.epub', epub)
    for (const [i, jpeg] of jpegs.entries()) {
      expect(Buffer.from(await (await getPage(book, i + 1)).bytes()).equals(jpeg)).toBe(true)
    }
    const listed = (await (await shelf.request(`/books/${book.id}/pages`)).json()) as {
      side: string | null
    }[]
    expect(listed.map(({ side }) => side)).toEqual([...sides, null])
  })

  test('in a PDF of pictures', async () => {
    const jpegs = await makePictures(3, { format: 'jpeg', width: 200, height: 300 })
    const images = jpegs.map((data) => ({ data, width: 200, height: 300 }))
    const book = await shelf.add('scans.pdf', makePdf({ images }))
    for (const [i, jpeg] of jpegs.entries()) {
      const answer = await getPage(book, i + 1)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      expect(Buffer.from(await answer.bytes()).equals(jpeg)).toBe(true)
    }
  })

  test
    .skipIf(!existsSync(archives))
    .each(['rar4.rar', 'rar5.rar', 'rar4-solid.rar', 'rar5-solid.rar'])(
    'in %s, compressed (skipped without QUIRE_FIXTURES)',
    async (name) => {
      const path = join(archives, name)
      const expected = readFileSync(join(archives, 'rar5.rar')).subarray(60, 60 + 3108)
      const { pages } = await readBook(path)
      const book = await shelf.add(name, readFileSync(path))
      const bytes = await Promise.all(
        pages.map(async (_, i) => Buffer.from(await (await getPage(book, i + 1)).bytes())),
      )
      expect(bytes.some((data) => data.equals(expected))).toBe(true)
      expect(bytes.map(({ length }) => length)).toEqual(pages.map(({ size }) => size))
    },
  )
})

test('a PDF page that is not an image is rendered', async () => {
  const book = await shelf.add('words.pdf', makePdf({ texts: ['one', 'two'] }))
  const answer = await getPage(book, 2)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  const { format, width } = await sharp(await answer.bytes()).metadata()
  expect(format).toBe('jpeg')
  expect(width).toBeGreaterThanOrEqual(1080)
})

describe('a converted page', () => {
  const convertPage = async (rest: string) => {
    const answer = await getPage(book, rest)
    expect([rest, answer.status]).toEqual([rest, 200])
    const { format, width, height, compression } = await sharp(await answer.bytes()).metadata()
    return {
      type: answer.headers.get('content-type'),
      format: String(compression ?? format),
      width,
      height,
    }
  }
  let book: { id: string }
  beforeAll(async () => {
    const data = await makePicture({ format: 'png', width: 1200, height: 1800 })
    book = await shelf.add('forms.cbz', makeZip([{ name: '1.png', data }]))
  })

  test.each([
    ['1?width=320', 'image/jpeg', 'jpeg', 320, 480],
    ['1?width=300', 'image/jpeg', 'jpeg', 320, 480],
    ['1?height=480&format=webp', 'image/webp', 'webp', 320, 480],
    ['1?width=480&format=avif&quality=40', 'image/avif', 'av1', 480, 720],
    ['1?width=480&height=480', 'image/jpeg', 'jpeg', 320, 480],
    ['1?width=480&height=480&fit=outside', 'image/jpeg', 'jpeg', 480, 720],
    ['1?width=99999', 'image/png', 'png', 1200, 1800],
    ['1?width=0', 'image/png', 'png', 1200, 1800],
    ['1?width=3840&format=jpeg', 'image/jpeg', 'jpeg', 1200, 1800],
    ['1/thumbnail', 'image/webp', 'webp', 320, 480],
  ])('has the requested size and format: %s', async (rest, type, format, width, height) => {
    expect(await convertPage(rest)).toEqual({ type, format, width, height })
  })

  test('is created once and has its own ETag', async () => {
    const run = spyOn(DecoderPool.prototype, 'run')
    const answers = await Promise.all(
      ['641', '700', '800'].map((width) => getPage(book, `1?width=${width}&quality=81`)),
    )
    expect(run.mock.calls.map(([task]) => task)).toEqual(['page'])
    run.mockRestore()
    const etags = new Set(answers.map(({ headers }) => headers.get('etag')))
    expect(etags.size).toBe(1)
    const [etag] = etags
    expect((await getPage(book, 1)).headers.get('etag')).not.toBe(etag!)
    const again = await getPage(book, '1?width=800&quality=90', {
      headers: { 'if-none-match': etag! },
    })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag!])
  })

  test('is available for every file format', async () => {
    const files = {
      'f.cb7': await makeSevenZip(parts),
      'f.cbt': makeGzipTar(parts),
      'f.pdf': makePdf({ texts: ['one'] }),
    }
    for (const [name, data] of Object.entries(files)) {
      const other = await shelf.add(name, data)
      for (const rest of ['1/thumbnail', '1?width=160&format=webp']) {
        const answer = await getPage(other, rest)
        expect([name, rest, answer.status]).toEqual([name, rest, 200])
        expect((await sharp(await answer.bytes()).metadata()).format).toBe('webp')
      }
    }
  })
})

describe('page responses', () => {
  test('to HEAD contain only headers', async () => {
    for (const method of [0, 8]) {
      const book = await shelf.add(
        `head ${method}.cbz`,
        makeZip(parts.map((part) => ({ ...part, method }))),
      )
      const answer = await getPage(book, 1, { method: 'HEAD' })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
      expect(answer.headers.get('content-length')).toBe(String(pictures[0]!.length))
    }
  })

  test('to a range contain bytes of the page, not of the archive', async () => {
    for (const method of [0, 8]) {
      const data = makeZip(parts.map((part) => ({ ...part, method })))
      const book = await shelf.add(`range ${method}.cbz`, data)
      const answer = await getPage(book, 2, { headers: { range: 'bytes=4-11' } })
      const bytes = Buffer.from(await answer.bytes())
      const expected = answer.status === 206 ? pictures[1]!.subarray(4, 12) : pictures[1]!
      expect([answer.status, bytes.equals(expected)]).toEqual([answer.status, true])
      if (answer.status === 206) {
        const range = `bytes 4-11/${pictures[1]!.length}`
        expect(answer.headers.get('content-range')).toBe(range)
      }
      const behind = await getPage(book, 2, { headers: { range: `bytes=${pictures[1]!.length}-` } })
      expect([200, 416]).toContain(behind.status)
      const tail = await getPage(book, 2, { headers: { range: 'bytes=-5' } })
      const end = Buffer.from(await tail.bytes())
      expect(end.equals(tail.status === 206 ? pictures[1]!.subarray(-5) : pictures[1]!)).toBe(true)
    }
  })

  test('are private, and their ETag follows the file', async () => {
    const book = await shelf.add('etag.cbz', makeZip(parts))
    const [one, two] = await Promise.all([getPage(book, 1), getPage(book, 2)])
    expect(one.headers.get('cache-control')).toStartWith('private')
    expect(one.headers.get('vary')).toBe('cookie')
    const etag = one.headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(two.headers.get('etag')).not.toBe(etag)
    const same = await getPage(book, 1, { headers: { 'if-none-match': etag } })
    expect([same.status, await same.text()]).toEqual([304, ''])
    utimesSync(join(shelf.folder, 'etag.cbz'), 1, 1)
    const changed = await getPage(book, 1, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(409)
    expect(await readCode(changed)).toBe('pages.file_changed')
  })

  test.each([
    ['0', 400],
    ['-1', 400],
    ['x', 400],
    ['1.5', 400],
    ['1?width=-1', 400],
    ['1?fit=sideways', 400],
    ['1?format=png', 400],
    ['1?quality=101', 400],
    ['1?colour=blue', 400],
    ['7', 404],
    ['7/thumbnail', 404],
    ['1000000', 404],
  ])('for %s are errors', async (rest, status) => {
    const book = await shelf.add(`refused ${rest.replaceAll('/', ' ')}.cbz`, makeZip(parts))
    expect((await getPage(book, rest)).status).toBe(status)
  })

  test('require access to the book', async () => {
    const book = await shelf.add('hidden.cbz', makeZip(parts), { trashedAt: new Date() })
    for (const path of ['pages', 'pages/1', 'pages/1/thumbnail']) {
      expect((await shelf.request(`/books/${book.id}/${path}`)).status).toBe(404)
      expect((await shelf.request(`/books/${book.id}/${path}`, { as: 'anonymous' })).status).toBe(
        401,
      )
    }
  })
})

test('the list of pages describes them with stable IDs', async () => {
  const book = await shelf.add('list.cb7', await makeSevenZip(parts))
  const listPages = async () =>
    (await (await shelf.request(`/books/${book.id}/pages`)).json()) as Record<string, unknown>[]
  const listed = await listPages()
  expect(listed.map(({ pageNumber, fileName }) => [pageNumber, fileName])).toEqual(
    pictures.map((_, i) => [i + 1, `p${i + 1}.png`]),
  )
  const first = { bookId: book.id, fileFormat: 'png', width: 200, height: 300 }
  expect(listed[0]).toMatchObject({ ...first, fileSize: pictures[0]!.length })
  expect(new Set(listed.map(({ id }) => id)).size).toBe(6)
  expect(await listPages()).toEqual(listed)
})

describe('hostile files', () => {
  test('pages with wrong offsets have no content', async () => {
    const one = { name: '1.jpg', mediaType: 'image/jpeg', width: null, height: null }
    const pages = [
      { ...one, size: 10, offset: 0, packedSize: 2000, method: 0 },
      { ...one, size: 10, offset: 0, packedSize: 20, method: 8 },
      { ...one, size: 2 ** 31, offset: 0, packedSize: 2 ** 31, method: 0 },
      { ...one, size: 20, offset: 0, packedSize: 20, method: 14 },
      { ...one, size: 10, entry: 1 },
      { ...one, size: 0 },
    ]
    const findings = [{ code: 'encrypted', message: archiveMessages.encrypted() }]
    const book = await shelf.add('lies.cbz', makeZip(parts), { contents: { pages, findings } })
    for (const [i] of pages.entries()) {
      for (const rest of [`${i + 1}`, `${i + 1}?width=160`, `${i + 1}/thumbnail`]) {
        const answer = await getPage(book, rest)
        expect([rest, answer.status]).toEqual([rest, 404])
      }
    }
    expect(await (await getPage(book, 6)).json()).toMatchObject({
      code: 'pages.unavailable_because',
      params: { reason: { code: 'archive.encrypted' } },
    })
  })

  test('a deflated page larger than declared is not extracted', async () => {
    const bomb = makeZip([{ name: '1.png', data: Buffer.alloc(5 << 20), method: 8 }])
    const pages = [{ ...(await buildBombPage(bomb)), size: 1000 }]
    const book = await shelf.add('bomb.cbz', bomb, { contents: { pages, findings: [] } })
    const answer = await getPage(book, 1)
    expect([answer.status, await readCode(answer)]).toEqual([404, damagedPage])
  })

  test('a page of 0 bytes is reported as damaged', async () => {
    const entry = { name: '1.png', data: Buffer.alloc(0) }
    const book = await shelf.add('empty-page.cbz', makeZip([entry]))
    const answer = await getPage(book, 1)
    expect([answer.status, await readCode(answer)]).toEqual([404, damagedPage])
  })

  test('a damaged archive yields the pages before the damage, and messages for the others', async () => {
    const data = makeGzipTar(parts)
    const book = await shelf.add('damaged.cbt', data)
    const path = join(shelf.folder, 'damaged.cbt')
    const { mtime } = statSync(path)
    const broken = Buffer.from(data)
    broken.fill(0xff, broken.length / 2)
    writeFileSync(path, broken)
    utimesSync(path, mtime, mtime)
    // The first page of the archive is the last page of the book.
    const sound = await getPage(book, 6)
    expect(Buffer.from(await sound.bytes()).equals(pictures[5]!)).toBe(true)
    await getPage(book, 1)
    const run = spyOn(DecoderPool.prototype, 'run')
    for (const rest of ['1', '1', '1?width=160']) {
      const answer = await getPage(book, rest)
      expect([answer.status, await readCode(answer)]).toEqual([404, damagedPage])
    }
    // Failures are cached so that repeated requests do not occupy the decoders.
    expect(run).not.toHaveBeenCalled()
    run.mockRestore()
  })

  test('a missing file and a link out of the library return 404', async () => {
    const book = await shelf.add('gone.cbz', makeZip(parts))
    rmSync(join(shelf.folder, 'gone.cbz'))
    expect((await getPage(book, 1)).status).toBe(404)
    const outside = makeFolder()
    writeTree(outside, { 'secret.png': pictures[0]! })
    const folder = await shelf.addFolder('Links', { '1.png': pictures[0]!, '2.png': pictures[1]! })
    rmSync(join(shelf.folder, 'Links/1.png'))
    symlinkSync(join(outside, 'secret.png'), join(shelf.folder, 'Links/1.png'))
    expect((await getPage(folder, 1)).status).toBe(404)
    expect((await getPage(folder, 2)).status).toBe(200)
  })

  test('pages are never served with a type that browsers execute', async () => {
    const place = { size: 5, offset: 0, packedSize: 5, method: 0, width: null, height: null }
    const types = ['text/html', 'image/svg+xml', 'image/png']
    const pages = types.map((mediaType) => ({ name: 'x', mediaType, ...place }))
    const book = await shelf.add('types.cbz', makeZip(parts), { contents: { pages, findings: [] } })
    const sent = await Promise.all([1, 2, 3].map(async (n) => (await getPage(book, n)).headers))
    expect(sent.map((headers) => headers.get('content-type'))).toEqual([
      'application/octet-stream',
      'application/octet-stream',
      'image/png',
    ])
    expect(sent.every((headers) => headers.get('x-content-type-options') === 'nosniff')).toBe(true)
  })
})

async function buildBombPage(data: Uint8Array) {
  const path = join(makeFolder(), 'bomb.cbz')
  writeFileSync(path, data)
  const { pages } = await readBook(path)
  return { ...pages[0]!, offset: pages[0]?.offset ?? 0, packedSize: 5000, method: 8 }
}
