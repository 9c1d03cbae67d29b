import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBook } from '../../src/formats/reader'
import { dispositionOf } from '../../src/http/file-answer'
import { type House, openHouse } from '../support/house'
import { makeCbz } from '../support/make/cbz'
import { makeFolder, writeTree } from '../support/make/tree'
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededSeries,
} from '../support/seed'

let house: House
let folder: string
let home: SeededSeries
let server: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  house = await openHouse()
  folder = join(makeFolder(), 'library')
  mkdirSync(folder)
  home = await seedSeries(house, await seedLibrary(house, { path: folder }))
  // Ranges are cut by the server itself, so they are asked for over a real connection.
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => house.app.handle(request),
  })
})
afterAll(async () => {
  await server.stop(true)
  await house.close()
})

const text = '0123456789abcdefghij'

/** A file in the library and its book, as a scan would have left them. */
async function addBook(name: string, data: Uint8Array | string = text, values = {}) {
  writeTree(folder, { [name]: data })
  const { size, mtimeMs } = statSync(join(folder, name))
  return seedBook(house, home, { relativePath: name, size, modifiedAtMs: mtimeMs, ...values })
}

async function addComic(name: string, stored: boolean) {
  const data = await makeCbz({ pages: 3, stored, width: 80, height: 120 })
  writeTree(folder, { [name]: data })
  const { pages } = await readBook(join(folder, name))
  return { book: await addBook(name, data, { contents: { pages } }), pages }
}

/** A token that the app of this house takes. */
const bearer = async (as: string) => {
  let token = ''
  const keep = house.app.handle.bind(house.app)
  house.app.handle = (request) => {
    token = request.headers.get('authorization') ?? ''
    return keep(request)
  }
  await house.call('GET', '/books', { as })
  house.app.handle = keep
  return token
}

async function ask(path: string, init: RequestInit & { as?: string } = {}) {
  const headers = new Headers(init.headers)
  headers.set('authorization', await bearer(init.as ?? 'ann'))
  return fetch(new URL(`/api/v1${path}`, server.url), { ...init, headers })
}

const fileOf = (book: SeededBook, headers: Record<string, string> = {}, method = 'GET') =>
  ask(`/books/${book.id}/file`, { headers, method })

