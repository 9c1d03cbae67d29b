/** Whoever signs out leaves nothing behind in the browser: not for the way back, not for the next person. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { admin, openBrowser, signIn, until, visit } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const patience = 120_000
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

const signInForm = (page: Page) => page.getByLabel('Username or email address')
const covers = (page: Page) => page.locator('[data-cover]')

/** Pages of their own, not steps within one. */
async function walkThrough(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(world.quire.url + path)
    await covers(page).first().waitFor()
  }
}

const nas = () => ({ ...world.quire, url: world.quire.url.replace('127.0.0.1', 'nas.test') })

/** Addresses of the covers that are shown, once the browser has kept each. */
async function keptCovers(page: Page): Promise<string[]> {
  await covers(page)
    .nth(seriesCount - 1)
    .waitFor()
  const addresses = await page
    .locator('img[src*="/thumbnail"]')
    .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ src }) => src))
  expect(addresses.length).toBeGreaterThanOrEqual(seriesCount)
  for (const address of addresses) {
    // Until it is made, something that nobody keeps stands for it.
    await until(() => page.evaluate(isKept, address), 'the cover is made')
  }
  return addresses
}

async function isKept(address: string) {
  await fetch(address)
  const wish = { cache: 'only-if-cached', mode: 'same-origin' } as const
  return fetch(address, wish).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** What the browser answers to who asks for the picture, from what it has kept or from the server. */
const statusOf = (page: Page, address: string) =>
  page.evaluate(async (asked) => (await fetch(asked)).status, address)

async function signInByHand(page: Page) {
  await signInForm(page).fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'ada', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInForm(page).waitFor()
}

/**
 * Waits for the navigation, not for a load: a page from the back/forward cache does not load again. The
 * address tells nothing: the page may redirect to the address that it was left from.
 */
async function goBack(page: Page) {
  const navigated = page.waitForEvent('framenavigated', {
    predicate: (frame) => frame === page.mainFrame(),
  })
  await page.evaluate('setTimeout(() => history.back())')
  await navigated
}

test(
  'the way back after signing out shows nothing of the person before',
  async () => {
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
  },
  patience,
)

test.each([
  ['this machine', () => world.quire],
  ['a home network, over plain HTTP', nas],
])(
  'no cover is shown from what the browser kept, after signing out, on %s',
  async (_, quire) => {
    const { page, context } = await visit(browser, quire(), { mayBreakRules: true })
    await page.goto(`${quire().url}/library`)
    await signInByHand(page)
    const kept = await keptCovers(page)
    await signOut(page)
    for (const cover of kept) expect(await statusOf(page, cover)).toBe(401)
    await context.close()
  },
  patience,
)

test.each(['/', '/library', '/want-to-read', '/settings', '/settings/tasks', '/settings/logs'])(
  'signing out of %s asks for nothing that is not allowed any more, and says to nobody where one was',
  async (path) => {
    const seen = await visit(browser, world.quire)
    await signIn(seen, world.quire)
    const { page, context, troubles } = seen
    await page.goto(world.quire.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await signOut(page)
    await page.waitForLoadState('networkidle')
    expect(troubles).toEqual([])
    expect(page.url()).toBe(`${world.quire.url}/login`)
    await context.close()
  },
  patience,
)
