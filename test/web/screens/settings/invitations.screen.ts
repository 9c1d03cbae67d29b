/** Invitations in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { answerAccounts } from '../support/world/accounts'
import { choose, click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'

usePage()

const forFriends: Schemas['Invitation'] = {
  id: '01a1fdc4-0439-7419-b25d-000000001f01',
  note: 'Friends',
  role: 'reader',
  libraryIds: null,
  ageLimit: null,
  hidesUnrated: false,
  accessGroupIds: [],
  maxUses: 3,
  usedCount: 1,
  createdBy: 'ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

async function openInvitations(invitations: Schemas['Invitation'][]) {
  answerAccounts()
  api.on('get', '/api/v1/invitations', () => pageOf(invitations))
  await open('/settings/invitations')
  await findByRole('heading', 'Invitations')
}

test('a link is created with a limit, and is shown once', async () => {
  await openInvitations([])
  await findText('No invitations')
  api.on('post', '/api/v1/invitations', { ...forFriends, token: 'a-secret-token', path: '' })
  await click('button', 'New invitation')
  const sheet = await findByRole('dialog', 'New invitation')
  await fill('Note', ' Friends ', sheet)
  await fill('Number of accounts', '3', sheet)
  await choose('Valid for', '30 days', sheet)
  const before = Date.now()
  await click('button', 'Create link', sheet)
  await findText('http://quire.test/invitation#token=a-secret-token')
  const { expiresAt, ...rest } = api.changes[0]!.body as Schemas['InvitationCreation']
  const days = (new Date(expiresAt!).getTime() - before) / 86_400_000
  expect(Math.round(days)).toBe(30)
  expect(rest).toEqual({
    note: 'Friends',
    role: 'reader',
    libraryIds: null,
    accessGroupIds: [],
    maxUses: 3,
  })
  await click('button', 'Done')
  await findNone('dialog')
})

test.each(['', '0', '1001', '1.5'])('the number of accounts cannot be "%s"', async (count) => {
  await openInvitations([])
  await click('button', 'New invitation')
  const sheet = await findByRole('dialog', 'New invitation')
  await fill('Number of accounts', count, sheet)
  expect(isDisabled(await findByRole('button', 'Create link', sheet))).toBe(true)
})

test('an administrator is invited to all libraries and no group', async () => {
  await openInvitations([])
  api.on('post', '/api/v1/invitations', { ...forFriends, token: 'a-secret-token', path: '' })
  await click('button', 'New invitation')
  const sheet = await findByRole('dialog', 'New invitation')
  await choose('Libraries', 'Selected libraries', sheet)
  await choose('Role', 'Administrator', sheet)
  await findNone('combobox', 'Libraries', sheet)
  await click('button', 'Create link', sheet)
  await findText('token=a-secret-token')
  expect(api.changes[0]?.body).toMatchObject({
    role: 'admin',
    libraryIds: null,
    accessGroupIds: [],
    maxUses: 1,
  })
})

test('an invitation names its use, and is revoked after a question', async () => {
  const invitations = [forFriends]
  await openInvitations(invitations)
  await findText('used 1 of 3')
  api.on('delete', '/api/v1/invitations/{id}', () => {
    invitations.pop()
    return null as never
  })
  await click('button', 'Revoke Friends')
  const question = await findByRole('dialog', 'Revoke the invitation?')
  expect(api.changes).toEqual([])
  await click('button', 'Revoke', question)
  await findText('No invitations')
  expect(api.changes).toEqual([
    sent('delete', '/api/v1/invitations/{id}', null, { id: forFriends.id }),
  ])
})

test.each<[string, Partial<Schemas['Invitation']>]>([
  ['used up', { usedCount: 3 }],
  ['expired', { expiresAt: '2020-01-01T00:00:00.000Z' }],
])('an invitation that is %s is marked', async (_, change) => {
  await openInvitations([{ ...forFriends, ...change }])
  await findText('no longer valid')
})
