/**
 * An administrator limits what others can see, checks the effect, and views the library as they do.
 */
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

interface SeriesList {
  data: { id: string; metadata: { title: string } }[]
}

async function addReader(username: string): Promise<Visit> {
  const user = { username, email: `${username}@example.org`, password }
  expect((await settings.send('POST', '/users', user)).status()).toBe(201)
  const other = await visit(world.browser, world.quire, { mayBreakRules: true })
  const answer = await other.context.request.post(`${world.quire.url}/api/v1/auth/login`, {
    headers: { origin: new URL(world.quire.url).origin },
    data: { username, password },
  })
  expect(answer.status()).toBe(200)
  return other
}

const countOf = async ({ context }: Visit) => {
  const answer = await context.request.get(`${world.quire.url}/api/v1/series`)
  return ((await answer.json()) as { total: number }).total
}

async function choose(page: Page, list: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function save(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test(
  'an age limit hides series at once in a browser that is open, and the reason is shown',
  async () => {
    const kid = await addReader('kim')
    const all = await settings.request<SeriesList>('/series')
    const [first, ...others] = all.data
    await settings.send('PATCH', `/series/${first!.id}/metadata`, { ageRating: 18 })
    for (const { id } of others)
      await settings.send('PATCH', `/series/${id}/metadata`, { ageRating: 6 })
    await kid.page.goto(`${world.quire.url}/library`)
    const cover = kid.page.getByRole('link', { name: first!.metadata.title }).first()
    await cover.waitFor()

    const page = await settings.open('users', 'Users')
    await page.getByRole('button', { name: 'Edit kim' }).click()
    await choose(page, 'Age limit', 'Up to 12')
    const hidesUnrated = page.getByRole('switch', { name: 'Hide series without an age rating' })
    expect(await hidesUnrated.isChecked()).toBe(true)
    await save(page)
    await cover.waitFor({ state: 'detached' })
    expect(await countOf(kid)).toBe(5)

    await page.getByRole('button', { name: 'Edit kim' }).click()
    await page.getByText('Age rating up to 12 (own setting)').waitFor()
    await kid.context.close()
  },
  timeoutMs,
)

test(
  'a group with a sharing tag limits its members, and viewing as one of them shows the same',
  async () => {
    const kid = await addReader('lou')
    const page = await settings.open('access', 'Access')
    await page.getByRole('button', { name: 'Add sharing tag' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Family')
    await save(page)
    const [first] = (await settings.request<SeriesList>('/series')).data
    await page.goto(`${world.quire.url}/series/${first!.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('tab', { name: 'Sharing tags' }).click()
    await page.getByRole('switch', { name: 'Family' }).click()
    await page.getByRole('switch', { name: 'Family', checked: true }).waitFor()

    await settings.open('access', 'Access')
    await page.getByText('1 series').waitFor()
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Children')
    await choose(page, 'Sharing tag Family', 'Allow')
    await page.getByRole('checkbox', { name: 'lou' }).check()
    await save(page)
    await page.getByText('1 member').waitFor()
    expect(await countOf(kid)).toBe(1)

    await settings.open('users', 'Users')
    await page.getByRole('button', { name: 'Edit lou' }).click()
    await page
      .getByText('Family is allowed; series without an allowed tag are hidden (group Children)')
      .waitFor()
    await page.getByRole('button', { name: 'View as lou' }).click()
    await page.getByText('You’re viewing the library as lou. You can’t change anything.').waitFor()
    await page.locator('[data-index="1"]').waitFor({ state: 'detached' })
    await page.locator('[data-index="0"]').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('[data-index="5"]').waitFor()
    await kid.context.close()
  },
  timeoutMs,
)

test(
  'S5: what is read while viewing as somebody else stays unread',
  async () => {
    await (await addReader('ned')).context.close()
    const page = await settings.open('users', 'Users')
    await page.getByRole('button', { name: 'Edit ned' }).click()
    await page.getByRole('button', { name: 'View as ned' }).click()
    await page.getByText('You’re viewing the library as ned.').waitFor()
    const [first] = (await settings.request<SeriesList>('/series')).data
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
    })
    await page.getByRole('link', { name: first!.metadata.title }).first().click()
    await page.getByRole('link', { name: 'Start reading' }).click()
    await page.getByRole('img', { name: 'Page 1' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('img', { name: 'Page 2' }).waitFor()
    // The position of an open book is saved a moment after the last page turn.
    await page.waitForTimeout(1500)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: first!.metadata.title }).waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('link', { name: 'Start reading' }).click()
    await page.getByRole('img', { name: 'Page 1' }).waitFor()
    await page.keyboard.press('ArrowRight')
    const isSaved = (url: string) => /\/books\/[^/]+\/progress$/.test(url)
    await page.waitForResponse((answer) => isSaved(answer.url()) && answer.ok())
  },
  timeoutMs,
)

test(
  'several users are restricted at once with the keyboard',
  async () => {
    const [max, mia] = [await addReader('max'), await addReader('mia')]
    const page = await settings.open('users', 'Users')
    await page.getByRole('button', { name: 'Restrict several users…' }).press('Enter')
    for (const name of ['max', 'mia']) {
      await page.getByRole('dialog').getByRole('checkbox', { name }).press('Space')
    }
    await page.getByText('2 users selected').waitFor()
    await page.getByRole('combobox', { name: 'Age limit' }).press('Enter')
    await page.getByRole('option', { name: 'Up to 12', exact: true }).click()
    const told = page.getByText('Restrictions changed for 2 users').first().waitFor()
    await save(page)
    await told
    for (const one of [max, mia]) {
      expect(await countOf(one)).toBe(5)
      await one.context.close()
    }
  },
  timeoutMs,
)

test('an administrator has no limits to set', async () => {
  const page = await settings.open('users', 'Users')
  await page.getByRole('button', { name: `Edit ${admin.username}` }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.getByRole('combobox', { name: 'Age limit' }).count()).toBe(0)
})
