/** Plugins that provide books receive requests for books, but never for series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  readBookResult,
  readPluginBook,
} from '../../../src/ingest/plugins/metadata/read-plugin-book'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
beforeAll(async () => {
  plugins = await startPluginServer()
})
afterAll(() => plugins.close())

const answers = `
  if (method === 'metadata/book/search') {
    if (params.isbn === '9780441013593') return { results: [{ externalId: 'd', title: 'Dune' }] }
    if (params.query === 'Garbage') return { results: [null, 7, {}, ...Array(10000).fill({ externalId: 1, title: 'x' })] }
    return { results: [] }
  }
  if (method === 'metadata/book/get' && params.externalId === 'd') return {
    externalId: 'd', title: 'Dune', subtitle: 'A novel', summary: '<b>Sand</b>', publisher: 'Ace',
    isbns: ['978-0-441-01359-3', 'x'], year: 2005, month: 8, day: 2, originalYear: 1965,
    language: 'eng', authors: [{ name: 'Frank Herbert', role: 'author' }], subjects: ['Deserts'],
    seriesPosition: 1,
  }
  if (method === 'metadata/book/get') fail(-32002, 'no such book')
`
const bookPlugin = (name: string) => ({
  name,
  answers,
  manifest: { capabilities: { metadataProvider: ['book'] } },
})

async function addDune(title = 'Dune') {
  const library = await seedLibrary(plugins.server, { type: 'book' })
  const series = await seedSeries(plugins.server, library, { title })
  const metadata = title === 'Dune' ? { isbns: '9780441013593' } : {}
  return {
    ...(await seedBook(plugins.server, series, { title, format: 'epub', metadata })),
    library,
  }
}

const post = async (path: string, body: object) => (await plugins.call('POST', path, body)).body

test('a plugin that knows books is asked for them by ISBN, and its values are applied', async () => {
  const pluginId = await plugins.install(bookPlugin('bookish'))
  const { id, seriesId, library } = await addDune()
  const { candidates, decision } = await post(`/books/${id}/metadata/search`, { pluginId })
  expect(candidates).toMatchObject([{ externalId: 'd', verdict: 'sure', provider: 'Example' }])
  expect(decision.mayApply).toBe(true)
  await post(`/books/${id}/metadata/apply`, { pluginId, externalId: 'd' })
  const { body } = await plugins.call('GET', `/books/${id}/metadata`)
  expect(body).toMatchObject({
    subtitle: 'A novel',
    summary: 'Sand',
    publisher: 'Ace',
    isbns: '9780441013593',
    year: 2005,
    month: 8,
    day: 2,
    originalYear: 1965,
    languageIso: 'en',
    writer: 'Frank Herbert',
    subjects: ['Deserts'],
    seriesPosition: 1,
  })
  const series = await post(`/series/${seriesId}/metadata/search`, { pluginId })
  expect([series.candidates, series.problems]).toEqual([[], []])
  const scopes = await Promise.all(
    ['book', 'series:detail'].map((scope) =>
      plugins.call('GET', `/plugins/actions?scope=${scope}&libraryId=${library.id}`),
    ),
  )
  const isNamed = scopes.map(({ body: { actions } }) =>
    actions.some((one: { pluginId: string }) => one.pluginId === pluginId),
  )
  expect(isNamed).toEqual([true, false])
})

test('it may change only what it was permitted', async () => {
  const pluginId = await plugins.install(bookPlugin('limited'))
  await plugins.call('PATCH', `/admin/plugins/${pluginId}`, {
    permissions: ['metadata:write:subtitle'],
  })
  const { id } = await addDune()
  const applied = await post(`/books/${id}/metadata/apply`, { pluginId, externalId: 'd' })
  expect(applied.appliedFields).toEqual(['subtitle'])
})

test('it learns nothing of libraries that it is not for', async () => {
  const pluginId = await plugins.install(bookPlugin('local'))
  const [{ library }, other] = [await addDune(), await addDune()]
  await plugins.call('PATCH', `/admin/plugins/${pluginId}`, { libraryIds: [library.id] })
  const match = { pluginId, externalId: 'd' }
  const bodies = { search: { pluginId }, 'auto-match': { pluginId }, preview: match, apply: match }
  for (const [path, body] of Object.entries(bodies)) {
    const { status } = await plugins.call('POST', `/books/${other.id}/metadata/${path}`, body)
    expect([path, status]).toEqual([path, 404])
  }
})

test('garbage and thousands of results are no harm', async () => {
  const pluginId = await plugins.install(bookPlugin('noisy'))
  const { id } = await addDune('Garbage')
  const { candidates } = await post(`/books/${id}/metadata/search`, { pluginId })
  expect(candidates.length).toBeLessThanOrEqual(10)
  const unknown = await plugins.call('POST', `/books/${id}/metadata/preview`, {
    pluginId,
    externalId: 'gone',
  })
  expect(unknown.status).toBeGreaterThanOrEqual(400)
  expect(unknown.status).toBeLessThan(500)
})

test.each([
  [null],
  [1],
  ['x'],
  [[]],
  [{}],
  [{ externalId: 'a' }],
  [{ title: 'b' }],
  [{ externalId: {}, title: [] }],
])('%p is no book', (value: unknown) => {
  expect([readBookResult(value), readPluginBook(value)]).toEqual([undefined, undefined])
})

test('members of wrong types are left out', () => {
  const odd = {
    isbns: 7,
    year: 'never',
    month: 13,
    authors: [null, 3],
    seriesPosition: -1,
    subjects: {},
  }
  expect(readPluginBook({ externalId: 'a', title: 'b', ...odd })?.work).toEqual({ title: 'b' })
})
