/** Libraries in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, hasText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { admin, reader, roles } from '../support/world/people'
import { library } from '../support/world/works'

usePage()

type Scan = Schemas['Scan']

const atLibrary = { id: library.id }
const scanning: Schemas['Library'] = {
  ...library,
  scanningConfig: { ...library.scanningConfig, enabled: true },
}

/** Opens the list. The server keeps what is changed there. */
async function openLibraries(first = scanning, user = admin, scans: Scan[] = []) {
  let [libraries, trashed]: Schemas['Library'][][] = [[first], []]
  api.on('get', '/api/v1/libraries', ({ url }) =>
    url.includes('trashed=true') ? trashed! : libraries!,
  )
  api.on('get', '/api/v1/libraries/{id}', () => libraries![0]!)
  api.on('get', '/api/v1/libraries/{id}/scans', () => pageOf(scans))
  api.on('get', '/api/v1/info', {
    name: 'Quire',
    version: '0.1.0',
    timeZone: 'Europe/Berlin',
    readingApps: {} as Schemas['ReadingApps'],
    server: null,
  })
  api.on('patch', '/api/v1/libraries/{id}', ({ body }) => {
    const changed = { ...first, ...(body as Partial<Schemas['Library']>) }
    libraries = [changed]
    return changed
  })
  api.on('delete', '/api/v1/libraries/{id}', () => {
    ;[libraries, trashed] = [[], libraries]
    return null as never
  })
  api.on('post', '/api/v1/libraries/{id}/restore', () => {
    ;[libraries, trashed] = [trashed, []]
    return first
  })
  await open('/settings/libraries', user)
  await findByRole('heading', 'Libraries')
}

async function chooseAction(action: string) {
  await click('button', 'More actions for Comics')
  await click('menuitem', action)
}

async function editLibrary() {
  await chooseAction('Edit…')
  return findByRole('dialog', 'Comics')
}

test('only what was changed is sent, and the schedule is described in words', async () => {
  await openLibraries()
  const sheet = await editLibrary()
  await fill('Name', 'Long boxes', sheet)
  await choose('Watch for changes', 'Off', sheet)
  await choose('Scheduled scan', 'Every day', sheet)
  await click('button', 'Save', sheet)
  await findText('Every day at 3:00')
  await findByRole('region', 'Long boxes')
  expect(api.changes).toEqual([
    sent(
      'patch',
      '/api/v1/libraries/{id}',
      {
        name: 'Long boxes',
        watch: 'off',
        scanningConfig: {
          ...scanning.scanningConfig,
          cronSchedule: '0 3 * * *',
        } as Schemas['ScanningConfigBody'],
      },
      atLibrary,
    ),
  ])
})

test('M9: settings that someone else has changed since are not overwritten', async () => {
  await openLibraries()
  const newer = { ...scanning, excludedPatterns: 'Extras' }
  api.on('get', '/api/v1/libraries/{id}', newer, { etag: 'W/"a.b"' })
  api.refuse('patch', '/api/v1/libraries/{id}', 412, {
    error: 'precondition_failed',
    code: 'request.modified',
    message: 'The resource was modified by someone else. Reload it and try again.',
  })
  const sheet = await editLibrary()
  expect(sheet.querySelector('textarea')!.value).toBe('Extras')
  await fill('Name', 'Long boxes', sheet)
  await click('button', 'Save', sheet)
  await findText('The resource was modified by someone else. Reload it and try again.')
  const change = sent('patch', '/api/v1/libraries/{id}', { name: 'Long boxes' }, atLibrary)
  expect(api.changes).toEqual([{ ...change, ifMatch: 'W/"a.b"' }])
})

test('without automatic scans there is no schedule', async () => {
  await openLibraries()
  const sheet = await editLibrary()
  await findByRole('combobox', 'Scheduled scan', sheet)
  await click('switch', 'Automatic scans', sheet)
  await findNone('combobox', 'Scheduled scan', sheet)
  await findNone('combobox', 'Watch for changes', sheet)
})