describe('the file of a book', () => {
  test('comes whole, with its type, its name and a strong validator', async () => {
    const book = await addBook('Folder/Ōtomo "x" 100%.cbz')
    const answer = await fileOf(book)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(text)
    const { headers } = answer
    expect(headers.get('content-type')).toBe('application/vnd.comicbook+zip')
    expect(headers.get('content-length')).toBe('20')
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(headers.get('cache-control')).toStartWith('private')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_tomo _x_ 100_.cbz"; filename*=UTF-8''%C5%8Ctomo%20%22x%22%20100%25.cbz`,
    )
  })

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/20'],
    ['bytes=5-', 206, '56789abcdefghij', 'bytes 5-19/20'],
    ['bytes=-4', 206, 'ghij', 'bytes 16-19/20'],
    ['bytes=-400', 206, text, 'bytes 0-19/20'],
    ['bytes=18-400', 206, 'ij', 'bytes 18-19/20'],
    ['bytes=0-1,4-5', 200, text, null],
    ['pages=1-2', 200, text, null],
  ])('answers the range %s', async (range, status, body, contentRange) => {
    const answer = await fileOf(await addBook('range.cbz', text, rangeBook()), { range })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toBe(body)
    expect(answer.headers.get('content-range')).toBe(contentRange)
  })

  test('refuses a range behind the end', async () => {
    const answer = await fileOf(await addBook('behind.cbz'), { range: 'bytes=20-' })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe('bytes */20')
  })

  test('sends the part only of the version that If-Range names', async () => {
    const book = await addBook('if-range.cbz')
    const etag = (await fileOf(book)).headers.get('etag')!
    const same = await fileOf(book, { range: 'bytes=0-1', 'if-range': etag })
    expect([same.status, await same.text()]).toEqual([206, '01'])
    const other = await fileOf(book, { range: 'bytes=0-1', 'if-range': '"other"' })
    expect([other.status, await other.text()]).toEqual([200, text])
    const known = await fileOf(book, { 'if-none-match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  test('answers HEAD with the headers alone', async () => {
    const answer = await fileOf(await addBook('head.cbz'), {}, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBe('20')
  })

  test('is sent as it is now, with another validator, when it changed since the scan', async () => {
    const book = await addBook('changed.cbz')
    const before = (await fileOf(book)).headers.get('etag')
    writeFileSync(join(folder, 'changed.cbz'), 'new bytes')
    const answer = await fileOf(book)
    expect(await answer.text()).toBe('new bytes')
    expect(answer.headers.get('etag')).not.toBe(before)
  })

  test('is not found, in words, when it is gone, a folder, or the whole library is away', async () => {
    const gone = await addBook('gone.cbz')
    rmSync(join(folder, 'gone.cbz'))
    const directory = await addBook('directory.cbz')
    rmSync(join(folder, 'directory.cbz'))
    mkdirSync(join(folder, 'directory.cbz'))
    const away = makeFolder()
    const lost = await seedSeries(house, await seedLibrary(house, { path: `${away}/moved` }))
    for (const book of [gone, directory, await seedBook(house, lost)]) {
      const answer = await fileOf(book)
      expect(answer.status).toBe(404)
      expect(((await answer.json()) as { message: string }).message).toContain('library folder')
    }
  })

  test('never lies outside of the library, whatever the path and its links say', async () => {
    const outside = makeFolder()
    writeTree(outside, { 'secret.cbz': 'secret', 'inner/secret.cbz': 'secret' })
    writeTree(`${folder}-beside`, { 'secret.cbz': 'secret' })
    symlinkSync(join(outside, 'secret.cbz'), join(folder, 'link.cbz'))
    symlinkSync(join(outside, 'inner'), join(folder, 'linked'))
    const paths = ['link.cbz', 'linked/secret.cbz', '../library-beside/secret.cbz', '..', '.', '']
    for (const relativePath of [...paths, `../${'../'.repeat(20)}etc/passwd`]) {
      const answer = await fileOf(await seedBook(house, home, { relativePath }))
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('secret.cbz')
    }
  })

  test('may be a link within the library, and the library may be a link itself', async () => {
    writeTree(folder, { 'real.cbz': 'real' })
    symlinkSync(join(folder, 'real.cbz'), join(folder, 'inside.cbz'))
    const book = await seedBook(house, home, { relativePath: 'inside.cbz' })
    expect(await (await fileOf(book)).text()).toBe('real')
    const link = join(makeFolder(), 'library')
    symlinkSync(folder, link)
    const linked = await seedSeries(house, await seedLibrary(house, { path: link }))
    const same = await seedBook(house, linked, { relativePath: 'real.cbz' })
    expect(await (await fileOf(same)).text()).toBe('real')
  })
})

let ranges = 0
/** Each book needs a path of its own; these share one file. */
function rangeBook() {
  const name = `range-${++ranges}.cbz`
  writeTree(folder, { [name]: text })
  return { relativePath: name }
}

describe('pages', () => {
  test.each([['stored'], ['deflated']])(
    'of a comic that is %s are sent as they are',
    async (how) => {
      const { book, pages } = await addComic(`${how}.cbz`, how === 'stored')
      expect(pages.map(({ method }) => method)).toEqual(how === 'stored' ? [0, 0, 0] : [8, 8, 8])
      const listed = (await (await ask(`/books/${book.id}/pages`)).json()) as Record<
        string,
        unknown
      >[]
      expect(listed.map(({ pageNumber, fileName }) => [pageNumber, fileName])).toEqual([
        [1, '001.jpg'],
        [2, '002.jpg'],
        [3, '003.jpg'],
      ])
      expect(listed[0]).toMatchObject({
        bookId: book.id,
        fileFormat: 'jpeg',
        width: 80,
        height: 120,
      })
      expect(new Set(listed.map(({ id }) => id)).size).toBe(3)
      const again = (await (await ask(`/books/${book.id}/pages`)).json()) as typeof listed
      expect(again).toEqual(listed)
      for (const [place, { fileSize }] of listed.entries()) {
        const answer = await ask(`/books/${book.id}/pages/${place + 1}`)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe('image/jpeg')
        expect(answer.headers.get('cache-control')).toStartWith('private')
        const bytes = await answer.bytes()
        expect([bytes.length, bytes[0], bytes[1]]).toEqual([fileSize as number, 0xff, 0xd8])
      }
    },
  )

  test('have validators of their own', async () => {
    const { book } = await addComic('tags.cbz', true)
    const page = (number: number, headers = {}) =>
      ask(`/books/${book.id}/pages/${number}`, { headers })
    const etags = await Promise.all([1, 2].map(async (n) => (await page(n)).headers.get('etag')))
    expect(etags[0]).toMatch(/^"[^"]+"$/)
    expect(etags[0]).not.toBe(etags[1]!)
    expect((await page(1, { 'if-none-match': etags[0]! })).status).toBe(304)
    expect((await page(2, { 'if-none-match': etags[0]! })).status).toBe(200)
  })

  test.each([
    ['0', 400],
    ['-1', 400],
    ['x', 400],
    ['1.5', 400],
    ['4', 404],
    ['1000000', 404],
  ])('%s is refused', async (number, status) => {
    const { book } = await addComic(`refused ${number}.cbz`, true)
    expect((await ask(`/books/${book.id}/pages/${number}`)).status).toBe(status)
  })

  test('that are damaged, lie about their size or have no bytes are not found', async () => {
    const page = { name: '1.jpg', mediaType: 'image/jpeg', width: null, height: null }
    const pages = [
      { ...page, size: 10, offset: 0, packedSize: 20, method: 0 },
      { ...page, size: 10, offset: 0, packedSize: 20, method: 8 },
      { ...page, size: 2 ** 31, offset: 0, packedSize: 2 ** 31, method: 0 },
      { ...page, size: 0 },
    ]
    const book = await addBook('damaged.cbz', text, { contents: { pages } })
    for (const number of [1, 2, 3, 4]) {
      const answer = await ask(`/books/${book.id}/pages/${number}`)
      expect([number, answer.status]).toEqual([number, 404])
    }
  })

  test('are never sent as something a browser would run', async () => {
    const place = { size: 5, offset: 0, packedSize: 5, method: 0, width: null, height: null }
    const types = ['text/html', 'image/svg+xml', 'image/png']
    const pages = types.map((mediaType) => ({ name: 'x', mediaType, ...place }))
    const book = await addBook('types.cbz', text, { contents: { pages } })
    const sent = await Promise.all(
      [1, 2, 3].map(async (n) => (await ask(`/books/${book.id}/pages/${n}`)).headers),
    )
    expect(sent.map((headers) => headers.get('content-type'))).toEqual([
      'application/octet-stream',
      'application/octet-stream',
      'image/png',
    ])
    expect(sent.every((headers) => headers.get('x-content-type-options') === 'nosniff')).toBe(true)
  })

  test('of a file that changed since the scan are a conflict, not some other bytes', async () => {
    const { book } = await addComic('replaced.cbz', true)
    renameSync(join(folder, 'stored.cbz'), join(folder, 'replaced.cbz'))
    writeFileSync(join(folder, 'replaced.cbz'), 'x'.repeat(5000))
    const answer = await ask(`/books/${book.id}/pages/1`)
    expect(answer.status).toBe(409)
    expect(((await answer.json()) as { message: string }).message).toContain('Scan')
  })

  test('and files are not there for who may not see the book', async () => {
    const hidden = await addBook('hidden.cbz', text, { trashedAt: new Date() })
    for (const path of ['file', 'pages', 'pages/1']) {
      expect((await ask(`/books/${hidden.id}/${path}`)).status).toBe(404)
      expect((await ask(`/books/${hidden.id}/${path}`, { as: 'nobody' })).status).toBe(401)
    }
  })
})

test.each([
  ['plain.pdf', `filename="plain.pdf"; filename*=UTF-8''plain.pdf`],
  ['a\r\nSet-Cookie: x', `filename="a__Set-Cookie: x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
  ['../../x', `filename=".._.._x"; filename*=UTF-8''.._.._x`],
  ["it's (1)*", `filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ['進\u202egpj.cbz', `filename="__gpj.cbz"; filename*=UTF-8''%E9%80%B2_gpj.cbz`],
  ['\ud800.cbz', `filename="_.cbz"; filename*=UTF-8''%EF%BF%BD.cbz`],
])('names the download %p safely', (name, expected) => {
  expect(dispositionOf('attachment', name)).toBe(`attachment; ${expected}`)
})
