/** Failures of the server: outages, and errors in the language of the user. */
import { expect, test } from 'bun:test'
import { choose, click } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNoText, findText, hasText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerAccounts } from '../support/world/accounts'
import { answerLibrary } from '../support/world/library'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'
import { admin, asUser, reader } from '../support/world/people'

usePage()

test.each([
  [
    'request.disk_full',
    'The server’s disk is full. You can read, but nothing can be saved until there is free space.',
  ],
  ['request.database_away', 'The server’s database is not responding. Quire will keep trying.'],
])('E5: after %s, every screen says why nothing can be saved', async (code, words) => {
  answerAccounts()
  await open('/settings/users')
  await findText('2 users')
  expect(hasText(words)).toBe(false)
  const refusal = { error: 'unavailable', code, message: 'Try again in a moment.' }
  api.refuse('delete', '/api/v1/users/{id}/sessions', 503, refusal)
  await click('button', 'Edit mara')
  await click('button', 'Sign out of all devices')
  await findText(words)
  await findText('Try again in a moment.')
  await click('button', 'Close', await findByRole('dialog', 'mara'))
  await click('link', 'Appearance')
  await findByRole('heading', 'Appearance')
  expect(hasText(words)).toBe(true)
})

test('J31: a screen that waits for a server that is down says so', async () => {
  const series = createSeries('Tides')
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  api.refuse('get', '/api/v1/series/{id}', 503, { error: 'unavailable', message: 'Away' })
  await open(`/series/${series.id}`)
  await findText('The server is not responding. Trying again…')
  api.on('get', '/api/v1/series/{id}', series)
  await findByRole('heading', 'Tides')
})

test.each([
  ['the grid of the library', '/library', 'get', '/api/v1/series'],
  ['the table of the library', '/library?view=table', 'get', '/api/v1/series'],
  ['the reader', '/read/01a1fdc4-0439-7419-b25d-000000000001', 'get', '/api/v1/books/{id}/pages'],
] as const)('J31: %s says so, too', async (_what, address, method, path) => {
  answerLibrary([createSeries('Tides')])
  const book = createBook('One', 1)
  api.on('get', '/api/v1/books/{id}', { book } as never)
  api.on('get', '/api/v1/books/{id}/pages', [])
  api.on('get', '/api/v1/books/{id}/reader-settings', {} as never)
  api.refuse(method, path, 503, { error: 'unavailable', message: 'Away' })
  await open(address)
  await findText('The server is not responding. Trying again…')
})

test('an overloaded server without a cause is no outage', async () => {
  answerAccounts()
  await open('/settings/users')
  const refusal = { error: 'unavailable', code: 'x.unknown', message: 'Busy' }
  api.refuse('delete', '/api/v1/users/{id}/sessions', 503, refusal)
  await click('button', 'Edit mara')
  await click('button', 'Sign out of all devices')
  await findText('Busy')
  expect(hasText('Quire will keep trying')).toBe(false)
  await findNoText('disk is full')
})

test('errors of the server are shown in the language of the user', async () => {
  answerAccounts([asUser(admin), { ...asUser(reader), role: 'admin' }])
  const refusal = {
    error: 'conflict',
    code: 'accounts.last_admin',
    message: 'This is the last active administrator',
  }
  api.refuse('patch', '/api/v1/users/{id}', 409, refusal)
  await open('/settings/appearance')
  await choose('Language', 'Deutsch')
  await click('link', 'Konten')
  await click('button', 'mara bearbeiten')
  const sheet = await findByRole('dialog', 'mara')
  await choose('Rolle', 'Lesen', sheet)
  await click('button', 'Speichern', sheet)
  await findText('Das ist der letzte aktive Administrator', sheet)
  expect(api.changes).toEqual([
    sent('patch', '/api/v1/users/{id}', { role: 'reader' }, { id: reader.id }),
  ])
})
