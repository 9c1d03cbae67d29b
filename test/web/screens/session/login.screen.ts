/** Signing in, and what a user may not see. */
import { expect, test } from 'bun:test'
import { markSharedDevice } from '../../../../src/web/ui/state/session/shared-device'
import { click, fill } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole, waitFor } from '../support/find'
import { pageOf } from '../support/world/pages'
import { api, getAddress, open, usePage } from '../support/page'
import { admin, reader } from '../support/world/people'

usePage()

async function signIn(password: string) {
  await fill('Username or email address', 'ada')
  await fill('Password', password)
  await click('button', 'Sign in')
}

async function openSignedOut(address: string) {
  api.on('get', '/api/v1/auth/oidc/providers', {
    enabled: false,
    passwordLogin: true,
    providers: [],
  })
  await open(address, null)
  await findByRole('heading', 'Sign in')
}

const loginWith = (password: string) =>
  sent('post', '/api/v1/auth/login', { username: 'ada', password })

test('a wrong password is reported, and the page stays', async () => {
  api.refuse('post', '/api/v1/auth/login', 401, { error: 'unauthenticated', message: 'Wrong' })
  await openSignedOut('/login')
  await signIn('a wrong horse')
  await findByRole('alert', 'Wrong username or password')
  expect(getAddress()).toStartWith('/login')
  expect(api.changes).toEqual([loginWith('a wrong horse')])
})

test('signing in returns to the address that was asked for', async () => {
  api.on('post', '/api/v1/auth/login', {} as never)
  api.on('get', '/api/v1/auth/me', admin)
  api.on('get', '/api/v1/api-keys', pageOf([]))
  await openSignedOut('/settings/keys')
  expect(getAddress()).toContain('/login?to=')
  await signIn('correct horse')
  await waitFor(() => getAddress() === '/settings/keys', 'the keys')
  await findText('No API keys yet')
  expect(api.changes).toEqual([loginWith('correct horse')])
})

const mia = {
  id: '019c0000-0000-7000-8000-0000000000aa',
  username: 'mia',
  pictureVersion: 'first',
  needsPassword: false,
}

async function openShared() {
  markSharedDevice(true)
  api.on('get', '/api/v1/auth/quick-switch/people', { people: [mia] })
  await openSignedOut('/login?switching=true')
  return findByRole('button', /mia$/)
}

test('a shared device offers its people, and opens no keyboard', async () => {
  await openShared()
  expect(await findByRole('textbox', 'Username or email address')).not.toBe(document.activeElement)
  const picture = document.querySelector<HTMLImageElement>('main li img, li img')!
  expect(picture.src).toEndWith(`/api/v1/auth/quick-switch/people/${mia.id}/picture?v=first`)
})

test('a wrong PIN is removed from its field', async () => {
  const wrong = { error: 'unauthenticated', message: 'Wrong' }
  api.refuse('post', '/api/v1/auth/quick-switch', 401, wrong)
  await openShared()
  await click('button', /mia$/)
  await fill('PIN of mia', '0000')
  await click('button', 'Continue')
  await findByRole('alert', 'Wrong PIN. After five wrong attempts, the password is required.')
  expect((await findByRole('textbox', 'PIN of mia')) as HTMLInputElement).toHaveProperty(
    'value',
    '',
  )
  const tried = { userId: mia.id, pin: '0000' }
  expect(api.changes).toEqual([sent('post', '/api/v1/auth/quick-switch', tried)])
})

test('an unknown section of the settings is not found', async () => {
  await open('/settings/nothing')
  await findText('Page not found')
})

const ofAdministration = ['Libraries', 'Users', 'Access', 'Tasks', 'Trash', 'Add library']

test('an administrator is offered all of the administration', async () => {
  api.on('get', '/api/v1/api-keys', pageOf([]))
  await open('/settings/keys')
  const shown = ofAdministration.filter((name) => listByRole('link', name).length === 1)
  expect(shown).toEqual(ofAdministration)
})

test('a reader is offered no administration', async () => {
  await open('/settings/users', reader)
  await findText('Page not found')
  await findByRole('link', 'API keys')
  for (const name of ofAdministration) await findNone('link', name)
})
