/** The rows of the home page. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isChecked, isDisabled } from '../support/act'
import { findByRole, findNone, findText, listNames, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { createCollection } from '../support/world/lists'
import { pageOf } from '../support/world/pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const [anchor, cove] = [createSeries('Anchor', 1), createSeries('Cove', 2)]

/** Opens home. The server keeps the preferences, and finds series by the title in a condition. */
async function openHome() {
  let kept: Schemas['ScopedPreferences'] = { scope: 'user', id: null, preferences: {} }
  answerHome([anchor, cove])
  api.on('get', '/api/v1/preferences', () => kept)
  api.on('patch', '/api/v1/preferences', ({ body }) => {
    const { preferences } = body as Schemas['ScopedPreferencesRequest']
    kept = { ...kept, preferences: { ...kept.preferences, ...preferences } } as typeof kept
    return kept
  })
  const findTitles = (text: string) =>
    pageOf([anchor, cove].filter(({ metadata }) => text.includes(metadata.title)))
  api.on('post', '/api/v1/series/list', ({ body }) => findTitles(JSON.stringify(body)))
  api.on('get', '/api/v1/collections', pageOf([createCollection('Harbours')]))
  api.on('get', '/api/v1/readlists', pageOf([]))
  api.on('get', '/api/v1/collections/{id}/series', pageOf([anchor]))
  api.on('get', '/api/v1/collections/{id}', createCollection('Harbours'))
  await open('/')
  await findByRole('region', 'New series')
  await click('button', 'Customize Home')
  await findByRole('dialog', 'Customize Home')
  return () => kept.preferences
}

const listRows = () => listNames('region')

test('a hidden row is gone at once, and comes back', async () => {
  const getKept = await openHome()
  const row = await findByRole('switch', 'New series')
  expect(isChecked(row)).toBe(true)
  await click('switch', 'New series')
  await waitFor(() => getKept()['home.hidden']?.includes('newSeries'), 'it to be hidden')
  await click('switch', 'New series')
  await waitFor(() => getKept()['home.hidden']?.length === 0, 'it to be shown')
  await click('button', 'Close')
  await findByRole('region', 'New series')
  expect(api.changes.map(({ body }) => body)).toEqual([
    { preferences: { 'home.hidden': ['newSeries'] } },
    { preferences: { 'home.hidden': [] } },
  ])
})

test('J29: a row with the covers of a row above is not shown', async () => {
  const book = (number: number, { id, metadata }: Schemas['Series']) =>
    createBook('New', number, { seriesId: id, seriesName: metadata.title })
  answerHome([anchor, cove])
  api.on('get', '/api/v1/books/recently-added', pageOf([book(1, cove), book(2, anchor)]))
  api.on('get', '/api/v1/series/recently-updated', [anchor])
  await open('/')
  await findByRole('region', 'Recently updated')
  await findNone('region', 'New series')
})

test('J15, J32: the line below a cover in a row has space for two lines', async () => {
  answerHome([anchor])
  const because = {
    code: 'recommendations.reading',
    params: { title: 'A Very Long Title of a Series' },
    message: 'Because you are reading A Very Long Title of a Series',
  }
  const work = { seriesId: cove.id, title: 'Cove', because, owned: true, coverColor: null }
  const more = { externalId: cove.id, source: 'library' }
  api.on('get', '/api/v1/user/recommendations', {
    recommendations: [{ ...work, ...more }],
    sources: [],
  } as never)
  await open('/')
  const row = await findByRole('region', 'For you')
  await findText('Because you are reading A Very Long Title of a Series', row)
  expect(row.querySelector('[data-rail]')).not.toBeNull()
})

async function addRow(name: string, title: string) {
  await click('button', 'Add a row')
  await fill('Row name', name)
  await click('button', 'Add a rule')
  const rule = await findByRole('group', 'Rule 1')
  await choose('Field', 'Title', rule)
  await choose('Comparison', 'is', rule)
  expect(isDisabled(await findByRole('button', 'Add'))).toBe(true)
  await fill('Value', title, rule)
  await click('button', 'Add')
  await findByRole('switch', name)
}

test('a row is made of rules, and one without a match is not shown', async () => {
  const getKept = await openHome()
  await addRow('Only Cove', 'Cove')
  await addRow('Nothing', 'No such title')
  await waitFor(() => getKept()['home.rows']?.length === 2, 'the rows')
  await click('button', 'Close')
  const row = await findByRole('region', 'Only Cove')
  await findByRole('link', /^Cove/, row)
  await findNone('link', /^Anchor/, row)
  expect(listRows()).not.toContain('Nothing')
  const [first] = getKept()['home.rows']!
  expect(first).toMatchObject({ name: 'Only Cove', source: 'series' })
  expect(JSON.parse(first!.condition!)).toEqual({
    allOf: [{ title: { operator: 'is', value: 'Cove' } }],
  })
})

test('all entries of a row of rules are shown in the library', async () => {
  await openHome()
  await addRow('Only Cove', 'Cove')
  await click('button', 'Close')
  const row = await findByRole('region', 'Only Cove')
  await click('link', /^See all/, row)
  await waitFor(() => getAddress().startsWith('/library?'), 'the library')
  await findText('Advanced filter')
  await findNone('link', /^Anchor/)
  expect(api.changes).toHaveLength(1)
})

test('a row is made of a collection, with its name', async () => {
  const getKept = await openHome()
  await click('button', 'Add a row')
  await choose('Row content', 'Collection: Harbours')
  await click('button', 'Add')
  await findByRole('switch', 'Harbours')
  await waitFor(() => getKept()['home.rows']?.length === 1, 'the row')
  await click('button', 'Close')
  await findByRole('link', /^Anchor/, await findByRole('region', 'Harbours'))
  expect(getKept()['home.rows']).toMatchObject([
    { name: 'Harbours', source: 'collection', listId: createCollection('').id },
  ])
})
