/** Users in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { answerAccounts } from '../support/world/accounts'
import { choose, click, fill, isDisabled, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, hasText, listNames, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { admin, asUser, reader, roles } from '../support/world/people'
import { createLibrary } from '../support/world/works'

usePage()

const mara = asUser(reader)
const atMara = { id: mara.id }

/** Opens the list. The server keeps what is changed there. */
async function openUsers(users = [asUser(admin), mara]) {
  answerAccounts(users)
  api.on('get', '/api/v1/libraries', [createLibrary('Comics', 1), createLibrary('Manga', 2)])
  api.on('post', '/api/v1/users', ({ body }) => {
    const added = { ...mara, ...(body as object), permissions: [] }
    users.push(added)
    return added
  })
  api.on('patch', '/api/v1/users/{id}', ({ body }) => {
    users[1] = { ...mara, ...(body as Partial<Schemas['User']>) } as Schemas['User']
    return users[1]
  })
  api.on('put', '/api/v1/users/{id}/libraries', ({ body }) => body as { libraryIds: string[] })
  await open('/settings/users')
  await findByRole('heading', 'Users')
}

async function editMara() {
  await click('button', 'Edit mara')
  return findByRole('dialog', 'mara')
}

async function fillNewUser() {
  await click('button', 'Add user')
  const sheet = await findByRole('dialog', 'Add user')
  await fill('Username', ' mara ', sheet)
  await fill('Email address', 'mara@example.org', sheet)
  return sheet
}

const newUser = {
  username: 'mara',
  email: 'mara@example.org',
  password: 'a long enough one',
  role: 'reader' as const,
}

test('a user is added only with a name, an address and a password', async () => {
  await openUsers([asUser(admin)])
  const sheet = await fillNewUser()
  expect(isDisabled(await findByRole('button', 'Add', sheet))).toBe(true)
  await fill('Password', newUser.password, sheet)
  await click('button', 'Add', sheet)
  await findText('Added mara')
  await findText('2 users')
  expect(api.changes).toEqual([sent('post', '/api/v1/users', newUser)])
})

test('a new user sees only the selected libraries', async () => {
  await openUsers([asUser(admin)])
  const sheet = await fillNewUser()
  await fill('Password', newUser.password, sheet)
  await choose('Libraries', 'Selected libraries', sheet)
  await click('checkbox', 'Comics', sheet)
  await findText('This user can’t see any other library')
  await click('button', 'Add', sheet)
  await findText('Added mara')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/users', { ...newUser, libraryIds: [createLibrary('Manga', 2).id] }),
  ])
})

test('the libraries of an administrator cannot be limited', async () => {
  await openUsers([asUser(admin)])
  const sheet = await fillNewUser()
  await findByRole('combobox', 'Libraries', sheet)
  await choose('Role', 'Administrator', sheet)
  await findNone('combobox', 'Libraries', sheet)
})

test('a refused user keeps the form with what was typed', async () => {
  await openUsers([asUser(admin)])
  api.refuse('post', '/api/v1/users', 409, {
    error: 'conflict',
    code: 'accounts.username_taken',
    message: 'The username is taken',
  })
  const sheet = await fillNewUser()
  await fill('Password', newUser.password, sheet)
  await click('button', 'Add', sheet)
  await findByRole('alert', undefined, sheet)
  const field = (await findByRole('textbox', 'Password', sheet)) as HTMLInputElement
  expect(field.value).toBe(newUser.password)
  expect(hasText('Added mara')).toBe(false)
})

test('an account is disabled, and nothing else is sent', async () => {
  await openUsers()
  const sheet = await editMara()
  await click('switch', 'Account enabled', sheet)
  await click('button', 'Save', sheet)
  await findText('disabled')
  expect(api.changes).toEqual([sent('patch', '/api/v1/users/{id}', { isActive: false }, atMara)])
})

test('M10: with a new password, other ways to sign in are removed unless they are kept', async () => {
  await openUsers()
  const sheet = await editMara()
  await findNone('switch', 'Also remove other ways to sign in', sheet)
  await fill('New password', 'another horse', sheet)
  await click('switch', 'Also remove other ways to sign in', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'mara')
  const body = { password: 'another horse', removeOtherSignIns: false }
  expect(api.changes).toEqual([sent('patch', '/api/v1/users/{id}', body, atMara)])
})

test('M9: an account is saved again with the version that the first request made', async () => {
  await openUsers()
  api.on('get', '/api/v1/users/{id}', mara, { etag: 'W/"a.b"' })
  api.on('patch', '/api/v1/users/{id}', { ...mara, role: 'maintainer' }, { etag: 'W/"c.d"' })
  api.refuse('put', '/api/v1/users/{id}/libraries', 409, { error: 'conflict', message: 'Busy' })
  const sheet = await editMara()
  await choose('Role', 'Maintainer', sheet)
  await choose('Libraries', 'Selected libraries', sheet)
  await click('button', 'Save', sheet)
  await findText('Busy')
  await click('button', 'Save', sheet)
  const patches = () => api.sentTo('patch', `/api/v1/users/${mara.id}`)
  await waitFor(() => patches().length === 2, 'a second request')
  expect(api.changes.length).toBeGreaterThan(2)
  expect(patches().map(({ ifMatch }) => ifMatch)).toEqual(['W/"a.b"', 'W/"c.d"'])
})

