/** Opens screens that have no fixed URL, starting in the library. */
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

const continueReading = (page: Page) => page.locator('main a[href*="/read/"]').first().click()

export async function openReader(page: Page) {
  await openWork(page, 'Low Orbit')
  await continueReading(page)
  await page.locator('img:is([alt^="Page "], [alt^="Seite "])').first().waitFor()
}

export async function openTextReader(page: Page) {
  await openWork(page, 'The Glass Estuary')
  await continueReading(page)
  await page.getByRole('slider', { name: /Position in the book|Position im Buch/ }).waitFor()
}

/** Deletes the session cookie, so that the next request shows that the session has expired. */
export async function endSession(page: Page) {
  await page.waitForSelector('[data-cover]')
  await page.context().clearCookies({ name: 'quire_session' })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  // If a background request has already failed, the dialog covers the link.
  await page.getByRole('link', { name: 'Want to read' }).first().dispatchEvent('click')
  await page.getByRole('dialog', { name: 'Session expired' }).waitFor()
}

const questions = /\/api\/v1\/(series|books|want-to-read)/

export const failRequests = (page: Page) =>
  page.route(questions, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"error":"internal","message":"Something went wrong"}',
    }),
  )

export const delayRequests = (page: Page) => page.route(questions, () => undefined)

/** Shows the setup page of a new server by modifying the response. */
export const emulateSetup = (page: Page) =>
  page.route('**/setup*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"setupRequired":false', '"setupRequired":true')
    await route.fulfill({ response, body })
  })

/** Many libraries with long and short names. */
export const showManyLibraries = (page: Page) =>
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
