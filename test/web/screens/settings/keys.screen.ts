/** API keys in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../src/web/ui/api/types'
import { click, fill, findByRole, findText, hasText, listByRole, waitFor } from './support/find'
import { pageOf } from './support/pages'
import { api, open, usePage } from './support/page'
import { admin } from './support/people'

usePage()

const tablet: Schemas['ApiKey'] = {
  id: '01a1fdc4-0439-7419-b25d-000000000001',
  userId: admin.id,
  name: 'Tablet',
  keyPrefix: 'quire_ab',
  permissions: ['libraries:read', 'series:read'],
  isActive: true,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

async function openKeys(keys: Schemas['ApiKey'][]) {
  api.on('get', '/api/v1/api-keys', () => pageOf(keys))
  await open('/settings/keys')
  await findByRole('heading', 'API keys')
}

async function createKey() {
  await click('button', 'New API key')
  await fill('Name', 'Tablet', await findByRole('dialog', 'New API key'))
  await click('button', 'Create key')
}

test('without keys, the page says so', async () => {
  await openKeys([])
  await findText('No API keys yet')
  expect(api.changes).toEqual([])
})

test('a new key is shown once, and the list names its permissions', async () => {
  const keys: Schemas['ApiKey'][] = []
  await openKeys(keys)
  api.on('post', '/api/v1/api-keys', () => {
    keys.push(tablet)
    return { ...tablet, key: 'quire_abcdefgh' }
  })
  await createKey()
  await findText('quire_abcdefgh')
  expect(api.changes).toMatchObject([
    { method: 'POST', url: '/api/v1/api-keys', body: { name: 'Tablet', expiresAt: null } },
  ])
  await click('button', 'Done')
  await findText('View libraries · View series')
  await waitFor(() => !hasText('quire_abcdefgh'), 'the key is gone')
})

test('a refused key keeps the form and shows the reason', async () => {
  await openKeys([])
  api.refuse('post', '/api/v1/api-keys', 403, { error: 'forbidden', message: 'Forbidden' })
  await createKey()
  await findText('You don’t have permission to do this.')
  expect(listByRole('dialog', 'New API key')).toHaveLength(1)
})

test('a second click while the key is created sends nothing', async () => {
  await openKeys([])
  api.on('post', '/api/v1/api-keys', { ...tablet, key: 'quire_abcdefgh' })
  await click('button', 'New API key')
  await fill('Name', 'Tablet', await findByRole('dialog', 'New API key'))
  const button = await findByRole('button', 'Create key')
  button.click()
  button.click()
  await findText('quire_abcdefgh')
  expect(api.changes).toHaveLength(1)
})

test('a key is deleted after a question', async () => {
  const keys = [tablet]
  await openKeys(keys)
  api.on('delete', '/api/v1/api-keys/{id}', () => {
    keys.pop()
    return null as never
  })
  await click('button', 'Delete Tablet')
  const dialog = await findByRole('dialog')
  expect(api.changes).toEqual([])
  await click('button', 'Delete', dialog)
  await findText('No API keys yet')
  expect(api.changes).toMatchObject([{ method: 'DELETE', url: `/api/v1/api-keys/${tablet.id}` }])
})
