/** Filters, order and saved filters of the library. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listNames, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { answerLibrary } from '../support/world/library'
import { pageOf } from '../support/world/pages'
import { createSeries, library } from '../support/world/works'

usePage()

const genres = { facet: 'genre' as const, isWhole: true }
const facet: Schemas['Facet'] = {
  ...genres,
  values: [
    { value: 'Drama', name: null, count: 2 },
    { value: 'Horror', name: null, count: 1 },
  ],
}

async function openLibrary(address = '/library') {
  answerLibrary([createSeries('Anchor', 1), createSeries('Buoy', 2)])
  api.on('post', '/api/v1/series/list/facets', [facet])
  await open(address)
  await findByRole('link', /^Anchor/)
}

/** The condition of the last request for series. */
const getCondition = (): unknown => {
  const asked = api.sentTo('post', '/api/v1/series/list').at(-1)
  return (asked?.body as Schemas['SeriesListRequest'] | undefined)?.condition
}
const isGenre = (value: string) => ({ genre: { operator: 'is', value } })

const waitForAddress = (address: string) => waitFor(() => getAddress() === address, address)

test('values of a filter are included, excluded and combined', async () => {
  await openLibrary()
  await click('button', 'Filter')
  await click('button', 'Genre')
  await click('button', /^Drama\s*2$/)
  await waitForAddress('/library?genre=Drama')
  await waitFor(() => getCondition() !== undefined, 'the condition')
  expect(getCondition()).toEqual(isGenre('Drama'))
  await click('button', 'Exclude Horror')
  await waitForAddress('/library?genre=Drama%2C-Horror')
  await waitFor(() => JSON.stringify(getCondition()).includes('Horror'), 'the condition')
  expect(getCondition()).toEqual({
    allOf: [isGenre('Drama'), { not: isGenre('Horror') }],
  })
})

test('a filter is counted without itself, and with all others', async () => {
  await openLibrary(`/library?genre=Drama&read=unread&library=${library.id}`)
  await click('button', /^Genre\s*Drama$/)
  await findByRole('button', 'Exclude Horror')
  const [asked] = api.sentTo('post', '/api/v1/series/list/facets')
  const body = asked?.body as Schemas['SeriesFacetsRequest']
  expect(body.facets).toEqual(['genre'])
  expect(JSON.stringify(body.condition)).not.toContain('Drama')
  expect(JSON.stringify(body.condition)).toContain('unread')
  expect(JSON.stringify(body.condition)).toContain(library.id)
})

test('values are searched on the server after a pause', async () => {
  await openLibrary()
  await click('button', 'Filter')
  await click('button', 'Genre')
  await findByRole('button', /^Drama/)
  api.on('post', '/api/v1/series/list/facets', [{ ...genres, values: [] }])
  await fill('Search Genre', 'zebra')
  await findText('No matches')
  expect(api.sentTo('post', '/api/v1/series/list/facets').at(-1)?.body).toEqual({
    facets: ['genre'],
    search: 'zebra',
  })
})

test('an active filter is removed, and the simple request is sent again', async () => {
  await openLibrary('/library?genre=Drama')
  await click('button', 'Remove filter Genre Drama')
  await waitForAddress('/library')
  await findNone('button', /^Genre/)
  await waitFor(() => api.sentTo('get', '/api/v1/series').length > 0, 'the request')
})

test('the order is chosen with its usual direction, then turned', async () => {
  await openLibrary()
  await click('button', 'Title, A to Z')
  await click('menuitem', 'Date added')
  await waitForAddress('/library?sort=date_added%2Cdesc')
  await waitFor(() => api.sentTo('get', '/api/v1/series').at(-1)?.url.includes('date_added'), 'it')
  expect(api.sentTo('get', '/api/v1/series').at(-1)?.url).toContain('sort=date_added%2Cdesc')
  await click('button', /^Date added/)
  await findByRole('menuitem', /Oldest/)
  await click('menuitem', /Oldest/)
  await waitForAddress('/library?sort=date_added%2Casc')
})

