/** The settings in Chromium, with the built program. */
import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { admin, findAccessibilityProblems, visit, waitForBox, waitUntil } from './harness'
import { writeLibrary } from './generate-library'
import { openSettings } from './settings-page'

const timeoutMs = 120_000
const settings = openSettings({ write: (folder) => writeLibrary(folder, 12), series: 12 })
const { world } = settings

type Library = { id: string }
type Scans = { data: { trigger: string; status: string }[] }

/** Renames the only library and returns it. */
async function renameLibrary(name: string): Promise<Library> {
  const [library] = await settings.request<Library[]>('/libraries')
  expect((await settings.send('PATCH', `/libraries/${library!.id}`, { name })).status()).toBe(200)
  return library!
}

/** Returns true if a scan with this trigger is completed and no job is running. */
async function isScanFinished(id: string, reason: string): Promise<boolean> {
  const { data } = await settings.request<Scans>(`/libraries/${id}/scans`)
  const { processing } = await settings.request<{ processing: number }>('/tasks/stats')
  const isEnded = data.some(({ trigger, status }) => trigger === reason && status === 'completed')
  return isEnded && processing === 0
}

test(
  'a library is edited, and its schedule is described in words',
  async () => {
    const { id } = await renameLibrary('Comics')
    const page = await settings.open('libraries', 'Libraries')
    await page.getByRole('button', { name: 'More actions for Comics' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name', { exact: true }).fill('Long boxes')
    await sheet.getByRole('combobox', { name: 'Watch for changes' }).click()
    await page.getByRole('option', { name: 'Off', exact: true }).click()
    await sheet.getByRole('combobox', { name: 'Scheduled scan' }).click()
    await page.getByRole('option', { name: 'Every day' }).click()
    await sheet.getByRole('combobox', { name: 'Series grouping' }).click()
    await page.getByRole('option', { name: 'Parsed file names' }).click()
    await sheet.getByRole('button', { name: 'Preview changes' }).click()
    await sheet.getByRole('status').waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()

    const card = page.locator('[data-library="Long boxes"]')
    await card.getByText('Every day at 3:00').waitFor()
    await waitUntil(() => isScanFinished(id, 'names'), 'the names are read in the new way')
    await card.getByRole('button', { name: 'Scan now' }).click()
    await waitUntil(() => isScanFinished(id, 'manual'), 'the library is scanned again')
    await card.getByText(/scanned (now|\d+ seconds? ago)/).waitFor()
  },
  timeoutMs,
)

test(
  'a key is created, shown once and valid until it is deleted',
  async () => {
    const page = await settings.open('keys', 'API keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Tablet')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    const asKey = { headers: { authorization: `Bearer ${key}` } }
    expect((await fetch(`${world.quire.url}/api/v1/series`, asKey)).status).toBe(200)
    expect((await fetch(`${world.quire.url}/api/v1/users`, asKey)).status).toBe(403)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('View libraries · View series').waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No API keys yet').waitFor()
    expect((await fetch(`${world.quire.url}/api/v1/series`, asKey)).status).toBe(401)
  },
  timeoutMs,
)

test(
  'a new password takes effect immediately, and a wrong one is reported in the form',
  async () => {
    const page = await settings.open('profile', 'Profile and password')
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Password' }) })
    const changePassword = async (current: string) => {
      await card.getByLabel('Current password').fill(current)
      await card.getByLabel('New password', { exact: true }).fill('another horse')
      await card.getByLabel('Confirm new password').fill('another horse')
      await card.getByRole('button', { name: 'Change password' }).click()
    }
    await changePassword('a wrong horse')
    await card.getByRole('alert').waitFor()
    await changePassword(admin.password)
    await page.getByText('Password changed.').first().waitFor()
    const tryLogin = async (password: string) => {
      const answer = await fetch(`${world.quire.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: admin.username, password }),
      })
      return answer.status
    }
    expect(await tryLogin('another horse')).toBe(200)
    expect(await tryLogin(admin.password)).toBe(401)
  },
  timeoutMs,
)

test(
  'a user is added, has the permissions of the role, and is deactivated',
  async () => {
    const page = await settings.open('users', 'Users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Username').fill('mara')
    await sheet.getByLabel('Email address').fill('mara@example.org')
    await sheet.getByLabel('Password').fill('a long enough one')
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('mara@example.org').waitFor()

    const other = await visit(world.browser, world.quire)
    const tryLogin = () =>
      other.context.request.post(`${world.quire.url}/api/v1/auth/login`, {
        headers: { origin: new URL(world.quire.url).origin },
        data: { username: 'mara', password: 'a long enough one' },
      })
    expect((await tryLogin()).status()).toBe(200)
    await other.page.goto(`${world.quire.url}/settings/users`)
    await other.page.getByText('Page not found').waitFor()
    expect(await other.page.getByRole('link', { name: 'Trash' }).count()).toBe(0)
    await other.context.clearCookies({ name: /^(?!quire_look)/ })

    await page.getByRole('button', { name: 'Edit mara' }).click()
    await sheet.getByRole('switch', { name: 'Account enabled' }).click()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('disabled').waitFor()
    expect((await tryLogin()).status()).toBe(401)
    await other.context.close()
  },
  timeoutMs,
)

test(
  'a library is trashed after typing its name, and restored',
  async () => {
    await renameLibrary('Long boxes')
    const page = await settings.open('libraries', 'Libraries')
    await page.getByRole('button', { name: 'More actions for Long boxes' }).click()
    await page.getByRole('menuitem', { name: 'Move to trash…' }).click()
    const question = page.getByRole('dialog')
    const go = question.getByRole('button', { name: 'Move to trash' })
    expect(await go.isDisabled()).toBe(true)
    await question.getByLabel('Type Long boxes to confirm').fill('Long boxes')
    await go.click()
    await page.getByText('No libraries yet').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.locator('[data-library="Long boxes"]').waitFor()
  },
  timeoutMs,
)

test(
  'the log shows new lines, with a filter',
  async () => {
    const page = await settings.open('logs', 'Logs')
    await page.getByRole('list', { name: 'Logs' }).getByRole('listitem').first().waitFor()
    await page.getByLabel('Contains').fill('no line says this')
    await page.getByText('No matching lines').waitFor()
  },
  timeoutMs,
)

const phone = { width: 390, height: 800 }

test.each([
  ['', {}, 'Profile and password', ['Profile and password']],
  ['/reading', {}, 'Reading preferences', ['Reading preferences']],
  ['', phone, 'Settings', []],
])(
  'at /settings%s on %j, only the visible page is marked as current',
  async (path, screen, title, marked) => {
    const { page, context } = await world.at(`/settings${path}`, screen)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const contents = page.getByRole('navigation', { name: 'Settings' })
    expect(await contents.locator('[aria-current]').allInnerTexts()).toEqual(marked)
    await context.close()
  },
  timeoutMs,
)

test(
  'J27: on a phone, the search stays in view',
  async () => {
    const { page, context } = await world.at('/settings', phone)
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    await search.waitFor()
    await page.evaluate(() => scrollTo(0, 900))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const { y } = (await search.boundingBox())!
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThan(80)
    await context.close()
  },
  timeoutMs,
)

test(
  'a section is found by its name or by what it is about',
  async () => {
    const page = await settings.open('profile', 'Profile and password')
    const nav = page.getByRole('navigation', { name: 'Settings' })
    for (const group of ['You', 'Library maintenance', 'Server']) {
      await nav.getByRole('group', { name: group }).waitFor()
    }
    const search = nav.getByRole('searchbox', { name: 'Search settings' })
    await search.fill('broken files')
    await nav.getByRole('link', { name: 'Media problems' }).waitFor()
    expect(await nav.getByRole('link').count()).toBe(1)
    await search.fill('zebra')
    await nav.getByText('No settings found').waitFor()
    await search.fill('dark')
    await search.press('Enter')
    await page.waitForURL('**/settings/appearance')
    expect(await search.inputValue()).toBe('')
    await nav.getByRole('link', { name: 'Media problems' }).waitFor()
  },
  timeoutMs,
)

test(
  'design 11: the sections have icons, and a section is a centered column',
  async () => {
    const seen = await world.at('/settings/appearance', { width: 1920, height: 900 })
    const { page } = seen
    const heading = page.getByRole('heading', { level: 1, name: 'Appearance' })
    await heading.waitFor()
    const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    const links = await sections.count()
    expect(links).toBeGreaterThan(20)
    expect(await sections.locator('svg:visible').count()).toBe(links)
    // The back link and the account details are shown only on narrow screens.
    expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Settings' }).innerText()).not.toContain('@')
    const nav = await waitForBox(page.getByRole('navigation', { name: 'Settings' }))
    const column = await waitForBox(page.locator('nav[aria-label="Settings"] + div'))
    expect(column.width).toBeLessThanOrEqual(880)
    const [before, after] = [column.x - (nav.x + nav.width), 1920 - (column.x + column.width)]
    expect(Math.abs(before - after)).toBeLessThan(40)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'libraries have tiles in different colors',
  async () => {
    for (const name of ['Atlas', 'Basin', 'Cedar', 'Delta', 'Ember']) {
      const path = join(world.quire.folder, name)
      mkdirSync(path)
      expect((await settings.send('POST', '/libraries', { name, path })).status()).toBe(201)
    }
    const page = await settings.open('libraries', 'Libraries')
    const cards = page.locator('[data-library] span[aria-hidden=true]')
    await cards.nth(5).waitFor()
    const links = page
      .getByRole('navigation', { name: 'Main' })
      .locator('a[href*="library="] > span[aria-hidden=true]')
    await links.nth(5).waitFor()
    const listColors = (tiles: Locator) =>
      tiles.evaluateAll((found) => found.map((tile) => getComputedStyle(tile).backgroundColor))
    const colors = await listColors(cards)
    expect(new Set(colors).size).toBe(6)
    expect((await listColors(links)).toSorted()).toEqual(colors.toSorted())
    expect(await findAccessibilityProblems(page)).toEqual([])
  },
  timeoutMs,
)

test.each([
  ['audit-log', 'Audit log'],
  ['about', 'About Quire'],
])(
  'the list of sections shows the current one: %s',
  async (section, title) => {
    const screen = { width: 1440, height: 700 }
    const { page, context } = await world.at(`/settings/${section}`, screen)
    const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const isInside = () =>
      current.evaluate((link) => {
        const list = link.closest('nav')!.getBoundingClientRect()
        const { top, bottom } = link.getBoundingClientRect()
        return top >= list.top && bottom <= Math.min(list.bottom, innerHeight)
      })
    await waitUntil(isInside, 'the current section is shown')
    await context.close()
  },
  timeoutMs,
)
