/** Editing the metadata of a series. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isDisabled, pressKey, type } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { reader } from '../support/world/people'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const series = createSeries('Tides')
const atSeries = { id: series.id }
const path = '/api/v1/series/{id}/metadata/edit'

const createField = (
  field: string,
  value: unknown,
  more: Partial<Schemas['FieldSource']> = {},
): Schemas['FieldSource'] => ({
  field,
  value,
  source: value === null ? null : 'comicinfo',
  isLocked: false,
  candidates: [],
  ...more,
})
const fields = [
  createField('title', 'Tides', {
    source: 'edited',
    isLocked: true,
    candidates: [{ source: 'comicinfo', value: 'The Tides' }],
  }),
  createField('publisher', 'Old Press'),
  createField('year', null),
  createField('status', null),
  createField('genres', ['Drama']),
  createField('authors', []),
]

/** Opens the form. The server names its version. */
async function openForm(version = '"1"') {
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  api.on('get', '/api/v1/series/{id}/metadata/sources', { seriesId: series.id, fields, files: [] })
  api.on('get', '/api/v1/series/{id}/metadata', series.metadata as never, { etag: version })
  await open(`/series/${series.id}`)
  await click('button', 'Edit')
  const form = await findByRole('dialog', 'Edit Tides')
  await findByRole('textbox', 'Title', form)
  return form
}

const edited = (body: Schemas['WholeSeriesEdit'], ifMatch = '"1"') => ({
  ...sent('post', path, body, atSeries),
  ifMatch,
})

test('only what was changed is sent, with the version that was edited', async () => {
  const form = await openForm()
  api.on('post', path, {} as never)
  expect(isDisabled(await findByRole('button', 'Save', form))).toBe(true)
  await fill('Publisher', 'Kurofune Press', form)
  await fill('Year', '1989', form)
  await choose('Status', 'Ended', form)
  await findText('3 changes', form)
  await click('button', 'Save', form)
  await findNone('dialog', 'Edit Tides')
  await findText('Saved')
  expect(api.changes).toEqual([
    edited({ publisher: 'Kurofune Press', year: 1989, status: 'ended' }),
  ])
})

test('J24: the form opens with the focus in its first field', async () => {
  const form = await openForm()
  const title = await findByRole('textbox', 'Title', form)
  await waitFor(() => document.activeElement === title, 'the focus')
  expect(api.changes).toEqual([])
})

test('a value that is typed back counts as no change', async () => {
  const form = await openForm()
  await fill('Publisher', 'Kurofune Press', form)
  await findText('1 change', form)
  await fill('Publisher', 'Old Press', form)
  await findText('No changes', form)
  expect(isDisabled(await findByRole('button', 'Save', form))).toBe(true)
})

test('an emptied field is cleared', async () => {
  const form = await openForm()
  api.on('post', path, {} as never)
  await fill('Publisher', '', form)
  await click('button', 'Save', form)
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes).toEqual([edited({ publisher: null })])
})

test('a changed field is locked, and can be left unlocked', async () => {
  const form = await openForm()
  api.on('post', path, {} as never)
  await findByRole('button', 'Publisher is unlocked. Scans may change it.', form)
  await fill('Publisher', 'Kurofune Press', form)
  await click('button', 'Publisher is locked. Scans won’t change it.', form)
  await findByRole('button', 'Publisher is unlocked. Scans may change it.', form)
  await click('button', 'Save', form)
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes).toEqual([
    edited({ publisher: 'Kurofune Press', locks: { publisher: false } }),
  ])
})

test('an edited field is reset to the value of the file, which unlocks it', async () => {
  const form = await openForm()
  api.on('post', path, {} as never)
  await findText('File value: The Tides', form)
  await click('button', 'Reset Title to file value', form)
  const title = (await findByRole('textbox', 'Title', form)) as HTMLInputElement
  expect(title.value).toBe('The Tides')
  await findByRole('button', 'Title is unlocked. Scans may change it.', form)
  await click('button', 'Save', form)
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes).toEqual([edited({ reset: ['title'] })])
})

