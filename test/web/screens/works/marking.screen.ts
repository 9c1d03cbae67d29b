/** Marking a whole series, and undoing it. */
import { expect, test } from 'bun:test'
import { click, fill, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { noMessage } from '../support/world/plugins'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const series = createSeries('Tides')
const atSeries = { id: series.id }
const nothing = {
  series: [],
  books: [],
  people: [],
  genres: [],
  tags: [],
  collections: [],
  readLists: [],
  corrected: null,
}

async function openSeries() {
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  const marked = { ...noMessage, count: 2, undoId: 'mark' }
  api.on('post', '/api/v1/series/{id}/read', marked)
  api.on('post', '/api/v1/progress/marks/{id}/undo', { ...noMessage, count: 2, kept: 0 })
  await open(`/series/${series.id}`)
  await findByRole('heading', 'Tides')
}

async function undo() {
  await findText('Marked Tides as read')
  await click('button', 'Undo')
  await findText('Undone')
  await findNone('button', 'Undo')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/series/{id}/read', null, atSeries),
    sent('post', '/api/v1/progress/marks/{id}/undo', null, { id: 'mark' }),
  ])
}

test('J11: marking a series from its menu is undone', async () => {
  await openSeries()
  await click('button', 'More')
  await click('menuitem', 'Mark all as read')
  await undo()
})

test('J11: marking a series with one Enter in the palette is undone', async () => {
  await openSeries()
  api.on('get', '/api/v1/search', nothing)
  pressKey('k', document.body, { ctrlKey: true })
  const palette = await findByRole('dialog', 'Search')
  await fill('Search', 'mark all of', palette)
  await findByRole('option', /^Mark all of Tides as read/)
  pressKey('Enter', await findByRole('textbox', 'Search'))
  await undo()
})
