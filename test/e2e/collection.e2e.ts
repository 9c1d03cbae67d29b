/** Large collections: sorting by column, filtering by year, finding missing volumes. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { showcaseSeries, writeShowcase } from './showcase'
import { startWorld } from './world'

const timeoutMs = 60_000
const world = startWorld({ write: writeShowcase, series: showcaseSeries })

const expectFirstTitle = (page: Page, title: string) =>
  page.locator('[role=row][data-index="0"]', { hasText: title }).waitFor()

test(
  'a column header sorts the list and reverses it when clicked again',
  async () => {
    const { page, context, troubles } = await world.at('/library?view=table')
    await expectFirstTitle(page, 'Damaged on the Way')
    const title = page.getByRole('columnheader', { name: 'Title' })
    expect(await title.getAttribute('aria-sort')).toBe('ascending')
    await title.getByRole('button').press('Enter')
    await expectFirstTitle(page, 'Tidal Hour')
    expect(await title.getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').click()
    await expectFirstTitle(page, 'Low Orbit')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('release_date,desc')
    expect(await title.getAttribute('aria-sort')).toBe('none')
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'design 9: rows of a table show a cover, and how far it was read and when',
  async () => {
    const { page, context, troubles } = await world.at('/library?view=table&tab=books')
    const row = page.locator('[role=row]', { hasText: 'Low Orbit' }).first()
    await row.waitFor()
    const { width, height } = (await row.locator('img').boundingBox())!
    expect([width, height]).toEqual([32, 48])
    const id = new URL((await row.getByRole('link').getAttribute('href'))!, page.url()).pathname
    const headers = { origin: new URL(world.quire.url).origin }
    const url = `${world.quire.url}/api/v1/books/${id.split('/').at(-1)}/progress`
    const saved = await context.request.put(url, { headers, data: { currentPage: 2 } })
    expect(saved.ok()).toBe(true)
    await row.getByText('p. 2 of').waitFor()
    await page.getByRole('columnheader', { name: 'Last read' }).getByRole('button').click()
    await expectFirstTitle(page, 'Low Orbit')
    const year = String(new Date().getFullYear())
    await page.locator('[role=row][data-index="0"]').getByText(year).first().waitFor()
    await page.goto(`${world.quire.url}/library?view=table`)
    await page.locator('[role=row] img').first().waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'years are filtered by range, and the range is in the URL',
  async () => {
    const { page, context } = await world.at('/library?view=table')
    await expectFirstTitle(page, 'Damaged on the Way')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Year' }).click()
    await panel.getByRole('textbox', { name: 'From' }).fill('2016')
    await panel.getByRole('textbox', { name: 'To' }).fill('2020')
    await page.keyboard.press('Enter')
    await expectFirstTitle(page, 'Tidal Hour')
    await page.getByText('1 of 6 series').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Year 2016–2020', exact: true }).waitFor()
    await page.reload()
    await page.getByText('1 of 6 series').waitFor()
    await page.getByRole('button', { name: 'Remove filter Year 2016–2020' }).click()
    await expectFirstTitle(page, 'Damaged on the Way')
    await context.close()
  },
  timeoutMs,
)

test(
  'a series shows the state of each volume and follows releases',
  async () => {
    const seen = await world.signedIn()
    const { page, context, troubles } = seen
    const [id] = await world.seriesIds(seen, 'Tidal')
    await world.deleteProgress(seen)
    await world.prepare(seen, `series/${id}/tracking`, { tracked: false }, 'PATCH')
    await page.goto(`${world.quire.url}/library?search=Tidal`)
    await page.locator('[data-cover]', { hasText: 'Tidal Hour' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tidal Hour' }).waitFor()
    await page.getByText('Volume 3 is missing').waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    const volumes = page.getByRole('region', { name: 'Volumes' })
    const getNumber = (words: string) => volumes.getByRole('listitem').filter({ hasText: words })
    await getNumber('3: Missing').waitFor()
    await getNumber('1: Unread').waitFor()
    await page.locator('button[aria-label="More"]').click()
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
    await getNumber('1: Read').waitFor()
    const follow = page.getByRole('switch', { name: 'Track releases' })
    await follow.click()
    await page.getByRole('switch', { name: 'Track releases', checked: true }).waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'keyboard navigation returns to the cover it left from',
  async () => {
    const { page, context } = await world.at('/library')
    const third = page.locator('[data-index="2"] a')
    await third.focus()
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasNotText: 'All libraries' }).waitFor()
    await page.goBack()
    await page.locator('[data-index="2"] a:focus').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'New series' }).waitFor()
    await page.getByRole('link', { name: 'All libraries' }).click()
    await third.waitFor()
    expect(await page.locator('[data-index="2"] a:focus').count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test(
  'a book that cannot be read shows the reason and no read button',
  async () => {
    const { page, context } = await world.at('/library?search=Damaged&tab=books')
    await page.locator('[data-cover]').click()
    await page.getByRole('region', { name: 'Problems with the file' }).waitFor()
    await page.getByText('File and name', { exact: true }).click()
    await page.getByRole('heading', { name: 'File name parsing' }).waitFor()
    expect(await page.getByRole('link', { name: 'Start reading' }).count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test(
  'the search is part of the URL, and without matches one click shows everything',
  async () => {
    const { page, context } = await world.at('/library?genre=Drama&year=1900')
    const box = page.getByRole('searchbox', { name: 'Search this library' })
    await box.fill('nothing is called so')
    await page.waitForURL('**search=nothing**')
    await page.getByText('No results').waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByText('6 series', { exact: true }).waitFor()
    expect(await box.inputValue()).toBe('')
    await box.fill('Tidal')
    await page.getByText('1 of 6 series').waitFor()
    await page.clock.install()
    await page.getByRole('link', { name: 'All libraries' }).click()
    await page.getByText('6 series', { exact: true }).waitFor()
    expect(await box.inputValue()).toBe('')
    // Longer than the delay after which typed text is searched.
    await page.clock.runFor(600)
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  },
  timeoutMs,
)
