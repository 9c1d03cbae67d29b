import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { duplicateDismissals } from '../../../src/catalog/duplicates/schema'
import { dismissBookDuplicates, listBookDuplicates } from '../../../src/catalog/duplicates/service'
import { libraries } from '../../../src/catalog/libraries/schema'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let other: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server, { name: 'Comics', path: '/comics' })
  other = await seedLibrary(server, { name: 'Manga', path: '/manga' })
})
afterAll(() => server.close())

let nextNumber = 0
const createHash = () => `pages:${(++nextNumber).toString(16).padStart(16, '0')}:20`

async function addCopies(
  places: SeededLibrary[],
  contentHash: string,
  values: Partial<typeof books.$inferInsert>[] = [],
) {
  const ids: string[] = []
  for (const [i, place] of places.entries()) {
    const home = await seedSeries(server, place, { title: `Series ${++nextNumber}` })
    const book = await seedBook(server, home, {
      title: `Copy ${i + 1}`,
      contentHash,
      directoryHash: 'same',
      ...values[i],
    })
    ids.push(book.id)
  }
  return ids
}

const fetchDuplicates = async (query = '', as = 'ann') => {
  const { status, body } = await server.call('GET', `/duplicates${query}`, { as })
  expect(status).toBe(200)
  return body
}
const findGroup = async (id: string, query = '?pageSize=500') =>
  (await fetchDuplicates(query)).data.find((group: { bookIds: string[] }) =>
    group.bookIds.includes(id),
  )

describe('duplicates', () => {
  test('are books with equal pages, listed with sizes and reason', async () => {
    const [first, second, third] = await addCopies([library, library, other], createHash(), [
      { size: 1000 },
      { size: 1000 },
      { size: 900, directoryHash: 'packed anew' },
    ])
    await seedBook(server, await seedSeries(server, library), { contentHash: createHash() })
    const group = await findGroup(first!)
    expect(group).toMatchObject({
      reason: 'same_content',
      duplicateCount: 3,
      totalSize: 2900,
      reclaimableSize: 1900,
      dismissedAt: null,
      bookIds: [first, second, third],
    })
    expect(group.books[2]).toMatchObject({
      title: 'Copy 3',
      libraryName: 'Manga',
      fileSize: 900,
      path: null,
    })
    const forKeepers = (await fetchDuplicates('?pageSize=500', 'max')).data.find(
      (one: { id: string }) => one.id === group.id,
    )
    expect(forKeepers.books[0].path).toStartWith('/comics/')
  })

  test('distinguish identical files from identical pages', async () => {
    const [same] = await addCopies([library, library], createHash())
    expect((await findGroup(same!)).reason).toBe('same_file')
    const [sized] = await addCopies([library, library], createHash(), [{ size: 5 }, { size: 6 }])
    expect((await findGroup(sized!)).reason).toBe('same_content')
    const [unknown] = await addCopies([library, library], createHash(), [
      {},
      { directoryHash: null },
    ])
    expect((await findGroup(unknown!)).reason).toBe('same_content')
    const whole = { directoryHash: null }
    const [plain] = await addCopies([library, library], 'file:0123456789abcdef:9', [whole, whole])
    expect((await findGroup(plain!)).reason).toBe('same_file')
  })

  test('exclude the trash and books with unknown content', async () => {
    const trashed = { trashedAt: new Date() }
    const [alone] = await addCopies([library, library], createHash(), [{}, trashed])
    expect(await findGroup(alone!)).toBeUndefined()
    const unknown = { contentHash: null }
    const [blank] = await addCopies([library, library], createHash(), [unknown, unknown])
    expect(await findGroup(blank!)).toBeUndefined()
  })

  test('are paged, largest first, and can be filtered by library', async () => {
    const big = await addCopies([other, other], createHash(), [{ size: 9e9 }, { size: 9e9 }])
    const { data, total, totalPages, links } = await fetchDuplicates('?pageSize=1')
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ bookIds: big, reclaimableSize: 9e9, totalSize: 18e9 })
    expect(totalPages).toBe(total)
    expect(links.next).toContain('page=2')
    const ofComics = await fetchDuplicates(`?pageSize=500&libraryId=${library.id}`)
    expect(ofComics.data.every((one: { id: string }) => one.id !== big[0])).toBe(true)
    expect(ofComics.total).toBe(total - 1)
    expect((await fetchDuplicates('?page=999')).data).toEqual([])
  })

  test('are counted among books the viewer can see', async () => {
    const ids = await addCopies([library, library, other], createHash())
    const [alone] = await addCopies([library, other], createHash())
    const viewer: Viewer = { ...system, libraryIds: [library.id] }
    const paging = { page: 1, pageSize: 500, offset: 0 }
    const { data, total } = await listBookDuplicates(server.ctx, viewer, {}, paging)
    expect(data.find(({ bookIds }) => bookIds.includes(ids[0]!))).toMatchObject({
      duplicateCount: 2,
      bookIds: ids.slice(0, 2),
    })
    expect(data.some(({ bookIds }) => bookIds.includes(alone!))).toBe(false)
    expect(total).toBe(data.length)
    // A viewer who sees only one of the copies does not learn about the other.
    const dismissal = dismissBookDuplicates(server.ctx, viewer, alone!)
    expect(await dismissal.catch((error: { reason: string }) => error.reason)).toBe('not_found')
    const nobody: Viewer = { ...system, libraryIds: [] }
    expect(await listBookDuplicates(server.ctx, nobody, {}, paging)).toEqual({ data: [], total: 0 })
  })

  test('exclude libraries in the trash', async () => {
    const hidden = await seedLibrary(server, { name: 'Gone' })
    const [first] = await addCopies([hidden, hidden], createHash())
    expect(await findGroup(first!)).toBeDefined()
    const gone = eq(libraries.id, hidden.id)
    await server.ctx.write((tx) =>
      tx.update(libraries).set({ trashedAt: new Date() }).where(gone).returning(),
    )
    expect(await findGroup(first!)).toBeUndefined()
  })

  test('list up to 100 books of a group and count all', async () => {
    const home = await seedSeries(server, library, { title: 'Blank' })
    const contentHash = createHash()
    let last = ''
    for (let i = 0; i < 101; i++) last = (await seedBook(server, home, { contentHash })).id
    const { data } = await fetchDuplicates('?pageSize=500')
    const group = data.find((one: { books: { seriesId: string }[] }) =>
      one.books.some(({ seriesId }) => seriesId === home.id),
    )
    expect(group).toMatchObject({ duplicateCount: 101 })
    expect(group.books).toHaveLength(100)
    expect(group.bookIds).not.toContain(last)
  })
})

