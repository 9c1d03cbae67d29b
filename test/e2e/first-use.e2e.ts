/** Everything that a new user does, from the setup link to a completed book. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { admin, openBrowser, type Quire, startQuire, type Visit, visit } from './harness'
import { writeLibrary } from './generate-library'
import { writeShowcase } from './showcase'

const folder = mkdtempSync(join(tmpdir(), 'quire-e2e-flow-'))
const library = join(folder, 'Comics')
const timeoutMs = 240_000
let quire: Quire
let browser: Browser
let seen: Visit

beforeAll(async () => {
  mkdirSync(library)
  await writeLibrary(library, 40)
  await writeShowcase(library)
  quire = await startQuire({ empty: true })
  browser = await openBrowser()
  seen = await visit(browser, quire)
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function completeSetup(page: Page) {
  await page.goto(quire.link!)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Email address').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.locator('input[name=again]').fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your first library' }).waitFor()
}

/** Adds a library: types the path of the parent folder and clicks the folder in the list. */
async function chooseFolder(page: Page) {
  await page.getByLabel('Folder', { exact: true }).fill(folder)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Comics', exact: true }).click()
  await page.getByText(/^\d+ comics.* found$/).waitFor()
  await page.getByRole('button', { name: 'Use this folder' }).click()
  await page.getByRole('button', { name: 'Add and scan' }).click()
}

const getFirstCover = (page: Page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[data-index]')]
    const shown = items.filter((item) => item.getBoundingClientRect().top >= 0)
    return {
      top: scrollY,
      first: Math.min(...shown.map(({ dataset }) => Number(dataset['index']))),
    }
  })

/**
 * Returns true once all visible covers except that of the damaged book are loaded. Placeholders are
 * 200 pixels wide.
 */
const waitForCovers = () => {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-cover] img')]
  const shown = pictures.filter((each) => each.getBoundingClientRect().top < innerHeight)
  return shown.length > 4 && shown.filter(({ naturalWidth }) => naturalWidth <= 200).length <= 1
}

const getRow = (page: Page, name: string) => page.getByRole('region', { name })

test(
  'leads from the setup link to a finished book and its next volume',
  async () => {
    const { page } = seen
    await completeSetup(page)
    await chooseFolder(page)
    await page.getByRole('heading', { level: 1, name: 'Comics' }).waitFor()
    await page.locator('[data-cover]').first().waitFor()
    await page.getByRole('heading', { name: 'Scan complete' }).waitFor()
    await page.waitForFunction(waitForCovers)

    // Opens the library, scrolls far down, opens a series and a book, and returns.
    await page.getByRole('navigation').getByRole('link', { name: 'All libraries' }).click()
    await page.locator('[data-index="0"] [data-cover]').waitFor()
    const work = page.locator('[data-index] [data-cover]', { hasText: 'Low Orbit' })
    await page.evaluate(() => scrollTo(0, 600))
    await work.waitFor()
    await page.waitForFunction(() => scrollY === 600)
    // Scrolls the element fully into view, as the click would do.
    await work.hover()
    const place = await getFirstCover(page)
    await work.click()
    await page.getByRole('heading', { level: 1, name: 'Low Orbit' }).waitFor()
    await page.getByRole('link', { name: 'Start reading' }).click()
    await page.getByRole('img', { name: 'Page 1' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('img', { name: 'Page 2' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Low Orbit' }).waitFor()
    await page.getByRole('link', { name: 'Continue · Vol. 1' }).waitFor()
    await page.goBack()
    await work.waitFor()
    await page.waitForFunction((top) => scrollY === top, place.top)
    expect(await getFirstCover(page)).toEqual(place)

    // A book in progress is on the home page; a finished one is replaced by the next.
    await page.getByRole('link', { name: 'Home' }).first().click()
    await getRow(page, 'Continue reading').getByText('Low Orbit').first().waitFor()
    await page.getByRole('link', { name: 'Continue reading' }).click()
    await page.getByRole('img', { name: 'Page 2' }).waitFor()
    await page.keyboard.press('End')
    await page.getByRole('img', { name: 'Page 8' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText(/End of book|Finished/).waitFor()
    await page.getByRole('button', { name: 'Close book' }).click()
    await getRow(page, 'On deck').getByText('Low Orbit').first().waitFor()
    await getRow(page, 'Continue reading').waitFor({ state: 'detached' })
    await getRow(page, 'Recently read').getByText('Low Orbit').first().waitFor()

    // Opens an e-book and a PDF.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('glass est')
    await page
      .getByRole('option', { name: /The Glass Estuary/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Start reading' }).click()
    await page.getByRole('slider', { name: 'Position in the book' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'The Glass Estuary' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('field notes')
    await page
      .getByRole('option', { name: /Field Notes/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    // The previous page also contains a "Start reading" link.
    await page.getByRole('heading', { level: 1, name: 'Field Notes' }).waitFor()
    await page.getByRole('link', { name: 'Start reading' }).click()
    await page.getByRole('img', { name: 'Page 1' }).waitFor()
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)
