/** The page contains responses to its first requests and preloads the covers. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { books } from '../../src/catalog/books/schema'
import type { Bundle } from '../../src/web/assets-model'
import type { FirstResponseOptions } from '../../src/web/first-responses'
import { findFirstRequests } from '../../src/web/first-requests'
import { pages } from '../../src/web/routes'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../support/seed'

const bundle: Bundle = {
  html: '<html lang="en"><head><!--base--><!--boot--></head><body><!--waiting--></body></html>',
  assets: [],
  preloads: {
    home: [],
    library: [],
    series: [],
    lists: ['assets/lists.js'],
    read: ['assets/read.js'],
    'reader:pages': ['assets/read.js', 'assets/pages.js'],
    'reader:text': ['assets/text.js'],
    'reader:text-layer': ['assets/pages.js', 'assets/text-layer.js'],
    settings: ['assets/settings.js'],
    'settings:logs': ['assets/settings.js', 'assets/logs.js'],
    'language:en:settings:logs': ['assets/logs-en.js'],
  },
  languages: ['en'],
}
const screensFolder = join(import.meta.dir, '../../src/web/ui/screens')
let server: TestServer
let series: SeededSeries
let bookId: string
beforeAll(async () => {
  server = await startTestServer({ 'server.base_path': '/quire' })
  series = await seedSeries(server, await seedLibrary(server), { title: '</script><b>' })
  const book = await seedBook(server, series, { pageCount: 10 })
  bookId = book.id
  await server.call('PUT', `/books/${book.id}/progress`, { as: 'ann', body: { currentPage: 3 } })
})
afterAll(() => server.close())

interface Opened {
  files?: Bundle
  of?: TestServer
  as?: string
  ask?: FirstResponseOptions['send']
  timeoutMs?: number
  headers?: Record<string, string>
}

async function openPage(
  path: string,
  { files = bundle, of = server, as = 'ann', ask, timeoutMs = 30_000, headers = {} }: Opened = {},
) {
  const send = ask ?? (async (request: Request) => of.app.handle(request))
  const app = new Elysia().use(pages(of.ctx, { send, timeoutMs }, files))
  const own = { accept: 'text/html', authorization: `Bearer ${of.getToken(as)}`, ...headers }
  const answer = await app.handle(new Request(`http://localhost${path}`, { headers: own }))
  const html = await answer.text()
  const { status } = answer
  const findAll = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match.slice(1))
  return {
    status,
    html,
    answers: new Map(
      findAll(/<script type="application\/json" data-answer="([^"]+)">(.*?)<\/script>/gs).map(
        ([address, json]) => [address!.replaceAll('&amp;', '&'), json!],
      ),
    ),
    questions: findAll(/<link rel="preload" href="([^"]+)" as="fetch"/g).flat(),
    covers: findAll(/<link rel="preload" href="([^"]+)"[^>]* as="image"/g).flat(),
  }
}

const listRequests = (path: string) => [...findFirstRequests(new URL(path, 'http://localhost'))]

test('the page contains the API responses to its first requests, without duplicates', async () => {
  for (const path of ['/', '/library', `/series/${series.id}`]) {
    const { answers, questions } = await openPage(path)
    expect([path, [...answers.keys()]]).toEqual([path, expect.arrayContaining(listRequests(path))])
    expect(questions).toEqual([])
    for (const [address, json] of answers) {
      const asked = await server.fetch(`/${address}`, { as: 'ann' })
      const toPlain = (text: string) => JSON.parse(text.replaceAll('"/quire/', '"/'))
      expect(toPlain(json)).toEqual(toPlain(await asked.text()))
    }
  }
})

test('I2: the page of a series without a summary contains its first book', async () => {
  const { answers } = await openPage(`/series/${series.id}`)
  expect([...answers.keys()]).toContain(`api/v1/books/${bookId}/full`)
})

test('the page of a reader contains the book, its pages and its cover as first frame', async () => {
  const { answers, html } = await openPage(`/read/${bookId}`)
  const book = `api/v1/books/${bookId}`
  expect([...answers.keys()].toSorted()).toEqual([book, `${book}/pages`, `${book}/reader-settings`])
  expect(html).toContain(`<img src="${book}/thumbnail" srcset=`)
})

const listScriptsOf = async (path: string) =>
  [...(await openPage(path)).html.matchAll(/modulepreload" href="([^"]+)"/g)].map(
    ([, script]) => script,
  )

test('the page of a section of the settings preloads its scripts and texts', async () => {
  const shared = 'assets/settings.js'
  expect(await listScriptsOf('/settings/logs')).toEqual([
    shared,
    'assets/logs.js',
    'assets/logs-en.js',
  ])
  for (const path of ['/settings', '/settings/logs/item', '/settings/unknown']) {
    expect([path, await listScriptsOf(path)]).toEqual([path, [shared]])
  }
})

test.each(['/collections', '/reading-lists', `/collections/${Bun.randomUUIDv7()}`])(
  'the page of %s preloads the screen of lists',
  async (path) => {
    const { status, html } = await openPage(path)
    expect(status).toBe(200)
    expect(html).toContain('href="assets/lists.js"')
    expect((await openPage('/lists')).status).toBe(404)
  },
)

test('every address of the interface is known', async () => {
  const router = await Bun.file(join(import.meta.dir, '../../src/web/ui/router.tsx')).text()
  const paths = [...router.matchAll(/^ {2}path: '\/([a-z][\w-]*)/gm)].map(([, path]) => path!)
  expect(paths).toContain('collections')
  const screens = new Bun.Glob('*/*-screen.tsx').scanSync({ cwd: screensFolder })
  const names = [...screens].map((file) => file.split('/')[0]!)
  const preloads = Object.fromEntries(names.map((name) => [name, [`assets/${name}.js`]]))
  for (const path of paths) {
    const { status } = await openPage(`/${path}`, { files: { ...bundle, preloads } })
    expect([path, status]).toEqual([path, 200])
  }
})

