/** Kobo devices in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'

usePage()

const device: Schemas['KoboDevice'] = {
  id: '01a1fdc4-0439-7419-b25d-000000000001',
  name: 'Libra',
  libraryIds: null,
  lastUsedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const book: Schemas['KoboDeletedBook'] = {
  id: '01a1fdc4-0439-7419-b25d-000000000002',
  title: 'Sea',
  seriesName: 'Tides',
}

async function openDevice(deleted: Schemas['KoboDeletedBook'][]) {
  api.on('get', '/api/v1/info', {
    name: 'Quire',
    version: '0.1.0',
    timeZone: 'Europe/Berlin',
    readingApps: {
      paths: { opds: '/opds', komga: '/komga', koreader: '/koreader', kobo: '/kobo' },
      publicUrl: null,
      komgaPort: null,
    } as Schemas['ReadingApps'],
    server: null,
  })
  api.on('get', '/api/v1/libraries', [])
  api.on('get', '/api/v1/kobo-devices', [device])
  api.on('get', '/api/v1/kobo-devices/{id}/deleted-books', () => deleted)
  await open('/settings/apps?only=kobo')
  await findText('Libra')
  const details = await waitFor(
    () =>
      [...document.querySelectorAll('details')].find(({ textContent }) =>
        textContent?.includes('Books deleted on this device'),
      ),
    'the deleted books',
  )
  details.open = true
}

test('F17: a book deleted on the device is sent again', async () => {
  const deleted = [book]
  await openDevice(deleted)
  await findText('Tides')
  api.on('post', '/api/v1/kobo-devices/{id}/deleted-books/{bookId}/send', () => {
    deleted.pop()
    return null as never
  })
  await click('button', 'Send Sea again')
  await findText('No books have been deleted on this device')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/kobo-devices/{id}/deleted-books/{bookId}/send', null, {
      id: device.id,
      bookId: book.id,
    }),
  ])
})

test('F17: without deleted books, the device says so', async () => {
  await openDevice([])
  await findText('No books have been deleted on this device')
  await findNone('button', /^Send /)
  await findByRole('button', 'Delete Libra')
  expect(api.changes).toEqual([])
})
