/** The archive and the posters of collections and reading lists in the Komga API. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { findEntry, openZip, readZipEntry } from '../../../src/media/archives/zip/zip'
import { BookFile } from '../../../src/media/contents/book-file'
import { readBook } from '../../../src/media/reader/reader'
import { limitTo } from '../../catalog/item-lists/two-kinds'
import { makeCbz } from '../../support/make/cbz'
import { makePicture } from '../../support/make/pictures'
import { makeFolder, writeBook, writeTree } from '../../support/make/tree'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
let libraries: { open: SeededLibrary; hidden: SeededLibrary }

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
  libraries = {
    open: await seedLibrary(server, { path: makeFolder() }),
    hidden: await seedLibrary(server, { path: makeFolder() }),
  }
  await limitTo(server, 'ann', [libraries.open.id])
})
afterAll(() => server.close())

async function addBook(name: string, library = libraries.open) {
  writeTree(library.path, { [name]: await makeCbz({ pages: 1, width: 300 + name.length }) })
  const contents = await readBook(join(library.path, name))
  const series = await seedSeries(server, library, { title: name })
  return seedBook(server, series, {
    title: name,
    relativePath: name,
    pageCount: 1,
    contents: { pages: contents.pages, cover: contents.cover },
  })
}

async function addList(owner: 'collections' | 'readlists', ids: readonly string[]) {
  const member = owner === 'collections' ? 'seriesIds' : 'bookIds'
  const body = { name: `List ${Bun.randomUUIDv7()}`, ordered: true, [member]: ids }
  const created = await komga('POST', `/api/v1/${owner}`, { body })
  expect(created.status).toBe(200)
  const { id } = created.body
  const path = `/${owner}/${id}`
  await server.call('PATCH', path, { as: 'max', body: { sharing: 'everyone' } })
  return { id: id as string, name: body.name, path: `/api/v1${path}` }
}

function readZip(bytes: Uint8Array) {
  using file = new BookFile(writeBook('list.zip', Buffer.from(bytes)))
  const zip = openZip(file)
  expect(zip.recovered).toBe(false)
  return new Map(
    zip.entries.map(({ name }) => [name, readZipEntry(zip, findEntry(zip, name)!)] as const),
  )
}

test('P4: the file of a reading list holds its visible books in their order', async () => {
  const last = await addBook('z.cbz')
  const secret = await addBook('secret.cbz', libraries.hidden)
  const first = await addBook('a.cbz')
  const gone = await seedBook(server, await seedSeries(server, libraries.open, { title: 'gone' }), {
    relativePath: 'gone.cbz',
  })
  const list = await addList('readlists', [last.id, secret.id, first.id, gone.id])

  const all = await komga('GET', `${list.path}/file`)
  expect(all.status).toBe(200)
  expect(all.headers.get('content-type')).toBe('application/zip')
  expect(all.headers.get('content-disposition')).toContain(`${list.name}.zip`)
  const names = ['1 - z.cbz', '2 - secret.cbz', '3 - a.cbz', 'MISSING FILES.txt']
  const files = readZip(all.bytes)
  expect([...files.keys()]).toEqual(names)
  const original = await Bun.file(join(libraries.open.path, 'z.cbz')).bytes()
  expect(files.get('1 - z.cbz')!.equals(Buffer.from(original))).toBe(true)
  expect(files.get('MISSING FILES.txt')!.toString()).toContain('gone.cbz')

  const some = await komga('GET', `${list.path}/file`, { as: 'ann' })
  expect([...readZip(some.bytes).keys()]).toEqual(['1 - z.cbz', '2 - a.cbz', 'MISSING FILES.txt'])
})

test('P4: the file of a smart list follows its condition', async () => {
  const book = await addBook('smart.cbz')
  const body = {
    name: 'Smart',
    sharing: 'everyone',
    condition: { seriesId: { operator: 'is', value: book.seriesId } },
  }
  const created = await server.call('POST', '/readlists', { as: 'max', body })
  expect(created.status).toBe(201)
  const { status, bytes } = await komga('GET', `/api/v1/readlists/${created.body.id}/file`)
  expect([status, [...readZip(bytes).keys()]]).toEqual([200, ['1 - smart.cbz']])
})

test('P4: the file is refused without the permission, the list or a visible book', async () => {
  const secret = await addBook('hidden.cbz', libraries.hidden)
  const list = await addList('readlists', [secret.id])
  const empty = await addList('readlists', [])
  const getStatus = async (path: string, as: string) => (await komga('GET', path, { as })).status
  expect(await getStatus(`${list.path}/file`, 'ann')).toBe(404)
  expect(await getStatus(`${empty.path}/file`, 'max')).toBe(404)
  expect(await getStatus(`/api/v1/readlists/${Bun.randomUUIDv7()}/file`, 'max')).toBe(404)
  expect(await getStatus(`${list.path}/file`, '')).toBe(401)

  const key = await server.call('POST', '/api-keys', {
    as: 'max',
    body: { name: 'No files', permissions: ['readlists:read', 'books:read'] },
  })
  expect(key.status).toBe(201)
  const response = await server.fetch(`/komga${list.path}/file`, {
    headers: { 'x-api-key': key.body.key },
  })
  expect(response.status).toBe(403)
})

test('P4: collections and reading lists have one poster, generated or uploaded', async () => {
  const book = await addBook('cover.cbz')
  await createLibraryThumbnails(
    server.ctx,
    { libraryId: libraries.open.id },
    new AbortController().signal,
  )
  const lists = [
    { list: await addList('collections', [book.seriesId]), member: 'collectionId' },
    { list: await addList('readlists', [book.id]), member: 'readListId' },
  ]
  for (const { list, member } of lists) {
    const posters = `${list.path}/thumbnails`
    const generated = await komga('GET', posters, { as: 'ann' })
    expect(generated.body).toMatchObject([
      { id: list.id, [member]: list.id, type: 'GENERATED', selected: true },
    ])
    const picture = await komga('GET', `${posters}/${list.id}`, { as: 'ann' })
    const shown = await komga('GET', `${list.path}/thumbnail`, { as: 'ann' })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(picture.bytes).equals(Buffer.from(shown.bytes))).toBe(true)
    expect((await komga('DELETE', `${posters}/${list.id}`)).status).toBe(409)

    const form = new FormData()
    const data = await makePicture({ seed: 5 })
    form.set('file', new File([data], 'cover.jpg', { type: 'image/jpeg' }))
    expect((await komga('POST', posters, { as: 'ann', body: form })).status).toBe(403)
    const { status, body: uploaded } = await komga('POST', posters, { body: form })
    expect([status, uploaded.type, uploaded[member]]).toEqual([200, 'USER_UPLOADED', list.id])
    expect((await komga('GET', posters)).body).toEqual([uploaded])
    const poster = `${posters}/${uploaded.id}`
    expect(Buffer.from((await komga('GET', poster)).bytes).equals(data)).toBe(true)
    expect((await komga('PUT', `${poster}/selected`)).status).toBe(202)
    expect((await komga('DELETE', poster, { as: 'ann' })).status).toBe(403)
    expect((await komga('DELETE', poster)).status).toBe(202)
    expect((await komga('GET', posters)).body).toMatchObject([{ id: list.id }])
    for (const method of ['GET', 'DELETE']) {
      for (const id of [uploaded.id, Bun.randomUUIDv7(), 'x']) {
        expect([method, id, (await komga(method, `${posters}/${id}`)).status]).toEqual([
          method,
          id,
          404,
        ])
      }
    }
  }
})

test('P4: posters of lists that the viewer cannot see are not found', async () => {
  const secret = await addBook('unseen.cbz', libraries.hidden)
  const lists = [
    await addList('collections', [secret.seriesId]),
    await addList('readlists', [secret.id]),
  ]
  for (const { id, path } of lists) {
    for (const poster of ['', `/${id}`]) {
      const { status } = await komga('GET', `${path}/thumbnails${poster}`, { as: 'ann' })
      expect([path, poster, status]).toEqual([path, poster, 404])
    }
  }
})
