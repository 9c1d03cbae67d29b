import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDisposition } from '../../../src/platform/http/responses/content-disposition'
import { type TestServer, startTestServer } from '../../support/server'
import { makeFolder, writeTree } from '../../support/make/tree'
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededSeries,
} from '../../support/seed'

let server: TestServer
let folder: string
let librarySeries: SeededSeries
let listener: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  server = await startTestServer()
  folder = join(makeFolder(), 'library')
  mkdirSync(folder)
  librarySeries = await seedSeries(server, await seedLibrary(server, { path: folder }))
  // Bun's HTTP server handles ranges, so these tests use a real connection.
  listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => server.app.handle(request),
  })
})
afterAll(async () => {
  await listener.stop(true)
  await server.close()
})

const text = '0123456789abcdefghij'

/** Adds a file to the library, and its book, like a scan. */
async function addBook(name: string, data: Uint8Array | string = text, values = {}) {
  writeTree(folder, { [name]: data })
  const { size, mtimeMs } = statSync(join(folder, name))
  return seedBook(server, librarySeries, {
    relativePath: name,
    size,
    modifiedAtMs: mtimeMs,
    ...values,
  })
}

/** Builds a header with an access token of this server. */
const buildBearerHeader = async (as: string) => {
  let token = ''
  const keep = server.app.handle.bind(server.app)
  server.app.handle = (request) => {
    token = request.headers.get('authorization') ?? ''
    return keep(request)
  }
  await server.call('GET', '/books', { as })
  server.app.handle = keep
  return token
}

async function fetchFrom(path: string, init: RequestInit & { as?: string } = {}) {
  const headers = new Headers(init.headers)
  headers.set('authorization', await buildBearerHeader(init.as ?? 'ann'))
  return fetch(new URL(`/api/v1${path}`, listener.url), { ...init, headers })
}

const getFile = (book: SeededBook, headers: Record<string, string> = {}, method = 'GET') =>
  fetchFrom(`/books/${book.id}/file`, { headers, method })

describe('the file of a book', () => {
  test('is served completely, with type, name and a strong ETag', async () => {
    const book = await addBook('Folder/Ōtomo "x" 100%.cbz')
    const answer = await getFile(book)
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
  ])('returns the range %s', async (range, status, body, contentRange) => {
    const answer = await getFile(await addBook('range.cbz', text, getRangeBook()), { range })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toBe(body)
    expect(answer.headers.get('content-range')).toBe(contentRange)
  })

  test.each(['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf', 'unknown'])(
    'B2: has a documented type if it is a .%s file',
    async (extension) => {
      const answer = await getFile(await addBook(`typed.${extension}`, text, { format: null }))
      const { body } = await server.call('GET', '/openapi.json')
      const { responses } = body.paths['/api/v1/books/{id}/file'].get
      const type = answer.headers.get('content-type')!
      expect(Object.keys(responses['200'].content)).toContain(type)
      expect(Object.keys(responses['206'].content)).toContain(type)
      expect(type === 'application/octet-stream').toBe(extension === 'unknown')
    },
  )

  test('rejects a range after the end', async () => {
    const answer = await getFile(await addBook('behind.cbz'), { range: 'bytes=20-' })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe('bytes */20')
  })

  test('serves a range only of the version in If-Range', async () => {
    const book = await addBook('if-range.cbz')
    const etag = (await getFile(book)).headers.get('etag')!
    const same = await getFile(book, { range: 'bytes=0-1', 'if-range': etag })
    expect([same.status, await same.text()]).toEqual([206, '01'])
    const other = await getFile(book, { range: 'bytes=0-1', 'if-range': '"other"' })
    expect([other.status, await other.text()]).toEqual([200, text])
    const known = await getFile(book, { 'if-none-match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  test('returns only headers for HEAD', async () => {
    const answer = await getFile(await addBook('head.cbz'), {}, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBe('20')
  })

  test('is served in its current version with a new ETag after it changed since the scan', async () => {
    const book = await addBook('changed.cbz')
    const before = (await getFile(book)).headers.get('etag')
    writeFileSync(join(folder, 'changed.cbz'), 'new bytes')
    const answer = await getFile(book)
    expect(await answer.text()).toBe('new bytes')
    expect(answer.headers.get('etag')).not.toBe(before)
  })

  test('returns 404 with a reason when it is missing, a folder, or the library is unavailable', async () => {
    const gone = await addBook('gone.cbz')
    rmSync(join(folder, 'gone.cbz'))
    const directory = await addBook('directory.cbz')
    rmSync(join(folder, 'directory.cbz'))
    mkdirSync(join(folder, 'directory.cbz'))
    const away = makeFolder()
    const lost = await seedSeries(server, await seedLibrary(server, { path: `${away}/moved` }))
    for (const book of [gone, directory, await seedBook(server, lost)]) {
      const answer = await getFile(book)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'books.file_missing' })
    }
  })

  test('never resolves outside the library, through paths or links', async () => {
    const outside = makeFolder()
    writeTree(outside, { 'secret.cbz': 'secret', 'inner/secret.cbz': 'secret' })
    writeTree(`${folder}-beside`, { 'secret.cbz': 'secret' })
    symlinkSync(join(outside, 'secret.cbz'), join(folder, 'link.cbz'))
    symlinkSync(join(outside, 'inner'), join(folder, 'linked'))
    const paths = ['link.cbz', 'linked/secret.cbz', '../library-beside/secret.cbz', '..', '.', '']
    for (const relativePath of [...paths, `../${'../'.repeat(20)}etc/passwd`]) {
      const answer = await getFile(await seedBook(server, librarySeries, { relativePath }))
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('secret.cbz')
    }
  })

  test('may be a link within the library, and the library may be a link', async () => {
    writeTree(folder, { 'real.cbz': 'real' })
    symlinkSync(join(folder, 'real.cbz'), join(folder, 'inside.cbz'))
    const book = await seedBook(server, librarySeries, { relativePath: 'inside.cbz' })
    expect(await (await getFile(book)).text()).toBe('real')
    const link = join(makeFolder(), 'library')
    symlinkSync(folder, link)
    const linked = await seedSeries(server, await seedLibrary(server, { path: link }))
    const same = await seedBook(server, linked, { relativePath: 'real.cbz' })
    expect(await (await getFile(same)).text()).toBe('real')
  })
})

let ranges = 0
/** Writes a file of its own for each book, because paths must be unique. */
function getRangeBook() {
  const name = `range-${++ranges}.cbz`
  writeTree(folder, { [name]: text })
  return { relativePath: name }
}
test('returns 404 for a user who cannot see the book', async () => {
  const hidden = await addBook('hidden.cbz', text, { trashedAt: new Date() })
  expect((await getFile(hidden)).status).toBe(404)
  expect((await fetchFrom(`/books/${hidden.id}/file`, { as: 'anonymous' })).status).toBe(401)
})

test.each([
  ['plain.pdf', `filename="plain.pdf"; filename*=UTF-8''plain.pdf`],
  ['a\r\nSet-Cookie: x', `filename="a__Set-Cookie: x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
  ['../../x', `filename=".._.._x"; filename*=UTF-8''.._.._x`],
  ["it's (1)*", `filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ['進\u202egpj.cbz', `filename="__gpj.cbz"; filename*=UTF-8''%E9%80%B2_gpj.cbz`],
  ['\ud800.cbz', `filename="_.cbz"; filename*=UTF-8''%EF%BF%BD.cbz`],
])('a download name of %p is encoded safely', (name, expected) => {
  expect(formatDisposition('attachment', name)).toBe(`attachment; ${expected}`)
})
