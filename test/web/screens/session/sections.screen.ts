/** The navigation of the settings. */
import { expect, test } from 'bun:test'
import { markSharedDevice } from '../../../../src/web/ui/state/session/shared-device'
import { choose, click, fill } from '../support/act'
import {
  findByRole,
  findNone,
  findText,
  hasText,
  listByRole,
  listNames,
  waitFor,
} from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'

usePage()

const openProfile = async (address = '/settings/profile') => {
  api.on('get', '/api/v1/api-keys', pageOf([]))
  await open(address)
  await findByRole('heading', 'Profile and password')
  return findByRole('navigation', 'Settings')
}

const listCurrent = (nav: ParentNode) =>
  listByRole('link', undefined, nav)
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent)

test('the sections are grouped', async () => {
  const nav = await openProfile()
  expect(listNames('group', nav)).toEqual(['You', 'Library maintenance', 'Accounts', 'Server'])
  expect(listNames('link', await findByRole('group', 'Server', nav))).toEqual([
    'General',
    'Backups',
    'Import from another server',
    'Tasks',
    'Cleanup',
    'Statistics',
    'Logs',
    'About Quire',
  ])
})

test.each([true, false])('users switch where they sign out: %p', async (isShared) => {
  markSharedDevice(isShared)
  const nav = await openProfile()
  await findByRole('button', 'Sign out', nav)
  expect(listByRole('button', 'Switch user', nav)).toHaveLength(isShared ? 1 : 0)
})

test('J27: a group folds, and the search finds what is in it', async () => {
  const nav = await openProfile()
  await click('button', 'Server', nav)
  await findNone('link', 'Backups', nav)
  await findByRole('link', 'Media problems', nav)
  await fill('Search settings', 'backups', nav)
  await findByRole('link', 'Backups', nav)
  await fill('Search settings', '', nav)
  await findNone('link', 'Backups', nav)
  await click('button', 'Server', nav)
  await findByRole('link', 'Backups', nav)
})

test('J27: a section says what is in it', async () => {
  const nav = await openProfile()
  const section = await findByRole('link', 'Sessions', nav)
  expect(section.title).toBe('devices, signed in, sign out')
})

test.each(['/settings', '/settings/profile'])('at %s, the profile is current', async (address) => {
  const nav = await openProfile(address)
  expect(listCurrent(nav)).toEqual(['Profile and password'])
})

test('a section is found by what it is about', async () => {
  const nav = await openProfile()
  await fill('Search settings', 'broken files', nav)
  await waitFor(() => listByRole('link', undefined, nav).length === 1, 'one section')
  expect(listNames('link', nav)).toEqual(['Media problems'])
  await fill('Search settings', 'zebra', nav)
  await findText('No settings found')
  await findNone('link', undefined, nav)
})

test('a section with this name comes before those that are about it', async () => {
  const nav = await openProfile()
  await fill('Search settings', 'backup', nav)
  await waitFor(() => listByRole('link', undefined, nav).length > 1, 'several sections')
  expect(listNames('link', nav)[0]).toBe('Backups')
  await fill('Search settings', 'lib', nav)
  await waitFor(() => listNames('link', nav)[0] === 'Libraries', 'the libraries')
})

test('Enter opens the first section that was found, and clears the search', async () => {
  const nav = await openProfile()
  await fill('Search settings', 'dark', nav)
  await waitFor(() => listByRole('link', undefined, nav).length === 1, 'one section')
  const field = (await findByRole('textbox', 'Search settings', nav)) as HTMLInputElement
  field.form?.requestSubmit()
  await waitFor(() => getAddress() === '/settings/appearance', 'the appearance')
  await findByRole('heading', 'Appearance')
  expect(field.value).toBe('')
  await findByRole('link', 'Media problems', nav)
  expect(listCurrent(nav)).toEqual(['Appearance'])
})

test('Enter without a match stays', async () => {
  const nav = await openProfile()
  await fill('Search settings', 'zebra', nav)
  await findText('No settings found')
  const field = (await findByRole('textbox', 'Search settings', nav)) as HTMLInputElement
  field.form?.requestSubmit()
  expect(getAddress()).toBe('/settings/profile')
})

test('the language changes all texts at once and is kept in the browser only', async () => {
  await open('/settings/appearance')
  await choose('Language', 'Deutsch')
  await findByRole('heading', 'Aussehen')
  await findNone('heading', 'Appearance')
  expect(hasText('Einstellungen')).toBe(true)
  await choose('Sprache', 'English')
  await findByRole('heading', 'Appearance')
  expect(api.changes).toEqual([])
})
