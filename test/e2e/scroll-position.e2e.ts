/** The scroll position: on Back, after bulk changes, and during live updates. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Visit, waitUntil } from './harness'
import { writeLibrary, writeLongSeries } from './generate-library'
import { startWorld } from './world'

const seriesCount = 150
const bookCount = seriesCount + 12 + 120
const personName = 'Mary Place'
const timeoutMs = 120_000

const world = startWorld({
  series: seriesCount + 1,
  write: async (folder) => {
    await writeLibrary(folder, seriesCount)
    await writeLongSeries(folder, 'Long Run', 120)
  },
})

interface PageOfIds {
  data: { id: string }[]
  total: number
}

const call = async ({ context }: Visit, method: string, path: string, data?: object) => {
  const headers = { origin: world.quire.url }
  const url = `${world.quire.url}/api/v1${path}`
  const answer = await context.request.fetch(url, { method, headers, ...(data && { data }) })
  expect([path, answer.ok()]).toEqual([path, true])
  return (await answer.json()) as PageOfIds
}

/** Gets the sort title of a series. */
async function getSortTitle(seen: Visit, id: string | undefined) {
  const answer = await seen.context.request.get(`${world.quire.url}/api/v1/series/${id}`)
  const { metadata } = (await answer.json()) as {
    metadata: { title: string; titleSort: string | null }
  }
  return metadata.titleSort ?? metadata.title
}

let longRun: string

beforeAll(async () => {
  const seen = await world.signedIn()
  await waitUntil(
    async () => (await call(seen, 'GET', '/books?pageSize=1')).total === bookCount,
    'all books are there',
  )
  const { data } = await call(seen, 'GET', '/series?pageSize=200')
  const seriesIds = data.map(({ id }) => id)
  const authors = [{ name: personName, role: 'author', sortName: null }]
  await call(seen, 'PATCH', '/series/bulk/metadata', { seriesIds, authors })
  longRun = (await call(seen, 'GET', '/series?search=Long%20Run&pageSize=1')).data[0]?.id ?? ''
  await seen.context.close()
}, 120_000)

/** Finds the first visible item, its position on the screen and the scroll position. */
const findFirstVisible = (page: Page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>(':is(li, [role=row])[data-index]')]
    const seen = items.find(
      (item) => item.getBoundingClientRect().top >= 0 && item.querySelector('a'),
    )
    const top = Math.round(seen?.getBoundingClientRect().top ?? -1)
    return { index: seen?.dataset['index'], top, scroll: Math.round(scrollY) }
  })

/** Scrolls to `top` and waits until the list is loaded at this position. */
async function scrolled(page: Page, top: number) {
  await page.waitForSelector(':is(li, [role=row])[data-index="0"] a')
  await page.evaluate((to) => scrollTo(0, to), top)
  await page.waitForFunction((to) => {
    const items = [...document.querySelectorAll(':is(li, [role=row])[data-index]')]
    const isHere = items.some((item) => {
      const box = item.getBoundingClientRect()
      return box.top >= 0 && box.bottom <= innerHeight && item.querySelector('a') !== null
    })
    return Math.abs(scrollY - to) < 2 && isHere
  }, top)
  return findFirstVisible(page)
}

async function waitUntilSeen(page: Page, place: Awaited<ReturnType<typeof findFirstVisible>>) {
  await waitUntil(
    async () => Bun.deepEquals(await findFirstVisible(page), place),
    JSON.stringify(place),
  )
}

describe('Back restores the exact position', () => {
  const lists: [string, () => string][] = [
    ['in covers', () => '/library'],
    ['in a list', () => '/library?view=table'],
    ['in books', () => '/library?tab=books&sort=title,desc'],
    ['in what a search leaves', () => '/library?search=series'],
    ['at a person', () => `/people/${encodeURIComponent(personName)}`],
    ['in the books of a person', () => `/people/${encodeURIComponent(personName)}?tab=books`],
    ['in a long series', () => `/series/${longRun}`],
    ['in the list of a long series', () => `/series/${longRun}?view=list`],
  ]
  test.each(lists)(
    '%s',
    async (_what, path) => {
      const { page, context, troubles } = await world.at(path())
      const place = await scrolled(page, 1501)
      await page.locator(`:is(li, [role=row])[data-index="${place.index}"] a`).first().click()
      await page.waitForURL(/\/(series|book)\/(?!.*(tab|view)=)/)
      await page.waitForFunction(() => scrollY === 0)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.goBack()
      await waitUntilSeen(page, place)
      await page.reload()
      await waitUntilSeen(page, place)
      expect(troubles).toEqual([])
      await context.close()
    },
    timeoutMs,
  )

  test(
    'in search results',
    async () => {
      const { page, context } = await world.at('/search?q=series')
      await page
        .getByRole('option', { name: /Series 0/ })
        .nth(15)
        .waitFor()
      await page.evaluate(() => scrollTo(0, 400))
      await page.waitForFunction(() => scrollY === 400)
      await page
        .getByRole('option', { name: /Series 0/ })
        .nth(12)
        .click()
      await page.waitForURL('**/series/**')
      await page.waitForFunction(() => scrollY === 0)
      await page.goBack()
      await page.waitForFunction(() => scrollY === 400)
      await context.close()
    },
    timeoutMs,
  )
})

describe('the list does not jump', () => {
  test(
    'when many items are marked',
    async () => {
      const { page, context } = await world.at('/library')
      const place = await scrolled(page, 1501)
      await page.focus(`li[data-index="${place.index}"] a`)
      await page.keyboard.press('x')
      await page.keyboard.press('Shift+ArrowRight')
      await page.getByText('2 selected').waitFor()
      const before = await findFirstVisible(page)
      await page.getByRole('button', { name: 'Mark as read' }).click()
      await page.getByText('Marked 2 books as read').waitFor()
      await page.locator(`li[data-index="${place.index}"]`, { hasText: 'Read' }).waitFor()
      await waitUntilSeen(page, before)
      await context.close()
    },
    timeoutMs,
  )

  test.each(['/library', '/library?view=table'])(
    'during live updates: %s',
    async (path) => {
      const seen = await world.at(path)
      const { page, context } = seen
      const place = await scrolled(page, 1501)
      const item = page.locator(`:is(li, [role=row])[data-index="${place.index}"]`)
      const link = (await item.locator('a').first().getAttribute('href')) ?? ''
      const id = link.split('/').at(-1)
      const title = `Seen ${path.length}`
      // Keeps the sort title, so that the series keeps its position in the list.
      const titleSort = await getSortTitle(seen, id)
      await call(seen, 'PATCH', `/series/${id}/metadata`, { title, titleSort })
      await page.getByText(title, { exact: true }).waitFor()
      await waitUntil(async () => {
        const after = await findFirstVisible(page)
        return after.top === place.top && after.scroll === place.scroll
      }, 'it is where it was')
      await context.close()
    },
    timeoutMs,
  )
})
