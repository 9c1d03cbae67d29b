/** E-books as Komelia and KMReader stream them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { makeCbz } from '../../support/make/cbz'
import { makePdf } from '../../support/make/pdf'
import { makeEpub } from '../../support/make/epub'
import { createKomgaClient } from './komga-client'

let shelf: Shelf
let send: ReturnType<typeof createKomgaClient>
let path: string

beforeAll(async () => {
  shelf = await openShelf()
  const call = createKomgaClient(shelf.server)
  send = (method, address, options) => call(method, address, { as: 'ann', ...options })
  const chapters = ['short', 'long '.repeat(2000), 'last']
  const { id } = await shelf.add('novel.epub', await makeEpub({ chapters, author: 'Ada Quill' }))
  path = `/api/v1/books/${id}`
})
afterAll(() => shelf.close())

test('the manifest has whole addresses that lead to the parts', async () => {
  const { body, headers } = await send('GET', `${path}/manifest`)
  expect(headers.get('content-type')).toStartWith('application/webpub+json')
  expect(body.metadata).toMatchObject({ author: ['Ada Quill'], conformsTo: expect.any(String) })
  const [first] = body.readingOrder
  expect(first.href).toStartWith(`http://localhost/komga${path}/resource/`)
  const part = await send('GET', new URL(first.href).pathname.slice('/komga'.length))
  expect(new TextDecoder().decode(part.bytes)).toContain('short')
  const policy = part.headers.get('content-security-policy')
  expect(policy).toContain(`img-src localhost/komga${path}/resource/ `)
  expect((await send('GET', `${path}/manifest/epub`)).body).toEqual(body)
})

test.each(['cbz', 'pdf'])('the manifest of a %s has its pages', async (format) => {
  const data = format === 'pdf' ? makePdf({ texts: ['One', 'Two'] }) : await makeCbz({ pages: 2 })
  const { id } = await shelf.add(`Pages.${format}`, data, { title: 'Pages' })
  const book = `/api/v1/books/${id}`
  const { body, headers } = await send('GET', `${book}/manifest`)
  expect(headers.get('content-type')).toStartWith('application/divina+json')
  expect(body.metadata).toMatchObject({ title: 'Pages', numberOfPages: 2, author: [] })
  const hrefs = body.readingOrder.map(({ href }: { href: string }) => href)
  expect(hrefs).toEqual([1, 2].map((page) => `http://localhost/komga${book}/pages/${page}`))
  const page = await send('GET', new URL(hrefs[1]).pathname.slice('/komga'.length))
  expect(page.headers.get('content-type')).toStartWith('image/')
  expect((await send('GET', `${book}/manifest/divina`)).body).toEqual(body)
  const { positions } = (await send('GET', `${book}/positions`)).body
  expect(positions).toMatchObject([{ href: 'pages/1' }, { href: 'pages/2' }])
})

test('addresses follow the public URL', async () => {
  const { server } = shelf.server.ctx.config
  Object.assign(server, { public_url: 'https://books.example.org/quire' })
  try {
    const { body } = await send('GET', `${path}/manifest`)
    expect(body.readingOrder[0].href).toStartWith('https://books.example.org/quire/komga/api/v1/')
  } finally {
    Object.assign(server, { public_url: undefined })
  }
})

test('a position goes out and comes back with the name in the archive', async () => {
  expect((await send('GET', `${path}/progression`)).status).toBe(204)
  const { positions } = (await send('GET', `${path}/positions`)).body
  const locator = positions.at(-1)
  expect(locator.href).not.toContain('resources/')
  const device = { id: 'phone', name: 'My phone' }
  const body = { device, modified: '2026-11-20T10:00:00.000Z', locator }
  expect((await send('PUT', `${path}/progression`, { body })).status).toBe(204)
  const saved = await send('GET', `${path}/progression`)
  expect(saved.body).toMatchObject({ device, locator: { href: locator.href } })
  // An absolute URL works, too.
  const [first] = positions
  const href = `http://localhost/komga${path}/resource/${first.href}`
  const back = { device, modified: new Date().toISOString(), locator: { ...first, href } }
  expect((await send('PUT', `${path}/progression`, { body: back })).status).toBe(204)
  const again = await send('GET', `${path}/progression`)
  expect(again.body.locator.href).toBe(first.href)
})

async function saveLocator(locator: object, modified: string) {
  const body = { device: { id: 'reader', name: 'Reader' }, modified, locator }
  expect((await send('PUT', `${path}/progression`, { body })).status).toBe(204)
  return (await send('GET', `${path}/progression`)).body?.locator?.href
}

test('P9: a position in whole seconds counts right after the book was marked unread', async () => {
  const { positions } = (await send('GET', `${path}/positions`)).body
  await saveLocator(positions[0], new Date().toISOString())
  expect((await send('DELETE', `${path}/read-progress`)).status).toBe(204)
  expect((await send('GET', `${path}/progression`)).status).toBe(204)
  const second = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  expect(await saveLocator(positions.at(-1), second)).toBe(positions.at(-1).href)
})

test('P16: a device whose clock is years behind can turn back', async () => {
  const { positions } = (await send('GET', `${path}/positions`)).body
  expect((await send('DELETE', `${path}/read-progress`)).status).toBe(204)
  const last = positions.at(-1)
  expect(await saveLocator(last, '2017-01-01T00:00:00.000Z')).toBe(last.href)
  expect(await saveLocator(positions[0], '2017-01-01T00:01:00.000Z')).toBe(positions[0].href)
})

test.each([
  ['no body', undefined],
  ['no locator', { modified: '2026-11-20T10:00:00Z' }],
  [
    'a part of another book',
    {
      modified: '2026-11-20T10:00:00Z',
      locator: { href: 'a/b.xhtml', type: 'text/html', locations: { progression: 0 } },
    },
  ],
  ['broken JSON', '{"locator":'],
])('refuses a position with %s', async (_, body) => {
  const answer = await send('PUT', `${path}/progression`, {
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect([answer.status, answer.body.status]).toEqual([400, 400])
})
