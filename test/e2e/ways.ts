/** Ways to what has no address of its own. All begin in the library. */
import type { Page } from 'playwright-core'

async function openWork(page: Page, name: string) {
  await page.locator('[data-cover]', { hasText: name }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

export async function openSeries(page: Page) {
  await openWork(page, 'Tidal Hour')
  await page.waitForSelector('[data-index] [data-cover]')
}

export async function openBook(page: Page) {
  await openSeries(page)
  await page.locator('[data-index] [data-cover]').first().click()
  await page.waitForURL('**/book/**')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}

const readOn = (page: Page) => page.locator('main a[href*="/read/"]').first().click()

export async function openReader(page: Page) {
  await openWork(page, 'Low Orbit')
  await readOn(page)
  await page.locator('img[alt^="Page "]').first().waitFor()
}

export async function openTextReader(page: Page) {
  await openWork(page, 'The Glass Estuary')
  await readOn(page)
  await page.getByRole('slider', { name: 'Position in the book' }).waitFor()
}

/** The session ends on the server; the next question tells. */
export async function endSession(page: Page) {
  await page.waitForSelector('[data-cover]')
  await page.context().clearCookies({ name: 'quire_session' })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  // Something in the background may have asked already: then the dialog lies above the link.
  await page.getByRole('link', { name: 'Want to read' }).first().dispatchEvent('click')
  await page.getByRole('dialog', { name: 'Session expired' }).waitFor()
}

const questions = /\/api\/v1\/(series|books|want-to-read)/

export const answerWithFaults = (page: Page) =>
  page.route(questions, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"error":"internal","message":"Something went wrong"}',
    }),
  )

export const answerNever = (page: Page) => page.route(questions, () => undefined)

/** As on a server that nobody has set up: only the page says so. */
export const asNotSetUp = (page: Page) =>
  page.route('**/setup*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"setupRequired":false', '"setupRequired":true')
    await route.fulfill({ response, body })
  })

/** Many libraries, with long names and short ones. */
export const withManyLibraries = (page: Page) =>
  page.route('**/api/v1/libraries', async (route) => {
    const response = await route.fetch()
    const [first] = (await response.json()) as object[]
    const names = [
      'Manga',
      'Comics of the whole wide world and of some others',
      '漫画と小説',
      'كتب',
    ]
    const many = Array.from({ length: 30 }, (_, place) => ({
      ...first,
      id: `00000000-0000-7000-8000-0000000000${String(place).padStart(2, '0')}`,
      name: `${names[place % names.length]} ${place + 1}`,
      seriesCount: place ** 4,
    }))
    await route.fulfill({ response, json: many })
  })
