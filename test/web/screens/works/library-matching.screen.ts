/** Matching the series of a library with providers, and reviewing what is doubtful. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, isDisabled, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { createSeries, library } from '../support/world/works'

usePage()

const at = '2026-01-01T00:00:00.000Z'
const atLibrary = { id: library.id }
const noCounts = { waiting: 0, applied: 0, review: 0, none: 0, failed: 0, skipped: 0 }
const createProvider = (displayName: string, isUsed: boolean): Schemas['LibraryProvider'] => ({
  pluginId: `01a1fdc4-0439-7419-b25d-0000000a00${String(displayName.length).padStart(2, '0')}`,
  name: displayName,
  displayName,
  siteUrl: null,
  attribution: null,
  needsKey: false,
  hasKey: false,
  subjects: ['manga'],
  isUsed,
})
const [anilist, comics, prose] = [
  createProvider('AniList', true),
  createProvider('Comic Vine', true),
  createProvider('Open Library', false),
]
const run: Schemas['MatchRun'] = {
  id: '01a1fdc4-0439-7419-b25d-00000000f001',
  libraryId: library.id,
  pluginId: null,
  isRefresh: false,
  state: 'completed',
  problem: null,
  createdAt: at,
  finishedAt: at,
  undoRequestedAt: null,
  undoneAt: null,
  counts: { ...noCounts, applied: 5, review: 1 },
  bookCounts: noCounts,
}
const candidate: Schemas['MatchCandidate'] = {
  pluginId: anilist.pluginId,
  provider: 'AniList',
  externalId: '642',
  title: 'Vinland Saga',
  alternateTitles: [],
  number: null,
  year: null,
  format: null,
  status: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  authors: [],
  publisher: null,
  summary: null,
  siteUrl: null,
  coverUrl: null,
  score: 0.5,
  verdict: 'unsure',
  reasons: [],
  isExcluded: false,
  isCurrent: false,
}
const vinland = createSeries('Vinland')
const item: Schemas['MatchRunItem'] = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  seriesId: vinland.id,
  bookId: null,
  title: 'Vinland',
  seriesTitle: 'Vinland',
  state: 'review',
  because: { message: 'Not similar enough', code: 'x.unknown', params: {} },
  pluginId: null,
  externalId: null,
  changedFields: 0,
  candidates: [candidate],
}

interface World {
  runs?: Schemas['MatchRun'][]
  providers?: Schemas['LibraryProvider'][]
}

/** Opens the settings of metadata. The server keeps what is changed there. */
async function openMetadata({ runs = [], providers = [anilist, comics, prose] }: World = {}) {
  let jobs: Schemas['LibraryJob'][] = []
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/libraries/{id}/providers', {
    libraryId: library.id,
    providers,
    isDefault: true,
    threshold: 0.8,
    matchNew: false,
    preferProviderCovers: false,
    titleLanguage: null,
  })
  api.on('put', '/api/v1/libraries/{id}/providers', {} as never)
  api.on('get', '/api/v1/libraries/{id}/jobs', () => ({ jobs }))
  api.on('post', '/api/v1/libraries/{id}/jobs', ({ body }) => {
    const { cronSchedule, config } = body as Schemas['CreateLibraryJob']
    jobs = [{ ...job, cronSchedule, config }]
    return jobs[0]!
  })
  api.on('patch', '/api/v1/libraries/{id}/jobs/{job_id}', ({ body }) => {
    jobs = [{ ...jobs[0]!, ...(body as Partial<Schemas['LibraryJob']>) }]
    return jobs[0]!
  })
  api.on('get', '/api/v1/metadata-runs', () => pageOf(runs))
  await open('/settings/metadata')
  await findByRole('button', 'Match series Comics')
}

const job: Schemas['LibraryJob'] = {
  id: '01a1fdc4-0439-7419-b25d-000000009001',
  libraryId: library.id,
  name: 'Refresh',
  enabled: true,
  cronSchedule: '',
  timezone: null,
  config: { type: 'metadata_refresh', provider: '*' },
  lastRunAt: null,
  lastRunStatus: null,
  lastRunMessage: null,
  lastRunProblem: null,
  createdAt: at,
  updatedAt: at,
}

test('what to review of series and of books is counted', async () => {
  await openMetadata({
    runs: [
      { ...run, bookCounts: { ...noCounts, review: 3 } },
      {
        ...run,
        id: '01a1fdc4-0439-7419-b25d-00000000f002',
        counts: { ...noCounts, review: 2 },
        bookCounts: { ...noCounts, review: 1 },
      },
    ],
  })
  await findByRole('button', 'Review 1 series and 3 books')
  await findByRole('button', 'Review 2 series and 1 book')
})

