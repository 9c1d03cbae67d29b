/** Sessions that end, and signing out. */
import { expect, test } from 'bun:test'
import { click, fill } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, hasText, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { pageOf } from '../support/world/pages'
import { admin, reader } from '../support/world/people'

usePage()

const ended = { error: 'unauthenticated', message: 'Sign in first' }
const ways = { enabled: false, passwordLogin: true, providers: [] }

/** Opens the keys, types a name, and lets the session end when it is sent. */
async function expireSession() {
  api.on('get', '/api/v1/api-keys', pageOf([]))
  api.on('get', '/api/v1/auth/oidc/providers', ways)
  await open('/settings/keys')
  await click('button', 'New API key')
  await fill('Name', 'Tablet', await findByRole('dialog', 'New API key'))
  api.refuse('post', '/api/v1/api-keys', 401, ended)
  await click('button', 'Create key')
  return findByRole('dialog', 'Session expired')
}

async function signIn(dialog: ParentNode, password: string) {
  await fill('Password', password, dialog)
  await click('button', 'Sign in', dialog)
}

test('an expired session asks for the password and keeps what was typed', async () => {
  const dialog = await expireSession()
  api.refuse('post', '/api/v1/auth/login', 401, ended)
  await signIn(dialog, 'a wrong horse')
  await findText('Wrong username or password', dialog)
  api.on('post', '/api/v1/auth/login', {} as never)
  api.on('get', '/api/v1/auth/me', admin)
  await signIn(dialog, 'correct horse')
  await findNone('dialog', 'Session expired')
  expect(getAddress()).toBe('/settings/keys')
  const name = (await findByRole('textbox', 'Name')) as HTMLInputElement
  expect(name.value).toBe('Tablet')
  const login = (password: string) =>
    sent('post', '/api/v1/auth/login', { username: 'ada', password })
  expect(api.changes.slice(1)).toEqual([login('a wrong horse'), login('correct horse')])
})

test('another user who signs in sees nothing of the former one', async () => {
  const dialog = await expireSession()
  api.on('post', '/api/v1/auth/login', {} as never)
  api.on('get', '/api/v1/auth/me', reader)
  answerHome()
  await fill('Username or email address', 'mara', dialog)
  await signIn(dialog, 'correct horse')
  await waitFor(() => getAddress() === '/', 'home')
  await findNone('dialog', 'New API key')
  expect(hasText('ada')).toBe(false)
  expect(hasText('mara')).toBe(true)
})

test('who discards what was typed comes to the sign-in page, with the way back', async () => {
  const dialog = await expireSession()
  await click('button', 'Close', dialog)
  await click('button', 'Discard changes')
  await findByRole('heading', 'Sign in')
  expect(getAddress()).toBe('/login?to=%2Fsettings%2Fkeys')
  expect(hasText('Tablet')).toBe(false)
})

test.each([
  [500, 'Something went wrong on the server'],
  [503, 'server'],
])(
  'signing out that is answered by %d keeps the page, and can be repeated',
  async (status, words) => {
    api.on('get', '/api/v1/api-keys', pageOf([]))
    await open('/settings/keys')
    await findText('No API keys yet')
    api.on('post', '/api/v1/auth/oidc/end-session', { redirectUrl: null } as never)
    api.refuse('post', '/api/v1/auth/logout', status, { error: 'internal', message: 'Broken' })
    await click('button', 'Sign out', await findByRole('navigation', 'Settings'))
    await findText(words)
    expect(getAddress()).toBe('/settings/keys')
    await findByRole('heading', 'API keys')
    await click('button', 'Sign out', await findByRole('navigation', 'Settings'))
    await waitFor(() => api.sentTo('post', '/api/v1/auth/logout').length === 2, 'another try')
  },
)
