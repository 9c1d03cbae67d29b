/** From the set-up link to the first covers, and the settings, in a real Chromium against the built program. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  admin,
  openBrowser,
  type Quire,
  startQuire,
  type Visit,
  visit,
} from './harness'
import { writeLibrary } from './library'

const library = mkdtempSync(join(tmpdir(), 'quire-e2e-first-'))
const patience = 60_000
let quire: Quire
let browser: Browser
let seen: Visit

beforeAll(async () => {
  await writeLibrary(library, 12)
  quire = await startQuire({ empty: true })
  browser = await openBrowser()
  seen = await visit(browser, quire)
  seen.page.setDefaultTimeout(15_000)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
  rmSync(library, { recursive: true, force: true })
})

const openPart = async (page: Page, name: string, title: string) => {
  await page.goto(`${quire.url}/settings/${name}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

test(
  'the set-up link leads to the first covers',
  async () => {
    const { page } = seen
    await page.goto(quire.link!)
    await page.fill('input[name=username]', admin.username)
    await page.fill('input[name=email]', admin.email)
    await page.fill('input[name=password]', admin.password)
    await page.fill('input[name=again]', admin.password)
    await page.click('button[type=submit]')

    await page.getByRole('heading', { name: 'Your first library' }).waitFor()
    await page.getByRole('button', { name: 'home', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'proc', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Use this folder' }).isDisabled()).toBe(true)

    await page.getByLabel('Folder', { exact: true }).fill('/nowhere/at/all')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('This folder cannot be opened.').first().waitFor()

    await page.getByLabel('Folder', { exact: true }).fill(library)
    await page.getByLabel('Folder', { exact: true }).press('Enter')
    await page.getByText('24 comics found').waitFor()
    const stored = await page.evaluate(async () => (await fetch('/api/v1/libraries')).json())
    expect(stored).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])

    await page.getByRole('button', { name: 'Use this folder' }).click()
    await page.getByLabel('Name').fill('Comics')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Add and scan' }).click()
    await page.getByRole('heading', { level: 1, name: 'Comics' }).waitFor()
    await page.waitForSelector('[data-cover]')
    await page.getByRole('heading', { name: 'The scan is done' }).waitFor()
    await page.getByText('24 new').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    await page.locator('main').getByRole('link', { name: 'Go to the start page' }).click()
    await page.getByRole('heading', { name: 'New series' }).waitFor()
    // The folder that is not there is refused, and the browser says so.
    const troubles = seen.troubles.filter((trouble) => !trouble.includes('status of 400'))
    expect(troubles).toEqual([])
  },
  patience,
)

test(
  'a library is edited, and its schedule is said in words',
  async () => {
    const { page } = seen
    await openPart(page, 'libraries', 'Libraries')
    await page.getByRole('button', { name: 'More for Comics' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name', { exact: true }).fill('Long boxes')
    await sheet.getByRole('combobox', { name: 'Watch for changes' }).click()
    await page.getByRole('option', { name: 'No', exact: true }).click()
    await sheet.getByRole('combobox', { name: 'On schedule' }).click()
    await page.getByRole('option', { name: 'Every day' }).click()
    await sheet.getByRole('combobox', { name: 'What is one series?' }).click()
    await page.getByRole('option', { name: 'What the names of the files say' }).click()
    await sheet.getByRole('button', { name: 'See what would change' }).click()
    await sheet.getByRole('status').waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()

    const card = page.locator('[data-library="Long boxes"]')
    await card.getByText('Every day at 3:00').waitFor()
    await card.getByRole('button', { name: 'Scan now' }).click()
    await card.getByText(/scanned (now|\d+ seconds? ago)/).waitFor()
  },
  patience,
)

test(
  'a key is made, shown once and works until it is deleted',
  async () => {
    const { page } = seen
    await openPart(page, 'keys', 'Apps and keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Tablet')
    await page.getByRole('button', { name: 'Make the key' }).click()
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    const asKey = { headers: { authorization: `Bearer ${key}` } }
    expect((await fetch(`${quire.url}/api/v1/series`, asKey)).status).toBe(200)
    expect((await fetch(`${quire.url}/api/v1/users`, asKey)).status).toBe(403)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByText('See libraries · See series').waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No keys yet').waitFor()
    expect((await fetch(`${quire.url}/api/v1/series`, asKey)).status).toBe(401)
  },
  patience,
)

test(
  'a new password counts at once, and a wrong one is said beside the form',
  async () => {
    const { page } = seen
    await openPart(page, 'profile', 'Profile and password')
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Password' }) })
    const change = async (current: string) => {
      await card.getByLabel('Current password').fill(current)
      await card.getByLabel('New password', { exact: true }).fill('another horse')
      await card.getByLabel('New password once more').fill('another horse')
      await card.getByRole('button', { name: 'Change the password' }).click()
    }
    await change('a wrong horse')
    await card.getByRole('alert').waitFor()
    await change(admin.password)
    await page.getByText('The password is changed.').first().waitFor()
    const login = async (password: string) => {
      const answer = await fetch(`${quire.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: admin.username, password }),
      })
      return answer.status
    }
    expect(await login('another horse')).toBe(200)
    expect(await login(admin.password)).toBe(401)
  },
  patience,
)

test(
  'somebody is added, may do what the role says, and is locked out',
  async () => {
    const { page } = seen
    await openPart(page, 'users', 'Users')
    await page.getByRole('button', { name: 'Add somebody' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('User name').fill('mara')
    await sheet.getByLabel('E-mail address').fill('mara@example.org')
    await sheet.getByLabel('Password').fill('a long enough one')
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('mara@example.org').waitFor()

    const other = await visit(browser, quire)
    other.page.setDefaultTimeout(15_000)
    const login = () =>
      other.context.request.post(`${quire.url}/api/v1/auth/login`, {
        headers: { origin: new URL(quire.url).origin },
        data: { username: 'mara', password: 'a long enough one' },
      })
    expect((await login()).status()).toBe(200)
    await other.page.goto(`${quire.url}/settings/users`)
    await other.page.getByText('There is nothing at this address').waitFor()
    expect(await other.page.getByRole('link', { name: 'Trash' }).count()).toBe(0)
    await other.context.clearCookies({ name: /^(?!quire_look)/ })

    await page.getByRole('button', { name: 'Edit mara' }).click()
    await sheet.getByRole('switch', { name: 'May sign in' }).click()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('locked out').waitFor()
    expect((await login()).status()).toBe(401)
    await other.context.close()
  },
  patience,
)

test(
  'a library goes to the trash only by its name, and comes back',
  async () => {
    const { page } = seen
    await openPart(page, 'libraries', 'Libraries')
    await page.getByRole('button', { name: 'More for Long boxes' }).click()
    await page.getByRole('menuitem', { name: 'Put into the trash…' }).click()
    const question = page.getByRole('dialog')
    const go = question.getByRole('button', { name: 'Put into the trash' })
    expect(await go.isDisabled()).toBe(true)
    await question.getByLabel('Type the name to go on').fill('Long boxes')
    await go.click()
    await page.getByText('There is no library yet').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.locator('[data-library="Long boxes"]').waitFor()
  },
  patience,
)

test(
  'the log shows what happens, with a filter',
  async () => {
    const { page } = seen
    await openPart(page, 'logs', 'Logs')
    await page.getByRole('list', { name: 'Logs' }).getByRole('listitem').first().waitFor()
    await page.getByLabel('With these words').fill('no line says this')
    await page.getByText('No line fits').waitFor()
  },
  patience,
)