test('a very long response is left to the browser', async () => {
  const ask: FirstResponseOptions['send'] = async (request) =>
    request.url.includes('/libraries')
      ? new Response(JSON.stringify(['x'.repeat(500_000)]))
      : server.app.handle(request)
  const { answers, questions } = await openPage('/library', { ask })
  expect(answers.has('api/v1/libraries')).toBe(false)
  expect(questions).toContain('api/v1/libraries')
})

test('the home screen of a new user contains the lower rows, too', async () => {
  const lower = 'api/v1/series/recently-updated?limit=20'
  expect((await openPage('/', { as: 'max' })).answers.has(lower)).toBe(true)
  expect((await openPage('/')).answers.has(lower)).toBe(false)
})

test('if the first rows are late, the page does not wait for the lower rows, too', async () => {
  const asked: string[] = []
  const ask: FirstResponseOptions['send'] = async (request) => {
    asked.push(new URL(request.url).pathname)
    await Bun.sleep(500)
    return server.app.handle(request)
  }
  await openPage('/', { as: 'max', ask, timeoutMs: 5 })
  expect(asked).toContain('/api/v1/books/in-progress')
  expect(asked).not.toContain('/api/v1/series/recently-updated')
})

test('the page of a reader preloads the scripts for its kind of book, each once', async () => {
  const listScripts = (id: string) => listScriptsOf(`/read/${id}`)
  const text = await seedBook(server, series, { format: 'epub', pageCount: 10 })
  expect(await listScripts(bookId)).toEqual(['assets/read.js', 'assets/pages.js'])
  expect(await listScripts(text.id)).toEqual(['assets/read.js', 'assets/text.js'])
  const unknown = '018f0000-0000-7000-8000-000000000000'
  expect(await listScripts(unknown)).toEqual(['assets/read.js'])
})

test('the page of a reader preloads the text layer last, if the book may have text', async () => {
  const isLayerPreloaded = async (id: string) => {
    const { html } = await openPage(`/read/${id}`)
    const layer =
      '<link rel="modulepreload" href="assets/text-layer.js" crossorigin fetchpriority="low"></head>'
    expect(html.includes('assets/text-layer.js')).toBe(html.includes(layer))
    return html.includes(layer)
  }
  const pdf = await seedBook(server, series, { format: 'pdf', pageCount: 10 })
  const epub = await seedBook(server, series, { format: 'epub', pageCount: 10 })
  expect(await isLayerPreloaded(pdf.id)).toBe(true)
  expect(await isLayerPreloaded(bookId)).toBe(false)
  expect(await isLayerPreloaded(epub.id)).toBe(false)
  const change = async (isOn: boolean | null) => {
    const body = { preferences: { 'reader.textLayer': isOn } }
    const { status } = await server.call('PATCH', '/preferences', { as: 'ann', body })
    expect(status).toBe(200)
  }
  await change(false)
  expect(await isLayerPreloaded(pdf.id)).toBe(false)
  await change(null)
  expect(await isLayerPreloaded(pdf.id)).toBe(true)
})

test('a slow response is left to the browser', async () => {
  const slow = 'api/v1/libraries'
  const ask: FirstResponseOptions['send'] = async (request) =>
    request.url.endsWith(slow) ? new Promise(() => undefined) : server.app.handle(request)
  const { answers, questions } = await openPage('/library', { ask, timeoutMs: 500 })
  expect(questions).toContain(slow)
  expect(answers.has(slow)).toBe(false)
})

test('a rejected request is left out', async () => {
  const ask: FirstResponseOptions['send'] = async () => new Response('{}', { status: 403 })
  const { answers, covers } = await openPage('/library', { ask })
  expect([answers.size, covers]).toEqual([0, []])
})

test('an anonymous page contains no data', async () => {
  const page = await openPage('/library', { as: 'anonymous' })
  expect(page).toMatchObject({ answers: new Map(), questions: [], covers: [] })
})

