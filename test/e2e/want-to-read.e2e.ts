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

/** How the server has them: titles from the first on, and how many there are. */
async function kept({ request }: Visit['context']) {
  const answer = await request.get(
    `${world.quire.url}/api/v1/want-to-read?sort=custom&pageSize=500`,
  )
  const { data, total } = (await answer.json()) as { data: { title: string }[]; total: number }
  return { titles: data.map(({ title }) => title), total }
}

async function open(visited?: Visit) {
  const seen = visited ?? (await world.signedIn())
  await seen.page.goto(`${world.quire.url}/want-to-read`)
  // An earlier attempt may have left one less.
  const { total } = await kept(seen.context)
  await seen.page.getByText(`${total} entries`).waitFor()
  await row(seen.page, 0).locator('b').waitFor()
  return { ...seen, total }
}

test(
  'all of it is there, few of it in the page, and End leads to the last',
  async () => {
    const { page, context, total } = await open()
    expect(await page.locator('li[data-index]').count()).toBeLessThan(40)
    expect(await accessibilityProblems(page)).toEqual([])
    await row(page, 0).locator('a').focus()
    await page.keyboard.press('End')
    const last = row(page, total - 1)
    await last.locator('a:focus').waitFor()
    expect(await last.textContent()).toContain(String(total))
    await context.close()
  },
  patience,
)

test(
  'an entry is moved by keys and by the menu, at once and for good',
  async () => {
    const { page, context, total } = await open()
    const [first, second] = [await titleAt(page, 0), await titleAt(page, 1)]
    await row(page, 0).locator('a').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await until(async () => (await titleAt(page, 1)) === first, 'it is one further down')
    expect(await titleAt(page, 0)).toBe(second)
    await row(page, 1).locator('a:focus').waitFor()

    await row(page, 0)
      .getByRole('button', { name: /^More actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Move to bottom' }).click()
    await until(async () => (await titleAt(page, 0)) === first, 'the other is the first again')
    await until(async () => !(await kept(context)).titles.includes(second ?? ''), 'it is kept')
    await page.reload()
    await row(page, 0).locator('b').waitFor()
    await row(page, 0).locator('a').focus()
    await page.keyboard.press('End')
    await row(page, total - 1)
      .locator('a:focus')
      .waitFor()
    expect(await titleAt(page, total - 1)).toBe(second)
    await context.close()
  },
  patience,
)

test(
  'an entry is moved as quickly as keys are pressed, and has the focus all the way',
  async () => {
    const visited = await world.signedIn()
    // As it is with browsers that take the focus from what is moved.
    await visited.page.addInitScript('delete Element.prototype.moveBefore')
    const { page, context } = await open(visited)
    const first = await titleAt(page, 0)
    await row(page, 0).locator('a').focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('Alt+ArrowDown')
    await row(page, 5).locator('a:focus', { hasText: first! }).waitFor()
    await until(async () => (await kept(context)).titles[5] === first, 'its place is kept')
    expect(await titleAt(page, 5)).toBe(first)
    await context.close()
  },
  patience,
)

test(
  'what was taken out comes back to its place',
  async () => {
    const { page, context, total } = await open()
    const [third, fourth] = [await titleAt(page, 2), await titleAt(page, 3)]
    await row(page, 2)
      .getByRole('button', { name: /^More actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText(`${total - 1} entries`).waitFor()
    await until(async () => (await titleAt(page, 2)) === fourth, 'the next has its place')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${total} entries`).waitFor()
    await until(async () => (await titleAt(page, 2)) === third, 'it is where it was')
    await context.close()
  },
  patience,
)
