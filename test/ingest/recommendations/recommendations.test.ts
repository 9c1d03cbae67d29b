/** Recommendations from the user's own libraries: their sources, and items that are excluded. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { recommendationJobs } from '../../../src/ingest/recommendations/jobs'
import { upsertRecommendations } from '../../../src/ingest/recommendations/queries'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.engine.register(recommendationJobs(server.ctx))
  await server.engine.start()
})
afterAll(() => server.close())

const call = async (method: string, path: string, as = 'max', body?: object) => {
  const answer = await server.call(method, path, { as, ...(body && { body }) })
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

interface Labels {
  genres?: string[]
  tags?: string[]
  writer?: string
}

async function addSeries(library: SeededLibrary, title: string, { writer, ...labels }: Labels) {
  const series = await seedSeries(server, library, { title, bookCount: 1 })
  const book = await seedBook(server, series, {})
  const authors = writer === undefined ? [] : [{ name: writer, role: 'writer' }]
  await call('PATCH', `/series/${series.id}/metadata`, 'ada', { authors })
  for (const [kind, add] of Object.entries(labels)) {
    await call('POST', `/series/bulk/${kind}`, 'ada', { seriesIds: [series.id], add })
  }
  return { ...series, bookId: book.id }
}

const finish = ({ id }: { id: string }, as = 'max') => call('POST', `/series/${id}/read`, as)

async function refresh(as = 'max') {
  await call('POST', '/user/recommendations/refresh', as)
  await waitUntil(async () => (await list(as)).sources[0].taskStatus === null)
}
const list = (as = 'max') => call('GET', '/user/recommendations', as)
const listTitles = async (as = 'max') =>
  (await list(as)).recommendations.map(({ title }: { title: string }) => title)

async function resetReading() {
  const { data } = await call('GET', '/series?pageSize=200', 'ada')
  for (const { id } of data) {
    for (const as of ['max', 'ann']) await call('POST', `/series/${id}/unread`, as)
    await call('DELETE', `/series/${id}`, 'ada')
  }
}

describe('recommendations', () => {
  test('say which series they are based on, the most similar first', async () => {
    const library = await seedLibrary(server)
    await addSeries(library, 'Same maker', { writer: 'Urasawa', genres: ['Mystery'] })
    await addSeries(library, 'Same genre', { genres: ['Mystery'] })
    await addSeries(library, 'Nothing in common', { genres: ['Cooking'] })
    const read = await addSeries(library, 'Monster', { writer: 'Urasawa', genres: ['Mystery'] })
    await finish(read)
    expect(await listTitles()).toEqual([])
    await waitUntil(async () => (await listTitles()).length > 0)
    expect(await listTitles()).toEqual(['Same maker', 'Same genre'])
    const { recommendations, sources } = await list()
    expect(recommendations[0]).toMatchObject({
      reason: 'Because you finished Monster',
      because: { code: 'recommendations.finished', params: { title: 'Monster' } },
      basedOn: ['Monster'],
      score: 1,
      source: 'library',
      inLibrary: true,
      genres: ['Mystery'],
    })
    expect(recommendations[1].score).toBeLessThan(1)
    expect(sources).toMatchObject([{ source: 'library', cached: true, taskStatus: null }])
    await resetReading()
  })

  test('follow rare labels more than common ones', async () => {
    const library = await seedLibrary(server)
    for (let n = 0; n < 6; n++) await addSeries(library, `Common ${n}`, { genres: ['Drama'] })
    await addSeries(library, 'Rare', { genres: ['Bouldering'] })
    await finish(await addSeries(library, 'Read', { genres: ['Drama', 'Bouldering'] }))
    await refresh()
    expect((await listTitles())[0]).toBe('Rare')
    await resetReading()
  })

  test('leave out what was begun, is wanted, dismissed, in the trash or read in another copy', async () => {
    const library = await seedLibrary(server)
    const like = { genres: ['Heist'] }
    const [begun, wanted, dismissed, trashed] = [
      await addSeries(library, 'Begun', like),
      await addSeries(library, 'Wanted', like),
      await addSeries(library, 'Dismissed', like),
      await addSeries(library, 'Trashed', like),
    ]
    await addSeries(library, 'LUPIN', like)
    const open = await addSeries(library, 'Open', like)
    await finish(await addSeries(library, 'Lupin', like))
    await refresh()
    expect((await listTitles()).toSorted()).toEqual([
      'Begun',
      'Dismissed',
      'Open',
      'Trashed',
      'Wanted',
    ])
    await call('PUT', `/books/${begun.bookId}/progress`, 'max', { currentPage: 1 })
    await call('POST', '/want-to-read', 'max', { seriesId: wanted.id })
    await call('POST', `/user/recommendations/${dismissed.id}/dismiss`, 'max', {})
    await call('DELETE', `/series/${trashed.id}`, 'ada')
    expect(await listTitles()).toEqual(['Open'])
    await refresh()
    expect(await listTitles()).toEqual(['Open'])
    await call('DELETE', `/user/recommendations/${dismissed.id}/dismiss`)
    await refresh()
    expect((await listTitles()).toSorted()).toEqual(['Dismissed', 'Open'])
    await finish(open)
    expect(await listTitles()).toEqual(['Dismissed'])
    await resetReading()
  })

  test('do not return with another copy of a dismissed series', async () => {
    const library = await seedLibrary(server)
    const first = await addSeries(library, 'Twice', { tags: ['clockwork'] })
    await addSeries(library, 'TWICE', { tags: ['clockwork'] })
    await finish(await addSeries(library, 'Read', { tags: ['clockwork'] }))
    await call('POST', `/user/recommendations/${first.id}/dismiss`, 'max', { reason: 'no' })
    await refresh()
    expect(await listTitles()).toEqual([])
    await resetReading()
  })

  test('belong to one user, and name nothing of a hidden library', async () => {
    const [open, closed] = [await seedLibrary(server), await seedLibrary(server)]
    const like = { genres: ['Opera'] }
    await addSeries(open, 'Open', like)
    await addSeries(closed, 'Hidden', like)
    const read = await addSeries(closed, 'Hidden and read', like)
    const alsoRead = await addSeries(open, 'Read', like)
    for (const one of [read, alsoRead]) await finish(one, 'ann')
    await refresh('ann')
    expect((await listTitles('ann')).toSorted()).toEqual(['Hidden', 'Open'])
    expect(await listTitles('max')).toEqual([])
    const path = `/users/${server.getUserId('ann')}/libraries`
    await call('PUT', path, 'ada', { libraryIds: [open.id] })
    for (const when of ['at once', 'after the next refresh']) {
      const text = JSON.stringify(await list('ann'))
      expect([when, text.includes('Hidden'), text.includes('Open')]).toEqual([when, false, true])
      await refresh('ann')
    }
    const dismissed = await server.call('POST', `/user/recommendations/${read.id}/dismiss`, {
      as: 'ann',
      body: {},
    })
    expect(dismissed.status).toBe(404)
    await call('PUT', path, 'ada', { libraryIds: null })
    await resetReading()
  })

  test('are computed again when a request was lost', async () => {
    const library = await seedLibrary(server)
    await addSeries(library, 'Lost and found', { genres: ['Noir'] })
    await finish(await addSeries(library, 'Read', { genres: ['Noir'] }))
    const requestedAt = new Date(Date.now() - 2 * 3_600_000)
    const lost = { items: [], generatedAt: null, requestedAt }
    const userId = server.getUserId('max')
    await server.ctx.write((tx) => upsertRecommendations(tx, { userId, ...lost }))
    await waitUntil(async () => (await listTitles()).includes('Lost and found'))
    await resetReading()
  })

  test('are computed once at a time, and an unknown id is none', async () => {
    // The first would otherwise sometimes be computed before the last request arrives.
    const idle = await startTestServer()
    const request = () =>
      idle.call('POST', '/user/recommendations/refresh', { as: 'max', body: {} })
    const answers = await Promise.all([request(), request(), request()])
    await idle.close()
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const id of ['nothing', '%20', Bun.randomUUIDv7()]) {
      const path = `/user/recommendations/${id}/dismiss`
      expect((await server.call('POST', path, { as: 'max', body: {} })).status).toBe(404)
      expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(404)
    }
  })
})

describe('M6: a work in several libraries', () => {
  const like = { genres: ['Lighthouses'] }

  test('is recommended once, with its libraries, and dismissed once', async () => {
    const [first, second] = [await seedLibrary(server), await seedLibrary(server)]
    const copies = [await addSeries(first, 'Beacon', like), await addSeries(second, 'BEACON', like)]
    await addSeries(second, 'Other', like)
    await finish(await addSeries(first, 'Read', like))
    await refresh()
    const { recommendations } = await list()
    expect(recommendations).toHaveLength(2)
    const work = recommendations.find(({ title }: { title: string }) => /beacon/i.test(title))
    const listed = work.libraries.map((one: { seriesId: string }) => one.seriesId)
    expect(listed.toSorted()).toEqual(copies.map(({ id }) => id).toSorted())
    expect(new Set(work.libraries.map((one: { libraryId: string }) => one.libraryId))).toEqual(
      new Set([first.id, second.id]),
    )
    expect(work.libraries[0].seriesId).toBe(work.seriesId)
    await call('POST', `/user/recommendations/${work.externalId}/dismiss`, 'max', {})
    expect(await listTitles()).toEqual(['Other'])
    await resetReading()
  })

  test('is another one if the year is, and so are two of one library', async () => {
    const [first, second] = [await seedLibrary(server), await seedLibrary(server)]
    const early = await addSeries(first, 'Beacon 2', like)
    const late = await addSeries(second, 'Beacon 2', like)
    await call('PATCH', `/series/${early.id}/metadata`, 'ada', { year: 1990 })
    await call('PATCH', `/series/${late.id}/metadata`, 'ada', { year: 2020 })
    await addSeries(first, 'Beacon 3', like)
    await addSeries(first, 'Beacon 3', like)
    await finish(await addSeries(first, 'Read', like))
    await refresh()
    expect((await listTitles()).toSorted()).toEqual([
      'Beacon 2',
      'Beacon 2',
      'Beacon 3',
      'Beacon 3',
    ])
    await resetReading()
  })

  const setId = ({ id }: { id: string }, externalId: string) =>
    call('POST', `/series/${id}/external-ids`, 'ada', { source: 'plugin:anilist', externalId })

  test('is one work if its copies have the same ID, whatever their titles', async () => {
    const [first, second] = [await seedLibrary(server), await seedLibrary(server)]
    const copies = [
      await addSeries(first, 'Beacon 4', like),
      await addSeries(second, 'Leuchtfeuer 4', like),
    ]
    for (const one of copies) await setId(one, '4')
    const different = [
      await addSeries(first, 'Beacon 5', like),
      await addSeries(second, 'Beacon 5', like),
    ]
    await setId(different[0]!, '5')
    await setId(different[1]!, '6')
    const read = await addSeries(first, 'Beacon 7', like)
    await setId(read, '7')
    await setId(await addSeries(second, 'Leuchtfeuer 7', like), '7')
    await finish(read)
    await refresh()
    const { recommendations } = await list()
    const titles = recommendations.map(({ title }: { title: string }) => title)
    expect(titles.toSorted()).toEqual([expect.stringMatching(/ 4$/), 'Beacon 5', 'Beacon 5'])
    const work = recommendations.find(({ title }: { title: string }) => title.endsWith(' 4'))
    const listed = work.libraries.map((one: { seriesId: string }) => one.seriesId)
    expect(listed.toSorted()).toEqual(copies.map(({ id }) => id).toSorted())
    await call('POST', `/user/recommendations/${work.externalId}/dismiss`, 'max', {})
    expect(await listTitles()).toEqual(['Beacon 5', 'Beacon 5'])
    await refresh()
    expect(await listTitles()).toEqual(['Beacon 5', 'Beacon 5'])
    await resetReading()
  })
})
