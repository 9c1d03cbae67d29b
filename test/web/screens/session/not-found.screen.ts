/** Addresses of what is missing, and requests that fail. */
import { expect, test } from 'bun:test'
import { click } from '../support/act'
import { findByRole, findText, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { answerLibrary } from '../support/world/library'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries, library } from '../support/world/works'

usePage()

const nobody = '01a1fdc4-0439-7419-b25d-000000000000'
const missing = { error: 'not_found', message: 'Not found' }

test('a missing library leads to all libraries', async () => {
  answerLibrary([createSeries('Tides')])
  await open(`/library?library=${nobody}`)
  await findByRole('heading', 'Library not found')
  await click('link', 'All libraries', document.querySelector('main')!)
  await findByRole('link', /^Tides/)
  expect(getAddress()).toBe('/library')
})

test('a library that is there is no missing one', async () => {
  answerLibrary([createSeries('Tides')])
  await open(`/library?library=${library.id}`)
  await findByRole('heading', 'Comics')
  await findByRole('link', /^Tides/)
})

test.each([
  ['/series', 'Series not found'],
  ['/book', 'Book not found'],
] as const)('a missing work at %s is said to be missing', async (place, words) => {
  answerLibrary([])
  api.refuse('get', '/api/v1/series/{id}', 404, missing)
  api.refuse('get', '/api/v1/series/{id}/books', 404, missing)
  api.refuse('get', '/api/v1/books/{id}/full', 404, missing)
  await open(`${place}/${nobody}`)
  await findByRole('heading', words)
})

test('a missing book in the reader can be closed', async () => {
  answerLibrary([])
  api.refuse('get', '/api/v1/books/{id}', 404, missing)
  api.refuse('get', '/api/v1/books/{id}/pages', 404, missing)
  api.refuse('get', '/api/v1/books/{id}/full', 404, missing)
  api.refuse('get', '/api/v1/books/{id}/reader-settings', 404, missing)
  await open(`/read/${nobody}`)
  await findByRole('heading', 'Book not found')
  await findByRole('button', 'Close book')
})

test('a failed request is an error, not a missing series, and is tried again', async () => {
  const series = createSeries('Tides')
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  api.refuse('get', '/api/v1/series/{id}', 500, { error: 'internal', message: 'Broken' })
  await open(`/series/${series.id}`)
  await findText('Couldn’t load this')
  api.on('get', '/api/v1/series/{id}', series)
  await click('button', 'Try again')
  await findByRole('heading', 'Tides')
})

test('an unknown address is not found inside of the page', async () => {
  await open('/nowhere/at/all')
  await findText('Page not found')
  await findByRole('link', 'Add library')
  await waitFor(() => getAddress() === '/nowhere/at/all', 'the address')
})

const notAnId = {
  error: 'invalid',
  message: 'The URL is not valid',
  code: 'request.url_invalid',
  details: [
    { path: 'id', code: 'value.uuid', params: {}, message: 'must be a UUID in lower case' },
  ],
}

test.each([
  ['/series', 'Series not found'],
  ['/book', 'Book not found'],
  ['/read', 'Book not found'],
  ['/collections', 'Collection not found'],
  ['/reading-lists', 'Reading list not found'],
] as const)('an address at %s that is cut off names nothing', async (place, words) => {
  answerLibrary([])
  for (const path of [
    '/api/v1/series/{id}',
    '/api/v1/series/{id}/books',
    '/api/v1/books/{id}',
    '/api/v1/books/{id}/full',
    '/api/v1/books/{id}/pages',
    '/api/v1/books/{id}/reader-settings',
    '/api/v1/collections/{id}',
    '/api/v1/readlists/{id}',
  ] as const) {
    api.refuse('get', path, 400, notAnId)
  }
  await open(`${place}/01a1fdc4-0439`)
  await findByRole('heading', words)
})

test.each([
  ['/collections', 'Collection not found', 'Collections'],
  ['/reading-lists', 'Reading list not found', 'Reading lists'],
] as const)('a deleted list at %s leads to the others', async (place, words, others) => {
  answerLibrary([])
  api.refuse('get', '/api/v1/collections/{id}', 404, missing)
  api.refuse('get', '/api/v1/readlists/{id}', 404, missing)
  await open(`${place}/${nobody}`)
  await findByRole('heading', words)
  const link = await findByRole('link', others, document.querySelector('main [class*=more]')!)
  expect(link.getAttribute('href')).toBe(place)
})
