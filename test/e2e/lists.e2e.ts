/** Collections and reading lists: adding, sorting, sharing with others, reading in order. */
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, getDialog, type Visit, visit, waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const names = ['Anchor', 'Buoy', 'Cove']
const world = startWorld({
  write: async (folder) => {
    for (const name of names) await writeVolumes(folder, name, 3)
  },
  series: names.length,
})
const reader = { username: 'kim', email: 'kim@example.org', password: 'correct horse too' }

beforeAll(async () => {
  const seen = await world.signedIn()
  await world.prepare(seen, 'users', { ...reader, role: 'reader' })
  await seen.context.close()
}, timeoutMs)

/** Opens a separate browser context, signed in as a reader. */
async function visitAsReader(): Promise<Visit> {
  const seen = await visit(world.browser, world.quire)
  const { username, password } = reader
  const answer = await seen.context.request.post(`${world.quire.url}/api/v1/auth/login`, {
    headers: { origin: new URL(world.quire.url).origin },
    data: { username, password },
  })
  expect(answer.ok()).toBe(true)
  return seen
}

async function createList(seen: Visit, path: string, body: object): Promise<string> {
  const answer = await seen.context.request.post(`${world.quire.url}/api/v1/${path}`, {
    headers: { origin: new URL(world.quire.url).origin },
    data: { name: `List ${Math.random()}`, ...body },
  })
  return ((await answer.json()) as { id: string }).id
}

async function findSeries(seen: Visit, name: string): Promise<string> {
  const [id] = await world.seriesIds(seen, name)
  return id!
}

async function findUser(seen: Visit, username: string): Promise<string> {
  const url = `${world.quire.url}/api/v1/users?search=${username}`
  const { data } = (await (await seen.context.request.get(url)).json()) as {
    data: { id: string; username: string }[]
  }
  return data.find((one) => one.username === username)!.id
}

const getRow = (page: Page, index: number) => page.locator(`li[data-index="${index}"]`)
const getTitle = (page: Page, index: number) => getRow(page, index).locator('b').textContent()

