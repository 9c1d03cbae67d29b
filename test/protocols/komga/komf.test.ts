/** A session of Komf over a real connection: new books are added, listed, updated and deleted. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { userChanged } from '../../../src/accounts/permissions/model'
import { thumbnailJobs } from '../../../src/artwork/thumbnails/jobs'
import { users } from '../../../src/accounts/users/schema'
import { givePasswords, password } from '../../accounts/sign-in'
import {
  addLibrary,
  makeDifferentComics,
  makeFolder,
  type ScanServer,
  startScanServer,
  writeFiles,
} from '../../ingest/scanning/scan-server'
import { makePicture } from '../../support/make/pictures'
import { waitUntil } from '../../support/wait-until'
import { createKomgaClient } from './komga-client'
import { KomgaStream } from './komga-stream'

let server: ScanServer
let origin: string
let komga: ReturnType<typeof createKomgaClient>
let libraryId: string
let cookie: string
let stream: KomgaStream

beforeAll(async () => {
  server = await startScanServer()
  server.engine.register(thumbnailJobs(server.ctx))
  komga = createKomgaClient(server)
  await givePasswords(server, 'ada')
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics('Lantern Reef', 3))
  libraryId = await addLibrary(server, folder)
  origin = server.listen()
})
afterAll(async () => {
  stream?.stop()
  await server.close()
})

const send = (method: string, path: string, body?: unknown) =>
  komga(method, path, { as: '', headers: { cookie }, ...(body !== undefined && { body }) })

const findSeries = async () => {
  const body = { condition: { type: 'LibraryId', libraryId: { operator: 'is', value: libraryId } } }
  const { body: page } = await send('POST', '/api/v1/series/list?size=500', body)
  return page.content
}
const findBooks = async (seriesId: string) => {
  const body = { condition: { type: 'SeriesId', seriesId: { operator: 'is', value: seriesId } } }
  const { body: page } = await send('POST', '/api/v1/books/list?unpaged=true', body)
  return page.content
}

test('it signs in with a password and listens with its cookie', async () => {
  const authorization = `Basic ${btoa(`ada:${password}`)}`
  const me = await komga('GET', '/api/v2/users/me', { as: '', headers: { authorization } })
  expect(me.body.roles).toContain('ADMIN')
  cookie = me.headers.get('set-cookie')!.split(';')[0]!
  const controller = new AbortController()
  const address = `${origin}/komga/sse/v1/events`
  const response = await fetch(address, { headers: { cookie }, signal: controller.signal })
  expect(response.status).toBe(200)
  stream = new KomgaStream(response, controller)
})

test('new books are announced, and the queue is empty afterwards', async () => {
  expect((await send('POST', `/api/v1/libraries/${libraryId}/scan`)).status).toBe(202)
  const added = () => stream.events.findLastIndex(({ name }) => name === 'BookAdded')
  const isIdle = () =>
    stream.events
      .slice(added())
      .some(({ name, data }) => name === 'TaskQueueStatus' && data['count'] === 0)
  await waitUntil(() => stream.changes.filter(({ name }) => name === 'BookAdded').length === 3)
  await waitUntil(async () => {
    await server.clock.jump(2_000)
    return isIdle()
  })
  const one = stream.changes.find(({ name }) => name === 'BookAdded')
  expect(one!.data).toEqual({
    bookId: expect.any(String),
    seriesId: expect.any(String),
    libraryId,
  })
}, 90_000)

test('it walks, describes and reads back', async () => {
  const [series] = await findSeries()
  expect(series.name).toBe('Lantern Reef')
  const [book, ...others] = await findBooks(series.id)
  expect(others).toHaveLength(2)
  expect((await send('GET', `/api/v1/libraries/${libraryId}`)).status).toBe(200)
  const update = {
    status: 'ENDED',
    summary: 'Divers find a light.',
    genres: ['Adventure'],
    totalBookCount: 3,
    readingDirection: 'RIGHT_TO_LEFT',
    alternateTitles: [{ label: 'ja', title: '灯台礁' }],
    links: [{ label: 'anilist', url: 'https://anilist.co/manga/1' }],
    statusLock: true,
  }
  expect((await send('PATCH', `/api/v1/series/${series.id}/metadata`, update)).status).toBe(204)
  const bookUpdate = {
    title: 'The Light',
    releaseDate: '2019-02-28',
    authors: [
      { name: 'Mia Salt', role: 'writer' },
      { name: 'Jo Reef', role: 'cover' },
    ],
    isbn: '9783161484100',
    titleLock: true,
  }
  expect((await send('PATCH', `/api/v1/books/${book.id}/metadata`, bookUpdate)).status).toBe(204)
  const { body: after } = await send('GET', `/api/v1/series/${series.id}`)
  expect(after.metadata).toMatchObject({ ...update, summaryLock: false, genresLock: false })
  const { body: described } = await send('GET', `/api/v1/books/${book.id}`)
  expect(described.metadata).toMatchObject({ ...bookUpdate, authorsLock: false })
})

test('a new scan of the files keeps what it wrote', async () => {
  const [series] = await findSeries()
  expect((await send('POST', `/api/v1/series/${series.id}/analyze`)).status).toBe(202)
  await waitUntil(async () => {
    const { body } = await server.call('GET', `/libraries/${libraryId}/scans`, { as: 'ada' })
    const [latest] = body.data
    return body.data.length > 1 && latest.status === 'completed'
  })
  const [kept] = await findSeries()
  expect(kept.metadata).toMatchObject({ status: 'ENDED', summary: 'Divers find a light.' })
  const titles = (await findBooks(kept.id)).map(
    (one: { metadata: { title: string } }) => one.metadata.title,
  )
  expect(titles).toContain('The Light')
}, 90_000)

test('it replaces posters', async () => {
  const [series] = await findSeries()
  const path = `/api/v1/series/${series.id}/thumbnails`
  const upload = async (seed: number) => {
    const form = new FormData()
    form.set('file', new File([await makePicture({ seed })], 'cover.jpg'))
    form.set('selected', 'true')
    return (await send('POST', path, form)).body
  }
  const first = await upload(1)
  const second = await upload(2)
  expect((await send('DELETE', `${path}/${first.id}`)).status).toBe(202)
  expect((await send('GET', path)).body).toMatchObject([{ id: second.id, selected: true }])
  await waitUntil(() =>
    stream.changes.some(
      ({ name, data }) => name === 'ThumbnailSeriesAdded' && data['seriesId'] === series.id,
    ),
  )
}, 60_000)

test('deletions are announced', async () => {
  const [series] = await findSeries()
  const [book] = await findBooks(series.id)
  expect((await send('DELETE', `/api/v1/books/${book.id}/file`)).status).toBe(202)
  await waitUntil(() =>
    stream.changes.some(({ name, data }) => name === 'BookDeleted' && data['bookId'] === book.id),
  )
  expect((await send('DELETE', `/api/v1/series/${series.id}/file`)).status).toBe(202)
  await waitUntil(() =>
    stream.changes.some(
      ({ name, data }) => name === 'SeriesDeleted' && data['seriesId'] === series.id,
    ),
  )
  expect(await findSeries()).toEqual([])
}, 60_000)

test('the stream outlives a check of the session, and ends with the password', async () => {
  const userId = server.getUserId('ada')
  const change = (name: string) => stream.changes.some((event) => event.name === name)
  server.ctx.bus.publish(userChanged, { userId })
  const name = { name: 'Renamed' }
  expect((await send('PATCH', `/api/v1/libraries/${libraryId}`, name)).status).toBe(204)
  await waitUntil(() => change('LibraryChanged'))
  expect(stream.ended).toBe(false)
  await server.ctx.write((tx) =>
    tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, userId)),
  )
  server.ctx.bus.publish(userChanged, { userId })
  await waitUntil(() => stream.ended)
  expect((await send('GET', '/api/v1/libraries')).status).toBe(401)
})
