/** S1: a child's account, attacked through the routes of reading apps: hidden series of its own library. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../src/catalog/books/schema'
import { refreshSeriesProgressAndSearch } from '../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { startTestServer, type TestServer } from '../support/server'
import { takeShare } from '../support/share'

let server: TestServer
let seen: { series: string; book: string }
let hidden: Record<'series' | 'book' | 'collection' | 'readlist', string>
let kobo: string
let feeds: string
let koreader: { username: string; password: string }
const secretHash = 'a'.repeat(32)
const seenHash = 'c'.repeat(32)

const ada = async (method: string, path: string, body?: object) => {
  const answer = await server.call(method, path, { as: 'ada', ...(body && { body }) })
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  const open = await seedSeries(server, library, { title: 'Seen', ageRating: 6 })
  const openBook = await seedBook(server, open, { title: 'Seen' })
  seen = { series: open.id, book: openBook.id }
  // Rated, as a series whose rating the child must not learn either.
  const closed = await seedSeries(server, library, { title: 'SECRET series', ageRating: 17 })
  const metadata = {
    authors: [{ name: 'SECRET person', role: 'writer' }],
    subjects: ['SECRET subject'],
    releaseDate: '1917-03-04',
  }
  const unrated = await seedSeries(server, library, { title: 'SECRET unrated' })
  await seedBook(server, unrated, { title: 'SECRET unrated book' })
  const book = await seedBook(server, closed, { title: 'SECRET book', metadata })
  const document = { partialMd5: secretHash }
  await server.ctx.write((tx) => tx.update(books).set(document).where(eq(books.id, book.id)))
  const body = { publisher: 'SECRET publisher', language: 'tlh', year: 1917 }
  await ada('PATCH', `/series/${closed.id}/metadata`, body)
  await ada('PUT', `/series/${closed.id}/genres`, { genres: ['SECRET genre'] })
  await ada('PUT', `/series/${closed.id}/tags`, { tags: ['SECRET tag'] })
  const tag = await ada('POST', '/admin/sharing-tags', { name: 'SECRET sharing' })
  await ada('PUT', `/series/${closed.id}/sharing-tags`, { sharingTagIds: [tag.id] })
  // Lists that others share with everybody, one of them with nothing for the child.
  const shared = { name: 'Shared', sharing: 'everyone' }
  const collection = await ada('POST', '/collections', shared)
  await ada('POST', `/collections/${collection.id}/series`, { seriesIds: [closed.id, open.id] })
  const readlist = await ada('POST', '/readlists', { ...shared, name: 'SECRET list' })
  await ada('POST', `/readlists/${readlist.id}/books`, { bookIds: [book.id] })
  hidden = {
    series: closed.id,
    book: book.id,
    collection: collection.id,
    readlist: readlist.id,
  }
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [open.id, closed.id]))

  await server.addUser('mia', 'reader')
  const own = async (path: string, name: string) =>
    (await server.call('POST', path, { as: 'mia', body: { name } })).body
  kobo = (await own('/kobo-devices', 'Libra')).key
  feeds = (await own('/user/feeds', 'Feed')).atomPath.split('/')[2]
  koreader = await own('/sync-logins', 'Clara')
  // The devices were connected before the account became that of a child.
  const restriction = { ageLimit: 12, hidesUnrated: true }
  await ada('PATCH', `/users/${server.getUserId('mia')}/restrictions`, restriction)
})
afterAll(() => server.close())

const isOfReadingApp = /^\/(komga|opds|kobo|feeds)/
const secretWords = ['SECRET', '"tlh"']

async function findTold(url: string) {
  const response = await server.fetch(url, { as: 'mia' })
  const text = await response.text()
  expect([url, response.status === 500]).toEqual([url, false])
  const { collection: _, ...ids } = hidden
  const told = [...secretWords, ...Object.values(ids)].filter((word) => text.includes(word))
  // Some answers repeat the query.
  const isAsked = url.includes('=17')
  if (!isAsked && /(?<![\w.-])(?:1917|17\+?)(?![\w:.-])/.test(text)) told.push('year or rating')
  return told.filter((word) => !decodeURIComponent(url).includes(word))
}

test('S1: no answer to a child names anything of hidden series, also in shared lists', async () => {
  const subjects = [seen.series, seen.book, ...Object.values(hidden), '1']
  const fill = (path: string, id: string) =>
    path
      .replace(':key', path.startsWith('/feeds') ? feeds : kobo)
      .replaceAll(/:\w+/g, encodeURIComponent(id))
      .replace('*', '1')
  const paths = (await server.app.listRoutes())
    .filter(({ method, path }) => method === 'GET' && isOfReadingApp.test(path))
    .map(({ path }) => path)
    .filter((path) => !path.includes('/sse/'))
  const queries = [
    '',
    'unpaged=true&search=S',
    `q=SECRET&query=SECRET`,
    'genre=SECRET%20genre',
    'age_rating=17',
    'sharing_label=SECRET%20sharing',
    `collection_id=${hidden.collection}&series_id=${hidden.series}`,
    `sort=metadata.titleSort,asc&sort=metadata.ageRating,desc`,
  ]
  const isList = (path: string) => !/:(?!key)\w+/.test(path)
  const urls = new Set(
    paths.flatMap((path) =>
      isList(path)
        ? queries.map((query) => `${fill(path, '1')}?${query}`)
        : subjects.map((id) => fill(path, id)),
    ),
  )
  const told: string[] = []
  // The IDs differ in each run.
  const nameOf = (url: string) =>
    url
      .replace(kobo, 'KEY')
      .replace(feeds, 'KEY')
      .replaceAll(/[0-9a-f-]{36}/g, 'ID')
  for (const url of takeShare([...urls], nameOf, ['protocols', 'accounts'])) {
    const words = await findTold(url)
    if (words.length > 0) told.push(`${url}: ${words.join(', ')}`)
  }
  expect(urls.size).toBeGreaterThan(500)
  expect(told).toEqual([])
}, 180_000)

test.each(['series', 'books'])(
  'S1: no condition on %s tells a child what there is',
  async (kind) => {
    const condition = (name: string, value: unknown, operator = 'is') => ({
      [name]: { operator, value },
    })
    const conditions = [
      condition('ageRating', 17),
      condition('ageRating', 12, 'greaterThan'),
      condition('sharingLabel', 'SECRET sharing'),
      condition('genre', 'SECRET genre'),
      condition('tag', 'SECRET tag'),
      condition('publisher', 'SECRET publisher'),
      condition('language', 'tlh'),
      condition('releaseDate', '1917-01-01T00:00:00Z', 'before'),
      condition('collectionId', hidden.collection),
      condition('readListId', hidden.readlist),
      condition('author', { name: 'SECRET person' }),
      { allOf: [{ anyOf: [condition('title', 'SECRET', 'contains')] }] },
    ]
    for (const one of conditions) {
      const response = await server.fetch(`/komga/api/v1/${kind}/list`, {
        method: 'POST',
        as: 'mia',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ condition: one }),
      })
      const text = await response.text()
      for (const word of ['SECRET', hidden.series, hidden.book])
        expect([one, text.includes(word)]).toEqual([one, false])
      if (response.status !== 200) continue
      const { content } = JSON.parse(text) as { content: { id: string }[] }
      const allowed = new Set([seen.series, seen.book])
      expect(content.every(({ id }) => allowed.has(id))).toBe(true)
    }
  },
)

test('S1: KOReader answers for a hidden book as for a file that is not there', async () => {
  const headers = {
    'x-auth-user': koreader.username,
    'x-auth-key': createHash('md5').update(koreader.password).digest('hex'),
    accept: 'application/vnd.koreader.v1+json',
    'content-type': 'application/json',
  }
  const ask = async (document: string) => {
    const body = { document, progress: '3', percentage: 0.3, device: 'Clara', device_id: 'c' }
    const put = await server.fetch('/koreader/syncs/progress', {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    })
    const get = await server.fetch(`/koreader/syncs/progress/${document}`, { headers })
    const withoutTime = (text: string) =>
      text.replaceAll(document, 'DOCUMENT').replace(/"timestamp":\d+/, '')
    return [put.status, withoutTime(await put.text()), get.status, withoutTime(await get.text())]
  }
  expect(await ask(secretHash)).toEqual(await ask('b'.repeat(32)))
  expect((await ask(seenHash))[0]).toBe(200)
  const { body } = await server.call('GET', '/progress', { as: 'mia' })
  expect(JSON.stringify(body)).not.toContain(hidden.book)
})

test('S1: a child neither changes nor marks what is hidden', async () => {
  const tries: [string, string, object?][] = [
    ['PATCH', `/komga/api/v1/books/${hidden.book}/read-progress`, { completed: true }],
    ['DELETE', `/komga/api/v1/books/${hidden.book}/read-progress`],
    ['POST', `/komga/api/v1/series/${hidden.series}/read-progress`],
    [
      'PUT',
      `/komga/api/v2/series/${hidden.series}/read-progress/tachiyomi`,
      { lastBookNumberSortRead: 1 },
    ],
    ['PUT', `/kobo/${kobo}/v1/library/${hidden.book}/state`, { ReadingStates: [] }],
    ['DELETE', `/kobo/${kobo}/v1/library/${hidden.book}`],
    ['PUT', `/opds/v2/publications/${hidden.book}/progression`, {}],
    [
      'POST',
      '/komga/api/v1/collections',
      { name: 'Mine', ordered: false, seriesIds: [hidden.series] },
    ],
    ['POST', '/komga/api/v1/readlists', { name: 'Mine', ordered: true, bookIds: [hidden.book] }],
  ]
  const report: string[] = []
  for (const [method, path, body] of tries) {
    const send = async (to: string, content = body) =>
      server.fetch(to, {
        method,
        as: 'mia',
        headers: { 'content-type': 'application/json' },
        ...(content && { body: JSON.stringify(content) }),
      })
    const nobody = '018f0000-0000-7000-8000-0000000000aa'
    const without = (text: string) =>
      text.replaceAll(hidden.book, nobody).replaceAll(hidden.series, nobody)
    const answers = [
      await send(path),
      await send(without(path), body && (JSON.parse(without(JSON.stringify(body))) as object)),
    ]
    const [real, missing] = await Promise.all(
      answers.map(async (answer) => [
        answer.status,
        without(await answer.text()).replace(/"requestId":"[^"]*"|\d{4}-\d\d-\d\dT[^"]*/g, ''),
      ]),
    )
    if (!Bun.deepEquals(real, missing)) report.push(`${method} ${path}: ${real} / ${missing}`)
  }
  expect(report).toEqual([])
  const { body } = await server.call('GET', `/books/${hidden.book}/progress`, { as: 'ada' })
  expect(body).toBe('')
})