test('additional permissions are saved, and those of the role cannot be taken away', async () => {
  await openUsers()
  const sheet = await editMara()
  const role = await findByRole('checkbox', 'View series (from role)', sheet)
  expect(isDisabled(role)).toBe(true)
  await click('checkbox', 'Edit series', sheet)
  await findText('Edit series', await findByRole('dialog', 'mara'))
  await click('button', 'Save', sheet)
  await findText('additional permissions: Edit series')
  expect(api.changes).toEqual([
    sent('patch', '/api/v1/users/{id}', { permissions: ['series:write'] }, atMara),
  ])
})

test('all libraries are opened again', async () => {
  await openUsers()
  api.on('get', '/api/v1/users/{id}/libraries', { libraryIds: [] })
  const sheet = await editMara()
  await findText('No access to any library')
  await choose('Libraries', 'All libraries', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'mara')
  expect(api.changes).toEqual([
    sent('put', '/api/v1/users/{id}/libraries', { libraryIds: null }, atMara),
  ])
})

test('all sessions of a user are ended at once', async () => {
  await openUsers()
  api.on('delete', '/api/v1/users/{id}/sessions', { endedCount: 1 })
  await editMara()
  await click('button', 'Sign out of all devices')
  await findText('Signed out mara on 1 device')
  expect(api.changes).toEqual([sent('delete', '/api/v1/users/{id}/sessions', null, atMara)])
})

test('a user is deleted after the name has been typed', async () => {
  const users = [asUser(admin), mara]
  await openUsers(users)
  api.on('delete', '/api/v1/users/{id}', () => {
    users.pop()
    return null as never
  })
  await editMara()
  await click('button', 'Delete user…')
  const question = await findByRole('dialog', 'Delete mara?')
  expect(isDisabled(await findByRole('button', 'Delete', question))).toBe(true)
  await fill('Type mara to confirm', 'mara', question)
  await click('button', 'Delete', question)
  await findText('1 user')
  expect(api.changes).toEqual([sent('delete', '/api/v1/users/{id}', null, atMara)])
})

test('the own account has no fields here, and no restrictions', async () => {
  await openUsers()
  await click('button', 'Edit ada')
  const sheet = await findByRole('dialog', 'ada')
  await findText('This is your account.')
  await findNone('textbox', undefined, sheet)
  await findNone('switch', undefined, sheet)
  await findNone('combobox', 'Age limit', sheet)
})

test('no role and no permissions beyond the own ones are offered', async () => {
  const viewer = {
    ...admin,
    role: 'maintainer' as const,
    effectivePermissions: [...roles[1]!.permissions, 'users:read' as const, 'users:write' as const],
  }
  answerAccounts([asUser(admin), mara])
  await open('/settings/users', viewer)
  await findByRole('button', 'Permissions of ada')
  await findNone('button', 'Edit ada')
  await click('button', 'Add user')
  await click('combobox', 'Role')
  await findByRole('option', 'Maintainer')
  expect(listNames('option')).toEqual(['Reader', 'Child', 'Maintainer'])
})

test('unsaved changes are kept or discarded on request', async () => {
  await openUsers([asUser(admin)])
  await fillNewUser()
  pressKey('Escape')
  await click('button', 'Keep editing')
  await findNone('button', 'Keep editing')
  pressKey('Escape')
  await click('button', 'Discard changes')
  await findNone('dialog')
  expect(api.changes).toEqual([])
})

test('an administrator deletes the keys of a user: one, then all', async () => {
  const createKey = (name: string): Schemas['ApiKey'] => ({
    id: `01a1fdc4-0439-7419-b25d-0000000${name.length}0001`,
    userId: mara.id,
    name,
    keyPrefix: 'quire_ab',
    permissions: ['series:read'],
    isActive: true,
    expiresAt: null,
    lastUsedAt: null,
    createdAt: mara.createdAt,
    updatedAt: mara.createdAt,
  })
  const keys = [createKey('Phone'), createKey('Tablet'), createKey('Console')]
  const first = keys[0]!
  await openUsers()
  api.on('get', '/api/v1/users/{id}/api-keys', () => pageOf(keys))
  api.on('delete', '/api/v1/users/{id}/api-keys/{keyId}', () => {
    keys.shift()
    return null as never
  })
  api.on('delete', '/api/v1/users/{id}/api-keys', () => ({ deletedCount: keys.splice(0).length }))
  const sheet = await editMara()
  await click('button', 'Delete Phone', sheet)
  await click('button', 'Delete', await findByRole('dialog', 'Delete API key Phone?'))
  await findNone('button', 'Delete Phone')
  await click('button', 'Delete all API keys…', sheet)
  await click('button', 'Delete', await findByRole('dialog', 'Delete all API keys of mara?'))
  await findText('No API keys yet')
  await findText('2 API keys deleted')
  expect(api.changes).toEqual([
    sent('delete', '/api/v1/users/{id}/api-keys/{keyId}', null, { ...atMara, keyId: first.id }),
    sent('delete', '/api/v1/users/{id}/api-keys', null, atMara),
  ])
})
