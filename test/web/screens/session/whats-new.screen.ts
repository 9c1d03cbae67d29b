/** The notice after an update of Quire. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { changeLanguage } from '../../../../src/web/ui/i18n/i18n'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNoText, findText, hasText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerAccounts } from '../support/world/accounts'
import { admin, reader } from '../support/world/people'

usePage()

/** Page data as the server embeds them. */
const boot = document.createElement('script')
boot.id = 'boot'
boot.type = 'application/json'

const version = {
  version: '0.3.0',
  date: '2027-01-31',
  changes: ['Covers load faster'],
  moreCount: 3,
}
const news: Schemas['WhatsNew'] = { versions: [version], notesUrl: null }
const path = '/api/v1/preferences'
const seen = (preferences: Schemas['ScopedPreferences']['preferences']) => ({
  scope: 'user' as const,
  id: null,
  preferences,
})

beforeEach(() => {
  boot.textContent = JSON.stringify({ hasNewVersion: true, languages: ['en', 'de'] })
  document.body.append(boot)
  answerAccounts()
  api.on('get', '/api/v1/user/whats-new', news)
  api.on('patch', path, seen({ 'ui.seenVersion': '0.3.0' }))
})
afterEach(() => boot.remove())

const saved = sent('patch', path, { preferences: { 'ui.seenVersion': '0.3.0' } })

test('what is new is offered until it is dismissed', async () => {
  await open('/settings/users', reader)
  await findText('Updated to version 0.3.0')
  await click('button', 'Dismiss')
  await findNoText('Updated to version 0.3.0')
  expect(api.changes).toEqual([{ ...saved, url: `${saved.url}?scope=user` }])
})

test('the list names the changes, and counts as seen once it is closed', async () => {
  await open('/settings/users', reader)
  await click('button', 'What’s new')
  const dialog = await findByRole('dialog', 'What’s new')
  await findText('Covers load faster')
  await findText('and 3 more changes')
  expect(hasText('Release notes')).toBe(false)
  expect(hasText('This list is in English')).toBe(false)
  await click('button', 'Done', dialog)
  await findNoText('Updated to version 0.3.0')
  expect(api.changes.length).toBe(1)
})

test('administrators get a link to the release notes, and others are told the language', async () => {
  api.on('get', '/api/v1/user/whats-new', { ...news, notesUrl: 'https://example.org/notes' })
  await open('/settings/users', admin)
  await changeLanguage('de')
  await click('button', 'Neuerungen')
  await findText('Diese Liste gibt es nur auf Englisch')
  const link = await findByRole('link', 'Versionshinweise')
  expect(link.getAttribute('href')).toBe('https://example.org/notes')
})

test('a version that was dismissed on another device is not shown', async () => {
  api.on('get', path, seen({ 'ui.seenVersion': '0.3.0' }))
  await open('/settings/users', reader)
  await findNoText('Updated to version 0.3.0')
})

test('nothing is asked if nothing is new', async () => {
  boot.textContent = '{"languages":["en","de"]}'
  await open('/settings/users', reader)
  await findNoText('Updated to version 0.3.0')
  expect(api.sent.some(({ url }) => url.includes('whats-new'))).toBe(false)
})