test('typed words are searched after a pause, and are in the address', async () => {
  await openLibrary()
  api.on('get', '/api/v1/series', ({ url }) =>
    pageOf(url.includes('search=Buoy') ? [createSeries('Buoy', 2)] : []),
  )
  await fill('Search this library', ' Buoy ')
  await waitForAddress('/library?search=Buoy')
  await findNone('link', /^Anchor/)
  await findByRole('link', /^Buoy/)
})

test('the view is saved as a preference', async () => {
  await openLibrary()
  const preferences = { 'list.view': 'table' as const }
  api.on('patch', '/api/v1/preferences', { scope: 'user', id: null, preferences })
  await click('button', 'List')
  await waitForAddress('/library?view=table')
  await findByRole('button', 'Title')
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes[0]?.body).toEqual({ preferences })
})

const createPreset = (name: string): Schemas['FilterPreset'] => ({
  id: '01a1fdc4-0439-7419-b25d-00000000f171',
  name,
  scope: 'global',
  target: 'series',
  libraryId: null,
  condition: { not: isGenre('Horror') },
  query: null,
  sort: 'date_added,desc',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})

test('filters are saved under a name, applied again, and deleted', async () => {
  const presets: Schemas['FilterPreset'][] = []
  answerLibrary([createSeries('Anchor')])
  api.on('get', '/api/v1/filter-presets', () => ({ presets }))
  api.on('post', '/api/v1/filter-presets', () => {
    presets.push(createPreset('Not horror'))
    return presets[0]!
  })
  api.on('delete', '/api/v1/filter-presets/{id}', () => {
    presets.pop()
    return null as never
  })
  await open('/library?genre=-Horror&sort=date_added%2Cdesc')
  await click('button', 'Saved filters')
  await click('menuitem', 'Save these filters…')
  const form = await findByRole('dialog', 'Save these filters')
  await fill('Name', ' Not horror ', form)
  await click('button', 'Save', form)
  await findText('Saved Not horror')
  await click('button', 'Remove filter Genre not Horror')
  await findNone('button', /^Remove filter/)
  await click('button', 'Saved filters')
  await click('menuitem', 'Not horror')
  await findByRole('button', 'Remove filter Genre not Horror')
  const address = new URL(getAddress(), 'http://quire.test')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    genre: '-Horror',
    sort: 'date_added,desc',
  })
  await click('button', 'Saved filters')
  await click('menuitem', 'Delete saved filters…')
  await click('button', 'Delete Not horror', await findByRole('dialog', 'Saved filters'))
  await findText('No saved filters')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/filter-presets', {
      name: 'Not horror',
      condition: { not: isGenre('Horror') },
      query: null,
      sort: 'date_added,desc',
      libraryId: null,
      scope: 'global',
      target: 'series',
    }),
    sent('delete', '/api/v1/filter-presets/{id}', null, { id: createPreset('').id }),
  ])
})

test('without filters, there is nothing to save', async () => {
  await openLibrary()
  pressKey('Escape')
  expect(listNames('button')).not.toContain('Saved filters')
})

test('J28: letters count series, and not entries', async () => {
  answerLibrary([createSeries('Anchor', 1), createSeries('Buoy', 2)])
  api.on('get', '/api/v1/series', { ...pageOf([createSeries('Anchor', 1)]), total: 58 })
  const groups = [
    { group: 'A', count: 55, offset: 0 },
    { group: 'B', count: 3, offset: 55 },
  ]
  api.on('post', '/api/v1/series/list/alphabetical-groups', groups)
  await open('/library')
  const letters = await findByRole('slider', 'Jump to letter')
  expect(letters.getAttribute('aria-valuetext')).toBe('A, 55 series')
})

test('why a library is unavailable is a sentence of its own', async () => {
  answerLibrary([createSeries('Anchor', 1)])
  api.on('get', '/api/v1/libraries', [{ ...library, state: 'unavailable' }])
  await open(`/library?library=${library.id}`)
  await findText(
    'This library’s folder is currently unavailable. No books or reading progress have been lost.',
  )
})
