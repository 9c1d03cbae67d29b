/** Browsing a library: rows, sidebar, filters, letters and a customized home page. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { getFocusedDialog, waitUntil, type Visit } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const seriesCount = 60
const bookCount = seriesCount + 12
const timeoutMs = 120_000

const world = startWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})

test(
  'a failed row of home shows an error and a retry button, without affecting others',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await hideRows(seen, [])
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
  timeoutMs,
)

test(
  'a row is paged with the mouse to its end and back',
  async () => {
    const { page, context, troubles } = await world.at('/')
    const rail = page.getByRole('region', { name: 'New books' })
    const on = rail.getByRole('button', { name: 'Scroll forward' })
    const back = rail.getByRole('button', { name: 'Scroll back' })
    await on.click()
    await rail.locator('button[aria-label="Scroll back"]:enabled').waitFor()
    await rail.getByRole('list').evaluate((list) => (list.scrollLeft = list.scrollWidth))
    await rail.locator('button[aria-label="Scroll forward"]:disabled').waitFor()
    await back.click()
    await rail.locator('button[aria-label="Scroll forward"]:enabled').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

/** Resets the rows and opens the dialog that arranges them. */
async function resetRows(seen: Visit) {
  const { page } = seen
  await hideRows(seen, [])
  await page.goto(`${world.quire.url}/`)
  await page.getByRole('button', { name: 'Customize Home' }).click()
  const dialog = await getFocusedDialog(page)
  const getRow = (at: number) => dialog.getByRole('listitem').nth(at)
  const up = { name: 'Move New series up' }
  await getRow(4).getByRole('button', up).focus()
  /** Waits until the row is at this position and its button has the focus. */
  const isAt = (at: number) => getRow(at).locator(`button[aria-label="${up.name}"]:focus`).waitFor()
  return { dialog, isAt }
}

const preferences = 'preferences?scope=user'

const hideRows = (seen: Visit, hidden: string[]) =>
  world.prepare(
    seen,
    preferences,
    { preferences: { 'home.order': [], 'home.hidden': hidden } },
    'PATCH',
  )

async function getSavedOrder(page: Page) {
  const answer = await page.request.get(`${world.quire.url}/api/v1/${preferences}`)
  return ((await answer.json()) as { preferences: Record<string, string[]> }).preferences
}
const getSavedFirstRow = async (page: Page) => (await getSavedOrder(page))['home.order']?.[0]

test(
  'rows of home are moved by keyboard and keep their position',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const { isAt } = await resetRows(seen)
    for (let place = 3; place >= 0; place--) {
      await page.keyboard.press('Enter')
      await isAt(place)
    }
    expect(await page.locator(':focus').getAttribute('aria-disabled')).toBe('true')
    await waitUntil(async () => (await getSavedFirstRow(page)) === 'newSeries', 'the order is kept')
    await page.reload()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('New series')
    await context.close()
  },
  timeoutMs,
)

/** Simulates a slow server. Later changes would arrive during this time. */
const slowServerMs = 700

/**
 * Delays the first change, which later ones must not overtake. Returns a counter of responses.
 */
async function holdFirstChange(page: Page) {
  let isFirst = true
  let arrived = 0
  page.on('response', (answer) => void (answer.request().method() === 'PATCH' && arrived++))
  await page.route('**/api/v1/preferences?**', async (route) => {
    const isHeld = isFirst && route.request().method() === 'PATCH'
    if (isHeld) isFirst = false
    if (isHeld) await Bun.sleep(slowServerMs)
    await route.continue()
  })
  return () => arrived
}

