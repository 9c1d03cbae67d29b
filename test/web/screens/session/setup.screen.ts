/** Creating the first account. */
import { test } from 'bun:test'
import { click, fill } from '../support/act'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { findByRole, findNone, findNoText, findText, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { admin } from '../support/world/people'
import { library } from '../support/world/works'

usePage()

const account = {
  Username: 'ada',
  'Email address': 'ada@example.org',
  Password: 'a long enough one',
  'Confirm password': 'a long enough one',
}

async function createAccount() {
  api.on('post', '/api/v1/setup/initialize', {} as never)
  api.on('get', '/api/v1/auth/me', admin)
  await open('/setup#token=a-secret-token-of-24-signs', null)
  for (const [name, text] of Object.entries(account)) await fill(name, text)
  await click('button', 'Create account')
}

function createScan(changes: Partial<Schemas['Scan']> = {}): Schemas['Scan'] {
  return {
    id: '01a1fdc4-0439-7419-b25d-00000005ca11',
    libraryId: library.id,
    status: 'running',
    phase: 'analyze',
    mode: 'normal',
    filesProcessed: 40,
    filesTotal: 120,
    added: 38,
    changed: 0,
    moved: 0,
    missing: 0,
    findings: 2,
    messages: [],
    currentPath: null,
    startedAt: null,
    completedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  } as never
}

// test/e2e/setup.e2e.ts shows the first step without a library.
test('J28: the wizard counts the files of the first scan once', async () => {
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/libraries/{id}/scans', pageOf([createScan()]))
  api.on('get', '/api/v1/libraries/{id}/series/recently-added', [])
  await open(`/add-library?added=${library.id}`)
  await findText('40 of 120 files')
  await findText('2 problems')
  await findNoText('38 new')
})

test('a first scan that failed is not announced as complete', async () => {
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/libraries/{id}/scans', pageOf([createScan({ status: 'failed' })]))
  api.on('get', '/api/v1/libraries/{id}/series/recently-added', [])
  await open(`/add-library?added=${library.id}`)
  await findByRole('heading', 'Scan stopped')
  const countWords = () => document.body.textContent.split('Scan stopped').length - 1
  await waitFor(() => countWords() === 2, 'the announcement')
})

test('a library that the command line made shows its scan', async () => {
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/libraries/{id}/scans', pageOf([]))
  api.on('get', '/api/v1/libraries/{id}/series/recently-added', [])
  await createAccount()
  await waitFor(() => getAddress() === `/add-library?added=${library.id}`, 'the scan')
  await findByRole('heading', library.name)
  await findByRole('region', 'First scan')
})

async function openFirstScan(user: Schemas['SignedInUser']) {
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/libraries/{id}/scans', pageOf([createScan()]))
  api.on('get', '/api/v1/libraries/{id}/series/recently-added', [])
  await open(`/add-library?added=${library.id}`, user)
  await findByRole('link', 'Add another library')
}

test('the first scan leads administrators to the import from another server', async () => {
  await openFirstScan(admin)
  api.on('get', '/api/v1/imports', [])
  api.on('get', '/api/v1/users', pageOf([]))
  await click('link', 'Coming from another server?')
  await waitFor(() => getAddress() === '/settings/move-in', 'the settings')
  await findByRole('heading', 'Import from another server')
})

test('the first scan offers no import to users who may only add libraries', async () => {
  const effectivePermissions = admin.effectivePermissions.filter((one) => one !== 'system:admin')
  await openFirstScan({ ...admin, effectivePermissions })
  await findNone('link', 'Coming from another server?')
})
