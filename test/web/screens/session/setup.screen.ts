/** Creating the first account. */
import { test } from 'bun:test'
import { click, fill } from '../support/act'
import { findByRole, waitFor } from '../support/find'
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

// test/e2e/setup.e2e.ts shows the first step without a library.
test('a library that the command line made shows its scan', async () => {
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/libraries/{id}/scans', pageOf([]))
  api.on('get', '/api/v1/libraries/{id}/series/recently-added', [])
  await createAccount()
  await waitFor(() => getAddress() === `/add-library?added=${library.id}`, 'the scan')
  await findByRole('heading', library.name)
  await findByRole('region', 'First scan')
})