test('a library is matched with one click, and its result is undone', async () => {
  const runs: Schemas['MatchRun'][] = []
  await openMetadata({ runs })
  api.on('post', '/api/v1/libraries/{id}/metadata/auto-match/task', () => {
    runs.push(run)
    const message = { message: 'Matching 6 series', code: 'x.unknown', params: {} }
    return { ...message, success: true, runId: run.id, tasksEnqueued: 1, taskIds: [] }
  })
  api.on('post', '/api/v1/metadata-runs/{id}/undo', () => {
    runs[0] = { ...run, undoRequestedAt: at, undoneAt: at }
    return runs[0]
  })
  await click('button', 'Match series Comics')
  await findText('Matching 6 series')
  await findText('5 matched · 1 to review')
  await click('button', 'Undo')
  await findText('Undone')
  await findNone('button', 'Review 1 series')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/libraries/{id}/metadata/auto-match/task', {}, atLibrary),
    sent('post', '/api/v1/metadata-runs/{id}/undo', null, { id: run.id }),
  ])
})

test('without a provider, nothing can be matched', async () => {
  await openMetadata({ providers: [prose] })
  expect(isDisabled(await findByRole('button', 'Match series Comics'))).toBe(true)
})

test.each([
  ['1', { choice: { pluginId: candidate.pluginId, externalId: candidate.externalId } }],
  ['0', { choice: null, exclude: true }],
])('the key %s decides about a doubtful series', async (key, body) => {
  await openMetadata({ runs: [run] })
  api.on('get', '/api/v1/metadata-runs/{id}/items', pageOf([item]))
  const path = '/api/v1/metadata-runs/{id}/items/{itemId}/choose'
  api.on('post', path, null as never)
  await click('button', 'Review 1 series')
  const review = await findByRole('dialog', 'Vinland')
  await findText('Not similar enough', review)
  await findText('Uncertain', review)
  pressKey(key, document.body)
  await findText('Nothing left to review')
  expect(api.changes).toEqual([sent('post', path, body, { id: run.id, itemId: vinland.id })])
})

test('a series can be decided about later, and a key without a candidate does nothing', async () => {
  await openMetadata({ runs: [run] })
  api.on('get', '/api/v1/metadata-runs/{id}/items', pageOf([item]))
  await click('button', 'Review 1 series')
  await findByRole('dialog', 'Vinland')
  pressKey('2', document.body)
  await findByRole('dialog', 'Vinland')
  pressKey('s', document.body)
  await findText('Nothing left to review')
  expect(api.changes).toEqual([])
})

test('providers are used in the order of trust', async () => {
  await openMetadata()
  const path = '/api/v1/libraries/{id}/providers'
  await click('button', 'Prefer Comic Vine')
  await waitFor(() => api.changes.length === 1, 'the order')
  await click('switch', 'Open Library')
  await waitFor(() => api.changes.length === 2, 'another provider')
  await click('switch', 'AniList')
  await waitFor(() => api.changes.length === 3, 'one less')
  const put = (...providers: { pluginId: string }[]) =>
    sent('put', path, { pluginIds: providers.map(({ pluginId }) => pluginId) }, atLibrary)
  expect(api.changes).toEqual([put(comics, anilist), put(anilist, comics, prose), put(comics)])
})

test('metadata is refreshed every week, at once, and never again', async () => {
  await openMetadata()
  const choice = 'Refresh metadata of Comics'
  await findNone('button', 'Refresh now Comics')
  await choose(choice, 'Every week')
  await findByRole('button', 'Refresh now Comics')
  api.on('post', '/api/v1/libraries/{id}/jobs/{job_id}/run-now', {} as never)
  await click('button', 'Refresh now Comics')
  await findText('Refreshing metadata')
  await choose(choice, 'Never')
  await waitFor(() => api.changes.length === 3, 'the last request')
  const atJob = { ...atLibrary, job_id: job.id }
  expect(api.changes).toEqual([
    sent(
      'post',
      '/api/v1/libraries/{id}/jobs',
      { cronSchedule: '0 4 * * 0', config: { type: 'metadata_refresh', provider: '*' } },
      atLibrary,
    ),
    sent('post', '/api/v1/libraries/{id}/jobs/{job_id}/run-now', null, atJob),
    sent('patch', '/api/v1/libraries/{id}/jobs/{job_id}', { enabled: false }, atJob),
  ])
})
