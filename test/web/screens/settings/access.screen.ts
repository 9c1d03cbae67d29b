/** Access: age limits, sharing tags and groups. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { answerAccounts, noGrants, noLimits } from '../support/world/accounts'
import { choose, click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listNames } from '../support/find'
import { answerLibrary } from '../support/world/library'
import { api, getAddress, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { createSeries } from '../support/world/works'

usePage()

const at = '2026-01-01T00:00:00.000Z'
const family: Schemas['SharingTag'] = {
  id: '01a1fdc4-0439-7419-b25d-00000000fa01',
  name: 'Family',
  description: null,
  seriesCount: 1,
  userCount: 0,
  createdAt: at,
  updatedAt: at,
}
const children: Schemas['AccessGroup'] = {
  id: '01a1fdc4-0439-7419-b25d-00000000c101',
  name: 'Children',
  description: null,
  memberCount: 1,
  grantCount: 1,
  libraryIds: null,
  ageLimit: 12,
  hidesUnrated: false,
  createdAt: at,
  updatedAt: at,
}
const atMara = { id: reader.id }

async function openAccess(tags = [family], groups: Schemas['AccessGroup'][] = []) {
  answerAccounts()
  api.on('get', '/api/v1/admin/sharing-tags', () => pageOf(tags))
  api.on('get', '/api/v1/access-groups', () => groups)
  api.on('get', '/api/v1/auth/oidc/providers', {
    enabled: false,
    passwordLogin: true,
    providers: [],
  })
  await open('/settings/access')
  await findByRole('heading', 'Access')
}

async function editMara() {
  answerAccounts()
  api.on('patch', '/api/v1/users/{id}/restrictions', ({ body }) => body as never)
  await open('/settings/users')
  await click('button', 'Edit mara')
  return findByRole('dialog', 'mara')
}

test('an age limit is sent with what is done about series without a rating', async () => {
  const sheet = await editMara()
  await choose('Age limit', 'Up to 12', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'mara')
  const limits = { ageLimit: 12, hidesUnrated: true }
  expect(api.changes).toEqual([sent('patch', '/api/v1/users/{id}/restrictions', limits, atMara)])
})

test('no change shows more than the old and the new restrictions together', async () => {
  answerAccounts()
  const teens = { ...children, id: '01a1fdc4-0439-7419-b25d-00000000c102', name: 'Teens' }
  api.on('get', '/api/v1/users/{id}/restrictions', { ...noLimits, ageLimit: 12 })
  api.on('get', '/api/v1/access-groups', [children, teens])
  api.on('get', '/api/v1/users/{id}/access-groups', [teens])
  api.on('patch', '/api/v1/users/{id}/restrictions', ({ body }) => body as never)
  api.on('post', '/api/v1/access-groups/{group_id}/members', {} as never)
  api.on('delete', '/api/v1/access-groups/{group_id}/members/{user_id}', {} as never)
  await open('/settings/users')
  await click('button', 'Edit mara')
  const sheet = await findByRole('dialog', 'mara')
  await choose('Age limit', 'No limit', sheet)
  await click('checkbox', 'Children', sheet)
  await click('checkbox', 'Teens', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'mara')
  const members = '/api/v1/access-groups/{group_id}/members'
  expect(api.changes).toEqual([
    sent('post', members, { userIds: [reader.id] }, { group_id: children.id }),
    sent('patch', '/api/v1/users/{id}/restrictions', { ageLimit: null }, atMara),
    sent('delete', `${members}/{user_id}`, null, { group_id: teens.id, user_id: reader.id }),
  ])
})

test('the effective restrictions say where each comes from', async () => {
  answerAccounts()
  const ofUser = { kind: 'user' as const, groupId: null, groupName: null }
  const ofGroup = { kind: 'group' as const, groupId: children.id, groupName: children.name }
  api.on('get', '/api/v1/users/{id}/effective-grants', {
    ...noGrants,
    ageLimit: 12,
    ageLimitSources: [ofUser],
    grants: [
      {
        sharingTagId: family.id,
        sharingTagName: family.name,
        accessMode: 'allow',
        sources: [ofGroup],
      },
    ],
  })
  await open('/settings/users')
  await click('button', 'Edit mara')
  const list = await findByRole('list', 'Effective restrictions')
  expect(listNames('listitem', list)).toEqual([
    'Age rating up to 12 (own setting)',
    'Family is allowed; series without an allowed tag are hidden (group Children)',
  ])
})

test('a sharing tag needs a name', async () => {
  const tags: Schemas['SharingTag'][] = []
  await openAccess(tags)
  api.on('post', '/api/v1/admin/sharing-tags', () => {
    tags.push(family)
    return family
  })
  await click('button', 'Add sharing tag')
  const sheet = await findByRole('dialog', 'Add sharing tag')
  await fill('Description', 'For all of us', sheet)
  expect(isDisabled(await findByRole('button', 'Save', sheet))).toBe(true)
  await fill('Name', 'Family', sheet)
  await click('button', 'Save', sheet)
  await findText('1 series · 0 users')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/admin/sharing-tags', { name: 'Family', description: 'For all of us' }),
  ])
})

test('a group gets its limits before its members', async () => {
  const groups: Schemas['AccessGroup'][] = []
  await openAccess([family], groups)
  api.on('post', '/api/v1/access-groups', () => {
    groups.push(children)
    return children
  })
  api.on('post', '/api/v1/access-groups/{group_id}/grants', {} as never)
  api.on('post', '/api/v1/access-groups/{group_id}/members', {} as never)
  await click('button', 'Add group')
  const sheet = await findByRole('dialog', 'Add access group')
  await click('checkbox', 'mara', sheet)
  await findText('1 user selected')
  await choose('Sharing tag Family', 'Allow', sheet)
  await findText('Only series with an allowed tag are visible')
  await choose('Age limit', 'Up to 12', sheet)
  await fill('Name', 'Children', sheet)
  await click('button', 'Save', sheet)
  await findText('1 member · up to 12')
  const atGroup = { group_id: children.id }
  expect(api.changes).toEqual([
    sent('post', '/api/v1/access-groups', {
      name: 'Children',
      ageLimit: 12,
      hidesUnrated: true,
    }),
    sent(
      'post',
      '/api/v1/access-groups/{group_id}/grants',
      { sharingTagId: family.id, accessMode: 'allow' },
      atGroup,
    ),
    sent('post', '/api/v1/access-groups/{group_id}/members', { userIds: [reader.id] }, atGroup),
  ])
})

test('administrators cannot be members of a group', async () => {
  await openAccess()
  await click('button', 'Add group')
  const users = await findByRole('group', 'Users', await findByRole('dialog'))
  await findByRole('checkbox', 'mara', users)
  expect(listNames('checkbox', users)).toEqual(['mara'])
})

test('several users are restricted at once, by what was changed only', async () => {
  answerAccounts()
  api.on('patch', '/api/v1/users/bulk/restrictions', {
    updatedCount: 1,
    unchangedCount: 0,
    problems: [],
    message: '',
    code: '',
    params: {},
  })
  await open('/settings/users')
  await click('button', 'Restrict several users…')
  const sheet = await findByRole('dialog', 'Restrict several users')
  await click('checkbox', 'mara', sheet)
  expect(isDisabled(await findByRole('button', 'Save', sheet))).toBe(true)
  await choose('Age limit', 'Up to 12', sheet)
  await click('button', 'Save', sheet)
  await findText('Restrictions changed for 1 user')
  expect(api.changes).toEqual([
    sent('patch', '/api/v1/users/bulk/restrictions', { userIds: [reader.id], ageLimit: 12 }),
  ])
})

test('viewing as a user asks for the library as that user, and offers no change', async () => {
  await editMara()
  answerLibrary([createSeries('Tides')])
  await click('button', 'View as mara')
  await findText('You’re viewing the library as mara. You can’t change anything.')
  expect(getAddress()).toBe('/library')
  await findByRole('link', /Tides/)
  expect(api.sentTo('get', '/api/v1/series').at(-1)?.viewAs).toBe(reader.id)
  await findNone('link', 'Add library')
  await click('button', 'Stop')
  await findByRole('link', 'Add library')
  await findNone('button', 'Stop')
  expect(api.sentTo('get', '/api/v1/series').at(-1)?.viewAs).toBeUndefined()
})
