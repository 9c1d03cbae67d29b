/** Releases as Atom and iCalendar, read by third-party parsers. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { XmlDocument } from 'libxml2-wasm'
import { releases, releaseSources } from '../../../src/ingest/releases/schema'
import { getLoggedPath } from '../../../src/platform/http/requests/logged-path'
import { seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

const odd = `<&"'> ]]> \\ ; , {花} 😀 ${'long '.repeat(40)}`

/** A fixed start, because tests may run past midnight. */
const start = Date.now()
const day = 86_400_000

let server: TestServer
let sourceId: string
let hiddenLibraryId: string
let openLibraryId: string

beforeAll(async () => {
  server = await startTestServer({ 'server.public_url': 'https://books.example/quire' })
  const now = new Date()
  const [source] = await server.ctx.write((tx) =>
    tx
      .insert(releaseSources)
      .values({
        pluginId: 'quire',
        sourceKey: 'feed:test',
        displayName: 'News',
        kind: 'feed',
        config: {},
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  )
  sourceId = source!.id
  const open = await seedSeries(server, await seedLibrary(server), { title: `Harbor ${odd}` })
  openLibraryId = open.libraryId
  const hidden = await seedSeries(server, await seedLibrary(server), { title: 'SECRET' })
  hiddenLibraryId = hidden.libraryId
  for (const { id } of [open, hidden]) {
    const body = { tracked: true }
    await server.call('PATCH', `/series/${id}/tracking`, { as: 'ada', body })
  }
  for (const [index, chapter] of [1, 2, 3, 4].entries()) {
    await addRelease(open.id, chapter, new Date(start - (22 - index * 7) * day))
  }
  await addRelease(open.id, 5, new Date(start - day), 'dismissed')
  await addRelease(hidden.id, 1, new Date())
})
afterAll(() => server.close())

const addRelease = (seriesId: string, chapter: number, releasedAt: Date, state = 'announced') =>
  server.ctx.write((tx) =>
    tx.insert(releases).values({
      sourceId,
      seriesId,
      externalReleaseId: `${seriesId}-${chapter}`,
      title: `c.${chapter}`,
      chapters: [{ start: chapter, end: chapter }],
      volumes: [],
      lastChapter: chapter,
      groupOrUploader: odd.slice(0, 40),
      language: 'en',
      payloadUrl: chapter === 1 ? 'https://example.org/?a=1&b=2' : '',
      confidence: 1,
      state: state as 'announced',
      releasedAt,
      observedAt: new Date(),
      listedAt: new Date(),
      createdAt: new Date(),
    }),
  )

const create = async (as: string) =>
  (await server.call('POST', '/user/feeds', { as, body: { name: 'Calendar' } })).body
const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.handle(new Request(`http://localhost${path}`, { headers }))

test('an Atom feed lists what nobody dismissed, newest first, with absolute links', async () => {
  const { atomPath } = await create('ada')
  const response = await get(atomPath)
  expect(response.headers.get('content-type')).toBe('application/atom+xml;charset=utf-8')
  const feed = XmlDocument.fromString(await response.text())
  const find = (path: string) =>
    feed.find(path, { a: 'http://www.w3.org/2005/Atom' }).map(({ content }) => content)
  expect(find('/a:feed/a:entry/a:title')).toHaveLength(5)
  expect(find('/a:feed/a:entry/a:title')).toContain(`Harbor ${odd}, Ch. 4`.trimEnd())
  expect(find('/a:feed/a:link[@rel="self"]/@href')).toEqual([
    `https://books.example/quire${atomPath}`,
  ])
  const links = find('/a:feed/a:entry/a:link/@href')
  expect(links).toContain('https://example.org/?a=1&b=2')
  expect(links.every((link) => link.startsWith('https://'))).toBe(true)
  const etag = response.headers.get('etag')!
  expect((await get(atomPath, { 'if-none-match': etag })).status).toBe(304)
  feed.dispose()
})

test('a calendar has a day for each release, and for the next one that is expected', async () => {
  const { calendarPath } = await create('ada')
  const response = await get(calendarPath)
  expect(response.headers.get('content-type')).toBe('text/calendar;charset=utf-8')
  const text = await response.text()
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const events = new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
  const titles = events.map(({ summary }) => summary)
  expect(titles).toContain(`Harbor ${odd}, Ch. 1`.trimEnd())
  const expected = events.filter(({ summary }) => summary.endsWith('next chapter (expected)'))
  expect(expected).toHaveLength(1)
  const inSixDays = new Date(start + 6 * day).toISOString().slice(0, 10)
  expect(expected[0]!.startDate.toString()).toBe(inSixDays)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
})

test('the rights of the owner count at every request', async () => {
  const { atomPath, calendarPath } = await create('max')
  expect(await (await get(atomPath)).text()).toContain('SECRET')
  const path = `/users/${server.getUserId('max')}/libraries`
  await server.call('PUT', path, { as: 'ada', body: { libraryIds: [openLibraryId] } })
  for (const address of [atomPath, calendarPath]) {
    const text = await (await get(address)).text()
    expect(text).toContain('Harbor')
    expect(text).not.toContain('SECRET')
  }
  await server.call('PUT', path, { as: 'ada', body: { libraryIds: [hiddenLibraryId] } })
  expect(await (await get(atomPath)).text()).not.toContain('Harbor')
})

test('addresses are listed without their key, deleted, and end with the account', async () => {
  const created = await create('ann')
  const { body } = await server.call('GET', '/user/feeds', { as: 'ann' })
  expect(body.addresses.map(({ id }: { id: string }) => id)).toEqual([created.id])
  expect(JSON.stringify(body)).not.toContain(created.atomPath.split('/')[2])
  expect((await get(created.atomPath)).status).toBe(200)
  const other = await server.call('DELETE', `/user/feeds/${created.id}`, { as: 'max' })
  expect(other.status).toBe(404)
  const own = await server.call('DELETE', `/user/feeds/${created.id}`, { as: 'ann' })
  expect(own.status).toBe(204)
  expect((await get(created.atomPath)).status).toBe(401)
  const again = await create('ann')
  const user = `/users/${server.getUserId('ann')}`
  await server.call('PATCH', user, { as: 'ada', body: { isActive: false } })
  expect((await get(again.atomPath)).status).toBe(401)
})

test('a key is never logged', () => {
  const request = new Request('http://localhost/feeds/quire-key/releases.atom')
  expect(getLoggedPath(request)).toBe('/feeds/…/releases.atom')
})
