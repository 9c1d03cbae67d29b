/** What owners of many series do: sort by headings, filter by years, look for what is missing. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { showcaseSeries, writeShowcase } from './showcase'
import { openWorld } from './world'

const patience = 60_000
const world = openWorld({ write: writeShowcase, series: showcaseSeries })

const firstTitle = (page: Page, title: string) =>
  page.locator('[role=row][data-index="0"]', { hasText: title }).waitFor()

test(
  'a heading sorts the list, and turns it about when it is pressed again',
  async () => {
    const { page, context, troubles } = await world.at('/library?view=table')
    await firstTitle(page, 'Damaged on the Way')
    const title = page.getByRole('columnheader', { name: 'Title' })
    expect(await title.getAttribute('aria-sort')).toBe('ascending')
    await title.getByRole('button').press('Enter')
    await firstTitle(page, 'Tidal Hour')
    expect(await title.getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').click()
    await firstTitle(page, 'Low Orbit')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('release_date,desc')
    expect(await title.getAttribute('aria-sort')).toBe('none')
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)

test(
  'years are filtered from one to another, and stand in the address',
  async () => {
    const { page, context } = await world.at('/library?view=table')
    await firstTitle(page, 'Damaged on the Way')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Year' }).click()
    await panel.getByRole('textbox', { name: 'From' }).fill('2016')
    await panel.getByRole('textbox', { name: 'To' }).fill('2020')
    await page.keyboard.press('Enter')
    await firstTitle(page, 'Tidal Hour')
    await page.getByText('1 of 6 series').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Year 2016–2020', exact: true }).waitFor()
    await page.reload()
    await page.getByText('1 of 6 series').waitFor()
    await page.getByRole('button', { name: 'Remove filter Year 2016–2020' }).click()
    await firstTitle(page, 'Damaged on the Way')
    await context.close()
  },
  patience,
)

test(
  'a series shows each of its volumes, and follows what comes out',
  async () => {
    const seen = await world.signedIn()
    const { page, context, troubles } = seen
    const [id] = await world.seriesIds(seen, 'Tidal')
    await world.forgetReading(seen)
    await world.prepare(seen, `series/${id}/tracking`, { tracked: false }, 'PATCH')
    await page.goto(`${world.quire.url}/library?search=Tidal`)
    await page.locator('[data-cover]', { hasText: 'Tidal Hour' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tidal Hour' }).waitFor()
    await page.getByText('Volume 3 is missing.').waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    const volumes = page.getByRole('region', { name: 'Volumes' })
    const mark = (words: string) => volumes.getByRole('listitem').filter({ hasText: words })
    await mark('3: Missing').waitFor()
    await mark('1: Unread').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
    await mark('1: Read').waitFor()
    const follow = page.getByRole('switch', { name: 'Track releases' })
    await follow.click()
    await page.getByRole('switch', { name: 'Track releases', checked: true }).waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)

test(
  'who walks by keys comes back to the cover from which they left',
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
  patience,
)

test(
  'a book that cannot be read says why, and offers no reading',
  async () => {
    const { page, context } = await world.at('/library?search=Damaged&tab=books')
    await page.locator('[data-cover]').click()
    await page.getByRole('region', { name: 'Problems with the file' }).waitFor()
    await page.getByRole('heading', { name: 'File name parsing' }).waitFor()
    expect(await page.getByRole('link', { name: 'Start reading' }).count()).toBe(0)
    await context.close()
  },
  patience,
)

test(
  'what is searched for goes with the address, and where nothing fits one press shows all again',
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
    await page.getByRole('link', { name: 'All libraries' }).click()
    await page.getByText('6 series', { exact: true }).waitFor()
    expect(await box.inputValue()).toBe('')
    // Longer than what is typed waits before it is searched for.
    await page.waitForTimeout(600)
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  },
  patience,
)
