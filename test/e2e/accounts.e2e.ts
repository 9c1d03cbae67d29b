/** User and API key management by an administrator, and its effect for those users. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { admin, type Visit, visit } from './harness'
import { writeLibrary } from './generate-library'
import { openSettings } from './settings-page'

const settings = openSettings({
  write: (folder) => writeLibrary(folder, 6),
  series: 6,
  ownSessions: true,
})
const { world } = settings
const timeoutMs = 120_000
const password = 'a long enough one'

/** Signs in as another user, without the form. */
async function signedInAs(username: string): Promise<Visit> {
  const other = await visit(world.browser, world.quire, { mayBreakRules: true })
  const answer = await other.context.request.post(`${world.quire.url}/api/v1/auth/login`, {
    headers: { origin: new URL(world.quire.url).origin },
    data: { username, password },
  })
  expect(answer.status()).toBe(200)
  return other
}

async function addUser(name: string, fill?: (page: Page) => Promise<unknown>) {
  const page = await settings.open('users', 'Users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Username').fill(name)
  await sheet.getByLabel('Email address').fill(`${name}@example.org`)
  await sheet.getByLabel('Password').fill(password)
  await fill?.(page)
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(`${name}@example.org`).waitFor()
  return page
}

async function choose(page: Page, list: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'a library is hidden from a user without access, and visible again once it is granted',
  async () => {
    const page = await addUser('mara', async (form) => {
      await choose(form, 'Libraries', 'Selected libraries')
      await form.getByRole('checkbox', { name: 'Reading room' }).uncheck()
      await form.getByText('No access to any library').waitFor()
    })
    const other = await signedInAs('mara')
    await other.page.goto(`${world.quire.url}/library`)
    await other.page.getByText('Nothing here yet').waitFor()
    expect(await other.page.getByText('Reading room').count()).toBe(0)

    await page.getByRole('button', { name: 'Edit mara' }).click()
    await choose(page, 'Libraries', 'All libraries')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await other.page.goto(`${world.quire.url}/library`)
    await other.page.getByText('Reading room').first().waitFor()
    await other.context.close()
  },
  timeoutMs,
)

test(
  'shows the permissions of a user, with those granted in addition to the role',
  async () => {
    const page = await addUser('noa')
    await page.getByRole('button', { name: 'Edit noa' }).click()
    const sheet = page.getByRole('dialog')
    const sum = sheet.locator('section', {
      has: page.getByRole('heading', { name: 'Effective permissions' }),
    })
    await sum.last().getByText('View libraries · View series').waitFor()
    await sheet.getByText('Additional permissions').click()
    expect(await sheet.getByRole('checkbox', { name: /^View series/ }).isDisabled()).toBe(true)
    await sheet.getByRole('checkbox', { name: 'Edit series' }).check()
    await sum.last().getByText('Edit series').waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('additional permissions: Edit series').waitFor()
  },
  timeoutMs,
)

test(
  'an administrator ends all sessions of a user',
  async () => {
    const page = await addUser('olga')
    const other = await signedInAs('olga')
    await page.getByRole('button', { name: 'Edit olga' }).click()
    await page.getByRole('button', { name: 'Sign out of all devices' }).click()
    await page.getByText('Signed out olga on 1 device').waitFor()
    const answer = await other.context.request.get(`${world.quire.url}/api/v1/auth/me`)
    expect(answer.status()).toBe(401)
    await other.context.close()
  },
  timeoutMs,
)

