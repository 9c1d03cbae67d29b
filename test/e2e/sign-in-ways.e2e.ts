/** Invitations, sign-in with a provider, codes and passkeys, and their entries in the audit log. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { computeTotp } from '../../src/accounts/users/two-factor/totp'
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  reserveIssuer,
  startIdentityProvider,
} from '../support/identity-provider'
import { usePasskey } from './passkey'
import {
  findAccessibilityProblems,
  openBrowser,
  type Quire,
  signIn,
  startQuire,
  type Visit,
  visit,
} from './harness'

const timeoutMs = 120_000
const password = 'a long enough one'
let quire: Quire
let browser: Browser
let provider: IdentityProvider
let seen: Visit

beforeAll(async () => {
  const reserved = await reserveIssuer()
  const home = {
    name: 'home',
    display_name: 'Home',
    issuer: reserved.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    scopes: 'openid profile email groups',
    create_users: true,
    roles: { maintainer: ['helpers'] },
  }
  const started = await startQuire({
    environment: { SERVICE_AUTH__OIDC__PROVIDERS: JSON.stringify([home]) },
  })
  // Browsers do not allow passkeys for IP addresses.
  quire = { ...started, url: started.url.replace('127.0.0.1', 'localhost') }
  provider = await startIdentityProvider(quire.url, 'home', reserved)
  browser = await openBrowser()
  seen = await visit(browser, quire)
  await signIn(seen, quire)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
  await provider?.close()
}, 60_000)

const openVisit = (screen: Parameters<typeof visit>[2] = {}) =>
  visit(browser, quire, { mayBreakRules: true, ...screen })

async function openSettings(page: Page, name: string, title: string) {
  await page.goto(`${quire.url}/settings/${name}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

async function fillPassword(page: Page, username: string, secret = password) {
  await page.getByLabel('Username or email address').fill(username)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Creates an invitation and accepts it on a phone. */
async function invite(username: string): Promise<Visit> {
  const { page } = seen
  await openSettings(page, 'invitations', 'Invitations')
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByLabel('Note', { exact: true }).fill(username)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByText('/invitation#token=').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  const guest = await openVisit({ width: 390 })
  await guest.page.goto(link)
  await guest.page.getByLabel('Username').fill(username)
  await guest.page.getByLabel('Email address').fill(`${username}@example.org`)
  await guest.page.getByLabel('Password', { exact: true }).fill(password)
  await guest.page.getByLabel('Confirm password').fill(password)
  expect(await findAccessibilityProblems(guest.page)).toEqual([])
  await guest.page.keyboard.press('Enter')
  await guest.page.waitForURL(`${quire.url}/`)
  return guest
}

const decode = (text: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test(
  'an invitation makes an account, once',
  async () => {
    const guest = await invite('mara')
    await seen.page.reload()
    await seen.page.getByText('used 1 of 1').waitFor()
    expect(await findAccessibilityProblems(seen.page)).toEqual([])
    await seen.page.getByRole('button', { name: 'Revoke mara' }).click()
    await seen.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await seen.page.getByText('No invitations').waitFor()
    await guest.context.close()
    const late = await openVisit()
    await late.page.goto(`${quire.url}/invitation#token=${'a'.repeat(43)}`)
    await late.page.getByText('no longer valid').waitFor()
    await late.context.close()
  },
  timeoutMs,
)

async function signInAtProvider(page: Page, login: string) {
  await page.getByRole('button', { name: 'Sign in with Home' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('x')
  await page.locator('button[type=submit]').click()
}

test(
  'a provider signs in, and signing out continues there',
  async () => {
    const person = { preferred_username: 'noa', email: 'noa@home.example', groups: ['helpers'] }
    provider.people.set('noa', person)
    const guest = await openVisit()
    const { page } = guest
    await page.goto(`${quire.url}/settings/sessions`)
    await signInAtProvider(page, 'noa')
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor()
    await openSettings(page, 'security', 'Security')
    await page.getByRole('list', { name: 'Connected accounts' }).getByText('noa').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'noa', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await guest.context.close()
  },
  timeoutMs,
)

test(
  'an access group takes its members from a group of the provider',
  async () => {
    const { page } = seen
    await openSettings(page, 'access', 'Access')
    await page.getByRole('button', { name: 'Add group' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name').fill('Children')
    const groups = sheet.getByRole('textbox', { name: 'Groups at the sign-in provider' })
    for (const name of ['grownups', 'kids']) {
      await groups.fill(name)
      await groups.press('Enter')
    }
    await sheet.getByRole('button', { name: 'Remove grownups' }).click()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })

    provider.people.set('pia', {
      preferred_username: 'pia',
      email: 'pia@home.example',
      groups: ['kids'],
    })
    const guest = await openVisit()
    await guest.page.goto(quire.url)
    await signInAtProvider(guest.page, 'pia')
    await guest.page.waitForURL(`${quire.url}/`)
    await guest.context.close()

    await page.reload()
    await page.getByText('1 member').waitFor()
    await page.getByRole('button', { name: 'Edit Children' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove kids' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit Children' }).click()
    await groups.waitFor()
    expect(await page.getByRole('button', { name: 'Remove kids' }).count()).toBe(0)
  },
  timeoutMs,
)

test(
  'says why a provider did not sign in',
  async () => {
    const guest = await openVisit({ width: 390 })
    await guest.page.goto(`${quire.url}/login?problem=not_linked&provider=home`)
    await guest.page.getByText('This Home account is not connected to a Quire account').waitFor()
    expect(await findAccessibilityProblems(guest.page)).toEqual([])
    await guest.context.close()
  },
  timeoutMs,
)

test(
  'a code is needed after two-factor authentication was set up',
  async () => {
    const guest = await invite('cleo')
    const { page } = guest
    await openSettings(page, 'security', 'Security')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = await page.locator('code', { hasText: /^[A-Z2-7]{32}$/ }).innerText()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const step = Math.floor(Date.now() / 30_000)
    await page.getByRole('textbox', { name: 'Code' }).fill(computeTotp(decode(secret), step))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    const recovery = await codes.first().innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 recovery codes left').waitFor()

    await guest.context.clearCookies()
    await page.goto(`${quire.url}/login`)
    await fillPassword(page, 'cleo')
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong or has already been used').waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(recovery)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${quire.url}/`)
    await guest.context.close()
  },
  timeoutMs,
)

test(
  'a passkey is added, renamed, signs in and is removed',
  () => usePasskey(seen, quire),
  timeoutMs,
)

test(
  'the audit log tells all that, and is filtered and exported',
  async () => {
    const { page } = seen
    await openSettings(page, 'audit-log', 'Audit log')
    await page.getByText('Passkey removed').first().waitFor()
    await page.getByText('Method: oidc:home').first().waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByLabel('Name or address').fill('mara')
    await page.getByText('Passkey removed').waitFor({ state: 'detached' })
    await page.getByText('Invitation accepted').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    const lines = (await Bun.file(await download.path()).text()).trim().split('\r\n')
    expect(lines[0]).toStartWith('at,action,username')
    expect(lines.every((line, i) => i === 0 || line.includes('mara'))).toBe(true)
  },
  timeoutMs,
)
