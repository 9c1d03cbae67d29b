/** Whoever signs out leaves nothing behind in the browser: not for the way back, not for the next person. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, signIn, until, visit } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const seriesCount = 3
const world = openWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
  ownSessions: true,
})
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser({ keepsPages: true })
}, 60_000)
afterAll(() => browser?.close())

const signInForm = (page: Page) => page.getByLabel('User name or e-mail address')
const covers = (page: Page) => page.locator('[data-cover]')

/** Pages of their own, not steps within one. */
async function walkThrough(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(world.quire.url + path)
    await covers(page).first().waitFor()
  }
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'ada', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInForm(page).waitFor()
}

/** Where a page comes back as it was, there is no loading to wait for. */
async function goBack(page: Page) {
  const before = page.url()
  await page.evaluate('setTimeout(() => history.back())')
  await until(() => page.url() !== before, 'the way back is gone')
}

test('the way back after signing out shows nothing of the person before', async () => {
  const seen = await visit(browser, world.quire, { mayBreakRules: true })
  await signIn(seen, world.quire)
  const { page, context } = seen
  await walkThrough(page, ['/library?sort=name%2Cdesc', '/', '/library'])
  await signOut(page)
  for (const _ of ['home', 'library']) {
    await goBack(page)
    await signInForm(page).waitFor()
    expect(await covers(page).count()).toBe(0)
  }
  await context.close()
}, 120_000)
