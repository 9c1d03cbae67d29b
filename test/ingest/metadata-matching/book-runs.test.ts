/** Books in matching runs: novels by ISBN and title, issues of matched comics by number. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { and, eq, isNotNull } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { metadataChangeSets } from '../../../src/catalog/metadata/schema'
import { matchRun } from '../../../src/ingest/metadata-matching/runs/match-run'
import { matchNewSeries } from '../../../src/ingest/metadata-matching/runs/new-series'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { comicvineKey } from '../providers/servers/comicvine'
import { type MatchingServer, startMatchingServer } from './matching-server'

/** Matching runs take seconds on a busy machine. */
setDefaultTimeout(60_000)

let matching: MatchingServer
beforeAll(async () => {
  const settings = { 'providers.comicvine.key': comicvineKey }
  matching = await startMatchingServer({ settings })
})
afterAll(() => matching.close())

const getBook = async (id: string) => (await matching.call('GET', `/books/${id}`)).book
const getYears = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { year, originalYear } = await matching.call('GET', `/books/${id}/metadata`)
      return year ?? originalYear
    }),
  )

async function addNovels() {
  const library = await seedLibrary(matching.server, { type: 'book' })
  const add = async (title: string, metadata: object) => {
    const series = await seedSeries(matching.server, library, { title })
    return seedBook(matching.server, series, { title, format: 'epub', metadata })
  }
  const dune = await add('Dune', { isbns: '9780441013593' })
  const messiah = await add('Dune Messiah', { writer: 'Frank Herbert' })
  const hobbit = await add('The Hobbit', {})
  const unknown = await add('Nothing like it', { writer: 'Nobody' })
  return { library, ids: [dune.id, messiah.id, hobbit.id, unknown.id] }
}

const addIssue = (series: SeededSeries, number: string, values: object = {}) =>
  seedBook(matching.server, series, {
    title: `Saga ${number}`,
    relativePath: `Saga/${Bun.randomUUIDv7()}/Saga ${number}.cbz`,
    metadata: { number },
    ...values,
  })

async function addComic(numbers: readonly string[]) {
  const library = await seedLibrary(matching.server, { type: 'comic' })
  const series = await seedSeries(matching.server, library, { title: 'Saga', year: 2012 })
  const ids: string[] = []
  for (const number of numbers) ids.push((await addIssue(series, number)).id)
  return { library, series, ids }
}

test('a library of novels: each book by ISBN, or by title and author; undone with the run', async () => {
  const { library, ids } = await addNovels()
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run.bookCounts).toMatchObject({ applied: 2, review: 1, none: 1, waiting: 0, failed: 0 })
  expect(await getYears(ids)).toEqual([2005, 1969, null, null])
  const items = (await matching.listItems(run.id)).filter((one: { bookId: unknown }) => one.bookId)
  const review = items.find(({ state }: { state: string }) => state === 'review')
  expect(review).toMatchObject({
    bookId: ids[2],
    title: 'The Hobbit',
    because: { message: 'The title alone is not enough to identify the book' },
  })
  const { pluginId, externalId } = review.candidates[0]
  await matching.call('POST', `/metadata-runs/${run.id}/items/${ids[2]}/choose`, {
    choice: { pluginId, externalId },
  })
  expect(await getYears(ids)).toEqual([2005, 1969, 1937, null])
  await matching.call('POST', `/metadata-runs/${run.id}/undo`)
  await matching.waitForRun(run.id, ({ undoneAt }) => undoneAt !== null)
  expect(await getYears(ids)).toEqual([null, null, null, null])
})

test('a comic: issues by number once the series is matched, and never without', async () => {
  const { library, ids } = await addComic(['1', '002', '½', '99', '1.MU'])
  const other = await seedSeries(matching.server, library, { title: 'Nothing like it' })
  const lone = await addIssue(other, '1')
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run.counts).toMatchObject({ applied: 1, none: 1 })
  expect(run.bookCounts).toMatchObject({ applied: 3, none: 2, review: 0 })
  expect((await getBook(ids[0]!)).title).toBe('Chapter One')
  expect((await getBook(ids[2]!)).title).toBe('Half')
  expect((await getBook(ids[3]!)).title).toBe('Saga 99')
  expect((await getBook(lone.id)).title).toBe('Saga 1')
  const { covers } = await matching.call('GET', `/books/${ids[0]}/covers`)
  expect(covers).toEqual([])
  await matching.call('POST', `/metadata-runs/${run.id}/undo`)
  await matching.waitForRun(run.id, ({ undoneAt }) => undoneAt !== null)
  expect((await getBook(ids[0]!)).title).toBe('Saga 1')
})

