/** Manifests, positions and progression of OPDS 2.0, of books with a file. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { makeEpub } from '../../support/make/epub'
import { makePictures } from '../../support/make/pictures'
import type { SeededBook } from '../../support/seed'
import { makeZip } from '../../support/make/zip'
import { checkManifest, checkPublication } from './opds2-schema'

let shelf: Shelf
let comic: SeededBook
let ebook: SeededBook

beforeAll(async () => {
  shelf = await openShelf()
  const pictures = await makePictures(3, { format: 'png', width: 20, height: 30 })
  const files = pictures.map((data, n) => ({ name: `${n + 1}.png`, data, method: 0 }))
  comic = await shelf.add('comic.cbz', makeZip(files), { title: 'Comic' })
  const chapters = ['short', 'long '.repeat(2000), 'last']
  ebook = await shelf.add('book.epub', await makeEpub({ chapters }), { title: 'Novel' })
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

const request = (address: string | URL, init: RequestInit & { as?: string } = {}) =>
  fetch(new URL(address, shelf.url), {
    ...init,
    headers: { authorization: `Bearer ${shelf.server.getToken('ann')}`, ...init.headers },
  })

async function openPublication({ id }: SeededBook) {
  const publication = checkPublication(await (await request(`/opds/v2/books/${id}`)).json())
  const find = (rel: string) => publication.links.find((link) => link.rel === rel)!
  const manifestLink = find('alternate')
  const response = await request(manifestLink.href)
  expect(response.headers.get('content-type')).toBe(manifestLink.type)
  const manifest = checkManifest(await response.json())
  const base = new URL(manifestLink.href, shelf.url)
  const resolve = (href: string) => new URL(href, base)
  const findPart = (rel: string) => resolve(manifest.links.find((link) => link.rel === rel)!.href)
  return { publication, manifest, resolve, find, findPart }
}

const progressionRel = 'http://www.cantook.com/api/progression'

describe.each([
  ['a comic', () => comic, 'application/divina+json', 3],
  ['an EPUB', () => ebook, 'application/webpub+json', 12],
] as const)('%s', (_, getBook, type, count) => {
  test('has a manifest whose links lead to all parts', async () => {
    const { manifest, resolve, find } = await openPublication(getBook())
    expect(find('alternate').type).toBe(type)
    expect(manifest.readingOrder).toHaveLength(3)
    for (const { href, type: expected } of manifest.readingOrder) {
      const response = await request(resolve(href))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toStartWith(expected)
    }
  })

  test('has a list of its positions', async () => {
    const { manifest, findPart } = await openPublication(getBook())
    const response = await request(findPart('http://readium.org/position-list'))
    const { total, positions } = (await response.json()) as { total: number; positions: Place[] }
    expect([total, positions.length]).toEqual([count, count])
    const hrefs = new Set(manifest.readingOrder.map(({ href }) => href))
    expect(positions.every(({ href }) => hrefs.has(href))).toBe(true)
  })

  test('takes each of its positions and gives it back', async () => {
    const { find, findPart } = await openPublication(getBook())
    const address = findPart(progressionRel)
    expect(address.pathname).toBe(find(progressionRel).href)
    expect((await request(address)).status).toBe(204)
    const list = await request(findPart('http://readium.org/position-list'))
    const { positions } = (await list.json()) as { positions: Place[] }
    for (const [index, locator] of positions.entries()) {
      const modified = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString()
      // Apps add members of their own.
      const device = { id: 'urn:uuid:1', name: 'Phone', model: 'P1' }
      const update = { modified, device, locator, timezone: 'UTC' }
      const put = await request(address, {
        method: 'PUT',
        headers: { 'content-type': 'application/vnd.readium.progression+json' },
        body: JSON.stringify(update),
      })
      expect(put.status).toBe(204)
      const response = await request(address)
      expect(response.headers.get('content-type')).toBe('application/vnd.readium.progression+json')
      const back = (await response.json()) as { locator: Place; modified: string; device: object }
      expect(back.modified).toBe(modified)
      expect(back.device).toEqual({ id: 'urn:uuid:1', name: 'Phone' })
      expect(back.locator.href).toBe(locator.href)
      expect(back.locator.locations.position).toBe(locator.locations.position)
    }
  })

  test.each([
    ['no JSON', 'application/json', '{'],
    ['no object', 'application/json', '[]'],
    ['nothing', 'application/json', ''],
    ['no JSON type', 'text/plain', '{}'],
    ['a position before the first', 'application/json', place(0)],
    ['no time', 'application/json', JSON.stringify({ locator: {} })],
    ['a fraction above one', 'application/json', place(1, 1.5)],
    ['NUL', 'application/json', place(1, 0.5, 'a\u0000b')],
  ])('refuses %s', async (_name, contentType, body) => {
    const { find } = await openPublication(getBook())
    const before = await (await request(find(progressionRel).href)).text()
    const response = await request(find(progressionRel).href, {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body,
    })
    expect([400, 415]).toContain(response.status)
    expect(await (await request(find(progressionRel).href)).text()).toBe(before)
  })
})

interface Place {
  href: string
  locations: { position: number }
}

function place(position: number, totalProgression = 0.5, href = 'pages/1') {
  const locator = { href, type: 'image/png', locations: { position, totalProgression } }
  return JSON.stringify({ modified: '2026-01-02T00:00:00Z', locator })
}

test('looking at pages of a manifest moves no position', async () => {
  const pictures = await makePictures(2, { format: 'png', width: 20, height: 30 })
  const files = pictures.map((data, n) => ({ name: `${n + 1}.png`, data, method: 0 }))
  const { id } = await shelf.add('untouched.cbz', makeZip(files))
  expect((await request(`/opds/v2/books/${id}/pages/2`)).status).toBe(200)
  expect((await request(`/opds/v2/books/${id}/progression`)).status).toBe(204)
})

test('resources of an EPUB may load resources from its own address only', async () => {
  const { manifest, resolve } = await openPublication(ebook)
  const response = await request(resolve(manifest.readingOrder[0]!.href))
  const { host } = shelf.url
  expect(response.headers.get('content-security-policy')).toContain(
    `img-src ${host}/opds/v2/books/${ebook.id}/resources/ data:`,
  )
})
