/** Keyboard shortcuts of series and books, and the setting for single-key shortcuts. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeLibrary(folder, 3), series: 3 })

async function openSeries() {
  const visit = await world.at('/library')
  await visit.page.locator('main a[href*="/series/"]').first().click()
  await getWanted(visit.page).waitFor()
  return visit
}

const getWanted = (page: Page) =>
  page.getByRole('button', { name: 'Want to read', exact: true, pressed: false })
const getUnwanted = (page: Page) =>
  page.getByRole('button', { name: 'Want to read', exact: true, pressed: true })

test(
  'R reads, W changes the list, and G W opens it without changing it',
  async () => {
    const { page, context } = await openSeries()
    const address = page.url()
    await page.keyboard.press('w')
    await getUnwanted(page).waitFor()
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.keyboard.press('w')
    await getWanted(page).waitFor()
    await removed
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.waitForURL(/want-to-read$/)
    await page.goto(address)
    await getWanted(page).waitFor()
    await page.getByRole('link', { name: /^Start reading/ }).waitFor()
    await page.keyboard.press('r')
    await page.waitForURL(/\/read\//)
    await context.close()
  },
  timeoutMs,
)

test(
  'a single key does nothing behind a dialog, and nothing at all once it is switched off',
  async () => {
    const { page, context } = await openSeries()
    const address = page.url()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    await page.keyboard.press('w')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    // The page behind a dialog is hidden from assistive technology until it has closed.
    await getWanted(page).waitFor()

    await page.goto(`${world.quire.url}/settings/appearance`)
    await page.getByRole('combobox', { name: 'Single-key shortcuts' }).click()
    await page.getByRole('option', { name: 'Off' }).click()
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await page.goto(address)
    await getWanted(page).waitFor()
    for (const key of ['w', 'r', 'e', '?', '/']) await page.keyboard.press(key)
    // Shortcuts with Ctrl still work. Dialogs opened by the other keys would also be counted.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(page.url()).toBe(address)
    await page.keyboard.press('Escape')
    await getWanted(page).waitFor()

    await page.getByRole('link', { name: /^Start reading/ }).click()
    await page.locator('img[alt^="Page 1"]').waitFor()
    await page.keyboard.press('a')
    // Escape leaves the reader, because A did not open a panel.
    await page.keyboard.press('Escape')
    await page.waitForURL(address)
    await context.close()
  },
  timeoutMs,
)