test('alternate titles and links are sent as rows, without those that are empty', async () => {
  const form = await openForm()
  api.on('post', path, {} as never)
  await click('button', 'Add title', form)
  const [title] = await waitFor(() => {
    const all = listByRole('textbox', /^Title/, form)
    return all.length === 2 && all.slice(1)
  }, 'the row')
  await click('button', 'Add title', form)
  type(title as HTMLInputElement, 'Gezeiten')
  await click('tab', 'Links and ratings', form)
  await click('button', 'Add link', form)
  await fill(/^URL/, 'example.org/tides', await findByRole('group', 'Links', form))
  await click('button', 'Save', form)
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes).toEqual([
    edited({
      alternateTitles: [{ label: 'Other', title: 'Gezeiten' }],
      externalLinks: [{ sourceName: 'example.org', url: 'https://example.org/tides' }],
    }),
  ])
})

test('an error of a field is shown at the field, on its tab', async () => {
  const form = await openForm()
  api.refuse('post', path, 422, {
    error: 'invalid',
    message: 'Invalid',
    details: [{ path: 'year', message: 'It must be after 1000', code: 'x.unknown', params: {} }],
  })
  await fill('Year', '3', form)
  await click('tab', 'Links and ratings', form)
  await click('button', 'Save', form)
  await findByRole('alert', 'Not saved. Check the highlighted fields.', form)
  await findText('It must be after 1000', form)
  const year = (await findByRole('textbox', 'Year', form)) as HTMLInputElement
  expect(year.value).toBe('3')
  expect(year.getAttribute('aria-invalid')).toBe('true')
})

test('a newer version of someone else is shown on request, and keeps the changes', async () => {
  const form = await openForm()
  api.refuse('post', path, 412, { error: 'precondition_failed', message: 'Changed' })
  await fill('Publisher', 'Kurofune Press', form)
  await click('button', 'Save', form)
  await findText('Someone else edited this. Your changes are still here.', form)
  api.on('get', '/api/v1/series/{id}/metadata', series.metadata as never, { etag: '"2"' })
  await click('button', 'Show latest version', form)
  await findNone('alert', undefined, form)
  const publisher = (await findByRole('textbox', 'Publisher', form)) as HTMLInputElement
  expect(publisher.value).toBe('Kurofune Press')
  api.on('post', path, {} as never)
  await click('button', 'Save', form)
  await findNone('dialog', 'Edit Tides')
  const body = { publisher: 'Kurofune Press' }
  expect(api.changes).toEqual([edited(body), edited(body, '"2"')])
})

test('Ctrl+Enter saves from any field, and Escape asks before changes are lost', async () => {
  const form = await openForm()
  api.on('post', path, {} as never)
  await fill('Publisher', 'Kurofune Press', form)
  pressKey('Escape')
  await click('button', 'Keep editing')
  pressKey('Enter', await findByRole('textbox', 'Publisher', form), { ctrlKey: true })
  await findNone('dialog', 'Edit Tides')
  expect(api.changes).toEqual([edited({ publisher: 'Kurofune Press' })])
})

test('a reader cannot edit', async () => {
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  await open(`/series/${series.id}`, reader)
  await findByRole('heading', 'Tides')
  await findNone('button', 'Edit')
  pressKey('e', document.body)
  await findNone('dialog', 'Edit Tides')
})

test('P12: the books of a series are renumbered after a question', async () => {
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  const noMessage = { message: '', code: '', params: {} }
  const result = { ...noMessage, updatedCount: 2, unchangedCount: 0, problems: [] }
  api.on('post', '/api/v1/series/{id}/renumber', result)
  await open(`/series/${series.id}`)
  await click('button', 'More')
  await click('menuitem', 'Renumber books…')
  const question = await findByRole('dialog', 'Renumber the books of Tides?')
  expect(api.changes).toEqual([])
  await click('button', 'Renumber', question)
  await findText('Renumbered the books of Tides')
  expect(api.changes).toEqual([sent('post', '/api/v1/series/{id}/renumber', {}, atSeries)])
})

test('P12: a reader is not offered to renumber books', async () => {
  answerSeriesPage(series, [createBook('One', 1)])
  await open(`/series/${series.id}`, reader)
  await click('button', 'More')
  await findByRole('menuitem', 'Mark all as read')
  await findNone('menuitem', 'Renumber books…')
})
