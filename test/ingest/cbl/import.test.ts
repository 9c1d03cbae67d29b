/** Import of reading lists, missing entries, and export. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { externalIds, metadataOffers } from '../../../src/catalog/metadata/schema'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { limitTo, setTrashed, kinds } from '../../catalog/item-lists/two-kinds'
import { countStatements } from '../../support/statements'
import { acceptExact, importFile, review, writeFile } from './cbl-requests'

let server: TestServer
let library: SeededLibrary
let hidden: SeededLibrary
let books: string[]

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  hidden = await seedLibrary(server)
  await limitTo(server, 'ann', [library.id])
  books = await addSeries('Anchor', 2016, 4)
})
afterAll(() => server.close())

async function addSeries(title: string, year: number | null, count: number, from = library) {
  const series = await seedSeries(server, from, { title, year })
  const ids: string[] = []
  for (let i = 1; i <= count; i++) {
    const metadata = { number: String(i), ...(year && { year }) }
    ids.push((await seedBook(server, series, { title: `${title} ${i}`, chapter: i, metadata })).id)
  }
  return ids
}

const entry = (series: string, number: string | number, more = 'Volume="2016" Year="2016"') =>
  `<Book Series="${series}" Number="${number}" ${more}/>`
const get = async (as: string, path: string) => server.call('GET', `/readlists/${path}`, { as })
const listBooks = async (as: string, id: string) =>
  (await get(as, `${id}/books`)).body.data.map((one: { id: string }) => one.id)
const missingOf = async (as: string, id: string) =>
  (await get(as, `${id}/missing`)).body.entries as { id: string; series: string }[]
let names = 0
const newName = () => `List ${++names}`

test('a review creates nothing, an import keeps the order and what is missing', async () => {
  const before = (await server.call('GET', '/readlists', { as: 'ann' })).body.total
  const file = writeFile([
    entry('Gone', 1),
    entry('Anchor', 2),
    entry('Gone', 2),
    entry('Anchor', 1),
    entry('Anchor', 2),
    entry('Skipped', 1),
  ])
  const { body } = await review(server, 'ann', file)
  expect(body).toMatchObject({ name: 'Read me', exactCount: 3, likelyCount: 0, noneCount: 3 })
  expect((await server.call('GET', '/readlists', { as: 'ann' })).body.total).toBe(before)
  const choices = { ...acceptExact(body), skipped: [5] }
  const imported = await importFile(server, 'ann', { file, choices, name: newName() })
  expect(imported.status).toBe(201)
  expect(imported.body).toMatchObject({ missingCount: 2, duplicateCount: 1 })
  const { id } = imported.body.list
  expect(await listBooks('ann', id)).toEqual([books[1], books[0]])
  expect((await missingOf('ann', id)).map(({ series }) => series)).toEqual(['Gone', 'Gone'])
})

test('missing books that have come are added in their places', async () => {
  const file = writeFile([
    entry('Late', 1),
    entry('Anchor', 1),
    entry('Late', 2),
    entry('Never', 1),
    entry('Anchor', 2),
  ])
  const { body } = await review(server, 'ann', file)
  const choices = acceptExact(body)
  const imported = await importFile(server, 'ann', { file, choices, name: newName() })
  const { id } = imported.body.list
  const late = await addSeries('Late', 2016, 2)
  const again = await server.call('POST', `/readlists/${id}/missing/match`, { as: 'ann' })
  expect(again.body).toEqual({ foundCount: 2, missingCount: 1 })
  expect(await listBooks('ann', id)).toEqual([late[0], books[0], late[1], books[1]])
  const exported = await (await server.fetch(`/api/v1/readlists/${id}/cbl`, { as: 'ann' })).text()
  const order = [...exported.matchAll(/Series="(\w+)"/g)].map(([, name]) => name)
  expect(order).toEqual(['Late', 'Anchor', 'Late', 'Never', 'Anchor'])
  const [never] = await missingOf('ann', id)
  const path = `/readlists/${id}/missing/${never!.id}`
  expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(204)
  expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(404)
  expect(await missingOf('ann', id)).toEqual([])
})

test('M12: a user chooses the book for a missing entry, also for later imports', async () => {
  const file = writeFile([entry('Anchor', 1), entry('Unlike', 1), entry('Anchor', 2)])
  const { body } = await review(server, 'ann', file)
  const choices = acceptExact(body)
  const imported = await importFile(server, 'ann', { file, choices, name: newName() })
  const { id } = imported.body.list
  const [chosen] = await addSeries('Other Name', 2001, 1)
  const [secret] = await addSeries('Secret', 2001, 1, hidden)
  const [missing] = await missingOf('ann', id)
  const choose = (as: string, entryId: string, bookId: string) =>
    server.call('PUT', `/readlists/${id}/missing/${entryId}/book`, { as, body: { bookId } })
  expect((await choose('ann', missing!.id, secret!)).status).toBe(404)
  expect((await choose('max', missing!.id, chosen!)).status).toBe(404)
  expect((await choose('ann', Bun.randomUUIDv7(), chosen!)).status).toBe(404)
  expect((await choose('ann', missing!.id, chosen!)).status).toBe(204)
  expect(await listBooks('ann', id)).toEqual([books[0], chosen, books[1]])
  expect(await missingOf('ann', id)).toEqual([])
  expect((await choose('ann', missing!.id, chosen!)).status).toBe(404)
  const again = await review(server, 'ann', file)
  expect(again.body.exactCount).toBe(3)
})

test('export and import give the same list, in both versions', async () => {
  const ids = [
    ...(await addSeries('Odd &lt;"Tüt\'les" & more', 1999, 2)),
    ...(await addSeries('Plain', null, 2)),
  ]
  const created = await server.call('POST', '/readlists', { as: 'ann', body: { name: newName() } })
  const { id, name } = created.body
  await server.call('POST', `/readlists/${id}/books`, { as: 'ann', body: { bookIds: ids } })
  for (const version of ['1', '2']) {
    const response = await server.fetch(`/api/v1/readlists/${id}/cbl?version=${version}`, {
      as: 'ann',
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain('.cbl')
    const file = await response.text()
    const { body } = await review(server, 'ann', file)
    expect(body).toMatchObject({ name, exactCount: ids.length, noneCount: 0, likelyCount: 0 })
    const choices = acceptExact(body)
    const again = await importFile(server, 'ann', { file, choices, name: newName() })
    expect(await listBooks('ann', again.body.list.id)).toEqual(ids)
  }
})

test('of two books that fit as well, a person chooses', async () => {
  for (let copies = 0; copies < 2; copies++) {
    const one = await seedSeries(server, library, { title: 'Equal Tides', year: 2011 })
    await seedBook(server, one, { title: '1', chapter: 1 })
  }
  const file = writeFile(['<Book Series="Equal Tides" Number="1" Volume="2011" Year="2011"/>'])
  const { body } = await review(server, 'ann', file)
  expect(body.entries[0].status).toBe('likely')
  expect(body.entries[0].candidates).toHaveLength(2)
})

test('ids of catalogs decide, also against the title', async () => {
  const [one, two] = await addSeries('Twins', 2001, 2)
  const other = await seedSeries(server, library, { title: 'Other title', year: 1980 })
  const found = (await seedBook(server, other, { title: '3', chapter: 3 })).id
  await server.ctx.write(async (tx) => {
    const at = { createdAt: new Date(), updatedAt: new Date() }
    await tx
      .insert(externalIds)
      .values({ seriesId: other.id, source: 'plugin:comicvine', externalId: '777', ...at })
    const offer = { provider: 'metron', work: {}, fetchedAt: new Date() }
    await tx.insert(metadataOffers).values({ bookId: two!, externalId: '4242', ...offer })
  })
  const database = (name: string, series: string, issue: string) =>
    `<Database Name="${name}" Series="${series}" Issue="${issue}"/></Book>`
  const { body } = await review(
    server,
    'ann',
    writeFile([
      `<Book Series="Unknown" Number="3">${database('cv', '777', '1')}`,
      `<Book Series="Twins" Number="9">${database('metron', '5', '4242')}`,
      `<Book Series="Twins" Number="2" Volume="2001" Year="2001">${database('metron', '5', '99')}`,
      `<Book Series="Twins" Number="1" Volume="2001" Year="2001">${database('metron', '5', '98')}`,
    ]),
  )
  const bookIds = body.entries.map(
    (e: { candidates: { bookId: string }[] }) => e.candidates[0]?.bookId,
  )
  expect(bookIds).toEqual([found, two, two, one])
  expect(body.entries.map((e: { status: string }) => e.status)).toEqual([
    'exact',
    'exact',
    'likely',
    'exact',
  ])
  const list = await server.call('POST', '/readlists', { as: 'ann', body: { name: newName() } })
  const path = `/readlists/${list.body.id}`
  await server.call('POST', `${path}/books`, { as: 'ann', body: { bookIds: [two, found] } })
  const text = async (version: string) =>
    (await server.fetch(`/api/v1${path}/cbl?version=${version}`, { as: 'ann' })).text()
  expect(await text('2')).toContain('<Database Name="metron" Issue="4242" />')
  expect(await text('2')).toContain('<Database Name="cv" Series="777" />')
  expect(await text('1')).not.toContain('<Database')
})

test('what was chosen by hand is used again, for the whole series, by the same user', async () => {
  const ids = await addSeries('Real title', 1990, 3)
  const file = writeFile([entry('Nickname', 1, ''), entry('Nickname', 3, '')])
  const choices = { books: { 0: ids[0]! }, byHand: [0] }
  await importFile(server, 'ann', { file, choices, name: newName() })
  const { body } = await review(server, 'ann', file)
  expect(
    body.entries.map((e: { candidates: { bookId: string }[] }) => e.candidates[0]?.bookId),
  ).toEqual([ids[0], ids[2]])
  expect(body.exactCount).toBe(2)
  expect((await review(server, 'max', file)).body.noneCount).toBe(2)
  await setTrashed(server, kinds[1]!, ids[0]!, true)
  expect((await review(server, 'ann', file)).body).toMatchObject({ exactCount: 1, noneCount: 1 })
})

test('nobody finds or adds books that they cannot see', async () => {
  const ids = await addSeries('Secret', 2016, 1, hidden)
  const file = writeFile([
    entry('Secret', 1),
    `<Book Series="x" Number="1"><Id>${ids[0]}</Id></Book>`,
  ])
  expect((await review(server, 'ann', file)).body.noneCount).toBe(2)
  expect((await review(server, 'max', file)).body.exactCount).toBe(2)
  const refused = await importFile(server, 'ann', {
    file,
    choices: { books: { 0: ids[0]! }, byHand: [0] },
    name: newName(),
  })
  expect(refused.status).toBe(404)
})

test('only the owner replaces entries and knows what is missing', async () => {
  const file = writeFile([entry('Anchor', 3), entry('Nowhere', 1)])
  const choices = { books: { 0: books[2]! } }
  const list = await server.call('POST', '/readlists', {
    as: 'max',
    body: { name: newName(), sharing: 'everyone' },
  })
  const { id } = list.body
  await server.call('POST', `/readlists/${id}/books`, { as: 'max', body: { bookIds: [books[0]] } })
  const foreign = await importFile(server, 'ann', { file, choices, listId: id })
  expect(foreign.status).toBe(403)
  const replaced = await importFile(server, 'max', { file, choices, listId: id })
  expect(replaced.body).toMatchObject({ list: { id, bookCount: 1 }, missingCount: 1 })
  expect(await listBooks('ann', id)).toEqual([books[2]])
  expect((await get('ann', `${id}/missing`)).status).toBe(403)
  const match = await server.call('POST', `/readlists/${id}/missing/match`, { as: 'ann' })
  expect(match.status).toBe(403)
  const text = async (as: string) =>
    (await server.fetch(`/api/v1/readlists/${id}/cbl`, { as })).text()
  expect(await text('max')).toContain('Nowhere')
  expect(await text('ann')).not.toContain('Nowhere')
})

test('an import needs either a name or a list', async () => {
  const file = writeFile([entry('Anchor', 1)])
  const choices = { books: {} }
  expect((await importFile(server, 'ann', { file, choices })).status).toBe(400)
  const listId = Bun.randomUUIDv7()
  const both = await importFile(server, 'ann', { file, choices, name: newName(), listId })
  expect(both.status).toBe(400)
  expect((await importFile(server, 'ann', { file, choices, listId })).status).toBe(404)
})

test('a review runs as many statements for many entries as for few', async () => {
  for (let i = 0; i < 12; i++) await addSeries(`Many ${i}`, 2016, 2)
  const counted = countStatements(server.ctx)
  const reviewOf = async (count: number) => {
    const listed = Array.from({ length: count }, (_, i) => entry(`Many ${i % 12}`, 1 + (i % 2)))
    const start = counted()
    expect((await review(server, 'ann', writeFile(listed))).body.exactCount).toBe(count)
    return counted() - start
  }
  await reviewOf(1)
  expect(await reviewOf(120)).toBeLessThanOrEqual((await reviewOf(1)) + 2)
})