test(
  "the user list rejects changes to one's own name and password",
  async () => {
    const page = await settings.open('users', 'Users')
    await page.getByRole('button', { name: `Edit ${admin.username}` }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('This is your account.').waitFor()
    expect(await sheet.getByLabel('Username').count()).toBe(0)
    expect(await sheet.getByRole('switch').count()).toBe(0)
  },
  timeoutMs,
)

test(
  'changes expiry and permissions of a key, and asks before changes are discarded',
  async () => {
    const page = await settings.open('keys', 'API keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name').fill('Tablet')
    await choose(page, 'Expires', '30 days')
    await sheet.getByRole('button', { name: 'Create key' }).click()
    const key = (await sheet.locator('code').textContent()) ?? ''
    const status = async (path: string) =>
      (await fetch(world.quire.url + path, { headers: { 'x-api-key': key } })).status
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await status('/api/v1/users')).toBe(403)

    await page.getByRole('button', { name: 'Edit Tablet' }).click()
    await sheet.getByRole('checkbox', { name: 'View users' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await sheet.getByLabel('Expiration date').fill('2099-03-04')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('expires Mar 4, 2099').waitFor()
    expect(await status('/api/v1/users')).toBe(200)
  },
  timeoutMs,
)

const readKeyStatus = async (key: string) =>
  (await fetch(`${world.quire.url}/api/v1/series`, { headers: { 'x-api-key': key } })).status

async function createKey({ context }: Visit, name: string): Promise<string> {
  const answer = await context.request.post(`${world.quire.url}/api/v1/api-keys`, {
    headers: { origin: new URL(world.quire.url).origin },
    data: { name },
  })
  return ((await answer.json()) as { key: string }).key
}

test(
  'D3: an administrator sees the API keys of a user and deletes one, then all',
  async () => {
    const page = await addUser('petra')
    const other = await signedInAs('petra')
    const keys = [await createKey(other, 'Phone'), await createKey(other, 'Tablet')]
    await page.getByRole('button', { name: 'Edit petra' }).click()
    const sheet = page.getByRole('dialog').first()
    await sheet.getByRole('button', { name: 'Delete Phone' }).click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await page.getByText('API key deleted').first().waitFor()
    await sheet.getByRole('button', { name: 'Delete Phone' }).waitFor({ state: 'detached' })
    expect(await Promise.all(keys.map(readKeyStatus))).toEqual([401, 200])

    keys.push(await createKey(other, 'Reader'))
    await page.reload()
    await page.getByRole('button', { name: 'Edit petra' }).click()
    await sheet.getByRole('button', { name: 'Delete all API keys…' }).click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await sheet.getByText('No API keys yet').waitFor()
    expect(await Promise.all(keys.map(readKeyStatus))).toEqual([401, 401, 401])
    await other.context.close()
  },
  timeoutMs,
)

test(
  'D3: a change of the password asks whether API keys are deleted',
  async () => {
    await addUser('quinn')
    const other = await signedInAs('quinn')
    const key = await createKey(other, 'Phone')
    const change = async (from: string, to: string, endsKeys: boolean) => {
      await settings.open('profile', 'Profile and password', other.page)
      const form = other.page.locator('form', {
        has: other.page.getByLabel('Confirm new password'),
      })
      await form.getByLabel('Current password').fill(from)
      await form.getByLabel('New password', { exact: true }).fill(to)
      await form.getByLabel('Confirm new password').fill(to)
      await form.getByLabel('Also delete my API key').setChecked(endsKeys)
      await form.getByRole('button', { name: 'Change password' }).click()
      await other.page.getByText('Password changed.').first().waitFor()
    }
    await change(password, `${password} 2`, false)
    expect(await readKeyStatus(key)).toBe(200)
    await change(`${password} 2`, `${password} 3`, true)
    expect(await readKeyStatus(key)).toBe(401)
    await other.page.getByLabel('Also delete my API key').waitFor({ state: 'detached' })
    await other.context.close()
  },
  timeoutMs,
)

test(
  'a form opened by keyboard accepts input immediately',
  async () => {
    const page = await settings.open('users', 'Users')
    await page.getByRole('button', { name: 'Add user' }).press('Enter')
    await page.locator('[role=dialog] input[name=username]:focus').waitFor()
    await page.keyboard.type('kim')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await page.getByRole('button', { name: 'Add user' }).and(page.locator(':focus')).waitFor()
  },
  timeoutMs,
)
