import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Store } from '../../../src/platform/db/store'
import {
  deleteLeastUsedResponses,
  findUsableResponse,
  storeResponse,
} from '../../../src/platform/outgoing/response-cache'
import { cachedResponses } from '../../../src/platform/outgoing/schema'
import { openTestStore } from '../../support/database'
import { createOutgoingContext, createRules, type TestContext } from './support'

let store: Store
let ctx: TestContext
beforeEach(async () => {
  store = await openTestStore()
  ctx = createOutgoingContext(store, { 'providers.cache_mb': '1' })
})
afterEach(() => store.close())

const dayMs = 24 * 3_600_000

/** Stores a response of 0.3 MB. */
const add = (key: string) =>
  storeResponse(ctx, {
    key,
    provider: 'anilist',
    kind: 'work',
    body: JSON.stringify('ä'.repeat(150_000)),
    etag: null,
  })

const find = (key: string) =>
  findUsableResponse(ctx, createRules({ base: '' }), { key, accepts: () => true })

async function listKeys() {
  const rows = await store.db.select({ key: cachedResponses.key }).from(cachedResponses)
  return rows.map(({ key }) => key).toSorted()
}

test('the least recently used responses are deleted when there are too many', async () => {
  for (const key of ['a', 'b', 'c']) {
    await add(key)
    ctx.clock.nowMs += 1000
  }
  ctx.clock.nowMs += 2 * dayMs
  await find('a')
  await add('d')
  expect(await listKeys()).toEqual(['a', 'c', 'd'])
})

test('a smaller limit applies with the next cleanup', async () => {
  const large = createOutgoingContext(store, { 'providers.cache_mb': '10' })
  ctx = { ...large, clock: ctx.clock }
  for (let number = 0; number < 9; number++) {
    await add(String(number))
    ctx.clock.nowMs += 1000
  }
  expect(await listKeys()).toHaveLength(9)
  await deleteLeastUsedResponses({
    ...store,
    config: createOutgoingContext(store, { 'providers.cache_mb': '1' }).config,
  })
  expect(await listKeys()).toEqual(['6', '7', '8'])
})

test('a response that is stored again replaces the old one', async () => {
  await add('a')
  await storeResponse(ctx, {
    key: 'a',
    provider: 'anilist',
    kind: 'search',
    body: '1',
    etag: '"2"',
  })
  expect(await find('a')).toMatchObject({ body: '1', etag: '"2"' })
  expect(await listKeys()).toEqual(['a'])
})
