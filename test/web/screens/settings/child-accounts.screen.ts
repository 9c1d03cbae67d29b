/** J3: accounts of children, and what an age limit does, in numbers. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { answerAccounts, noLimits, seesAll } from '../support/world/accounts'
import { choose, click, fill, isChecked, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole, listNames } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { admin, asUser, reader } from '../support/world/people'
import { createLibrary } from '../support/world/works'

usePage()

const unrated = 'Hide series without an age rating'
const atMara = { id: reader.id }
type Asked = Schemas['AccessPreviewRequest']

/** 132 of 314 series are for children, and 89 have no rating. */
function answerPreview(stored: { ageLimit: number | null; hidesUnrated: boolean }) {
  api.on('post', '/api/v1/access/preview', ({ body }) => {
    const { ageLimit, hidesUnrated } = { ...stored, ...(body as Asked) }
    if (ageLimit === null) return seesAll
    const counts = hidesUnrated
      ? { visibleCount: 132, visibleUnratedCount: 0, hiddenUnratedCount: 89 }
      : { visibleCount: 221, visibleUnratedCount: 89, hiddenUnratedCount: 0 }
    return { ...seesAll, ageLimit, hidesUnrated, ...counts }
  })
}

async function editMara(stored: Partial<Schemas['UserRestrictions']> = {}) {
  answerAccounts()
  const limits = { ...noLimits, ...stored }
  api.on('get', '/api/v1/users/{id}/restrictions', limits)
  api.on('patch', '/api/v1/users/{id}/restrictions', ({ body }) => body as never)
  answerPreview(limits)
  await open('/settings/users')
  await click('button', 'Edit mara')
  return findByRole('dialog', 'mara')
}

test('J3: a new limit hides series without a rating, and says what that does', async () => {
  const sheet = await editMara()
  const hides = await findByRole('switch', unrated, sheet)
  expect({ on: isChecked(hides), disabled: isDisabled(hides) }).toEqual({
    on: true,
    disabled: true,
  })
  await findText('mara sees 314 of 314 series', sheet)
  await choose('Age limit', 'Up to 10', sheet)
  await findText('mara sees 132 of 314 series; 89 without an age rating are hidden', sheet)
  expect(isDisabled(await findByRole('switch', unrated, sheet))).toBe(false)
  await click('switch', unrated, sheet)
  await findText('mara sees 221 of 314 series, 89 of them without an age rating', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'mara')
  const limits = { ageLimit: 10, hidesUnrated: false }
  expect(api.changes).toEqual([sent('patch', '/api/v1/users/{id}/restrictions', limits, atMara)])
})

test('J3: an existing limit keeps its setting when the age changes', async () => {
  const sheet = await editMara({ ageLimit: 10, hidesUnrated: false })
  expect(isChecked(await findByRole('switch', unrated, sheet))).toBe(false)
  await findText('mara sees 221 of 314 series, 89 of them without an age rating', sheet)
  await choose('Age limit', 'Up to 12', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'mara')
  const limits = { ageLimit: 12, hidesUnrated: false }
  expect(api.changes).toEqual([sent('patch', '/api/v1/users/{id}/restrictions', limits, atMara)])
})

test('J3: the preview asks for all that the form changes', async () => {
  api.on('get', '/api/v1/libraries', [createLibrary('Comics', 1)])
  const sheet = await editMara()
  await choose('Libraries', 'Selected libraries', sheet)
  await choose('Age limit', 'Up to 6', sheet)
  await findText('mara sees 132 of 314 series; 89 without an age rating are hidden', sheet)
  expect(api.sentTo('post', '/api/v1/access/preview').at(-1)?.body).toEqual({
    userId: reader.id,
    libraryIds: [createLibrary('Comics', 1).id],
    ageLimit: 6,
    hidesUnrated: true,
  })
})

async function openNewUser() {
  const users = [asUser(admin)]
  answerAccounts(users)
  answerPreview({ ageLimit: null, hidesUnrated: false })
  api.on('post', '/api/v1/users', ({ body }) => {
    const added = { ...asUser(reader), ...(body as object), permissions: [] }
    users.push(added)
    return added
  })
  await open('/settings/users')
  await click('button', 'Add user')
  return findByRole('dialog', 'Add user')
}

test('J3: a child is added as a reader with an age limit', async () => {
  const sheet = await openNewUser()
  await findNone('combobox', 'Age limit', sheet)
  await choose('Role', 'Child', sheet)
  await findText('A reader with an age limit', sheet)
  await findText('This account sees 132 of 314 series; 89 without an age rating are hidden', sheet)
  await fill('Username', 'mia', sheet)
  await findText('mia sees 132 of 314 series; 89 without an age rating are hidden', sheet)
  await fill('Email address', 'mia@example.org', sheet)
  await fill('Password', 'a long enough one', sheet)
  await choose('Age limit', 'Up to 6', sheet)
  await click('button', 'Add', sheet)
  await findText('Added mia')
  const child = {
    username: 'mia',
    email: 'mia@example.org',
    password: 'a long enough one',
    role: 'reader' as const,
    ageLimit: 6,
    hidesUnrated: true,
  }
  expect(api.changes).toEqual([sent('post', '/api/v1/users', child)])
})

