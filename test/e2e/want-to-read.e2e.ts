/** What one wants to read: any number of it, in an order of one's own. */
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, until, type Visit } from './harness'
import { writeLongSeries } from './library'
import { openWorld } from './world'

const patience = 120_000
const count = 520
const world = openWorld({ write: (folder) => writeLongSeries(folder, 'Long', count), series: 1 })

beforeAll(async () => {
  const { context } = await world.signedIn()
  await until(async () => (await booksOf(context, 1)).total === count, 'all books are found')
  const headers = { origin: new URL(world.quire.url).origin }
  for (const page of [1, 2]) {
    const { data } = await booksOf(context, page)
    const wanted = { bookIds: data.map(({ id }) => id) }
    const url = `${world.quire.url}/api/v1/want-to-read/bulk`
    expect((await context.request.post(url, { headers, data: wanted })).ok()).toBe(true)
  }
  await context.close()
}, 180_000)

async function booksOf({ request }: Visit['context'], page: number) {
  const url = `${world.quire.url}/api/v1/books?pageSize=500&page=${page}&sort=title,asc`
  return (await (await request.get(url)).json()) as { data: { id: string }[]; total: number }
}

const row = (page: Page, index: number) => page.locator(`li[data-index="${index}"]`)
const titleAt = (page: Page, index: number) => row(page, index).locator('b').textContent()

async function open() {
  const seen = await world.at('/want-to-read')
  await seen.page.getByText(`${count} entries`).waitFor()
  await row(seen.page, 0).locator('b').waitFor()
  return seen
}

test(
  'all of it is there, few of it in the page, and End leads to the last',
  async () => {
    const { page, context } = await open()
    expect(await page.locator('li[data-index]').count()).toBeLessThan(40)
    expect(await accessibilityProblems(page)).toEqual([])
    await row(page, 0).locator('a').focus()
    await page.keyboard.press('End')
    const last = row(page, count - 1)
    await last.locator('a:focus').waitFor()
    expect(await last.textContent()).toContain(String(count))
    await context.close()
  },
  patience,
)

test(
  'an entry is moved by keys and by the menu, at once and for good',
  async () => {
    const { page, context } = await open()
    const [first, second] = [await titleAt(page, 0), await titleAt(page, 1)]
    await row(page, 0).locator('a').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await until(async () => (await titleAt(page, 1)) === first, 'it is one further down')
    expect(await titleAt(page, 0)).toBe(second)
    await row(page, 1).locator('a:focus').waitFor()

    const stored = page.waitForResponse((answer) => answer.url().endsWith('/place'))
    await row(page, 0)
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitem', { name: 'To the end' }).click()
    expect((await stored).status()).toBe(204)
    await until(async () => (await titleAt(page, 0)) === first, 'the other is the first again')
    await page.reload()
    await row(page, 0).locator('b').waitFor()
    await page.keyboard.press('Tab')
    await row(page, 0).locator('a').focus()
    await page.keyboard.press('End')
    await row(page, count - 1)
      .locator('a:focus')
      .waitFor()
    expect(await titleAt(page, count - 1)).toBe(second)
    await context.close()
  },
  patience,
)

test(
  'what was taken out comes back to its place',
  async () => {
    const { page, context } = await open()
    const [third, fourth] = [await titleAt(page, 2), await titleAt(page, 3)]
    await row(page, 2)
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Take out' }).click()
    await page.getByText(`${count - 1} entries`).waitFor()
    await until(async () => (await titleAt(page, 2)) === fourth, 'the next has its place')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${count} entries`).waitFor()
    await until(async () => (await titleAt(page, 2)) === third, 'it is where it was')
    await context.close()
  },
  patience,
)