test(
  'a series is added to a new collection, which its page then names',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const name = `Harbours ${Math.random()}`
    await page.goto(`${world.quire.url}/series/${await findSeries(seen, 'Anchor')}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add to collection…' }).click()
    const dialog = getDialog(page)
    await dialog.getByRole('textbox', { name: 'List name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText(`Added to ${name}`).waitFor()
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await getRow(page, 0).getByText('Anchor').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'a selection is added to a collection',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const name = `Selected ${Math.random()}`
    const id = await createList(seen, 'collections', { name })
    await page.goto(`${world.quire.url}/library`)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('button', { name: /^Select all/ }).click()
    await page.getByRole('button', { name: 'Add to list' }).click()
    await getDialog(page).getByRole('button', { name }).click()
    await page.getByText(`Added to ${name}`).waitFor()
    await page.goto(`${world.quire.url}/collections/${id}`)
    await page
      .locator('[data-cover]')
      .nth(names.length - 1)
      .waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'entries are ordered by keys and by menu, and the order is kept',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const id = await createList(seen, 'collections', {})
    const seriesIds = await Promise.all(names.map((name) => findSeries(seen, name)))
    await world.prepare(seen, `collections/${id}/series`, { seriesIds })
    await page.goto(`${world.quire.url}/collections/${id}`)
    await page.getByRole('button', { name: 'Change order' }).click()
    await getRow(page, 0).locator('a').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await waitUntil(async () => (await getTitle(page, 1)) === 'Anchor', 'it is one further down')
    await getRow(page, 2)
      .getByRole('button', { name: /^More actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Move to top' }).click()
    await waitUntil(async () => (await getTitle(page, 0)) === 'Cove', 'it is the first')
    const listSaved = async () => {
      const url = `${world.quire.url}/api/v1/collections/${id}/series`
      const { data } = (await (await context.request.get(url)).json()) as {
        data: { metadata: { title: string } }[]
      }
      return data.map(({ metadata }) => metadata.title).join()
    }
    await waitUntil(async () => (await listSaved()) === 'Cove,Buoy,Anchor', 'the order is kept')
    await context.close()
  },
  timeoutMs,
)

test(
  'another reader sees a list once it is shared, and cannot change it',
  async () => {
    const seen = await world.signedIn()
    const name = `For all ${Math.random()}`
    const id = await createList(seen, 'collections', { name })
    const seriesIds = await Promise.all(names.map((one) => findSeries(seen, one)))
    await world.prepare(seen, `collections/${id}/series`, { seriesIds })
    const other = await visitAsReader()
    await other.page.goto(`${world.quire.url}/collections`)
    await other.page.getByRole('button', { name: 'New collection' }).waitFor()
    expect(await other.page.getByText(name).count()).toBe(0)

    await seen.page.goto(`${world.quire.url}/collections/${id}`)
    await seen.page.getByRole('button', { name: 'Edit' }).click()
    const form = getDialog(seen.page)
    await form.getByRole('combobox', { name: 'Visible to' }).selectOption('Everybody')
    await form.getByRole('button', { name: 'Save' }).click()

    // The open page of the other reader shows the change without reloading.
    await other.page.getByRole('link', { name: new RegExp(name) }).click()
    await other.page.locator('[data-cover]').nth(2).waitFor()
    const heading = other.page.getByRole('heading', { name, level: 1 })
    await heading.waitFor()
    for (const button of ['Edit', 'Delete']) {
      expect(await other.page.getByRole('button', { name: button }).count()).toBe(0)
    }
    expect(await other.page.getByRole('button', { name: /^Move/ }).count()).toBe(0)
    expect(await findAccessibilityProblems(other.page)).toEqual([])
    await other.context.close()
    await seen.context.close()
  },
  timeoutMs,
)

test.each([
  ['phone', 390],
  ['desktop', 1440],
] as const)(
  'a list is shared with a group and a person on a %s, and members see it at once',
  async (screen, width) => {
    const seen = await world.signedIn({ width })
    const name = `For the club ${Math.random()}`
    const club = `Club ${Math.random()}`
    const id = await createList(seen, 'collections', { name })
    const seriesIds = await Promise.all(names.map((one) => findSeries(seen, one)))
    await world.prepare(seen, `collections/${id}/series`, { seriesIds })
    const groupId = await createList(seen, 'access-groups', { name: club })
    const userIds = [await findUser(seen, reader.username)]
    await world.prepare(seen, `access-groups/${groupId}/members`, { userIds })
    const guest = { username: `guest${screen}`, email: `${screen}@example.org` }
    await world.prepare(seen, 'users', { ...reader, ...guest, role: 'reader' })
    const other = await visitAsReader()
    await other.page.goto(`${world.quire.url}/collections`)
    await other.page.getByRole('button', { name: 'New collection' }).waitFor()

    await seen.page.goto(`${world.quire.url}/collections/${id}`)
    await seen.page.getByRole('button', { name: 'Edit' }).click()
    const form = getDialog(seen.page)
    const visibility = form.getByRole('combobox', { name: 'Visible to' })
    await visibility.selectOption('Selected people and groups')
    await form.getByRole('checkbox', { name: club }).check()
    await form.getByRole('checkbox', { name: `Can edit: ${club}` }).check()
    await form.getByRole('combobox', { name: 'Add people by username' }).fill(`st${screen}`)
    await seen.page.getByRole('option', { name: guest.username }).click()
    await form.getByRole('checkbox', { name: `Can edit: ${guest.username}` }).waitFor()
    expect(await findAccessibilityProblems(seen.page)).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })

    const link = other.page.getByRole('link', { name: new RegExp(name) })
    await link.waitFor()
    const stored = await seen.context.request.get(`${world.quire.url}/api/v1/collections/${id}`)
    expect(await stored.json()).toMatchObject({
      sharing: 'people',
      sharedWith: [{ username: guest.username, canEdit: false }],
      sharedWithGroups: [{ id: groupId, name: club, canEdit: true }],
    })
    await seen.page.getByRole('button', { name: 'Edit' }).click()
    await form.getByRole('checkbox', { name: `Can edit: ${club}` }).waitFor()
    const ticked = form.getByRole('checkbox', { name: new RegExp(`^${club}`), checked: true })
    await ticked.waitFor()
    const path = `${world.quire.url}/api/v1/access-groups/${groupId}`
    const headers = { origin: new URL(world.quire.url).origin }
    expect((await seen.context.request.delete(path, { headers })).ok()).toBe(true)
    await link.waitFor({ state: 'detached' })
    await other.context.close()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a reading list is read in its order, across series',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await world.deleteProgress(seen)
    const id = await createList(seen, 'readlists', { name: `Tour ${Math.random()}` })
    const bookIds = await Promise.all(
      ['Cove', 'Anchor'].map(async (name) => {
        const url = `${world.quire.url}/api/v1/series/${await findSeries(seen, name)}/books`
        const { data } = (await (await context.request.get(url)).json()) as {
          data: { id: string }[]
        }
        return data[0]!.id
      }),
    )
    await world.prepare(seen, `readlists/${id}/books`, { bookIds })
    await page.goto(`${world.quire.url}/reading-lists/${id}`)
    await page.getByRole('link', { name: /^Read / }).click()
    await page.waitForURL(`**/read/${bookIds[0]}?list=**`)
    await page.locator('img').first().waitFor()
    const end = page.getByText(/End of book|Finished/)
    await waitUntil(async () => {
      if (await end.isVisible()) return true
      await page.keyboard.press('ArrowRight')
      return end.isVisible()
    }, 'the book ends')
    await page.getByText(/^Next: Anchor/).waitFor()
    await page.getByRole('link', { name: 'Next book' }).click()
    await page.waitForURL(`**/read/${bookIds[1]}?list=**`)
    await context.close()
  },
  timeoutMs,
)

test(
  'filters are saved, shown again in another window, and deleted',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const chip = page.getByRole('button', { name: 'Saved filters' })
    await page.goto(`${world.quire.url}/library?read=unread&genre=-Horror&sort=date_added%2Cdesc`)
    await chip.click()
    await page.getByRole('menuitem', { name: 'Save these filters…' }).click()
    await getDialog(page).getByLabel('Name').fill('Not begun')
    await page.keyboard.press('Enter')
    await getDialog(page).waitFor({ state: 'hidden' })

    const other = await seen.context.newPage()
    await other.goto(`${world.quire.url}/library`)
    await other.getByRole('button', { name: 'Saved filters' }).click()
    await other.getByRole('menuitem', { name: 'Not begun' }).click()
    await other.waitForURL(/read=unread/)
    const { searchParams } = new URL(other.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      read: 'unread',
      genre: '-Horror',
      sort: 'date_added,desc',
    })
    await other.close()

    await chip.click()
    await page.getByRole('menuitem', { name: 'Delete saved filters…' }).click()
    const manager = page.getByRole('dialog', { name: 'Saved filters' })
    await manager.waitFor()
    // A header or footer in the dialog would be a landmark of the page.
    expect(await manager.locator('header, footer').count()).toBe(0)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete Not begun' }).click()
    await getDialog(page).getByText('No saved filters').waitFor()
    await seen.context.close()
  },
  timeoutMs,
)
