/** The page of a reader contains what the reader of texts requests first. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { closeDecoder } from '../../src/media/decoding/decoder'
import type { Bundle } from '../../src/web/assets-model'
import { pages } from '../../src/web/routes'
import { openShelf, type Shelf } from '../reading/pages/shelf'
import { makeEpub } from '../support/make/epub'

const bundle: Bundle = {
  html: '<html lang="en"><head><!--base--></head><body></body></html>',
  assets: [],
  preloads: { read: [], 'reader:text': [], 'reader:pages': [] },
  languages: ['en'],
}
let shelf: Shelf
beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

/** Returns the embedded responses by path. */
async function openReader(id: string) {
  const { app, ctx } = shelf.server
  const send = async (request: Request) => app.handle(request)
  const page = new Elysia().use(pages(ctx, { send, timeoutMs: 30_000 }, bundle))
  const headers = {
    accept: 'text/html',
    authorization: `Bearer ${shelf.server.getToken('ann')}`,
  }
  const answer = await page.handle(new Request(`http://localhost/read/${id}`, { headers }))
  const embedded = (await answer.text()).matchAll(/data-answer="([^"]+)">(.*?)<\/script>/gs)
  return new Map([...embedded].map(([, path, json]) => [path!, json!]))
}

test('an e-book: its manifest, but not its position, which a page turn may just have changed', async () => {
  const book = await shelf.add('book.epub', await makeEpub({ chapters: ['one', 'two'] }))
  const path = `api/v1/books/${book.id}`
  const embedded = await openReader(book.id)
  const asked = await shelf.server.fetch(`/${path}/manifest`, { as: 'ann' })
  expect(JSON.parse(embedded.get(`${path}/manifest`)!)).toEqual(await asked.json())
  expect([...embedded.keys()]).not.toContain(`${path}/progression`)
})

test('a comic: no manifest', async () => {
  const book = await shelf.add('fixed.epub', await makeEpub({ chapters: ['one'] }), {
    format: 'cbz',
  })
  const names = [...(await openReader(book.id)).keys()]
  expect(names.filter((name) => /manifest|progression/.test(name))).toEqual([])
})
