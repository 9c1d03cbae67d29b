/** Whatever a provider sends instead of books is an error, and is neither stored nor believed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { SendRequest } from '../../../src/ingest/providers/model'
import type { BuiltInBooks } from '../../../src/ingest/providers/provider'
import { findBuiltInByName } from '../../../src/ingest/providers/providers'
import type { Store } from '../../../src/platform/db/store'
import { ProviderError } from '../../../src/platform/outgoing/provider-error'
import { cachedResponses, providerRateLimits } from '../../../src/platform/outgoing/schema'
import { sendRequest } from '../../../src/platform/outgoing/send-request'
import { openTestStore } from '../../support/database'
import { createOutgoingContext, startProvider } from '../../platform/outgoing/support'
import { keys } from './provider-client'

type Name = keyof typeof keys
type Ask = (books: BuiltInBooks, send: SendRequest) => Promise<unknown> | undefined

const uuid = '5d1fc77e-706a-4fc5-bea8-486c9be0145d'
const byTitle: Ask = ({ search }, send) => search?.(send, { title: 'Dune', limit: 5 } as never)
const byIsbn: Ask = ({ search }, send) =>
  search?.(send, { title: 'Dune', isbn: '9780441013593', limit: 5 } as never)
const byNumber =
  (workId: string): Ask =>
  ({ listParts }, send) =>
    listParts?.(send, { workId, numbers: ['1'], limit: 5 } as never)
const byId =
  (id: string): Ask =>
  ({ get }, send) =>
    get(send, id)

const inList = (name: string) => (value: unknown) => JSON.stringify({ [name]: value })
const asItself = (value: unknown) => JSON.stringify(value)
const inBooks = (books: unknown) => JSON.stringify({ data: { books } })

const requests: [name: string, what: string, ask: Ask, wrap: (value: unknown) => string][] = [
  ['comicvine', 'a number', byNumber('46568'), inList('results')],
  ['comicvine', 'an ID', byId('46568'), inList('results')],
  ['metron', 'a number', byNumber('1518'), inList('results')],
  ['metron', 'an ID', byId('1518'), asItself],
  ['mangadex', 'a number', byNumber(uuid), inList('data')],
  ['mangadex', 'an ID', byId(uuid), inList('data')],
  ['googlebooks', 'a title', byTitle, inList('items')],
  ['googlebooks', 'an ISBN', byIsbn, inList('items')],
  ['googlebooks', 'an ID', byId('B1hSG45JCX4C'), asItself],
  ['hardcover', 'a title', byTitle, inBooks],
  ['hardcover', 'an ISBN', byIsbn, inBooks],
  ['hardcover', 'an ID', byId('312460'), inBooks],
  ['openlibrary', 'a title', byTitle, inList('docs')],
  ['openlibrary', 'an ISBN', byIsbn, asItself],
  ['openlibrary', 'the ID of an edition', byId('OL7353617M'), asItself],
  ['openlibrary', 'the ID of a work', byId('OL893415W'), asItself],
]

const general = ['null', '[]', '""', '1', 'true', '{}', '{"data":null}', '[null]', '{"errors":{}}']
const notJson = ['<html><body>Sign in</body></html>', '{"data":', '']
const values = [null, 'text', 1, true, {}, { length: 1 }, [null], ['text'], [1], [{ id: {} }]]

const broken = startProvider()
let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(async () => {
  broken.stop()
  await store.close()
})
afterEach(() =>
  store.write(async (tx) => {
    await tx.delete(cachedResponses)
    await tx.delete(providerRateLimits)
  }),
)

const findCode = async (act: Promise<unknown> | undefined) =>
  act?.then(
    (found) => ({ found }),
    (error: unknown) => {
      if (error instanceof ProviderError) return error.code
      throw error
    },
  )

test.each(requests)('M1: a wrong answer of %s to %s is not stored', async (name, _, ask, wrap) => {
  const provider = findBuiltInByName(name)!
  const key = keys[name as Name]
  const ctx = createOutgoingContext(store, {
    [`providers.${name}.base`]: broken.base,
    ...(key !== undefined && { [`providers.${name}.key`]: key }),
  })
  const rules = { ...provider, limits: { default: { everyMs: 1, burst: 9999 } } }
  const send: SendRequest = (request) =>
    sendRequest(ctx, rules, { ...request, bucket: undefined } as never)
  for (const body of [...notJson, ...general, ...values.map(wrap)]) {
    broken.answer = () => new Response(body, { headers: { 'content-type': 'application/json' } })
    const code = await findCode(ask(provider.books!, send))
    const stored = (await store.db.select().from(cachedResponses)).length
    expect([body, code, stored]).toEqual([body, 'broken', 0])
  }
})
