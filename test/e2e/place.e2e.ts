/** Where one was: on Back, after a change of many, and while the server tells of changes. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Visit, until } from './harness'
import { writeLibrary, writeLongSeries } from './library'
import { openWorld } from './world'

const seriesCount = 150
const bookCount = seriesCount + 12 + 120
const person = 'Mary Place'
const patience = 120_000

const world = openWorld({
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

async function titleOf(seen: Visit, id: string | undefined) {
  const answer = await seen.context.request.get(`${world.quire.url}/api/v1/series/${id}`)
  const { metadata } = (await answer.json()) as { metadata: { title: string } }
  return metadata.title
}

let longRun: string

beforeAll(async () => {
  const seen = await world.signedIn()
  await until(
    async () => (await call(seen, 'GET', '/books?pageSize=1')).total === bookCount,
    'all books are there',
  )
  const { data } = await call(seen, 'GET', '/series?pageSize=200')
  const seriesIds = data.map(({ id }) => id)
  const authors = [{ name: person, role: 'author', sortName: null }]
  await call(seen, 'PATCH', '/series/bulk/metadata', { seriesIds, authors })
  longRun = (await call(seen, 'GET', '/series?search=Long%20Run&pageSize=1')).data[0]?.id ?? ''
  await seen.context.close()
}, 120_000)

/** What is seen first of the list, and where on the screen. */
const firstSeen = (page: Page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>(':is(li, [role=row])[data-index]')]
    const seen = items.find(
      (item) => item.getBoundingClientRect().top >= 0 && item.querySelector('a'),
    )
    const top = Math.round(seen?.getBoundingClientRect().top ?? -1)
    return { index: seen?.dataset['index'], top, scroll: Math.round(scrollY) }
  })

/** In the middle of the list, with what lies there loaded. */
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
  return firstSeen(page)
}

async function waitUntilSeen(page: Page, place: Awaited<ReturnType<typeof firstSeen>>) {
  await until(async () => Bun.deepEquals(await firstSeen(page), place), JSON.stringify(place))
}

describe('Back leads to the exact place', () => {
  const lists: [string, () => string][] = [
    ['in covers', () => '/library'],
    ['in a list', () => '/library?view=table'],
    ['in books', () => '/library?tab=books&sort=title,desc'],
    ['in what a search leaves', () => '/library?search=series'],
    ['at a person', () => `/people/${encodeURIComponent(person)}`],
    ['in the books of a person', () => `/people/${encodeURIComponent(person)}?tab=books`],
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
    patience,
  )

  test(
    'in the results of a search',
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
    patience,
  )
})

describe('nothing jumps', () => {
  test(
    'when many are marked',
    async () => {
      const { page, context } = await world.at('/library')
      const place = await scrolled(page, 1501)
      await page.focus(`li[data-index="${place.index}"] a`)
      await page.keyboard.press('x')
      await page.keyboard.press('Shift+ArrowRight')
      await page.getByText('2 selected').waitFor()
      const before = await firstSeen(page)
      await page.getByRole('button', { name: 'Mark as read' }).click()
      await page.getByText('Marked 2 books as read').waitFor()
      await page.locator(`li[data-index="${place.index}"]`, { hasText: 'Read' }).waitFor()
      await waitUntilSeen(page, before)
      await context.close()
    },
    patience,
  )

  test.each(['/library', '/library?view=table'])(
    'when the server tells of changes: %s',
    async (path) => {
      const seen = await world.at(path)
      const { page, context } = seen
      const place = await scrolled(page, 1501)
      const item = page.locator(`:is(li, [role=row])[data-index="${place.index}"]`)
      const link = (await item.locator('a').first().getAttribute('href')) ?? ''
      const id = link.split('/').at(-1)
      const title = `Seen ${path.length}`
      // In the same place of the order.
      const titleSort = await titleOf(seen, id)
      await call(seen, 'PATCH', `/series/${id}/metadata`, { title, titleSort })
      await page.getByText(title, { exact: true }).waitFor()
      await until(async () => {
        const after = await firstSeen(page)
        return after.top === place.top && after.scroll === place.scroll
      }, 'it is where it was')
      await context.close()
    },
    patience,
  )
})
