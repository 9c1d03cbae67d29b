/** The parts of e-books, requested over a real connection. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { closeDecoder, decoder } from '../../../src/media/decoding/decoder'
import { DecoderPool } from '../../../src/media/decoding/decoder-pool'
import { readBook } from '../../../src/media/reader/reader'
import { encryptFile, makeEpub } from '../../support/make/epub'
import { makePicture, makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from './shelf'

const script = '<script>document.title = 1</script>'
const chapters = ['short', 'long '.repeat(2000), 'last']
const cover = await makePicture({ seed: 9 })

let shelf: Shelf
let book: { id: string }
let manifest: Manifest

interface Link {
  href: string
  type?: string
  rel?: string
  properties?: Record<string, unknown>
  title?: string
  children?: Link[]
}
interface Manifest {
  metadata: Record<string, unknown>
  readingOrder: Link[]
  resources: Link[]
  links: Link[]
  toc: Link[]
  pageList?: Link[]
}

beforeAll(async () => {
  shelf = await openShelf()
  const files = [
    { name: 'OEBPS/ünï cödé #1 100%.xhtml', data: '<html/>', method: 8 },
    { name: 'OEBPS/hostile.xhtml', data: `<html>${script}</html>`, method: 8 },
    { name: 'OEBPS/run.js', data: 'alert(1)', method: 8 },
    { name: '../../escape.txt', data: 'outside' },
  ]
  const epub = await makeEpub({
    title: 'In the file',
    author: 'Ann Author',
    chapters,
    cover,
    files,
  })
  book = await shelf.add('book.epub', epub, { title: 'In the library' })
  manifest = (await (await getPart('manifest')).json()) as Manifest
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

const getPart = (path: string, init = {}, of = book) =>
  shelf.request(`/books/${of.id}/${path}`, init)

describe('the manifest', () => {
  test('is a web publication manifest', async () => {
    const answer = await getPart('manifest')
    expect(answer.headers.get('content-type')).toBe('application/webpub+json')
    expect(answer.headers.get('cache-control')).toStartWith('private')
    expect(manifest.metadata).toMatchObject({
      title: 'In the library',
      identifier: `urn:uuid:${book.id}`,
      author: [{ name: 'Ann Author' }],
      presentation: { layout: 'reflowable' },
    })
    expect(manifest.readingOrder).toHaveLength(3)
    const lengths = manifest.readingOrder.map(({ properties }) => properties?.['quire:positions'])
    expect(lengths).toEqual([1, 10, 1])
    expect(manifest.toc).toHaveLength(3)
    expect(manifest.resources.filter(({ rel }) => rel === 'cover')).toHaveLength(1)
    const etag = answer.headers.get('etag')!
    expect((await getPart('manifest', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('links to every part as it is in the file', async () => {
    const base = `http://x/books/${book.id}/manifest`
    for (const { href, type } of [
      ...manifest.readingOrder,
      ...manifest.resources,
      ...manifest.toc,
    ]) {
      const { pathname } = new URL(href, base)
      const answer = await shelf.request(pathname)
      expect([href, answer.status]).toEqual([href, 200])
      if (type) expect(answer.headers.get('content-type')).toBe(type)
    }
    const shown = manifest.resources.find(({ rel }) => rel === 'cover')!
    const bytes = await (await getPart(shown.href)).bytes()
    expect(Buffer.from(bytes).equals(cover)).toBe(true)
  })

  test('lists the pages of the print edition', async () => {
    const nav = `<html xmlns:epub="x"><body><nav epub:type="toc"><ol><li><a href="a.xhtml">A</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="a.xhtml#p7">7</a></li></ol></nav></body></html>`
    const opf = `<package version="3.0"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
      <item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/></manifest>
      <spine><itemref idref="a"/></spine></package>`
    const data = makeZip([
      { name: 'mimetype', data: 'application/epub+zip' },
      {
        name: 'META-INF/container.xml',
        data: '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
      },
      { name: 'b.opf', data: opf },
      { name: 'nav.xhtml', data: nav },
      { name: 'a.xhtml', data: '<html/>' },
    ])
    const paged = await shelf.add('paged.epub', data, { format: 'epub' })
    const { pageList } = (await (await getPart('manifest', {}, paged)).json()) as Manifest
    expect(pageList).toEqual([{ title: '7', href: 'resources/a.xhtml#p7' }])
  })
})

test('fixed-layout pages have a side of the spread, reflowable ones have none', async () => {
  const spine = ['', 'page-spread-left', 'rendition:page-spread-right', 'page-spread-up linear']
  const buildEpub = async (layout: string) => {
    const opf = `<package version="3.0"><metadata><meta property="rendition:layout">${layout}</meta></metadata>
      <manifest>${spine.map((_side, n) => `<item id="p${n}" href="p${n}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest>
      <spine>${spine.map((side, n) => `<itemref idref="p${n}" properties="${side}"/>`).join('')}</spine></package>`
    const data = makeZip([
      { name: 'mimetype', data: 'application/epub+zip' },
      {
        name: 'META-INF/container.xml',
        data: '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
      },
      { name: 'b.opf', data: opf },
      ...spine.map((_side, n) => ({ name: `p${n}.xhtml`, data: `<html>${n} words</html>` })),
    ])
    const laid = await shelf.add(`${layout}.epub`, data, { format: 'epub' })
    const { readingOrder } = (await (await getPart('manifest', {}, laid)).json()) as Manifest
    return readingOrder.map(({ properties }) => properties?.['page'])
  }
  expect(await buildEpub('pre-paginated')).toEqual([undefined, 'left', 'right', undefined])
  expect(await buildEpub('reflowable')).toEqual([undefined, undefined, undefined, undefined])
})

describe('positions', () => {
  test('are one per 1024 bytes of a part', async () => {
    const answer = await getPart('positions')
    expect(answer.headers.get('content-type')).toContain('readium.position-list+json')
    const { total, positions } = (await answer.json()) as {
      total: number
      positions: { href: string; locations: Record<string, number> }[]
    }
    const sizes = await Promise.all(
      manifest.readingOrder.map(async ({ href }) => (await (await getPart(href)).bytes()).length),
    )
    const expected = sizes.map((size) => Math.max(1, Math.ceil(size / 1024)))
    expect(total).toBe(expected.reduce((sum, count) => sum + count, 0))
    expect(positions.map(({ locations }) => locations['position'])).toEqual(
      Array.from({ length: total }, (_, i) => i + 1),
    )
    for (const [i, { href }] of manifest.readingOrder.entries()) {
      expect(positions.filter((position) => position.href === href)).toHaveLength(expected[i]!)
    }
    expect(positions[0]?.locations).toEqual({ progression: 0, position: 1, totalProgression: 0 })
  })

  test('are one per fixed-layout page', async () => {
    const fixedPages = await makePictures(3, { format: 'jpeg' })
    const fixed = await shelf.add('fixed.epub', await makeEpub({ fixedPages }))
    const { total } = (await (await getPart('positions', {}, fixed)).json()) as { total: number }
    expect(total).toBe(3)
  })
})

describe('a resource', () => {
  test('has a separate Content-Security-Policy that allows no scripts and requests', async () => {
    const path = 'resources/OEBPS/hostile.xhtml'
    const answer = await getPart(path)
    expect(await answer.text()).toContain(script)
    const policy = answer.headers.get('content-security-policy')!
    const own = `${shelf.url.host}/api/v1/books/${book.id}/resources/`
    for (const rule of [
      "default-src 'none'",
      "script-src 'none'",
      "connect-src 'none'",
      "form-action 'none'",
      `img-src ${own} data:`,
      `font-src ${own} ${shelf.url.host}/assets/ data:`,
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).not.toContain("img-src 'self'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(answer.headers.get('vary')).toContain('sec-fetch-dest')
  })

  // Browsers send Sec-Fetch-Dest only over HTTPS, but the reader must also work over HTTP.
  test.each([
    ['document', 'sandbox'],
    ['embed', 'sandbox'],
    ['iframe', 'sandbox allow-same-origin'],
    ['frame', 'sandbox allow-same-origin'],
    [null, 'sandbox allow-same-origin'],
  ])('requested as %p has the policy %s', async (destination, rule) => {
    const headers: Record<string, string> = destination ? { 'sec-fetch-dest': destination } : {}
    const answer = await getPart('resources/OEBPS/hostile.xhtml', { headers })
    expect(answer.headers.get('content-security-policy')!.split('; ').at(-1)).toBe(rule)
  })

  test('that is not well-formed XML is available as HTML with the same policy', async () => {
    const path = 'resources/OEBPS/hostile.xhtml'
    const [plain, html] = [await getPart(path), await getPart(`${path}?as=html`)]
    expect(plain.headers.get('content-type')).toBe('application/xhtml+xml')
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(html.headers.get('content-security-policy')).toBe(
      plain.headers.get('content-security-policy'),
    )
    expect(await html.text()).toContain(script)
    const { headers } = await getPart('resources/OEBPS/run.js?as=html')
    expect(headers.get('content-type')).toBe('application/octet-stream')
  })

  test('that is a script is served as plain bytes', async () => {
    const { headers } = await getPart('resources/OEBPS/run.js')
    expect(headers.get('content-type')).toBe('application/octet-stream')
  })

  test('is found by any name, encoded or in different case', async () => {
    const name = encodeURIComponent('ünï cödé #1 100%.xhtml')
    expect((await getPart(`resources/OEBPS/${name}`)).status).toBe(200)
    expect((await getPart(`resources/oebps/RUN.JS`)).status).toBe(200)
  })

  test.each([
    ['resources/OEBPS'],
    ['resources/'],
    ['resources/OEBPS/none.xhtml'],
    ['resources/%2e%2e/%2e%2e/%2e%2e/etc/passwd'],
    ['resources/..%2f..%2f..%2fetc%2fpasswd'],
    ['resources//etc/passwd'],
    ['resources/%00'],
    ['resources/%ff%fe'],
    ['resources/OEBPS/content.opf%00.jpg'],
    ['resources/OEBPS%5ccontent.opf'],
    ['resources/__proto__'],
  ])('%s returns 404', async (path) => {
    const answer = await getPart(path)
    expect([400, 404]).toContain(answer.status)
    expect(await answer.text()).not.toContain('root:')
  })

  test('has an ETag, supports HEAD and follows changes of the file', async () => {
    const path = 'resources/OEBPS/run.js'
    const answer = await getPart(path)
    const etag = answer.headers.get('etag')!
    expect((await getPart(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await getPart(path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
      200,
      '',
      '8',
    ])
    const file = join(shelf.folder, 'book.epub')
    utimesSync(file, 1000, 1000)
    expect((await getPart(path)).headers.get('etag')).not.toBe(etag)
    renameSync(file, `${file}.away`)
    expect((await getPart(path)).status).toBe(404)
    renameSync(`${file}.away`, file)
  })
})

describe('errors', () => {
  test('are returned for books without parts and for users without access', async () => {
    const data = await makePicture({ format: 'png' })
    const comic = await shelf.add('comic.cbz', makeZip([{ name: '1.png', data }]))
    const hidden = await shelf.add('hidden.epub', await makeEpub({}), { trashedAt: new Date() })
    for (const path of ['manifest', 'positions', 'resources/a']) {
      expect((await getPart(path, {}, comic)).status).toBe(404)
      expect((await getPart(path, {}, hidden)).status).toBe(404)
      expect((await getPart(path, { as: 'anonymous' })).status).toBe(401)
    }
  })

  test('F4, F8: are found however their name is written, and may be empty', async () => {
    const name = 'OEBPS/été.css'
    const files = [
      { name: name.normalize('NFC'), data: 'p { margin: 0 }', method: 8 },
      { name: 'OEBPS/empty.css', data: '' },
    ]
    const styled = await shelf.add('styled.epub', await makeEpub({ files }))
    for (const form of ['NFC', 'NFD'] as const) {
      const path = `resources/${encodeURI(name.normalize(form))}`
      const answer = await getPart(path, {}, styled)
      expect([form, answer.status, await answer.text()]).toEqual([form, 200, 'p { margin: 0 }'])
    }
    const empty = await getPart('resources/OEBPS/empty.css', {}, styled)
    expect([empty.status, await empty.text()]).toEqual([200, ''])
    expect(empty.headers.get('content-type')).toStartWith('text/css')
  })

  test('F6: are unpacked whatever the compression method of texts, styles and cover', async () => {
    const text = '<html><body><p>Low tide</p></body></html>'
    const front = await makePicture({ width: 200, height: 300 })
    const opf = `<package xmlns:dc="x"><metadata><dc:title>Tides</dc:title></metadata><manifest>
      <item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>
      <item id="s" href="s.css" media-type="text/css"/>
      <item id="i" href="i.jpg" media-type="image/jpeg" properties="cover-image"/>
      </manifest><spine><itemref idref="c"/></spine></package>`
    const parts = {
      'META-INF/container.xml': '<c><rootfile full-path="b.opf"/></c>',
      'b.opf': opf,
      'c.xhtml': text,
      's.css': 'p { margin: 0 }',
      'i.jpg': front,
    }
    const packed = Object.entries(parts).map(([name, data]) => ({
      name,
      data,
      method: 93,
      packed: zstdCompressSync(Buffer.from(data as Uint8Array)),
    }))
    const packedBook = await shelf.add(
      'zstd.epub',
      makeZip([{ name: 'mimetype', data: 'application/epub+zip' }, ...packed]),
    )
    const parsed = await (await getPart('manifest', {}, packedBook)).json()
    expect(parsed).toMatchObject({ readingOrder: [{ href: 'resources/c.xhtml' }] })
    const chapter = await getPart('resources/c.xhtml', {}, packedBook)
    expect([chapter.status, await chapter.text()]).toEqual([200, text])
    expect(await (await getPart('resources/s.css', {}, packedBook)).text()).toBe('p { margin: 0 }')
    const picture = Buffer.from(await (await getPart('resources/i.jpg', {}, packedBook)).bytes())
    expect(picture.equals(front)).toBe(true)
    const path = join(shelf.folder, 'zstd.epub')
    const thumbnail = await decoder().run('thumbnail', {
      source: { from: 'entry', path, name: 'i.jpg' },
      width: 100,
      quality: 75,
      target: `${path}.webp`,
    })
    expect(thumbnail).toMatchObject({ width: 100, height: 150 })
    const contents = await readBook(path)
    expect(contents).toMatchObject({ format: 'epub', cover: 'i.jpg', findings: [] })
    expect(contents.metadata?.title).toBe('Tides')
  })

  test('explain that the file is encrypted, broken or a bomb', async () => {
    const epub = await makeEpub({ files: [encryptFile('OEBPS/c1.xhtml')] })
    const locked = await shelf.add('locked.epub', epub)
    const answer = await getPart('manifest', {}, locked)
    expect(answer.status).toBe(404)
    expect(((await answer.json()) as { message: string }).message).toContain('DRM')

    const bomb = { name: 'OEBPS/bomb.css', data: Buffer.alloc(20 << 20), method: 8 }
    const hostile = await shelf.add('bomb.epub', await makeEpub({ files: [bomb] }))
    expect((await getPart('resources/OEBPS/bomb.css', {}, hostile)).status).toBe(404)
    expect((await getPart('manifest', {}, hostile)).status).toBe(200)

    const path = join(shelf.folder, 'bomb.epub')
    rmSync(path)
    writeFileSync(path, 'no archive any more')
    expect((await getPart('manifest', {}, hostile)).status).toBe(404)
  })
})

test('a book is parsed once for all its readers', async () => {
  const many = await shelf.add('many.epub', await makeEpub({ chapters }))
  const run = spyOn(DecoderPool.prototype, 'run')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => getPart(i % 2 ? 'manifest' : 'positions', {}, many)),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(run).toHaveBeenCalledTimes(1)
  run.mockRestore()
})
