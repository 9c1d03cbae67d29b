/** The cache of e-books that are converted for devices: lengths, ranges, limits. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../../src/context'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { sendContent } from '../../../src/platform/http/responses/content'
import {
  type ConvertedEpub,
  getConvertedEpub,
} from '../../../src/protocols/kobo/files/converted-files'
import { KepubConverter } from '../../../src/protocols/kobo/files/kepub-converter'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { makeCbz } from '../../support/make/cbz'
import { makeEpub } from '../../support/make/epub'
import { waitUntil } from '../../support/wait-until'
import { unpack } from './unpack'

let shelf: Shelf
let path: string

beforeAll(async () => {
  shelf = await openShelf()
  const device = await shelf.server.call('POST', '/kobo-devices', {
    as: 'ann',
    body: { name: 'Libra', libraryIds: null },
  })
  path = device.body.path
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

const get = (id: string, form: 'kepub' | 'comic', init: RequestInit = {}) =>
  fetch(new URL(`${path}/v1/books/${id}/file/${form}`, shelf.url), init)

const send = async (ctx: Context, request: Request, epub: ConvertedEpub) =>
  sendContent(request, getConvertedEpub(ctx, epub))

async function listCached(id: string): Promise<string[]> {
  const folder = join(shelf.server.ctx.config.data_dir, 'cache', 'kobo')
  const names = await readdir(folder, { recursive: true })
  return names.map((name) => name.slice(3)).filter((name) => name.startsWith(id))
}

test('a converted e-book has a length and can be continued', async () => {
  const { id } = await shelf.add('Sea.epub', await makeEpub({ chapters: ['One. Two.'] }))
  const whole = await get(id, 'kepub')
  const bytes = await whole.bytes()
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  const etag = whole.headers.get('etag')!
  const headers = { range: 'bytes=100-', 'if-range': etag }
  const part = await get(id, 'kepub', { headers })
  expect([part.status, part.headers.get('etag')]).toEqual([206, etag])
  expect(Buffer.compare(await part.bytes(), bytes.subarray(100))).toBe(0)
  const head = await get(id, 'kepub', { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(bytes.length))
  expect(await listCached(id)).toHaveLength(1)
})

test.each([
  ['kepub', 'Seen.epub', () => makeEpub({ chapters: ['One. Two.'] })],
  ['comic', 'Seen.cbz', () => makeCbz({ pages: 2 })],
] as const)(
  'P3: HEAD of a %s converts nothing and announces no length',
  async (form, name, make) => {
    const { id } = await shelf.add(name, await make())
    const head = await get(id, form, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, null])
    expect(head.headers.get('content-type')).toBe('application/epub+zip')
    expect(await listCached(id)).toEqual([])
    const whole = await get(id, form)
    expect(whole.headers.get('etag')).toBe(head.headers.get('etag'))
    await whole.bytes()
  },
)

test('an interrupted comic is finished and can be continued', async () => {
  const { id } = await shelf.add('Long.cbz', await makeCbz({ pages: 12 }))
  const controller = new AbortController()
  const started = await get(id, 'comic', { signal: controller.signal })
  const { value: first } = await started.body!.getReader().read()
  controller.abort()
  await waitUntil(async () => (await listCached(id)).some((name) => name.endsWith('.epub')))
  const etag = started.headers.get('etag')!
  const rest = await get(id, 'comic', {
    headers: { range: `bytes=${first!.length}-`, 'if-range': etag },
  })
  expect(rest.status).toBe(206)
  const whole = Buffer.concat([first!, await rest.bytes()])
  const { names } = await unpack(new Response(whole))
  expect(names).toHaveLength(4 + 2 * 12)
  expect(await listCached(id)).toHaveLength(1)
})

test('a changed file is converted again', async () => {
  const { id } = await shelf.add('Old.epub', await makeEpub({ chapters: ['Old.'] }))
  const before = await get(id, 'kepub')
  await before.bytes()
  await Bun.write(`${shelf.folder}/Old.epub`, await makeEpub({ chapters: ['New and longer.'] }))
  const after = await get(id, 'kepub', {
    headers: { 'if-none-match': before.headers.get('etag')! },
  })
  const { readText } = await unpack(after)
  expect(await readText('OEBPS/c1.xhtml')).toContain('New and longer.')
})

test('one long text without elements is converted', async () => {
  const chapter = 'A sentence that ends. '.repeat(90_000)
  const { id } = await shelf.add('Wall.epub', await makeEpub({ chapters: [chapter] }))
  const { readText } = await unpack(await get(id, 'kepub'))
  expect(await readText('OEBPS/c1.xhtml')).toContain('.90000">')
}, 30_000)

const startScript = (script: string) => () =>
  new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))

test('a conversion that takes too long or crashes leaves the document as it is', async () => {
  const document = new TextEncoder().encode('<html/>')
  const { signal } = new AbortController()
  const silent = startScript('self.onmessage = () => undefined')
  const hanging = new KepubConverter({ timeoutMs: 20, start: silent })
  expect(await hanging.convert(document, signal)).toEqual({ failure: 'timed out' })
  let starts = 0
  const start = () =>
    starts++ === 0
      ? startScript('self.onmessage = () => { throw new Error() }')()
      : startScript('self.onmessage = () => self.postMessage({ converted: null })')()
  const crashing = new KepubConverter({ start })
  expect(await crashing.convert(document, signal)).toEqual({ failure: 'crashed' })
  expect(await crashing.convert(document, signal)).toEqual({ converted: null })
})

function createEpub(gate: Promise<void>, etag: string): ConvertedEpub {
  return {
    bookId: Bun.randomUUIDv7(),
    form: 'kepub',
    name: 'a.epub',
    etag,
    lastModified: new Date(0),
    expectedBytes: 100,
    isSlow: false,
    async *listEntries() {
      await gate
      yield { name: 'a', input: 'b' }
    },
  }
}

test('too many at once are refused, also before the first one has begun', async () => {
  const { ctx } = shelf.server
  const gate = Promise.withResolvers<void>()
  const epubs = Array.from({ length: 5 }, (_, index) => createEpub(gate.promise, `"${index}"`))
  const request = new Request('http://localhost/')
  const outcomes = epubs.map((epub) => send(ctx, request, epub))
  // Requests the first one again. It is converted only once.
  outcomes.push(send(ctx, request, epubs[0]!))
  const ends = Promise.allSettled(outcomes)
  const countBegun = async () =>
    (await Promise.all(epubs.map(({ bookId }) => listCached(bookId)))).flat().length
  await waitUntil(async () => (await countBegun()) === 4)
  gate.resolve()
  const reasons = (await ends).flatMap((end) =>
    end.status === 'rejected' ? [(end.reason as { reason?: unknown }).reason] : [],
  )
  expect(new Set(reasons)).toEqual(new Set(['unavailable']))
  expect(await countBegun()).toBe(4)
})

test('a failure ends the download and leaves nothing behind', async () => {
  const { ctx } = shelf.server
  const request = new Request('http://localhost/')
  const gate = Promise.withResolvers<void>()
  const epub = { ...createEpub(gate.promise, '"x"'), isSlow: true }
  const failing = {
    ...epub,
    async *listEntries() {
      await gate.promise
      yield { name: 'a', input: 'b' }
      throw new Error('no disk')
    },
  }
  const answer = await send(ctx, request, failing)
  gate.resolve()
  expect(await answer.bytes().catch(String)).toContain('failed to write')
  const second = await send(ctx, request, epub)
  expect((await second.bytes()).length).toBeGreaterThan(100)
  await waitUntil(async () => (await listCached(failing.bookId)).length === 1)
})
