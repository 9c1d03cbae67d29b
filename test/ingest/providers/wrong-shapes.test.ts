/** Whatever a provider sends instead of its data is an error, and is neither stored nor believed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { BuiltInProvider } from '../../../src/ingest/providers/provider'
import { findBuiltInByName } from '../../../src/ingest/providers/providers'
import type { SendRequest } from '../../../src/ingest/providers/model'
import type { Store } from '../../../src/platform/db/store'
import { ProviderError } from '../../../src/platform/outgoing/provider-error'
import { computeCacheKey, storeResponse } from '../../../src/platform/outgoing/response-cache'
import { cachedResponses, providerRateLimits } from '../../../src/platform/outgoing/schema'
import { sendRequest } from '../../../src/platform/outgoing/send-request'
import { openTestStore } from '../../support/database'
import {
  createOutgoingContext,
  startProvider,
  type TestContext,
} from '../../platform/outgoing/support'
import { keys } from './provider-client'
import { startProviderServers } from './servers/all'
import type { ProviderServer } from './servers/server'

type Name = BuiltInProvider['name']
type Wrap = (value: unknown) => unknown

interface Shape {
  title: string
  id: string
  /** Wraps the list of a search, and the work of a request by ID. */
  list: Wrap
  /** Wraps an entry of the list, if the work is deeper inside it. */
  entry?: Wrap
  work: Wrap
  /** True if an empty list means that there is no such work. */
  worksAreListed?: boolean
}

const asItself: Wrap = (value) => value
const inData: Wrap = (data) => ({ data })
const inResults: Wrap = (results) => ({ status_code: 1, results })

const shapes: Record<Name, Shape> = {
  anilist: {
    title: 'Vinland Saga',
    id: '30642',
    list: (media) => ({ data: { Page: { media } } }),
    work: (Media) => ({ data: { Media } }),
  },
  mangaupdates: {
    title: 'Vinland Saga',
    id: '51239621230',
    list: inResults,
    entry: (record) => ({ record }),
    work: asItself,
  },
  openlibrary: {
    title: 'Dune',
    id: 'OL893415W',
    list: (docs) => ({ docs }),
    work: asItself,
  },
  mangadex: {
    title: 'Vinland Saga',
    id: '5d1fc77e-706a-4fc5-bea8-486c9be0145d',
    list: inData,
    work: inData,
  },
  kitsu: { title: 'Vinland Saga', id: '8051', list: inData, work: inData },
  comicvine: { title: 'Saga', id: '46568', list: inResults, work: inResults },
  mangabaka: { title: 'Vinland Saga', id: '1677', list: inData, work: inData },
  myanimelist: {
    title: 'Vinland Saga',
    id: '642',
    list: inData,
    entry: (node) => ({ node }),
    work: asItself,
  },
  bangumi: { title: 'Vinland Saga', id: '1881', list: inData, work: asItself },
  metron: { title: 'Saga', id: '1518', list: inResults, work: asItself },
  hardcover: {
    title: 'Dune',
    id: '312460',
    list: (hits) => ({ data: { search: { results: { hits } } } }),
    entry: (document) => ({ document }),
    work: (books) => ({ data: { books } }),
    worksAreListed: true,
  },
  googlebooks: {
    title: 'Dune',
    id: 'B1hSG45JCX4C',
    list: (items) => ({ kind: 'books#volumes', totalItems: 1, items }),
    work: asItself,
  },
}

const notJson = ['<html><body>Sign in</body></html>', '{"data":', '']
const general = ['null', '[]', '""', '1', 'true', '{}', '{"data":null}', '[null]', '{"errors":{}}']
const noObjects = [null, 'text', 1, true]
const noLists = [...noObjects, {}, { length: 1 }]
const graphqlErrors = [
  { data: null, errors: [{ message: 'Internal Server Error', status: 500 }] },
  { data: { Page: { media: [] }, Media: null, books: [] }, errors: [{ message: 'timeout' }] },
  { errors: 'broken' },
]

function listSearchBodies({ list, entry = asItself }: Shape): string[] {
  const wrong = [
    ...noLists.map(list),
    ...noObjects.map((one) => list([one])),
    ...[...noObjects, {}, { id: {}, title: [] }].map((one) => list([entry(one)])),
  ]
  return [...notJson, ...general, ...wrong.map((one) => JSON.stringify(one))]
}

function listWorkBodies({ work, worksAreListed = false }: Shape): string[] {
  const values = worksAreListed
    ? [...noLists, ...noObjects.map((one) => [one]), [{}]]
    : [...noObjects, [], {}, [{}], { id: {}, title: [], name: {} }]
  return [...notJson, ...general, ...values.map((one) => JSON.stringify(work(one)))]
}