test('the books of a series that a person chooses follow', async () => {
  const { library, series, ids } = await addComic(['1'])
  await matching.call('PATCH', `/series/${series.id}/metadata`, { year: 1999 })
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run.counts).toMatchObject({ review: 1 })
  const [item] = await matching.listItems(run.id)
  const { pluginId, externalId } = item.candidates[0]
  await matching.call('POST', `/metadata-runs/${run.id}/items/${series.id}/choose`, {
    choice: { pluginId, externalId },
  })
  const ended = await matching.waitForRun(run.id, ({ bookCounts }) => bookCounts.applied === 1)
  expect(ended.counts).toMatchObject({ applied: 1 })
  expect((await getBook(ids[0]!)).title).toBe('Chapter One')
})

test('new books of matched series are matched after a scan', async () => {
  const { library, series, ids } = await addComic(['1'])
  await matching.call('PUT', `/libraries/${library.id}/providers`, { matchNew: true })
  await matching.waitForRun(await matching.startRun(library))
  expect((await getBook(ids[0]!)).title).toBe('Chapter One')
  await matchNewSeries(matching.server.ctx, library.id)
  const listRuns = async () =>
    (await matching.call('GET', `/metadata-runs?libraryId=${library.id}`)).data
  expect(await listRuns()).toHaveLength(1)
  const later = new Date(matching.server.clock.now().getTime() + 60_000)
  const { id } = await addIssue(series, '2', { createdAt: later })
  await matchNewSeries(matching.server.ctx, library.id)
  const [newest] = await listRuns()
  const run = await matching.waitForRun(newest.id)
  expect(run.bookCounts).toMatchObject({ applied: 1 })
  expect((await getBook(id)).title).toBe('Saga 2')
  const { year } = await matching.call('GET', `/books/${id}/metadata`)
  expect(year).toBe(2012)
})

test('M7: a match by hand names its work, so that undoing it says nothing of others', async () => {
  const applyFirst = async (path: string) => {
    const { candidates } = await matching.call('POST', `${path}/metadata/search`, {})
    const { pluginId, externalId } = candidates[0]
    const chosen = { pluginId, externalId }
    const { changeSetId } = await matching.call('POST', `${path}/metadata/apply`, chosen)
    return { pluginId, externalId, changeSetId }
  }
  const right = await addComic(['1'])
  const half = await addComic(['½'])
  for (const { series } of [right, half]) await applyFirst(`/series/${series.id}`)
  const book = `/books/${right.ids[0]}`
  const { pluginId, externalId, changeSetId } = await applyFirst(book)
  await matching.call('POST', `${book}/metadata/changes/${changeSetId}/undo`)
  const [set] = await matching.server.ctx.db
    .select({ externalId: metadataChangeSets.externalId })
    .from(metadataChangeSets)
    .where(eq(metadataChangeSets.id, changeSetId))
  expect(set).toEqual({ externalId })
  // The wrong work for the other book.
  const other = `/books/${half.ids[0]}`
  const applied = await matching.call('POST', `${other}/metadata/apply`, { pluginId, externalId })
  await matching.call('POST', `${other}/metadata/changes/${applied.changeSetId}/undo`)

  const match = async ({ series }: typeof right) => {
    const body = { seriesIds: [series.id] }
    const { runId } = await matching.call('POST', '/series/metadata/auto-match/task/bulk', body)
    return (await matching.waitForRun(runId)).bookCounts
  }
  expect(await match(right)).toMatchObject({ review: 1, applied: 0 })
  expect(await match(half)).toMatchObject({ review: 0, applied: 1 })
})

test('what a person edited, locked or excluded stays', async () => {
  const { library, ids } = await addComic(['1', '2', '½'])
  await matching.call('PATCH', `/books/${ids[0]}`, { title: 'Mine' })
  await matching.call('PUT', `/books/${ids[1]}/metadata/exclusions`, {})
  await matching.call('PATCH', `/books/${ids[2]}/metadata`, { summary: 'Mine' })
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run.bookCounts).toMatchObject({ applied: 2, skipped: 0 })
  expect((await getBook(ids[0]!)).title).toBe('Mine')
  const { summary } = await matching.call('GET', `/books/${ids[2]}/metadata`)
  expect(summary).toBe('Mine')
  expect(await getYears([ids[1]!])).toEqual([null])
})