for (const browser of ['that moves the focus along', 'that takes it from what is moved']) {
  test(
    `a row moves as fast as keys are pressed, in a browser ${browser}`,
    async () => {
      const seen = await world.signedIn()
      const { page, context } = seen
      if (browser.includes('takes')) await page.addInitScript('delete Element.prototype.moveBefore')
      const changes = await holdFirstChange(page)
      const { isAt } = await resetRows(seen)
      for (let step = 0; step < 4; step++) await page.keyboard.press('Enter')
      await isAt(0)
      await waitUntil(() => changes() === 4, 'all changes are at the server')
      expect(await getSavedFirstRow(page)).toBe('newSeries')
      await context.close()
    },
    timeoutMs,
  )
}

test(
  'a row that is shown again loads while the dialog is open',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await hideRows(seen, ['newBooks'])
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
    await page.route('**/api/v1/books/recently-added**', async (route) => {
      await isSeen
      await route.continue()
    })
    await page.goto(`${world.quire.url}/`)
    await page.getByRole('button', { name: 'Customize Home' }).click()
    const dialog = await getFocusedDialog(page)
    const asked = page.waitForRequest('**/api/v1/books/recently-added**')
    await dialog.getByRole('switch', { name: 'New books' }).click()
    await asked
    await dialog.getByRole('switch', { name: 'New books', checked: true }).waitFor()
    see()
    await page.locator('h2', { hasText: 'New books' }).waitFor()
    expect(await dialog.count()).toBe(1)
    await context.close()
  },
  timeoutMs,
)

test(
  'a hidden row stays hidden',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const { dialog } = await resetRows(seen)
    await dialog.getByRole('switch', { name: 'New books', checked: true }).click()
    await waitUntil(
      async () => (await getSavedOrder(page))['home.hidden']?.includes('newBooks') ?? false,
      'kept',
    )
    await page.reload()
    await page.getByRole('heading', { name: 'New series' }).waitFor()
    expect(await page.getByRole('heading', { name: 'New books' }).count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

const getCurrentLink = (page: Page) =>
  page.locator('nav[aria-label="Main"] a[data-status=active]').first()

test(
  'the sidebar marks the current place while tabs and filters stay',
  async () => {
    const { page, context } = await world.at('/library?tab=books&read=unread&sort=title,desc')
    await page.waitForSelector('[data-cover]')
    expect(await getCurrentLink(page).textContent()).toContain('All libraries')
    await page.locator('nav[aria-label="Main"] a', { hasText: 'Reading room' }).click()
    await page.waitForURL('**library=**')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Read status', exact: true }).click()
    await page.getByRole('button', { name: /^Unread/ }).click()
    await page.waitForURL('**read=unread**')
    expect(await getCurrentLink(page).textContent()).toContain('Reading room')
    await context.close()
  },
  timeoutMs,
)

test(
  'books are filtered by book fields, and the URL contains the filter',
  async () => {
    const { page, context, troubles } = await world.at('/library?tab=books')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'File format' }).click()
    await page.getByRole('button', { name: `CBZ ${bookCount}` }).waitFor()
    await page.getByRole('button', { name: 'Exclude CBZ' }).click()
    await page.getByText('No results').waitFor()
    expect(new URL(page.url()).search).toBe('?tab=books&format=-cbz')
    await page.goto(`${world.quire.url}/library?tab=books&status=~&wanted=-yes&type=~`)
    await page.getByText(`${bookCount} books`, { exact: true }).waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'letters jump through books by series and by title, in both directions',
  async () => {
    const { page, context } = await world.at('/library?tab=books&sort=title,desc')
    const strip = page.getByRole('slider')
    await strip.focus()
    await page.locator('[role=slider][aria-valuetext^="漢"]').waitFor()
    await page.keyboard.press('End')
    await page.waitForFunction(() => scrollY > 300)
    await page.keyboard.press('Home')
    await page.waitForFunction(() => scrollY === 0)
    await context.close()
  },
  timeoutMs,
)

test(
  'publisher and person links lead to their other works',
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
    await page.getByRole('link', { name: 'Sort and filter in library' }).click()
    await page.getByText(`1 of ${seriesCount} series`).waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)