const servers = startProviderServers()
const broken = startProvider()
afterAll(() => {
  servers.stop()
  broken.stop()
})

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let body = ''
beforeEach(() => {
  broken.answer = () => new Response(body, { headers: { 'content-type': 'application/json' } })
})
afterEach(() =>
  store.write(async (tx) => {
    await tx.delete(cachedResponses)
    await tx.delete(providerRateLimits)
  }),
)

/** Answers as the server does, which is asked only once for each request because it has limits. */
function answerLike(server: ProviderServer) {
  const known = new Map<string, string>()
  broken.answer = async (request, { pathname, search }) => {
    const { path, body: sent, headers } = broken.requests.at(-1)!
    const key = `${path} ${sent}`
    if (!known.has(key)) {
      const { method } = request
      headers.delete('if-none-match')
      const init = { method, headers, ...(method === 'POST' && { body: sent }) }
      known.set(key, await (await fetch(server.base + pathname + search, init)).text())
    }
    return new Response(known.get(key)!, { headers: { 'content-type': 'application/json' } })
  }
}

/** The same provider, which first answers what is wrong. The answers to both share their key. */
function openContext(name: Name, base: string): TestContext {
  const key = keys[name]
  return createOutgoingContext(store, {
    [`providers.${name}.base`]: base,
    ...(key !== undefined && { [`providers.${name}.key`]: key }),
  })
}

async function findCode(act: Promise<unknown>) {
  try {
    return { found: await act }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.code
  }
}

const countStored = async () => (await store.db.select().from(cachedResponses)).length

const names = Object.keys(shapes) as Name[]

describe.each(names)('M1: %s', (name) => {
  const provider = findBuiltInByName(name)!
  const { title, id } = shapes[name]
  const send =
    (ctx: TestContext): SendRequest =>
    (request) =>
      sendRequest(ctx, { ...provider, limits: { default: { everyMs: 1, burst: 9999 } } }, {
        ...request,
        bucket: undefined,
      } as never)
  const actions = {
    search: (ctx: TestContext) => provider.search(send(ctx), { title, limit: 5 }),
    work: (ctx: TestContext) => provider.get(send(ctx), id),
  }
  const bodies = { search: listSearchBodies(shapes[name]), work: listWorkBodies(shapes[name]) }

  test.each(['search', 'work'] as const)('a wrong answer to a %s is not stored', async (kind) => {
    for (body of bodies[kind]) {
      const code = await findCode(actions[kind](openContext(name, broken.base)))
      expect([body, code, await countStored()]).toEqual([body, 'broken', 0])
    }
    const found = await actions[kind](openContext(name, servers[name].base))
    expect(JSON.stringify(found)).toContain(title)
  })

  test.each(['search', 'work'] as const)(
    'a wrong answer to a %s that was stored before is not believed',
    async (kind) => {
      const ctx = openContext(name, broken.base)
      answerLike(servers[name])
      const real = provider[kind === 'work' ? 'get' : 'search'] as (
        send: SendRequest,
        asked: unknown,
      ) => Promise<unknown>
      for (const wrong of bodies[kind].filter((one) => !notJson.includes(one))) {
        const storing: SendRequest = async (request) => {
          const key = computeCacheKey(provider, broken.base, request)
          const row = { key, provider: name, kind, body: wrong, etag: '"1"' }
          await storeResponse(ctx, row)
          return send(ctx)(request)
        }
        const found = await real(storing, kind === 'work' ? id : { title, limit: 5 })
        expect([wrong, JSON.stringify(found).includes(title)]).toEqual([wrong, true])
        ctx.clock.nowMs += 60_000
      }
    },
  )
})

test.each(['anilist', 'hardcover'] as const)(
  'M1: errors of GraphQL with status 200 are errors of %s',
  async (name) => {
    const provider = findBuiltInByName(name)!
    const { title, id } = shapes[name]
    const ctx = openContext(name, broken.base)
    const send: SendRequest = (request) => sendRequest(ctx, provider, request)
    for (const one of graphqlErrors) {
      body = JSON.stringify(one)
      ctx.clock.nowMs += 60_000
      expect([body, await findCode(provider.search(send, { title, limit: 5 }))]).toEqual([
        body,
        'broken',
      ])
      expect([body, await findCode(provider.get(send, id))]).toEqual([body, 'broken'])
    }
    expect(await countStored()).toBe(0)
  },
)