describe('a dismissal', () => {
  test('hides a group, including later copies, until it is undone', async () => {
    const hash = createHash()
    const [first, second] = await addCopies([library, library], hash)
    const path = `/duplicates/${second}`
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
    expect(await findGroup(first!)).toBeUndefined()
    await addCopies([other], hash)
    expect(await findGroup(first!)).toBeUndefined()
    const kept = await findGroup(first!, '?dismissed=true')
    expect(kept.duplicateCount).toBe(3)
    expect(Date.parse(kept.dismissedAt)).toBeGreaterThan(Date.now() - 60_000)

    expect((await server.call('POST', `${path}/restore`, { as: 'max' })).status).toBe(204)
    expect((await findGroup(first!)).duplicateCount).toBe(3)
    expect((await server.call('POST', `${path}/restore`, { as: 'max' })).status).toBe(409)
  })

  test('remains after all books of the group are deleted', async () => {
    const contentHash = createHash()
    const [first] = await addCopies([library, library], contentHash)
    await server.call('DELETE', `/duplicates/${first}`, { as: 'max' })
    const ofGroup = eq(books.contentHash, contentHash)
    await server.ctx.write((tx) => tx.delete(books).where(ofGroup).returning())
    const [again] = await addCopies([other, other], contentHash)
    expect(await findGroup(again!)).toBeUndefined()
    const rows = eq(duplicateDismissals.sharedKey, contentHash)
    expect(await server.ctx.db.$count(duplicateDismissals, rows)).toBe(1)
  })

  test('requires books:write, an existing group and a valid ID', async () => {
    const [first] = await addCopies([library, library], createHash())
    const alone = await seedBook(server, await seedSeries(server, library), {
      contentHash: createHash(),
    })
    const refused = [
      ['DELETE', `/duplicates/${first}`, 'ann', 403],
      ['POST', `/duplicates/${first}/restore`, 'ann', 403],
      ['DELETE', `/duplicates/${alone.id}`, 'max', 404],
      ['DELETE', `/duplicates/${Bun.randomUUIDv7()}`, 'max', 404],
      ['DELETE', `/duplicates/' or 1=1`, 'max', 400],
      ['GET', '/duplicates?libraryId=x', 'ann', 400],
      ['GET', '/duplicates?dismissed=maybe', 'ann', 400],
      ['GET', '/duplicates?pageSize=100000', 'ann', 400],
      ['GET', '/duplicates?unknown=1', 'ann', 400],
      ['GET', '/duplicates', undefined, 401],
    ] as const
    for (const [method, path, as, status] of refused) {
      const answer = await server.call(method, path, as && { as })
      expect([method, path, answer.status]).toEqual([method, path, status])
    }
  })
})
