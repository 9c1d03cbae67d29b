/** Adding series and books to lists. */
import { expect, test } from 'bun:test'
import { click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { createCollection } from '../support/world/lists'
import { pageOf } from '../support/world/pages'
import { answerSeriesPage } from '../support/world/work-pages'
import { answerLibrary } from '../support/world/library'
import { createBook, createSeries } from '../support/world/works'

usePage()

const anchor = createSeries('Anchor')
const harbours = createCollection('Harbours')
const atHarbours = { id: harbours.id }
const entries = '/api/v1/collections/{id}/series'

async function openDialog(lists = [harbours], holding = [] as (typeof harbours)[]) {
  answerSeriesPage(anchor, [createBook('One', 1), createBook('Two', 2)])
  api.on('get', '/api/v1/series/{id}/collections', () => pageOf(holding))
  api.on('get', '/api/v1/collections', ({ url }) =>
    pageOf(url.includes('editable=true') ? lists : []),
  )
  api.on('post', '/api/v1/collections', harbours)
  api.on('post', entries, () => {
    holding.push(harbours)
    return harbours
  })
  await open(`/series/${anchor.id}`)
  await click('button', 'More')
  await click('menuitem', 'Add to collection…')
  return findByRole('dialog', 'Add to collection')
}

test('a series is added to a new collection, which its page then names', async () => {
  const dialog = await openDialog([])
  await findText('You don’t have any lists yet.', dialog)
  expect(isDisabled(await findByRole('button', 'Create', dialog))).toBe(true)
  await fill('List name', ' Harbours ', dialog)
  await click('button', 'Create', dialog)
  await findText('Added to Harbours')
  await findByRole('link', 'Harbours')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/collections', { name: 'Harbours' }),
    sent('post', entries, { seriesIds: [anchor.id] }, atHarbours),
  ])
})

test('a series is added to a list that can be edited', async () => {
  const dialog = await openDialog()
  await click('button', /^Harbours 3 series/, dialog)
  await findText('Added to Harbours')
  await findNone('dialog', 'Add to collection')
  expect(api.changes).toEqual([sent('post', entries, { seriesIds: [anchor.id] }, atHarbours)])
})

test('a list that already holds the series cannot be chosen', async () => {
  const dialog = await openDialog([harbours], [harbours])
  await findText('Already in this list', dialog)
  expect(isDisabled(await findByRole('button', /^Harbours/, dialog))).toBe(true)
})

test('a refused entry is reported, and the dialog stays', async () => {
  const dialog = await openDialog()
  api.refuse('post', entries, 403, { error: 'forbidden', message: 'Forbidden' })
  await click('button', /^Harbours 3 series/, dialog)
  await findText('You don’t have permission to do this')
  await findByRole('dialog', 'Add to collection')
  expect(api.changes).toHaveLength(1)
})

test('a selection is added to a list in its order', async () => {
  const works = ['Anchor', 'Buoy', 'Cove'].map((title, place) => createSeries(title, place + 1))
  answerLibrary(works)
  api.on('get', '/api/v1/series/{id}', works[0]!)
  api.on('get', '/api/v1/collections', pageOf([harbours]))
  api.on('post', entries, harbours)
  await open('/library?view=table')
  await click('button', 'Select')
  await click('button', 'Select all 3')
  await findText('3 selected')
  await click('button', 'Add to list')
  await click('button', /^Harbours/, await findByRole('dialog', 'Add to collection'))
  await findText('Added to Harbours')
  expect(api.changes).toEqual([
    sent('post', entries, { seriesIds: works.map(({ id }) => id) }, atHarbours),
  ])
})
