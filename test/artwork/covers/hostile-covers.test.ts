/**
 * S8: covers that are something else as well (a page, a script, an archive). They are shown as
 * pictures only, whatever a browser would make of them.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import sharp from 'sharp'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const payload = '<html><body><script>alert(document.domain)</script></body></html>'
const create = { width: 60, height: 90, channels: 3, background: '#456789' } as const
const makeImage = (format: 'png' | 'jpeg' | 'gif' | 'webp') =>
  sharp({ create }).toFormat(format).toBuffer()

/** A comment right behind the start of a JPEG, where browsers look for the type. */
function insertComment(jpeg: Buffer, text: string) {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
}

/** The comment extension of a GIF, before its end. The start is also a name in JavaScript. */
function insertScript(gif: Buffer) {
  const script = Buffer.from('*/=1;alert(1);/*')
  const comment = [Buffer.from([0x21, 0xfe, script.length]), script, Buffer.from([0, 0x3b])]
  return Buffer.concat([gif.subarray(0, -1), ...comment])
}

const pictures: [string, string, () => Promise<Buffer>][] = [
  ['JPEG and page', 'image/jpeg', async () => insertComment(await makeImage('jpeg'), payload)],
  [
    'JPEG with a page behind it',
    'image/jpeg',
    async () => Buffer.concat([await makeImage('jpeg'), Buffer.from(payload)]),
  ],
  ['GIF and script', 'image/gif', async () => insertScript(await makeImage('gif'))],
  [
    'PNG with a drawing behind it',
    'image/png',
    async () =>
      Buffer.concat([
        await makeImage('png'),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      ]),
  ],
  [
    'WebP and archive',
    'image/webp',
    async () =>
      Buffer.concat([
        await makeImage('webp'),
        Buffer.from('PK\u0003\u0004index.html'),
        Buffer.from(payload),
      ]),
  ],
]

async function upload(path: string, data: Buffer, name: string, type: string) {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(data)], name, { type }))
  const response = await server.fetch(`/api/v1${path}/cover`, { method: 'POST', as: 'max', body })
  return { status: response.status, body: (await response.json()) as { id: string } }
}

function expectOnlyPicture(headers: Headers, mediaType: string) {
  expect(headers.get('content-type')).toBe(mediaType)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toStartWith("default-src 'none'")
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
}

for (const kind of ['series', 'books'] as const) {
  test.each(pictures)(`S8: a cover of ${kind} that is %s is a picture only`, async (...given) => {
    const [, mediaType, make] = given
    const one = await seedSeries(server, library, { title: `Series ${Bun.randomUUIDv7()}` })
    const id = kind === 'series' ? one.id : (await seedBook(server, one)).id
    const data = await make()
    // Neither the name nor the type that a client claims is believed.
    const { status, body } = await upload(`/${kind}/${id}`, data, 'index.html', 'text/html')
    expect(status).toBe(200)
    const path = `/api/v1/${kind}/${id}/covers/${body.id}/image`
    for (const accept of ['text/html', '*/*']) {
      const original = await server.fetch(path, { as: 'ann', headers: { accept } })
      expectOnlyPicture(original.headers, mediaType)
    }
    const thumbnail = await waitUntil(async () => {
      const shown = await server.fetch(`/api/v1/${kind}/${id}/thumbnail`, { as: 'ann' })
      return shown.headers.get('content-type') === 'image/webp' && shown
    })
    expectOnlyPicture(thumbnail.headers, 'image/webp')
    const text = Buffer.from(await thumbnail.arrayBuffer()).toString('latin1')
    expect(text).not.toMatch(/script|alert|html/)
  })
}

test.each([
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>'],
  [
    'a drawing with a file inside',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
  ],
  [
    'a drawing that loads another',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="http://127.0.0.1:1/x.png"/></svg>',
  ],
  ['a GIF in name only', 'GIF89a/*\u0001\u0001*/=1;alert(document.domain)//;'],
  ['a JPEG in name only', `\u00ff\u00d8\u00ff\u00e0${payload}`],
  ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd'],
  ['PostScript', '%!PS-Adobe-3.0\n(/etc/passwd) (r) file'],
  ['a magic script', 'push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1/x.png"\npop'],
])('S8: %s is no cover, whatever it is called', async (_, text) => {
  const one = await seedSeries(server, library, { title: `Series ${Bun.randomUUIDv7()}` })
  const data = Buffer.from(text, 'latin1')
  const { status } = await upload(`/series/${one.id}`, data, 'cover.jpg', 'image/jpeg')
  expect(status).toBe(415)
})