test('the effect of another grouping is previewed with the choice, and saved only then', async () => {
  await openLibraries()
  api.on('post', '/api/v1/libraries/{id}/strategies/preview', {
    libraryId: library.id,
    booksChecked: 2,
    booksMoved: 2,
    booksRenamed: 0,
    booksCompared: 2,
    seriesKept: 0,
    seriesAdded: 1,
    seriesEmptied: 1,
    series: [],
    books: [],
  })
  const sheet = await editLibrary()
  await findNone('button', 'Preview changes', sheet)
  await choose('Series grouping', 'Parsed file names', sheet)
  await click('button', 'Preview changes', sheet)
  await findText('2 books move to another series, 1 new series, 1 series becomes empty')
  expect(api.changes).toEqual([
    sent(
      'post',
      '/api/v1/libraries/{id}/strategies/preview',
      {
        seriesStrategy: 'parsed_name',
        seriesConfig: null,
        bookStrategy: 'filename',
        bookConfig: null,
        numberStrategy: 'filename',
        numberConfig: null,
      },
      atLibrary,
    ),
  ])
})

test('a disabled library cannot be scanned, an enabled one is', async () => {
  await openLibraries({ ...scanning, isActive: false })
  expect(isDisabled(await findByRole('button', 'Scan now'))).toBe(true)
  const sheet = await editLibrary()
  await click('switch', 'Enabled', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'Comics')
  api.on('post', '/api/v1/libraries/{id}/scan', {} as Schemas['Scan'])
  await click('button', 'Scan now')
  await waitFor(() => api.changes.length === 2, 'the scan')
  expect(api.changes).toEqual([
    sent('patch', '/api/v1/libraries/{id}', { isActive: true }, atLibrary),
    {
      ...sent('post', '/api/v1/libraries/{id}/scan', null, atLibrary),
      url: `/api/v1/libraries/${library.id}/scan?mode=normal`,
    },
  ])
})

test('a library is trashed after its name has been typed, and restored', async () => {
  await openLibraries()
  await chooseAction('Move to trash…')
  const question = await findByRole('dialog', 'Move Comics to trash?')
  expect(isDisabled(await findByRole('button', 'Move to trash', question))).toBe(true)
  await fill('Type Comics to confirm', 'Comics', question)
  await click('button', 'Move to trash', question)
  await findText('No libraries yet')
  await click('button', 'Restore')
  await findByRole('region', 'Comics')
  expect(api.changes).toEqual([
    sent('delete', '/api/v1/libraries/{id}', null, atLibrary),
    sent('post', '/api/v1/libraries/{id}/restore', null, atLibrary),
  ])
})

test('without the permission to delete libraries, the trash is not offered', async () => {
  const maintainer = {
    ...reader,
    role: 'maintainer' as const,
    effectivePermissions: roles[1]!.permissions,
  }
  await openLibraries(scanning, maintainer)
  await click('button', 'More actions for Comics')
  await findByRole('menuitem', 'Edit…')
  await findNone('menuitem', 'Move to trash…')
  expect(hasText('In the trash')).toBe(false)
})

test('many missing files are explained once, and removed only after a question', async () => {
  const message = '12 of 40 books are missing. Otherwise, reconnect the disk.'
  const stateReason = { code: 'scans.folder.confirm', message, params: {} }
  await openLibraries({ ...scanning, state: 'awaiting_confirmation', stateReason })
  await findText('Many files are missing')
  const notices = document.querySelectorAll('[role=status] p')
  expect([...notices].map((notice) => notice.textContent)).toEqual([message])
  api.on('post', '/api/v1/libraries/{id}/confirm', {} as never)
  await click('button', 'Confirm removal…')
  const question = await findByRole('dialog', 'Were the files in Comics really deleted?')
  expect(api.changes).toEqual([])
  await click('button', 'Move missing books to trash', question)
  await findText('A scan is moving the missing books to the trash')
  expect(api.changes).toEqual([sent('post', '/api/v1/libraries/{id}/confirm', null, atLibrary)])
})

test('the messages of a failed scan are sentences', async () => {
  const messages = [{ code: 'scans.failed', message: 'The disk is full', params: {} }]
  await openLibraries(scanning, admin, [{ status: 'failed', messages } as unknown as Scan])
  await findText('The last scan failed. The disk is full.')
})
