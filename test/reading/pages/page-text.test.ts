/** Text, contents and search of PDFs. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { DecoderPool } from '../../../src/media/decoding/decoder-pool'
import { makePdf, makePdfOfObjects } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import type { SeededBook } from '../../support/seed'
import { openShelf, type Shelf } from './shelf'

setDefaultTimeout(60_000)

let shelf: Shelf
let book: SeededBook

const words = ['The first page', 'A second page', 'Nothing here', 'Größe and GROSSE']
const texts = Array.from({ length: 20 }, (_, index) => words[index] ?? `Page ${index + 1}`)

beforeAll(async () => {
  shelf = await openShelf()
  book = await shelf.add('Text.pdf', makePdf({ texts }))
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

const get = (rest: string, init = {}, of = book) => shelf.request(`/books/${of.id}/${rest}`, init)

interface Text {
  lines: { text: string; x: number; y: number; starts: number[] }[]
  links: { page?: number; url?: string }[]
}
const readText = async (rest: string, of = book) => (await (await get(rest, {}, of)).json()) as Text

describe('the text of a page', () => {
  test('has lines with their places', async () => {
    const { lines, links } = await readText('pages/2/text')
    expect(lines).toEqual([
      {
        text: 'A second page',
        x: expect.closeTo(60 / 595, 2),
        y: expect.closeTo(0.14, 1),
        width: expect.any(Number),
        height: expect.any(Number),
        turn: 0,
        flow: 'ltr',
        starts: [0, expect.any(Number), expect.any(Number)],
      } as never,
    ])
    expect(links).toEqual([])
    for (const number of [8, 9, 20]) {
      const { lines: others } = await readText(`pages/${number}/text`)
      expect(others.map(({ text }) => text)).toEqual([texts[number - 1]!])
    }
  })

  test('has an ETag and is read once from the file', async () => {
    const answer = await get('pages/1/text')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    const etag = answer.headers.get('etag')!
    expect(etag).toMatch(/^"/)
    expect((await get('pages/1/text', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await get('pages/2/text')).headers.get('etag')).not.toBe(etag)
    const head = await get('pages/1/text', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    expect(shelf.listCached().filter(({ name }) => name.endsWith('-p1-text.json'))).toHaveLength(1)
  })

  test('does not wait for pictures that are rendered', async () => {
    const other = await shelf.add('Busy.pdf', makePdf({ texts: texts.slice(0, 9) }))
    const held = Promise.withResolvers<void>()
    const run = DecoderPool.prototype.run
    const spy = spyOn(DecoderPool.prototype, 'run').mockImplementation(async function (
      this: DecoderPool,
      ...rest
    ) {
      if (rest[0] === 'pdfPage') await held.promise
      return run.apply(this, rest)
    })
    try {
      const pictures = [1, 2, 3, 4, 5, 6].map((number) => get(`pages/${number}`, {}, other))
      await Bun.sleep(50)
      const { lines } = await readText('pages/2/text', other)
      expect(lines[0]?.text).toBe('A second page')
      held.resolve()
      for (const answer of await Promise.all(pictures)) await answer.bytes()
    } finally {
      held.resolve()
      spy.mockRestore()
    }
  })

  test('is not found beyond the end', async () => {
    expect((await get('pages/21/text')).status).toBe(404)
    expect((await get('pages/0/text')).status).toBe(400)
  })

  test('is empty for comics and scans', async () => {
    const data = await makePicture({ width: 200, height: 300 })
    const comic = await shelf.add('Comic.cbz', makeZip([{ name: '1.jpg', data }]))
    const scan = await shelf.add(
      'Scan.pdf',
      makePdf({ images: [{ data, width: 200, height: 300 }] }),
    )
    for (const each of [comic, scan])
      expect(await readText('pages/1/text', each)).toEqual({ lines: [], links: [] })
    const manifest = await (await get('manifest', {}, scan)).json()
    expect(manifest).toMatchObject({ toc: [], metadata: { 'quire:hasText': false } })
    expect((await get('manifest', {}, comic)).status).toBe(404)
  })

  test('is refused after the file has changed', async () => {
    const changed = await shelf.add('Changed.pdf', makePdf({ texts: ['Before'] }))
    writeFileSync(join(shelf.folder, 'Changed.pdf'), makePdf({ texts: ['Afterwards'] }))
    expect((await get('pages/1/text', {}, changed)).status).toBe(409)
  })

  test('of a damaged file is not found', async () => {
    const pages = [{ name: '1', mediaType: 'image/jpeg', size: 0, width: 100, height: 100 }]
    const damaged = await shelf.add('Damaged.pdf', Buffer.from('%PDF-1.4 and nothing'), {
      pageCount: 1,
      contents: { pages, findings: [], cover: 0 },
    })
    expect((await get('pages/1/text', {}, damaged)).status).toBe(404)
    expect((await get('search?query=a', {}, damaged)).status).toBe(404)
    const manifest = await (await get('manifest', {}, damaged)).json()
    expect(manifest).toMatchObject({ toc: [], metadata: { 'quire:hasText': false } })
  })
})

describe('the manifest of a PDF', () => {
  test('has contents with pages', async () => {
    const outlined = await shelf.add(
      'Outlined.pdf',
      makePdfOfObjects([
        '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
        '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F 10 0 R>>>>/Annots[11 0 R]>>',
        { head: '', data: 'BT /F 20 Tf 60 720 Td (Words) Tj ET' },
        '<</Type/Outlines/First 7 0 R/Last 8 0 R>>',
        '<</Title(Part)/Parent 6 0 R/Next 8 0 R/First 9 0 R/Last 9 0 R>>',
        '<</Title(End)/Parent 6 0 R/Dest[4 0 R/Fit]>>',
        '<</Title(Beginning)/Parent 7 0 R/Dest[3 0 R/Fit]>>',
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        '<</Type/Annot/Subtype/Link/Rect[60 700 180 740]/Dest[3 0 R/Fit]>>',
      ]),
    )
    const answer = await get('manifest', {}, outlined)
    expect(answer.headers.get('content-type')).toBe('application/divina+json')
    const manifest = (await answer.json()) as { readingOrder: object[] }
    expect(manifest).toMatchObject({
      metadata: { 'quire:hasText': true },
      toc: [
        { title: 'Part', children: [{ title: 'Beginning', href: 'pages/1' }] },
        { title: 'End', href: 'pages/2' },
      ],
    })
    expect(manifest.readingOrder).toHaveLength(2)
    const { links } = await readText('pages/2/text', outlined)
    expect(links).toEqual([{ x: 0.1, y: 0.075, width: 0.2, height: 0.05, page: 1 } as never])
    const etag = answer.headers.get('etag')!
    const again = await get('manifest', { headers: { 'if-none-match': etag } }, outlined)
    expect(again.status).toBe(304)
    const opds = await fetch(new URL(`/opds/v2/books/${outlined.id}/manifest`, shelf.url), {
      headers: { authorization: `Bearer ${shelf.server.getToken('ann')}` },
    })
    expect(await opds.json()).toMatchObject({ toc: [{ title: 'Part' }, { title: 'End' }] })
  })
})

describe('search', () => {
  const search = async (query: string, of = book) => {
    const answer = await get(`search?query=${encodeURIComponent(query)}`, {}, of)
    return [answer.status, await answer.json()] as const
  }

  test('finds words on all pages', async () => {
    expect(await search('PAGE')).toEqual([
      200,
      { matches: expect.any(Array) as never, isCut: false, isWhole: true },
    ])
    const [, { matches }] = (await search('second')) as [number, { matches: object[] }]
    expect(matches).toEqual([{ page: 2, start: 2, before: 'A ', match: 'second', after: ' page' }])
    expect(await search('absent')).toEqual([200, { matches: [], isCut: false, isWhole: true }])
  })

  test('is refused for other books and without words', async () => {
    const data = await makePicture({ width: 200, height: 300 })
    const comic = await shelf.add('Other.cbz', makeZip([{ name: '1.jpg', data }]))
    expect((await search('a', comic))[0]).toBe(404)
    expect((await get('search')).status).toBe(400)
    expect((await get(`search?query=${'a'.repeat(201)}`)).status).toBe(400)
  })
})

test('text is hidden with its library', async () => {
  const paths = ['pages/1/text', 'search?query=page', 'manifest']
  const id = await shelf.server.addUser('bob', 'reader')
  const ask = (path: string, as: string) => shelf.request(`/books/${book.id}/${path}`, { as })
  for (const path of paths) expect([path, (await ask(path, 'bob')).status]).toEqual([path, 200])
  const body = { libraryIds: [] }
  await shelf.server.call('PUT', `/users/${id}/libraries`, { as: 'ada', body })
  for (const path of paths) {
    expect([path, (await ask(path, 'bob')).status]).toEqual([path, 404])
    expect([path, (await ask(path, 'nobody')).status]).toEqual([path, 401])
  }
})
