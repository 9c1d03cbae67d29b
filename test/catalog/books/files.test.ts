import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDisposition } from '../../../src/platform/http/responses/file-response'
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
let home: SeededSeries
let listener: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  server = await startTestServer()
  folder = join(makeFolder(), 'library')
  mkdirSync(folder)
  home = await seedSeries(server, await seedLibrary(server, { path: folder }))
  // Ranges are cut by the server itself, so they are asked for over a real connection.
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

/** A file in the library and its book, as a scan would have left them. */
async function addBook(name: string, data: Uint8Array | string = text, values = {}) {
  writeTree(folder, { [name]: data })
  const { size, mtimeMs } = statSync(join(folder, name))
  return seedBook(server, home, { relativePath: name, size, modifiedAtMs: mtimeMs, ...values })
}

/** A token that the app of this server takes. */
const bearer = async (as: string) => {
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

async function ask(path: string, init: RequestInit & { as?: string } = {}) {
  const headers = new Headers(init.headers)
  headers.set('authorization', await bearer(init.as ?? 'ann'))
  return fetch(new URL(`/api/v1${path}`, listener.url), { ...init, headers })
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
    const lost = await seedSeries(server, await seedLibrary(server, { path: `${away}/moved` }))
    for (const book of [gone, directory, await seedBook(server, lost)]) {
      const answer = await fileOf(book)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'books.file_missing' })
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
      const answer = await fileOf(await seedBook(server, home, { relativePath }))
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('secret.cbz')
    }
  })

  test('may be a link within the library, and the library may be a link itself', async () => {
    writeTree(folder, { 'real.cbz': 'real' })
    symlinkSync(join(folder, 'real.cbz'), join(folder, 'inside.cbz'))
    const book = await seedBook(server, home, { relativePath: 'inside.cbz' })
    expect(await (await fileOf(book)).text()).toBe('real')
    const link = join(makeFolder(), 'library')
    symlinkSync(folder, link)
    const linked = await seedSeries(server, await seedLibrary(server, { path: link }))
    const same = await seedBook(server, linked, { relativePath: 'real.cbz' })
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
test('a file is not there for who may not see the book', async () => {
  const hidden = await addBook('hidden.cbz', text, { trashedAt: new Date() })
  expect((await fileOf(hidden)).status).toBe(404)
  expect((await ask(`/books/${hidden.id}/file`, { as: 'nobody' })).status).toBe(401)
})

test.each([
  ['plain.pdf', `filename="plain.pdf"; filename*=UTF-8''plain.pdf`],
  ['a\r\nSet-Cookie: x', `filename="a__Set-Cookie: x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
  ['../../x', `filename=".._.._x"; filename*=UTF-8''.._.._x`],
  ["it's (1)*", `filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ['進\u202egpj.cbz', `filename="__gpj.cbz"; filename*=UTF-8''%E9%80%B2_gpj.cbz`],
  ['\ud800.cbz', `filename="_.cbz"; filename*=UTF-8''%EF%BF%BD.cbz`],
])('names the download %p safely', (name, expected) => {
  expect(formatDisposition('attachment', name)).toBe(`attachment; ${expected}`)
})
