/** What the page of a screen carries: answers to its first questions, and which covers come first. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { Bundle } from '../../src/web/assets-model'
import type { Within } from '../../src/web/first-answers'
import { findFirstRequests } from '../../src/web/first-requests'
import { pages } from '../../src/web/routes'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../support/seed'

const bundle: Bundle = {
  html: '<html lang="en"><head><!--base--><!--boot--></head><body></body></html>',
  assets: [],
  preloads: { home: [], library: [], series: [] },
  languages: ['en'],
}
let server: TestServer
let series: SeededSeries
beforeAll(async () => {
  server = await startTestServer({ 'server.base_path': '/quire' })
  series = await seedSeries(server, await seedLibrary(server), { title: '</script><b>' })
  const book = await seedBook(server, series, { pageCount: 10 })
  await server.call('PUT', `/books/${book.id}/progress`, { as: 'ann', body: { currentPage: 3 } })
})
afterAll(() => server.close())

const askServer: Within['send'] = async (request) => server.app.handle(request)

async function open(
  path: string,
  { as = 'ann', ask = askServer, timeoutMs = 30_000, headers = {} } = {},
) {
  const app = new Elysia().use(pages(server.ctx, { send: ask, timeoutMs }, bundle))
  const own = { accept: 'text/html', authorization: `Bearer ${server.getToken(as)}`, ...headers }
  const answer = await app.handle(new Request(`http://localhost${path}`, { headers: own }))
  const html = await answer.text()
  const found = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match.slice(1))
  return {
    answers: new Map(
      found(/<script type="application\/json" data-answer="([^"]+)">(.*?)<\/script>/gs).map(
        ([address, json]) => [address!.replaceAll('&amp;', '&'), json!],
      ),
    ),
    questions: found(/<link rel="preload" href="([^"]+)" as="fetch"/g).flat(),
    covers: found(/<link rel="preload" href="([^"]+)"[^>]* as="image"/g).flat(),
  }
}

const questionsAt = (path: string) => [...findFirstRequests(new URL(path, 'http://localhost'))]

test('the page carries what the API answers to its first questions, and asks for nothing twice', async () => {
  for (const path of ['/', '/library', `/series/${series.id}`]) {
    const { answers, questions } = await open(path)
    expect([path, [...answers.keys()]]).toEqual([path, expect.arrayContaining(questionsAt(path))])
    expect(questions).toEqual([])
    for (const [address, json] of answers) {
      const asked = await server.fetch(`/${address}`, { as: 'ann' })
      const plain = (text: string) => JSON.parse(text.replaceAll('"/quire/', '"/'))
      expect(plain(json)).toEqual(plain(await asked.text()))
    }
  }
})

test('what takes long is left to the browser, and the rest is there', async () => {
  const slow = 'api/v1/libraries'
  const ask: Within['send'] = async (request) =>
    request.url.endsWith(slow) ? new Promise(() => undefined) : server.app.handle(request)
  const { answers, questions } = await open('/library', { ask, timeoutMs: 500 })
  expect(questions).toContain(slow)
  expect(answers.has(slow)).toBe(false)
})

test('what is refused is left out', async () => {
  const ask: Within['send'] = async () => new Response('{}', { status: 403 })
  const { answers, covers } = await open('/library', { ask })
  expect([answers.size, covers]).toEqual([0, []])
})

test('a stranger is told nothing', async () => {
  const page = await open('/library', { as: 'nobody' })
  expect(page).toEqual({ answers: new Map(), questions: [], covers: [] })
})

test('the covers that are seen first are asked for with the page', async () => {
  const { covers } = await open('/library')
  expect(covers).toEqual([`api/v1/series/${series.id}/thumbnail`])
  expect((await open('/')).covers).toHaveLength(1)
})

test('no cover is asked for where others may be seen', async () => {
  const reload = { headers: { 'cache-control': 'max-age=0' } }
  expect((await open('/library', reload)).covers).toEqual([])
  expect((await open('/library?sort=year,desc')).covers).toEqual([])
  const keep = (preferences: object) =>
    server.call('PATCH', '/preferences?scope=user', { as: 'ann', body: { preferences } })
  await keep({ 'list.view': 'table', 'home.hidden': ['continue'] })
  expect((await open('/library')).covers).toEqual([])
  expect((await open('/')).covers).toEqual([])
})
