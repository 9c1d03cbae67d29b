/** Two people of one tablet switch between their accounts with a PIN. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { visit, type Visit } from './harness'
import { writeLibrary } from './generate-library'
import { openSettings } from './settings-page'

const settings = openSettings({
  write: (folder) => writeLibrary(folder, 6),
  series: 6,
  ownSessions: true,
})
const { world } = settings
const password = 'a long enough one'
const shots = process.env['QUIRE_SHOTS']
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

async function signIn({ page, context }: Visit, username: string) {
  const { url } = world.quire
  const answer = await context.request.post(`${url}/api/v1/auth/login`, {
    headers: { origin: new URL(url).origin },
    data: { username, password },
  })
  expect(answer.status()).toBe(200)
  await page.goto(`${url}/settings/security`)
}

async function offer(tablet: Visit, username: string, pin: string) {
  const { page } = tablet
  await signIn(tablet, username)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  const sheet = page.getByRole('dialog', { name: 'Set PIN' })
  await sheet.getByLabel('Current password').fill(password)
  await sheet.getByLabel('New PIN').fill(pin)
  await shoot(page, 'pin-sheet')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Use on this device' }).click()
  await page.getByText('You can now switch to your account on this device').waitFor()
  await shoot(page, 'pin-settings')
}

test('a shared tablet opens the account of whoever types the PIN', async () => {
  const page = await settings.open('users', 'Users')
  const post = (path: string, body: object, method = 'POST') =>
    page.evaluate(
      async ([to, sent, by]) =>
        (
          await fetch(to!, {
            method: by!,
            headers: { 'content-type': 'application/json' },
            body: sent!,
          })
        ).status,
      [`${world.quire.url}/api/v1${path}`, JSON.stringify(body), method] as const,
    )
  for (const username of ['mia', 'tom']) {
    const user = { username, email: `${username}@example.org`, password }
    expect(await post('/users', user)).toBe(201)
  }
  expect(await post('/admin/settings/auth.quick_switch', { value: 'true' }, 'PUT')).toBe(200)

  const tablet = await visit(world.browser, world.quire, { width: 820, height: 1180 })
  await offer(tablet, 'mia', '1234')
  await offer(tablet, 'tom', '98765')
  const screen = tablet.page
  await screen.getByRole('button', { name: 'tom' }).click()
  await screen.getByRole('menuitem', { name: 'Switch user' }).click()
  await screen.getByRole('button', { name: 'mia' }).waitFor()
  await shoot(screen, 'people')
  await screen.getByRole('button', { name: 'mia' }).click()
  await screen.getByLabel('PIN of mia').fill('0000')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByText('Wrong PIN.').waitFor()
  await shoot(screen, 'wrong-pin')
  await screen.getByLabel('PIN of mia').fill('1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'mia' }).waitFor()
  await screen.setViewportSize({ width: 390, height: 844 })
  await screen.goto(`${world.quire.url}/settings`)
  await screen.getByRole('button', { name: 'Switch user' }).click()
  await screen.getByRole('button', { name: 'tom', exact: true }).waitFor()
  expect(await screen.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await shoot(screen, 'people-phone')
  await tablet.context.close()
}, 120_000)
