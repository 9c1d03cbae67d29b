/** Signing out leaves nothing in the browser, neither for the Back button nor for the next user. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { admin, openBrowser, signIn, waitUntil, visit } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const seriesCount = 3
const world = startWorld({
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
const listCovers = (page: Page) => page.locator('[data-cover]')

/** Opens each path with a full page load, not by navigation within the page. */
async function walkThrough(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(world.quire.url + path)
    await listCovers(page).first().waitFor()
  }
}

const getUrl = () => ({ ...world.quire, url: world.quire.url.replace('127.0.0.1', 'nas.test') })

/** Returns the URLs of the displayed covers once the browser has cached all of them. */
async function listCachedCovers(page: Page): Promise<string[]> {
  await listCovers(page)
    .nth(seriesCount - 1)
    .waitFor()
  const addresses = await page
    .locator('img[src*="/thumbnail"]')
    .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ src }) => src))
  expect(addresses.length).toBeGreaterThanOrEqual(seriesCount)
  for (const address of addresses) {
    // Placeholders are not cached, so this waits for the real cover.
    await waitUntil(() => page.evaluate(isCached, address), 'the cover is made')
  }
  return addresses
}

async function isCached(address: string) {
  await fetch(address)
  const wish = { cache: 'only-if-cached', mode: 'same-origin' } as const
  return fetch(address, wish).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Returns the response status of the image, from the cache or the server. */
const getStatus = (page: Page, address: string) =>
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
 * Waits for the navigation, not for a load: a page from the back/forward cache does not load again.
 * The URL is not checked, because the page may redirect to the URL that it was left from.
 */
async function goBack(page: Page) {
  const navigated = page.waitForEvent('framenavigated', {
    predicate: (frame) => frame === page.mainFrame(),
  })
  await page.evaluate('setTimeout(() => history.back())')
  await navigated
}

test(
  'the browser of these tests keeps pages for Back, as real ones do',
  async () => {
    const script = 'addEventListener("pageshow", (event) => (document.title = event.persisted))'
    const headers = { 'content-type': 'text/html' }
    const site = Bun.serve({
      port: 0,
      fetch: () => new Response(`<script>${script}</script>`, { headers }),
    })
    const page = await browser.newPage()
    for (const path of ['first', 'second']) await page.goto(site.url + path)
    await goBack(page)
    await waitUntil(async () => (await page.title()) === 'true', 'the kept page')
    await page.context().close()
    await site.stop(true)
  },
  timeoutMs,
)

test(
  'Back after signing out shows nothing of the previous user',
  async () => {
    const seen = await visit(browser, world.quire, { mayBreakRules: true })
    await signIn(seen, world.quire)
    const { page, context } = seen
    await walkThrough(page, ['/library?sort=name%2Cdesc', '/', '/library'])
    await signOut(page)
    for (const _ of ['home', 'library']) {
      await goBack(page)
      await signInForm(page).waitFor()
      expect(await listCovers(page).count()).toBe(0)
    }
    await context.close()
  },
  timeoutMs,
)

test.each([
  ['this machine', () => world.quire],
  ['a home network, over plain HTTP', getUrl],
])(
  'no cached cover is shown after signing out, on %s',
  async (_, quire) => {
    const { page, context } = await visit(browser, quire(), { mayBreakRules: true })
    await page.goto(`${quire().url}/library`)
    await signInByHand(page)
    const kept = await listCachedCovers(page)
    await signOut(page)
    for (const cover of kept) expect(await getStatus(page, cover)).toBe(401)
    await context.close()
  },
  timeoutMs,
)

test.each(['/', '/library', '/want-to-read', '/settings', '/settings/tasks', '/settings/logs'])(
  'signing out of %s sends no unauthorized requests and no referrer',
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
  timeoutMs,
)