test('J3: another role after all takes the limit away', async () => {
  const sheet = await openNewUser()
  await choose('Role', 'Child', sheet)
  await findByRole('combobox', 'Age limit', sheet)
  await choose('Role', 'Maintainer', sheet)
  await findNone('combobox', 'Age limit', sheet)
  await findNone('switch', unrated, sheet)
  await fill('Username', 'mo', sheet)
  await fill('Email address', 'mo@example.org', sheet)
  await fill('Password', 'a long enough one', sheet)
  await click('button', 'Add', sheet)
  await findText('Added mo')
  const [change] = api.changes
  expect(Object.keys(change!.body as object)).toEqual(['username', 'email', 'password', 'role'])
})

test('J3: an invitation carries the limit, and the list shows it', async () => {
  answerAccounts()
  answerPreview({ ageLimit: null, hidesUnrated: false })
  const invitations: Schemas['Invitation'][] = []
  api.on('get', '/api/v1/invitations', () => pageOf(invitations))
  api.on('post', '/api/v1/invitations', ({ body }) => {
    const given = body as { note: string; ageLimit: number; hidesUnrated: boolean }
    const { note, ageLimit, hidesUnrated } = given
    const made: Schemas['Invitation'] = {
      id: '01a1fdc4-0439-7419-b25d-000000001f01',
      note,
      role: 'reader',
      libraryIds: null,
      ageLimit,
      hidesUnrated,
      accessGroupIds: [],
      maxUses: 1,
      usedCount: 0,
      createdBy: 'ada',
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2099-01-01T00:00:00.000Z',
    }
    invitations.push(made)
    return { ...made, token: 'a-secret-token', path: '' }
  })
  await open('/settings/invitations')
  await click('button', 'New invitation')
  const sheet = await findByRole('dialog', 'New invitation')
  await fill('Note', 'Mia', sheet)
  await choose('Role', 'Child', sheet)
  await findText(
    'The new account sees 132 of 314 series; 89 without an age rating are hidden',
    sheet,
  )
  await click('switch', unrated, sheet)
  await findText('The new account sees 221 of 314 series, 89 of them without an age rating', sheet)
  await click('switch', unrated, sheet)
  await click('button', 'Create link', sheet)
  await findText('token=a-secret-token')
  expect(api.changes[0]?.body).toMatchObject({
    role: 'reader',
    ageLimit: 10,
    hidesUnrated: true,
    accessGroupIds: [],
  })
  await click('button', 'Done')
  await findText('up to 10')
})

const person = (username: string, more: Partial<Schemas['UserAccess']>): Schemas['UserAccess'] => ({
  ...seesAll,
  userId: reader.id,
  username,
  isActive: true,
  isAdministrator: false,
  libraryIds: null,
  hasTagRules: false,
  ...more,
})

test('J3: Access starts with people and what each sees', async () => {
  answerAccounts()
  const counts = { visibleCount: 132, visibleUnratedCount: 0, hiddenUnratedCount: 89 }
  api.on(
    'get',
    '/api/v1/access/users',
    pageOf([
      person('ada', { userId: admin.id, isAdministrator: true }),
      person('mara', { ageLimit: 10, hidesUnrated: true, ...counts }),
      person('ned', { ageLimit: 12, visibleCount: 221, libraryIds: ['a'], hasTagRules: true }),
      person('old', { isActive: false }),
    ]),
  )
  api.on('get', '/api/v1/users/{id}', asUser(reader))
  await open('/settings/access')
  const list = await findByRole('list', 'People')
  expect(listNames('heading').slice(0, 3)).toEqual(['Access', 'People', 'Access groups'])
  expect(listByRole('listitem', undefined, list)).toHaveLength(4)
  await findText('sees everything', list)
  await findText(
    'sees 132 of 314 series · up to 10 · 89 series without an age rating are hidden',
    list,
  )
  await findText(
    'sees 221 of 314 series · up to 12 · 89 series without an age rating are shown · 1 library · limited by sharing tags',
    list,
  )
  await findText('sees 314 of 314 series', list)
  expect(listNames('button', list)).toEqual(['Edit mara', 'Edit ned', 'Edit old'])
  await click('button', 'Edit mara', list)
  await findByRole('combobox', 'Age limit', await findByRole('dialog', 'mara'))
})

test('J3: restricting several says what happens to series without a rating', async () => {
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
  const list = 'Series without an age rating'
  const box = await findByRole('combobox', list, sheet)
  expect(box.textContent).toContain('Hide if a new age limit is set; otherwise don’t change')
  await choose(list, 'Hide', sheet)
  await click('button', 'Save', sheet)
  await findText('Restrictions changed for 1 user')
  expect(api.changes).toEqual([
    sent('patch', '/api/v1/users/bulk/restrictions', { userIds: [reader.id], hidesUnrated: true }),
  ])
})
