import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { mergeHighlights } from '../../../src/reading/highlights/merge-highlights'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'

let server: TestServer
let series: SeededSeries

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  series = await seedSeries(server, await seedLibrary(server), { title: 'A series' })
})
afterAll(() => server.close())

const call = (as: string, method: string, path: string, body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })

const buildLocator = (highlight: unknown, totalProgression: unknown = 0.5, title?: string) => ({
  href: 'one.xhtml',
  type: 'application/xhtml+xml',
  ...(title && { title }),
  locations: { progression: 0.1, totalProgression, partialCfi: 'epubcfi(/4/2,/1:0,/1:5)' },
  text: { before: 'a', highlight, after: 'b' },
})

async function seedPath() {
  const book = await seedBook(server, series, { title: 'Marked *book*', format: 'epub' })
  return { id: book.id, path: `/books/${book.id}/highlights` }
}

test('marks a passage, changes color and note, and deletes it', async () => {
  const { path } = await seedPath()
  const locator = buildLocator('A passage')
  const made = await call('ann', 'POST', path, { locator, note: ' good ' })
  expect([made.status, made.body]).toMatchObject([
    201,
    { passage: 'A passage', color: 'yellow', note: 'good', locator, seriesName: 'A series' },
  ])
  const one = `${path}/${made.body.id}`
  expect((await call('ann', 'PATCH', one, { color: 'blue' })).body).toMatchObject({
    color: 'blue',
    note: 'good',
  })
  expect((await call('ann', 'PATCH', one, { note: null })).body).toMatchObject({ note: null })
  expect((await call('ann', 'DELETE', one)).status).toBe(204)
  expect((await call('ann', 'DELETE', one)).status).toBe(404)
  expect((await call('ann', 'GET', path)).body).toMatchObject({ total: 0, data: [] })
})

test('highlights are private, in the order of the book, and found by text', async () => {
  const { path } = await seedPath()
  await call('ann', 'POST', path, { locator: buildLocator('Later words', 0.9) })
  await call('ann', 'POST', path, { locator: buildLocator('Earlier words', 0.1), note: 'Needle' })
  const own = (await call('ann', 'GET', path)).body
  expect(own.data.map(({ passage }: { passage: string }) => passage)).toEqual([
    'Earlier words',
    'Later words',
  ])
  expect((await call('max', 'GET', path)).body.total).toBe(0)
  const one = `${path}/${own.data[0].id}`
  expect((await call('max', 'PATCH', one, { color: 'pink' })).status).toBe(404)
  expect((await call('max', 'DELETE', one)).status).toBe(404)
  expect((await call('ann', 'GET', '/highlights?search=needle')).body.total).toBe(1)
  expect((await call('ann', 'GET', '/highlights?search=later%20w')).body.total).toBe(1)
  expect((await call('max', 'GET', '/highlights')).body.total).toBe(0)
})

test('a passage of a PDF keeps its page, characters and quote when the file changes', async () => {
  const values = { title: 'Pages', format: 'pdf', pageCount: 9 } as const
  const { id } = await seedBook(server, series, values)
  const path = `/books/${id}/highlights`
  const locator = {
    href: 'pages/4',
    type: 'image/jpeg',
    locations: { position: 4, totalProgression: 0.4, fragments: ['char=10,17'] },
    text: { before: 'a ', highlight: 'passage', after: ' of words' },
  }
  expect((await call('ann', 'POST', path, { locator })).status).toBe(201)
  const shorter = { pageCount: 2, size: 12, modifiedAtMs: 1 }
  await server.ctx.write((tx) => tx.update(books).set(shorter).where(eq(books.id, id)))
  const { data } = (await call('ann', 'GET', path)).body
  expect(data).toMatchObject([{ locator, passage: 'passage' }])
})

describe('refuses', () => {
  test.each([
    ['a locator without text', buildLocator(undefined), 'locator.text.highlight'],
    ['an empty passage', buildLocator(' '), 'locator.text.highlight'],
    ['no progression', buildLocator('x', undefined), 'locator.locations.totalProgression'],
    ['a huge locator', buildLocator('x'.repeat(20_000)), 'locator'],
  ])('%s', async (_, locator, member) => {
    const { path } = await seedPath()
    const given = JSON.parse(JSON.stringify(locator)) as typeof locator
    if (member.endsWith('totalProgression'))
      Reflect.deleteProperty(given.locations, 'totalProgression')
    const { status, body } = await call('ann', 'POST', path, { locator: given })
    expect([status, body.details[0].path]).toEqual([400, member])
  })
})

test('exports Markdown with chapters, and markup in the text stays text', async () => {
  const { path } = await seedPath()
  const add = (...given: Parameters<typeof buildLocator>) =>
    call('ann', 'POST', path, { locator: buildLocator(...given), note: '- <b>note</b>' })
  await add('First [link](javascript:1)', 0.1, 'Chapter 1')
  await add('Second', 0.2, 'Chapter 1')
  await add('Third\nline', 0.3, 'Chapter 2')
  const { body, headers } = await call('ann', 'GET', `${path}/markdown`)
  expect(headers.get('content-type')).toContain('text/markdown')
  expect(headers.get('content-disposition')).toContain('attachment')
  expect(body).toBe(
    [
      '# Marked \\*book\\*',
      '',
      '## Chapter 1',
      '',
      '> First \\[link\\](javascript:1)',
      '',
      '\\- \\<b\\>note\\</b\\>',
      '',
      '> Second',
      '',
      '\\- \\<b\\>note\\</b\\>',
      '',
      '## Chapter 2',
      '',
      '> Third',
      '> line',
      '',
      '\\- \\<b\\>note\\</b\\>',
      '',
    ].join('\n'),
  )
})

test('a merge adds highlights once, and what was deleted since does not come back', async () => {
  const [from, to] = [await seedPath(), await seedPath()]
  await call('ann', 'POST', from.path, { locator: buildLocator('Kept') })
  const merge = (since?: Date) =>
    server.ctx.write((tx) => mergeHighlights(tx, { fromId: from.id, toId: to.id, since }))
  await merge()
  await merge()
  const { data, total } = (await call('ann', 'GET', to.path)).body
  expect([total, data[0].passage]).toEqual([1, 'Kept'])
  await call('ann', 'DELETE', `${to.path}/${data[0].id}`)
  await merge(new Date())
  expect((await call('ann', 'GET', to.path)).body.total).toBe(0)
  expect((await call('ann', 'GET', from.path)).body.total).toBe(1)
})
