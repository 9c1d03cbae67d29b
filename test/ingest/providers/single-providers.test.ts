/** What only one or a few of the providers do. */
import { afterAll, expect, test } from 'bun:test'
import type { SendRequest } from '../../../src/ingest/providers/model'
import { findBuiltInByName } from '../../../src/ingest/providers/providers'
import { createSend } from './provider-client'
import { startProviderServers } from './servers/all'

const servers = startProviderServers()
afterAll(() => servers.stop())

test.each([
  { title: 'Yo', sent: undefined },
  { title: '進撃', sent: undefined },
  { title: 'One', sent: 'One' },
  { title: 'ヴィン', sent: 'ヴィン' },
  { title: 'a'.repeat(64), sent: 'a'.repeat(64) },
  { title: 'a'.repeat(65), sent: 'a'.repeat(64) },
])('MyAnimeList is asked with 3 to 64 characters: $title', async ({ title, sent }) => {
  const paths: string[] = []
  const send: SendRequest = async ({ path }) => {
    paths.push(path)
    return { data: [] }
  }
  await findBuiltInByName('myanimelist')!.search(send, { title, limit: 5 })
  const queries = paths.map((path) => new URL(path, 'https://example.org').searchParams.get('q'))
  expect(queries).toEqual(sent === undefined ? [] : [sent])
})

test.each(['hardcover', 'googlebooks', 'openlibrary'] as const)(
  '%s finds a book by its ISBN',
  async (name) => {
    const provider = findBuiltInByName(name)!
    const query = { title: '', isbn: '9780441013593', limit: 5 }
    const [found] = await provider.search(createSend(servers, provider), query)
    expect(found?.candidate.title).toBe('Dune')
  },
)

test('Hardcover gets a book by the last part of its address', async () => {
  const provider = findBuiltInByName('hardcover')!
  const { candidate } = await provider.get(createSend(servers, provider), 'dune')
  expect(candidate.externalId).toBe('312460')
})

test.each([
  [{ data: {} }, undefined],
  [{ errors: [] }, undefined],
  [{ errors: [{ message: 'depth' }] }, 'broken'],
  [{ errors: [{ extensions: { code: 'invalid-jwt' } }] }, 'unauthorized'],
])('Hardcover answers errors with status 200: %o', (body, expected) => {
  expect(findBuiltInByName('hardcover')!.findBodyError!(body)).toBe(expected as 'broken')
})
