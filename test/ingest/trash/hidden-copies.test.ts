/** A maintainer with access to one library learns nothing about copies in other libraries. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { copyMerges } from '../../../src/ingest/scanning/schema'
import { type SeededBook, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let own: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Adds a trashed book that somebody has read, and a present copy of it in a hidden library. */
async function seedCopies(contentHash: string) {
  const [ownLibrary, secret] = [await seedLibrary(server), await seedLibrary(server)]
  own = ownLibrary.id
  const trashed = await seedBook(server, await seedSeries(server, ownLibrary), { contentHash })
  const copy = await seedBook(server, await seedSeries(server, secret), { contentHash })
  const body = { currentPage: 3 }
  await server.call('PUT', `/books/${trashed.id}/progress`, { as: 'ann', body })
  await server.call('DELETE', `/books/${trashed.id}`, { as: 'ada' })
  await server.addUser(contentHash, 'maintainer')
  const path = `/users/${server.getUserId(contentHash)}/libraries`
  await server.call('PUT', path, { as: 'ada', body: { libraryIds: [own] } })
  return { trashed, copy }
}

const list = async (as: string, query = '') =>
  (await server.call('GET', `/trash/books?libraryId=${own}${query}`, { as })).body.data as {
    id: string
    continuedBy: string | null
    copies: unknown[]
  }[]

const merge = ({ id: fromId }: SeededBook, { id: toId }: SeededBook) =>
  server.ctx.write(async (tx) => {
    await tx.insert(copyMerges).values({ fromId, toId, mergedAt: new Date() })
  })

test('D2: books to decide about do not reveal copies in hidden libraries', async () => {
  const { trashed } = await seedCopies('mia')
  const undecided = '&undecided=true'
  expect(await list('ada', undecided)).toMatchObject([{ id: trashed.id }])
  expect(await list('mia', undecided)).toEqual([])
  expect(await list('mia')).toMatchObject([{ id: trashed.id, copies: [], continuedBy: null }])
})

test('D2: a book that a hidden one continues does not name it', async () => {
  const { trashed, copy } = await seedCopies('eva')
  await merge(trashed, copy)
  expect(await list('ada')).toMatchObject([{ continuedBy: copy.id }])
  expect(await list('eva')).toMatchObject([{ id: trashed.id, continuedBy: null }])
  const body = { bookId: trashed.id }
  const taken = await server.call('POST', `/books/${copy.id}/continue`, { as: 'eva', body })
  expect(taken.status).toBe(404)
})
