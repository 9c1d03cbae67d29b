/** Finding metadata of one series or book at a provider. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, isChecked, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerBookPage, answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const series = createSeries('Yotsuba')
const book = createBook('Dune', 1)
const pluginId = '01a1fdc4-0439-7419-b25d-00000000a115'
const because = (message: string) => ({ message, code: 'x.unknown', params: {} })
const work = { pluginId, externalId: '30104' }
const candidate: Schemas['MatchCandidate'] = {
  ...work,
  provider: 'AniList',
  title: 'Yotsuba to!',
  alternateTitles: [],
  number: null,
  year: 2003,
  format: null,
  status: null,
  totalVolumeCount: 15,
  totalChapterCount: null,
  authors: ['Kiyohiko Azuma'],
  publisher: null,
  summary: null,
  siteUrl: null,
  coverUrl: null,
  score: 1,
  verdict: 'sure',
  reasons: [{ because: because('Same title'), points: 1 }],
  isExcluded: false,
  isCurrent: false,
}
const found: Schemas['MatchSearchResult'] = {
  query: 'Yotsuba',
  candidates: [candidate],
  works: [[0]],
  problems: [],
  decision: { mayApply: true, because: because('Nothing was found') },
  isNeverMatched: false,
}
const createChange = (
  field: string,
  status: Schemas['MetadataFieldPreview']['status'],
): Schemas['MetadataFieldPreview'] => ({
  field,
  currentValue: null,
  proposedValue: field === 'genres' ? ['Comedy'] : `New ${field}`,
  status,
  because: status === 'locked' ? because('You locked it') : null,
})
const preview: Schemas['MetadataPreviewResponse'] = {
  ...work,
  pluginName: 'AniList',
  externalUrl: null,
  coverUrl: null,
  fields: [
    createChange('summary', 'will_apply'),
    createChange('genres', 'will_apply'),
    createChange('publisher', 'locked'),
    createChange('year', 'unchanged'),
    createChange('language', 'not_provided'),
    createChange('externalIds', 'will_apply'),
  ],
  summary: { willApply: 3, locked: 1, noPermission: 0, unchanged: 1, notProvided: 1 },
}
const applied: Schemas['MetadataApplyResponse'] = {
  ...because('2 fields changed'),
  success: true,
  appliedFields: [],
  skippedFields: [],
  changeSetId: '01a1fdc4-0439-7419-b25d-00000000c5e1',
  coverId: null,
}

async function openSearch(result = found) {
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  api.on('get', '/api/v1/plugins/actions', { actions: [], scope: 'series:detail' })
  api.on('post', '/api/v1/series/{id}/metadata/search', result)
  api.on('post', '/api/v1/series/{id}/metadata/preview', preview)
  api.on('post', '/api/v1/series/{id}/metadata/apply', applied)
  await open(`/series/${series.id}`)
  await click('button', 'More')
  await click('menuitem', 'Find metadata…')
  return findByRole('dialog', 'Find metadata for Yotsuba')
}

const ofSeries = { id: series.id }

test('a series is searched by its title first, then by what was typed', async () => {
  const dialog = await openSearch()
  await findText('Same title', dialog)
  await findText('Certain', dialog)
  await findText('2003 · Kiyohiko Azuma · 15 volumes', dialog)
  const field = 'Title or link to the work'
  await fill(field, ' https://anilist.co/manga/30104 ', dialog)
  await click('button', 'Search', dialog)
  await waitFor(() => api.changes.length === 2, 'the second search')
  await findByRole('button', /^Choose/, dialog)
  await fill(field, 'Yotsuba', dialog)
  await click('button', 'Search', dialog)
  const path = '/api/v1/series/{id}/metadata/search'
  expect(api.changes).toEqual([
    sent('post', path, {}, ofSeries),
    sent('post', path, { query: 'https://anilist.co/manga/30104' }, ofSeries),
  ])
})

test('only the fields that are ticked are applied, and a locked one is overwritten on request', async () => {
  const dialog = await openSearch()
  await click('button', /^Choose/, dialog)
  const changes = await findByRole('dialog', 'Yotsuba to! on AniList')
  await findByRole('button', 'Apply 2 fields', changes)
  const locked = await findByRole('checkbox', 'Publisher', changes)
  expect(isChecked(locked)).toBe(false)
  expect(isDisabled(await findByRole('checkbox', 'Language', changes))).toBe(true)
  await findNone('checkbox', 'Year', changes)
  await click('checkbox', 'Genres', changes)
  await click('checkbox', 'Publisher', changes)
  await click('button', 'Apply 2 fields', changes)
  await findNone('dialog', 'Yotsuba to! on AniList')
  await findText('2 fields changed')
  expect(api.changes.slice(1)).toEqual([
    sent('post', '/api/v1/series/{id}/metadata/preview', work, ofSeries),
    sent(
      'post',
      '/api/v1/series/{id}/metadata/apply',
      { ...work, fields: ['summary', 'publisher'], overwrite: ['publisher'] },
      ofSeries,
    ),
  ])
})

test('without any field there is nothing to apply', async () => {
  const dialog = await openSearch()
  await click('button', /^Choose/, dialog)
  const changes = await findByRole('dialog', 'Yotsuba to! on AniList')
  for (const name of ['Summary', 'Genres']) await click('checkbox', name, changes)
  expect(isDisabled(await findByRole('button', 'Apply 0 fields', changes))).toBe(true)
  await click('button', 'Back', changes)
  await findByRole('dialog', 'Find metadata for Yotsuba')
})

test('what was applied is undone from the message', async () => {
  const dialog = await openSearch()
  api.on('post', '/api/v1/series/{id}/metadata/changes/{changeSetId}/undo', {} as never)
  await click('button', /^Choose/, dialog)
  await click('button', 'Apply 2 fields')
  await click('button', 'Undo')
  await waitFor(() => api.changes.length === 4, 'the request')
  expect(api.changes.at(-1)).toEqual(
    sent('post', '/api/v1/series/{id}/metadata/changes/{changeSetId}/undo', null, {
      ...ofSeries,
      changeSetId: applied.changeSetId!,
    }),
  )
})

test('a provider that fails is named, and without results the reason is given', async () => {
  const problem = { pluginId, provider: 'AniList', problem: because('It answered 503') }
  const dialog = await openSearch({
    ...found,
    candidates: [],
    works: [],
    problems: [problem],
  })
  await findText('It answered 503', dialog)
  await findNone('button', /^Choose/, dialog)
})

test('a series is excluded from matching, and a refusal turns the switch back', async () => {
  const dialog = await openSearch()
  const path = '/api/v1/series/{id}/metadata/exclusions'
  api.on('put', path, null as never)
  const never = await findByRole('switch', 'Never match automatically', dialog)
  await click('switch', 'Never match automatically', dialog)
  await waitFor(() => api.changes.length === 2, 'the request')
  expect(isChecked(never)).toBe(true)
  api.refuse('delete', path, 403, { error: 'forbidden', message: 'Forbidden' })
  await click('switch', 'Never match automatically', dialog)
  await findText('You don’t have permission to do this')
  expect(isChecked(never)).toBe(true)
  expect(api.changes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'DELETE'])
})

test('a book is matched with the routes of books', async () => {
  answerBookPage(book, series)
  api.on('get', '/api/v1/plugins/actions', { actions: [], scope: 'book:detail' })
  api.on('post', '/api/v1/books/{id}/metadata/search', found)
  api.on('post', '/api/v1/books/{id}/metadata/preview', preview)
  api.on('post', '/api/v1/books/{id}/metadata/apply', applied)
  await open(`/book/${book.id}`)
  await click('button', 'More')
  await click('menuitem', 'Find metadata…')
  await click('button', /^Choose/, await findByRole('dialog', /^Find metadata for/))
  await click('button', 'Apply 2 fields')
  await findText('2 fields changed')
  const ofBook = { id: book.id }
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/{id}/metadata/search', {}, ofBook),
    sent('post', '/api/v1/books/{id}/metadata/preview', work, ofBook),
    sent(
      'post',
      '/api/v1/books/{id}/metadata/apply',
      { ...work, fields: ['summary', 'genres'], overwrite: [] },
      ofBook,
    ),
  ])
})
