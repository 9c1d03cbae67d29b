/** Nothing that a test leaves reaches the next one: the test is run twice. */
import { expect, test } from 'bun:test'
import { answerAccounts } from '../support/world/accounts'
import { click } from '../support/act'
import { findNone, findText, hasText } from '../support/find'
import { answerLibrary } from '../support/world/library'
import { api, open, usePage } from '../support/page'

usePage()

const viewing = 'You’re viewing the library as mara.'
const outage = 'The server’s disk is full.'

test.each([1, 2])('what is stored, shown and looked at ends with the test (%d)', async () => {
  answerAccounts()
  answerLibrary([])
  await open('/settings/users')
  await findText('2 users')
  for (const text of [viewing, outage]) expect(hasText(text)).toBe(false)
  await findNone('button', 'Close')
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])

  localStorage.setItem('left', 'x')
  sessionStorage.setItem('left', 'x')
  const full = { error: 'unavailable', code: 'request.disk_full', message: 'Full' }
  api.refuse('delete', '/api/v1/users/{id}/sessions', 503, full)
  await click('button', 'Edit mara')
  await click('button', 'Sign out of all devices')
  await findText(outage)
  await click('button', 'View as mara')
  await findText(viewing)
})
