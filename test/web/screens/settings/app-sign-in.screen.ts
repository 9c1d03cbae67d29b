/** How the reading apps section tells people to sign in. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { findByRole, findNone, findText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { reader } from '../support/world/people'

usePage()

const withoutKeys: Schemas['SignedInUser'] = {
  ...reader,
  effectivePermissions: reader.effectivePermissions.filter((each) => each !== 'api-keys:write'),
}

async function openApp(app: string, user: Schemas['SignedInUser'], hasTwoFactor: boolean) {
  api.on('get', '/api/v1/info', {
    name: 'Quire',
    version: '0.1.0',
    timeZone: 'Europe/Berlin',
    readingApps: {
      paths: { opds: '/opds', komga: '/komga', koreader: '/koreader', kobo: '/kobo' },
      publicUrl: null,
      komgaPort: null,
    } as Schemas['ReadingApps'],
    server: null,
  })
  api.on('get', '/api/v1/libraries', [])
  api.on('get', '/api/v1/auth/two-factor', {
    enabled: hasTwoFactor,
    enabledAt: null,
    recoveryCodesLeft: 0,
  } as Schemas['TwoFactor'])
  await open(`/settings/apps?only=${app}`, user)
  await findByRole('heading', 'Reading apps')
}

const withPassword = 'Use your Quire password, because your account can’t create API keys'
const withoutWay = 'Ask an administrator to let your account create API keys'
const needsSession = 'not possible with two-factor authentication'

test.each([
  ['paperback', withoutKeys, false, withPassword],
  // Apps cannot enter the code.
  ['paperback', withoutKeys, true, withoutWay],
  // An app that accepts keys only.
  ['mihon', withoutKeys, false, withoutWay],
  ['komelia', reader, false, 'Your Quire password'],
])('%s of an account without keys: %#', async (app, user, hasTwoFactor, words) => {
  await openApp(app, user, hasTwoFactor)
  await findText(words)
  await findNone('button', 'Create an API key')
})

test('an app that needs a session is not offered to accounts with two-factor authentication', async () => {
  await openApp('komelia', reader, true)
  await findText(`Komelia signs in with your password, which is ${needsSession}`)
  expect(document.body.textContent).not.toContain('Your Quire password')
})

test.each(['paperback', 'mihon'])('%s of an account with keys gets one', async (app) => {
  await openApp(app, reader, true)
  await findByRole('button', 'Create an API key')
})
