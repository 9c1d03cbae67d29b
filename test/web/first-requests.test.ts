import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findFirstRequests } from '../../src/web/first-requests'
import { fillPage } from '../../src/web/page'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'

let server: TestServer
let ids: { series: string; book: string }
beforeAll(async () => {
  server = await startTestServer()
  const series = await seedSeries(server, await seedLibrary(server))
  ids = { series: series.id, book: (await seedBook(server, series)).id }
})
afterAll(() => server.close())

const at = (path: string) => findFirstRequests(new URL(path, 'http://localhost'))

test('the server answers everything that a screen asks for first', async () => {
  const places = ['/', '/library', `/series/${ids.series}`, `/book/${ids.book}`]
  for (const path of places) {
    expect(at(path)).not.toBeEmpty()
    for (const address of at(path)) {
      const { status } = await server.fetch(`/${address}`, { as: 'ann' })
      expect([address, status]).toEqual([address, 200])
    }
  }
})

test('nothing is asked for where nobody knows ahead what it will be', () => {
  expect(at('/library?sort=year,desc').join()).not.toContain('api/v1/series')
  for (const path of ['/search', '/series/../users', '/series/x"><script>', `/read/${ids.book}`]) {
    expect([path, at(path)]).toEqual([path, []])
  }
})

test('the page names them once, escaped, below its base', () => {
  const bundle = { html: '<head><!--base--></head>', assets: [], preloads: {}, languages: [] }
  const html = fillPage(bundle, {
    basePath: '/quire',
    screen: 'library',
    appearance: { theme: null, language: 'en' },
    boot: { user: null, setupRequired: false, version: '1', languages: [], latestEvent: '0' },
    questions: at('/library'),
    answers: new Map(),
    covers: [],
  })
  const link =
    '<link rel="preload" href="api/v1/series?page=1&amp;pageSize=120" as="fetch" crossorigin>'
  expect(html.split(link)).toHaveLength(2)
  expect(html).toContain('<base href="/quire/">')
})
