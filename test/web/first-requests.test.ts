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

const listRequests = (path: string) => findFirstRequests(new URL(path, 'http://localhost'))

test('the server answers every first request of a screen', async () => {
  const places = [
    '/',
    '/library',
    `/series/${ids.series}`,
    `/book/${ids.book}`,
    `/read/${ids.book}`,
  ]
  for (const path of places) {
    expect(listRequests(path)).not.toBeEmpty()
    for (const address of listRequests(path)) {
      const { status } = await server.fetch(`/${address}`, { as: 'ann' })
      expect([address, status]).toEqual([address, 200])
    }
  }
})

test('nothing is requested when the target is unknown', () => {
  expect(listRequests('/library?sort=year,desc').join()).not.toContain('api/v1/series')
  for (const path of ['/search', '/series/../users', '/series/x"><script>', '/read/x']) {
    expect([path, listRequests(path)]).toEqual([path, []])
  }
})

test('the page lists requests once, escaped, below the base path', () => {
  const bundle = { html: '<head><!--base--></head>', assets: [], preloads: {}, languages: [] }
  const html = fillPage(bundle, {
    basePath: '/quire',
    screen: 'library',
    appearance: { theme: null, language: 'en' },
    boot: {
      user: null,
      setupRequired: false,
      version: '1',
      languages: [],
      branding: { name: 'Quire', color: null },
      latestEvent: '0',
    },
    questions: listRequests('/library'),
    answers: new Map(),
    covers: [],
  })
  const link =
    '<link rel="preload" href="api/v1/series?page=1&amp;pageSize=120" as="fetch" crossorigin>'
  expect(html.split(link)).toHaveLength(2)
  expect(html).toContain('<base href="/quire/">')
})