test('a run is undone although a book moved to another series', async () => {
  const { library, series, ids } = await addComic(['1', '2'])
  const run = await matching.waitForRun(await matching.startRun(library))
  const other = await seedSeries(matching.server, library, { title: 'Another one' })
  await matching.server.ctx.write(async (tx) => {
    await tx.update(books).set({ seriesId: other.id }).where(eq(books.id, ids[0]!))
  })
  const items = await matching.listItems(run.id)
  const moved = items.find(({ bookId }: { bookId: string | null }) => bookId === ids[0])
  expect([moved.seriesId, moved.seriesTitle]).toEqual([other.id, 'Another one'])
  await matching.call('POST', `/metadata-runs/${run.id}/undo`)
  await matching.waitForRun(run.id, ({ undoneAt }) => undoneAt !== null)
  expect((await getBook(ids[0]!)).title).toBe('Saga 1')
  expect(await getYears(ids)).toEqual([null, null])
  const { externalIds } = await matching.call('GET', `/series/${series.id}`)
  expect(externalIds).toEqual([])
})

test('a run that is stopped between books goes on, and changes each once', async () => {
  const stopped = await startMatchingServer({
    runsJobs: false,
    settings: { 'providers.comicvine.key': comicvineKey },
  })
  const before = matching
  matching = stopped
  try {
    const { library, ids } = await addComic(['1', '2', '½'])
    const runId = await stopped.startRun(library)
    const { ctx } = stopped.server
    const job = { id: '', kind: '', attempts: 1, maxAttempts: 10, payload: { runId } }
    const runJob = async (signal: AbortSignal) => {
      let isDone = false
      const ended = matchRun(ctx, job, signal)
        .then((write) => write && ctx.write((tx) => write(tx)))
        .catch((error: unknown) => error)
        .finally(() => (isDone = true))
      await waitUntil(async () => {
        await stopped.resetRateLimits()
        return isDone
      })
      return ended
    }
    const countApplied = async () =>
      (await stopped.call('GET', `/metadata-runs/${runId}`)).bookCounts.applied
    const stop = new AbortController()
    const running = runJob(stop.signal)
    await waitUntil(async () => (await countApplied()) >= 1)
    stop.abort(new Error('stopped'))
    await running
    await runJob(new AbortController().signal)
    expect(await countApplied()).toBe(3)
    const changes = await ctx.db
      .select({ bookId: metadataChangeSets.bookId })
      .from(metadataChangeSets)
      .where(and(eq(metadataChangeSets.runId, runId), isNotNull(metadataChangeSets.bookId)))
    expect(changes.map(({ bookId }) => bookId).toSorted()).toEqual(ids.toSorted())
  } finally {
    matching = before
    await stopped.close()
  }
})

test('who may not change books changes none by a run', async () => {
  const { server } = matching
  const { library, series, ids } = await addComic(['1'])
  await server.addUser('kim', 'reader', ['series:write', 'libraries:write'])
  const body = { seriesIds: [series.id] }
  const started = await server.call('POST', '/series/metadata/auto-match/task/bulk', {
    as: 'kim',
    body,
  })
  const isEnded = async (path: string) => {
    await matching.resetRateLimits()
    return (await server.call('GET', path, { as: 'kim' })).body.state === 'completed'
  }
  await waitUntil(() => isEnded(`/metadata-runs/${started.body.runId}`))
  expect((await getBook(ids[0]!)).title).toBe('Saga 1')
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run.bookCounts).toMatchObject({ applied: 1 })
  const path = `/metadata-runs/${run.id}/items/${ids[0]}/choose`
  const refused = await server.call('POST', path, { as: 'kim', body: { choice: null } })
  expect(refused.status).toBe(403)
  for (const action of ['resume', 'undo']) {
    const answer = await server.call('POST', `/metadata-runs/${run.id}/${action}`, { as: 'kim' })
    expect([action, answer.status]).toEqual([action, 403])
  }
  const undone = await server.call('POST', `/metadata-runs/${started.body.runId}/undo`, {
    as: 'kim',
  })
  expect(undone.status).toBe(200)
  expect((await getBook(ids[0]!)).title).toBe('Chapter One')
})
