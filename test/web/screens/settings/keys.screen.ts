/** API keys in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, press, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findNoText, findText, hasText } from '../support/find'
import { pageOf } from '../support/world/pages'
import { api, open, usePage } from '../support/page'
import { admin, readingPermissions } from '../support/world/people'

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

async function fillNewKey() {
  await click('button', 'New API key')
  const sheet = await findByRole('dialog', 'New API key')
  await fill('Name', 'Tablet', sheet)
  return sheet
}

const newKey = { name: 'Tablet', permissions: readingPermissions, expiresAt: null }

test('without keys, the page says so', async () => {
  await openKeys([])
  await findText('No API keys yet')
  expect(api.changes).toEqual([])
})

test('a new key may read only, is shown once, and the list names its permissions', async () => {
  const keys: Schemas['ApiKey'][] = []
  await openKeys(keys)
  api.on('post', '/api/v1/api-keys', () => {
    keys.push(tablet)
    return { ...tablet, key: 'quire_abcdefgh' }
  })
  await fillNewKey()
  await click('button', 'Create key')
  await findText('quire_abcdefgh')
  expect(api.changes).toEqual([sent('post', '/api/v1/api-keys', newKey)])
  await click('button', 'Done')
  await findText('View libraries · View series')
  await findNoText('quire_abcdefgh')
})

test('a new key gets exactly the permissions that are selected', async () => {
  await openKeys([])
  api.on('post', '/api/v1/api-keys', { ...tablet, key: 'quire_abcdefgh' })
  const sheet = await fillNewKey()
  await click('checkbox', 'View users', sheet)
  await click('checkbox', 'Save reading progress', sheet)
  await click('button', 'Create key')
  await findText('quire_abcdefgh')
  const permissions = readingPermissions.filter((each) => each !== 'progress:write')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/api-keys', { ...newKey, permissions: [...permissions, 'users:read'] }),
  ])
})

test('all permissions of a user can be given to a key, and no others are offered', async () => {
  await openKeys([])
  api.on('post', '/api/v1/api-keys', { ...tablet, key: 'quire_abcdefgh' })
  const sheet = await fillNewKey()
  await findNone('checkbox', 'Make tea', sheet)
  await click('button', 'All my permissions', sheet)
  await click('button', 'Create key')
  await findText('quire_abcdefgh')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/api-keys', { ...newKey, permissions: admin.effectivePermissions }),
  ])
})

test('a refused key keeps the form and shows the reason', async () => {
  await openKeys([])
  api.refuse('post', '/api/v1/api-keys', 403, { error: 'forbidden', message: 'Forbidden' })
  await fillNewKey()
  await click('button', 'Create key')
  await findText('You don’t have permission to do this')
  await findByRole('dialog', 'New API key')
  expect(api.changes).toEqual([sent('post', '/api/v1/api-keys', newKey)])
})

test('a second click while the key is created sends nothing', async () => {
  await openKeys([])
  api.on('post', '/api/v1/api-keys', { ...tablet, key: 'quire_abcdefgh' })
  await fillNewKey()
  const button = await findByRole('button', 'Create key')
  press(button)
  press(button)
  await findText('quire_abcdefgh')
  expect(api.changes).toEqual([sent('post', '/api/v1/api-keys', newKey)])
})

test('a change of the expiration sends only that, and is asked for before it is lost', async () => {
  const keys = [tablet]
  await openKeys(keys)
  api.on('patch', '/api/v1/api-keys/{id}', ({ body }) => {
    keys[0] = { ...tablet, ...(body as Partial<Schemas['ApiKey']>) }
    return keys[0]
  })
  await click('button', 'Edit Tablet')
  const sheet = await findByRole('dialog', 'Tablet')
  await choose('Expires', 'Custom date…', sheet)
  await fill('Expiration date', '2099-03-04', sheet)
  pressKey('Escape')
  await click('button', 'Keep editing')
  await click('button', 'Save', sheet)
  await findText('expires Mar 4, 2099')
  const [change] = api.changes
  expect(change).toMatchObject({ method: 'PATCH', url: `/api/v1/api-keys/${tablet.id}` })
  expect(Object.keys(change?.body as object)).toEqual(['expiresAt'])
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
  expect(hasText('Tablet')).toBe(false)
  expect(api.changes).toEqual([sent('delete', '/api/v1/api-keys/{id}', null, { id: tablet.id })])
})
