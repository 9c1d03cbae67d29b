/** Ways through a library: rails, marks, filters, letters, and a home of one's own. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeLibrary } from './library'
import { openWorld } from './world'

const seriesCount = 60
const bookCount = seriesCount + 12
const patience = 120_000

const world = openWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})

test(
  'a row of home that fails says so and is asked for again, beside the others',
  async () => {
    const { page, context } = await world.signedIn()
    const rail = '**/api/v1/books/recently-added**'
    await page.route(rail, (route) => route.fulfill({ status: 400, json: { error: 'invalid' } }))
    await page.goto(`${world.quire.url}/`)
    const failed = page.getByRole('region', { name: 'New books' })
    await failed.getByRole('alert').waitFor()
    await page.getByRole('region', { name: 'New series' }).locator('[data-cover]').first().waitFor()
    await page.unroute(rail)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.locator('[data-cover]').first().waitFor()
    await context.close()
  },
  patience,
)

test(
  'a row is paged with the mouse to its end and back',
  async () => {
    const { page, context, troubles } = await world.at('/')
    const rail = page.getByRole('region', { name: 'New series' })
    const on = rail.getByRole('button', { name: 'Scroll on' })
    const back = rail.getByRole('button', { name: 'Scroll back' })
    await on.click()
    await rail.locator('button[aria-label="Scroll back"]:enabled').waitFor()
    await rail.getByRole('list').evaluate((list) => (list.scrollLeft = list.scrollWidth))
    await rail.locator('button[aria-label="Scroll on"]:disabled').waitFor()
    await back.click()
    await rail.locator('button[aria-label="Scroll on"]:enabled').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)

test(
  'rows of home are moved by keys alone, and stay where they were put',
  async () => {
    const { page, context } = await world.at('/')
    await page.getByRole('button', { name: 'Arrange this page' }).click()
    const up = page.getByRole('button', { name: 'Move New series up' })
    await up.focus()
    const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    for (let place = 4; place > 0; place--) {
      await Promise.all([saved(), page.keyboard.press('Enter')])
      await page.locator('button[aria-label="Move New series up"]:focus').waitFor()
    }
    expect(await up.getAttribute('aria-disabled')).toBe('true')
    await page.reload()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('New series')
    await context.close()
  },
  patience,
)

const marked = (page: Page) => page.locator('nav[aria-label="Main"] a[data-status=active]').first()

test(
  'the sidebar marks where one is while tabs and filters hold',
  async () => {
    const { page, context } = await world.at('/library?tab=books&read=unread&sort=title,desc')
    await page.waitForSelector('[data-cover]')
    expect(await marked(page).textContent()).toContain('All libraries')
    await page.locator('nav[aria-label="Main"] a', { hasText: 'Reading room' }).click()
    await page.waitForURL('**library=**')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Reading', exact: true }).click()
    await page.getByRole('button', { name: /^Unread/ }).click()
    await page.waitForURL('**read=unread**')
    expect(await marked(page).textContent()).toContain('Reading room')
    await context.close()
  },
  patience,
)

test(
  'books are filtered by what is counted of books, and the address says it',
  async () => {
    const { page, context, troubles } = await world.at('/library?tab=books')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'File format' }).click()
    await page.getByRole('button', { name: `CBZ ${bookCount}` }).waitFor()
    await page.getByRole('button', { name: 'not CBZ' }).click()
    await page.getByText('Nothing fits').waitFor()
    expect(new URL(page.url()).search).toBe('?tab=books&format=-cbz')
    await page.goto(`${world.quire.url}/library?tab=books&status=~&wanted=-yes&type=~`)
    await page.getByText(`${bookCount} books`, { exact: true }).waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)

test(
  'letters lead through books, by their series and by their titles, down as well as up',
  async () => {
    const { page, context } = await world.at('/library?tab=books&sort=title,desc')
    const strip = page.getByRole('slider')
    await strip.focus()
    expect(await strip.getAttribute('aria-valuetext')).toStartWith('漢')
    await page.keyboard.press('End')
    await page.waitForFunction(() => scrollY > 300)
    await page.keyboard.press('Home')
    await page.waitForFunction(() => scrollY === 0)
    await context.close()
  },
  patience,
)

test(
  'a publisher and a person lead to what else is theirs',
  async () => {
    const { page, context, troubles } = await world.at('/library?search=00004')
    const link = page.locator('[data-cover]', { hasText: 'Series 00004' })
    const id = ((await link.getAttribute('href')) ?? '').split('/').at(-1)
    const data = {
      publisher: 'Paper & Sons',
      authors: [{ name: 'Zoë Ångström', role: 'author', sortName: null }],
    }
    const headers = { origin: world.quire.url }
    const path = `${world.quire.url}/api/v1/series/${id}/metadata`
    expect((await page.request.patch(path, { headers, data })).ok()).toBe(true)
    await link.click()
    await page.getByRole('link', { name: 'Paper & Sons' }).first().click()
    await page.getByText(`1 of ${seriesCount} series`).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Zoë Ångström' }).first().click()
    await page.getByRole('heading', { name: 'Zoë Ångström' }).waitFor()
    await page.getByRole('tab', { name: 'Books' }).click()
    await page.waitForURL('**tab=books')
    await page.getByRole('link', { name: 'Sort and filter in the library' }).click()
    await page.getByText(`1 of ${seriesCount} series`).waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)
