/** Creating an account from an invitation. */
import { expect, test } from 'bun:test'
import { click, fill } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { reader } from '../support/world/people'

usePage()

const token = 'a-secret-token-of-24-signs'
const invitation = sent('post', '/api/v1/auth/invitation', { token })

async function openInvitation() {
  api.on('post', '/api/v1/auth/invitation', {
    createdBy: 'ada',
    expiresAt: '2099-01-01T00:00:00.000Z',
  } as never)
  await open(`/invitation#token=${token}`, null)
  await findByRole('heading', 'Welcome to Quire')
  await findText('ada has invited you.')
}

async function fillAccount(account: Record<string, string>) {
  for (const [name, text] of Object.entries(account)) await fill(name, text)
  await click('button', 'Create account')
}

const account = {
  Username: ' mara ',
  'Email address': 'mara@example.org',
  Password: 'a long enough one',
  'Confirm password': 'a long enough one',
}

test('an account is created with the token, and the user is signed in', async () => {
  await openInvitation()
  api.on('post', '/api/v1/auth/register', {} as never)
  api.on('get', '/api/v1/auth/me', reader)
  answerHome()
  await fillAccount(account)
  await waitFor(() => getAddress() === '/', 'home')
  await findText('mara')
  expect(api.changes).toEqual([
    invitation,
    sent('post', '/api/v1/auth/register', {
      username: 'mara',
      email: 'mara@example.org',
      password: 'a long enough one',
      invitation: token,
    }),
  ])
})

test.each([
  ['Username', '', 'Choose a username'],
  ['Username', 'ma@ra', 'Usernames can’t contain “@”, “:” or “/”'],
  ['Email address', 'mara', 'Enter a valid email address'],
  ['Password', 'short', 'Use at least 8 characters'],
  ['Confirm password', 'another one', 'The passwords don’t match'],
])('the field %s with "%s" is not sent, and gets the focus', async (name, text, problem) => {
  await openInvitation()
  const last = name === 'Password' ? { 'Confirm password': text } : {}
  await fillAccount({ ...account, ...last, [name]: text })
  await findText(problem)
  const field = await findByRole('textbox', name)
  await waitFor(() => document.activeElement === field, 'the focus')
  expect(api.changes).toEqual([invitation])
})

test('an error of the server is shown at its field, and the rest is kept', async () => {
  await openInvitation()
  api.refuse('post', '/api/v1/auth/register', 409, {
    error: 'conflict',
    message: 'Conflict',
    details: [{ path: 'username', message: 'The name is taken', code: 'x.unknown', params: {} }],
  })
  await fillAccount(account)
  await findText('The name is taken')
  const password = (await findByRole('textbox', 'Password')) as HTMLInputElement
  expect(password.value).toBe(account.Password)
})

test('an invitation that is no longer valid leads to the sign-in', async () => {
  api.refuse('post', '/api/v1/auth/invitation', 403, { error: 'forbidden', message: 'Used up' })
  await open(`/invitation#token=${token}`, null)
  await findByRole('alert', 'This invitation is no longer valid. Ask for a new one.')
  await findByRole('link', 'Sign in')
  await findNone('button', 'Create account')
})
