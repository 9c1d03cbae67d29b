/** The want-to-read queue: any length, in a custom order. */
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, waitUntil, type Visit } from './harness'
import { writeLongSeries } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const count = 520
const world = startWorld({ write: (folder) => writeLongSeries(folder, 'Long', count), series: 1 })

beforeAll(async () => {
  const { context } = await world.signedIn()
  await waitUntil(async () => (await listBooks(context, 1)).total === count, 'all books are found')
  const headers = { origin: new URL(world.quire.url).origin }
  for (const page of [1, 2]) {
    const { data } = await listBooks(context, page)
    const wanted = { bookIds: data.map(({ id }) => id) }
    const url = `${world.quire.url}/api/v1/want-to-read/bulk`
    expect((await context.request.post(url, { headers, data: wanted })).ok()).toBe(true)
  }
  await context.close()
}, 180_000)

async function listBooks({ request }: Visit['context'], page: number) {
  const url = `${world.quire.url}/api/v1/books?pageSize=500&page=${page}&sort=title,asc`
  return (await (await request.get(url)).json()) as { data: { id: string }[]; total: number }
}

const getRow = (page: Page, index: number) => page.locator(`li[data-index="${index}"]`)
const getTitle = (page: Page, index: number) => getRow(page, index).locator('b').textContent()

const getBookId = async (page: Page, index: number) =>
  (await getRow(page, index).locator('a').first().getAttribute('href'))!.split('/').at(-1)!

/** Gets the books of the saved queue in order, at most 500 of them, and the total number. */
async function getSaved({ request }: Visit['context']) {
  const answer = await request.get(
    `${world.quire.url}/api/v1/want-to-read?sort=custom&pageSize=500`,
  )
  const { data, total } = (await answer.json()) as { data: { bookId: string }[]; total: number }
  return { ids: data.map(({ bookId }) => bookId), total }
}

async function openQueue(visited?: Visit) {
  const seen = visited ?? (await world.signedIn())
  await seen.page.goto(`${world.quire.url}/want-to-read`)
  // The total is read, because a previous attempt may have removed an entry.
  const { total } = await getSaved(seen.context)
  await seen.page.getByText(`${total} entries`).waitFor()
  await seen.page.getByRole('button', { name: 'Change order' }).click()
  await getRow(seen.page, 0).locator('b').waitFor()
  return { ...seen, total }
}

test(
  'a long queue renders only visible entries, and End leads to the last one',
  async () => {
    const { page, context, total } = await openQueue()
    expect(await page.locator('li[data-index]').count()).toBeLessThan(40)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await getRow(page, 0).locator('a').focus()
    await page.keyboard.press('End')
    const last = getRow(page, total - 1)
    await last.locator('a:focus').waitFor()
    expect(await last.textContent()).toContain(String(total))
    await context.close()
  },
  timeoutMs,
)

test(
  'an entry is moved by keyboard and by menu, immediately and permanently',
  async () => {
    const { page, context, total } = await openQueue()
    const [first, second] = [await getTitle(page, 0), await getTitle(page, 1)]
    const secondId = await getBookId(page, 1)
    expect((await getSaved(context)).ids[1]).toBe(secondId)
    await getRow(page, 0).locator('a').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await waitUntil(async () => (await getTitle(page, 1)) === first, 'it is one further down')
    expect(await getTitle(page, 0)).toBe(second)
    await getRow(page, 1).locator('a:focus').waitFor()

    await getRow(page, 0)
      .getByRole('button', { name: /^More actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Move to bottom' }).click()
    await waitUntil(async () => (await getTitle(page, 0)) === first, 'the other is the first again')
    await waitUntil(
      async () => !(await getSaved(context)).ids.slice(0, 5).includes(secondId),
      'it is kept',
    )
    await page.reload()
    await page.getByRole('button', { name: 'Change order' }).click()
    await getRow(page, 0).locator('b').waitFor()
    await getRow(page, 0).locator('a').focus()
    await page.keyboard.press('End')
    await getRow(page, total - 1)
      .locator('a:focus')
      .waitFor()
    expect(await getTitle(page, total - 1)).toBe(second)
    await context.close()
  },
  timeoutMs,
)

test(
  'an entry moves as fast as keys are pressed and keeps the focus',
  async () => {
    const visited = await world.signedIn()
    // Emulates browsers that remove the focus from a moved element.
    await visited.page.addInitScript('delete Element.prototype.moveBefore')
    const { page, context } = await openQueue(visited)
    const [first, firstId] = [await getTitle(page, 0), await getBookId(page, 0)]
    await getRow(page, 0).locator('a').focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('Alt+ArrowDown')
    await getRow(page, 5).locator('a:focus', { hasText: first! }).waitFor()
    await waitUntil(async () => (await getSaved(context)).ids[5] === firstId, 'its place is kept')
    expect(await getTitle(page, 5)).toBe(first)
    await context.close()
  },
  timeoutMs,
)

test(
  'a removed entry is restored to its position',
  async () => {
    const { page, context, total } = await openQueue()
    const [third, fourth] = [await getTitle(page, 2), await getTitle(page, 3)]
    await getRow(page, 2)
      .getByRole('button', { name: /^More actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText(`${total - 1} entries`).waitFor()
    await waitUntil(async () => (await getTitle(page, 2)) === fourth, 'the next has its place')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${total} entries`).waitFor()
    await waitUntil(async () => (await getTitle(page, 2)) === third, 'it is where it was')
    await context.close()
  },
  timeoutMs,
)