test('the covers that are visible first are preloaded', async () => {
  const { covers } = await openPage('/library')
  expect(covers).toEqual([`api/v1/series/${series.id}/thumbnail`])
  expect((await openPage('/')).covers[0]).toBe(`api/v1/books/${bookId}/thumbnail`)
})

async function setFindings(findings: Record<string, string | null>) {
  for (const [id, finding] of Object.entries(findings))
    await server.ctx.write((tx) => tx.update(books).set({ finding }).where(eq(books.id, id)))
}

test('the covers of the first row of the home screen are preloaded', async () => {
  const library = await seedLibrary(server)
  const shelf = await seedSeries(server, library)
  const [older, newest] = [
    await seedBook(server, shelf, { pageCount: 10 }),
    await seedBook(server, shelf, { pageCount: 10 }),
  ]
  const as = 'max'
  const { covers } = await openPage('/', { as })
  expect(covers[0]).toBe(`api/v1/books/${newest.id}/thumbnail`)
  // Books of one series share a card.
  expect(covers).not.toContain(`api/v1/books/${older.id}/thumbnail`)
  // A book with a problem is shown if it has pages, and a row without books that can be read is not.
  await setFindings({ [newest.id]: 'broken_metadata' })
  expect((await openPage('/', { as })).covers).toEqual(covers)
  await server.call('PUT', `/books/${older.id}/progress`, { as, body: { currentPage: 2 } })
  await setFindings({ [older.id]: 'drm' })
  expect((await openPage('/', { as })).covers).toEqual(covers)
  await setFindings({ [newest.id]: null, [older.id]: null })
  await server.call('DELETE', `/books/${older.id}/progress`, { as })
  const body = { seriesId: shelf.id }
  expect((await server.call('POST', '/want-to-read', { as, body })).status).toBe(201)
  const [first, ...others] = (await openPage('/', { as })).covers
  expect(first).toBe(`api/v1/series/${shelf.id}/thumbnail`)
  expect(others).toEqual(covers)
})

test('the second row of the home screen has covers, too, unless it is hidden as a repetition', async () => {
  const other = await startTestServer()
  const library = await seedLibrary(other)
  const all = [await seedSeries(other, library), await seedSeries(other, library)]
  const first = await seedBook(other, all[0]!, { pageCount: 10 })
  const openHome = async () => (await openPage('/', { of: other })).covers
  const thumbnail = (kind: string, { id }: { id: string }) => `api/v1/${kind}/${id}/thumbnail`
  // Its second series has no book, so the rows differ.
  const newSeries = all.toReversed().map((each) => thumbnail('series', each))
  expect(await openHome()).toEqual([thumbnail('books', first), ...newSeries])
  const second = await seedBook(other, all[1]!, { pageCount: 10 })
  expect(await openHome()).toEqual([thumbnail('books', second), thumbnail('books', first)])
  const body = { currentPage: 2 }
  await other.call('PUT', `/books/${first.id}/progress`, { as: 'ann', body })
  expect(await openHome()).toEqual([first, second].map((each) => thumbnail('books', each)))
  await other.close()
})

test('if new series repeat new books, the covers of changed series are preloaded', async () => {
  const other = await startTestServer()
  const library = await seedLibrary(other)
  const all: SeededSeries[] = []
  for (let count = 0; count < 11; count++) {
    const each = await seedSeries(other, library)
    await seedBook(other, each, { pageCount: 10 })
    all.push(each)
  }
  const listOfSeries = async () =>
    (await openPage('/', { of: other })).covers.filter((path) => path.includes('/series/'))
  expect(await listOfSeries()).toEqual([])
  const [oldest, , , , , , , , , ninth, newest] = all
  const body = { summary: 'Changed' }
  const path = `/series/${oldest!.id}/metadata`
  const changed = await other.call('PATCH', path, { as: 'max', body })
  expect(changed.status).toBe(200)
  expect(await listOfSeries()).toEqual(
    [oldest, newest, ninth].map((each) => `api/v1/series/${each!.id}/thumbnail`),
  )
  await other.close()
})

test('no cover is preloaded where others may be visible', async () => {
  const reload = { headers: { 'cache-control': 'max-age=0' } }
  expect((await openPage('/library', reload)).covers).toEqual([])
  expect((await openPage('/library?sort=year,desc')).covers).toEqual([])
  const savePreferences = (preferences: object) =>
    server.call('PATCH', '/preferences?scope=user', { as: 'ann', body: { preferences } })
  await savePreferences({ 'list.view': 'table', 'home.hidden': ['continue'] })
  expect((await openPage('/library')).covers).toEqual([])
  expect((await openPage('/')).covers).toEqual([])
})

test('the page of a reader shows the title before its scripts have loaded, escaped', async () => {
  const { html } = await openPage(`/read/${bookId}`)
  const [waiting] = /<div id="waiting".*/.exec(html) ?? ['']
  expect(waiting).toContain('<p>&lt;/script&gt;&lt;b&gt;</p><img ')
})
