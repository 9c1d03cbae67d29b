/** Performance as sizes and counts. test/bench/web.ts measures times. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil, waitUntilSettled } from '../support/wait-until'
import { writePictures } from './generate-library'
import { countTraffic, phone } from './network'
import { startWorld } from './world'

const timeoutMs = 60_000
const world = startWorld({ write: (folder) => writePictures(folder, 40), series: 40 })

/** Waits until all images are loaded and no further request is sent. */
async function waitUntilQuiet(page: Page) {
  let lastAt = Date.now()
  const countRequests = () => void (lastAt = Date.now())
  page.on('request', countRequests)
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-cover]')]
      .filter((cover) => {
        const { top, left } = cover.getBoundingClientRect()
        return top < innerHeight && left < innerWidth
      })
      .every((cover) => cover.querySelector('img')?.complete),
  )
  await waitUntil(() => Date.now() - lastAt > quietMs)
  page.off('request', countRequests)
}

const quietMs = 500

/**
 * Waits until all covers exist in the requested size. Asks for one after another: asking for all of
 * them again and again would exceed the rate limit on a slow machine.
 */
async function waitForCovers(width?: number) {
  const { context } = await world.signedIn()
  const answer = await context.request.get(`${world.quire.url}/api/v1/series?pageSize=40`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  for (const { id } of data) {
    const address = `${world.quire.url}/api/v1/series/${id}/thumbnail?placeholder=false`
    await waitUntilSettled(async () => {
      const picture = await context.request.get(width ? `${address}&width=${width}` : address)
      return width ? picture.headers()['etag']?.endsWith(`-${width}"`) : picture.ok()
    })
  }
  await context.close()
}

/**
 * Reloads the home page until all covers are small, because the first request for a small cover
 * returns the stored size.
 */
async function waitForSmallCovers() {
  const { page, context } = await world.signedIn(phone)
  const addresses = new Set<string>()
  page.on('request', (request) => {
    if (/thumbnail\?.*width=/.test(request.url())) addresses.add(request.url())
  })
  await page.goto(world.quire.url)
  await page.waitForSelector('[data-cover] img')
  await waitUntilQuiet(page)
  await waitUntil(() => addresses.size > 0)
  for (const address of addresses) {
    const width = new URL(address).searchParams.get('width')
    await waitUntilSettled(async () => {
      const { etag } = (await context.request.get(address)).headers() as { etag?: string }
      return etag?.endsWith(`-${width}"`)
    })
  }
  await context.close()
}

test(
  'home on a phone weighs less than 700 kB, including images',
  async () => {
    await waitForCovers()
    await waitForSmallCovers()
    const seen = await world.signedIn(phone)
    const traffic = await countTraffic(seen)
    await seen.page.goto(world.quire.url)
    await seen.page.waitForSelector('[data-cover] img')
    await seen.page.waitForFunction(() => document.images.length > 0)
    await waitUntilQuiet(seen.page)
    // Placeholder images would make the result meaningless.
    expect(traffic.bytes).toBeGreaterThan(150_000)
    expect(traffic.bytes).toBeLessThan(700_000)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs * 2,
)

test.each([
  ['a phone', { ...phone, density: 1 }, '?width=240'],
  ['a phone with a fine screen', { ...phone, density: 3 }, ''],
  ['a desktop', { density: 1 }, '?width=240'],
])(
  'covers are loaded once at %s, in the right size, without layout shifts',
  async (_, screen, size) => {
    await waitForCovers(240)
    const seen = await world.signedIn(screen)
    await seen.page.addInitScript(watchShifts)
    for (const path of ['/', '/library']) {
      const before = seen.requests.length
      await seen.page.goto(world.quire.url + path)
      await seen.page.locator('[data-cover] img').first().waitFor()
      await waitUntilQuiet(seen.page)
      const pictures = seen.requests.slice(before).filter((asked) => asked.includes('/thumbnail'))
      expect(pictures.length).toBeGreaterThan(5)
      expect(pictures.filter((asked) => !asked.endsWith(`/thumbnail${size}`))).toEqual([])
      expect(new Set(pictures).size).toBe(pictures.length)
      expect(await seen.page.evaluate<number>('shifted')).toBeLessThan(0.02)
    }
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'off-screen covers of a row are loaded after the page',
  async () => {
    const seen = await world.signedIn(phone)
    await seen.page.addInitScript(holdLoadEvent)
    await seen.page.goto(world.quire.url)
    const rail = seen.page.locator('[data-rail]').first()
    const [items, pictures] = [rail.getByRole('listitem'), rail.locator('img')]
    await pictures.first().waitFor()
    await waitUntilQuiet(seen.page)
    expect(await items.count()).toBeGreaterThan(10)
    expect(await pictures.count()).toBe(5)
    await seen.page.evaluate('dispatchEvent(new CustomEvent("load"))')
    await waitUntil(async () => (await pictures.count()) === (await items.count()))
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

/** Hides from the page that it has loaded, until the test sends an event of its own. */
const holdLoadEvent = `Object.defineProperty(document, 'readyState', { get: () => 'interactive' })
addEventListener('load', (event) => {
  if (!(event instanceof CustomEvent)) event.stopImmediatePropagation()
}, true)`

const watchShifts = `globalThis.shifted = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value
}).observe({ type: 'layout-shift', buffered: true })`

test.each(['/', '/library', '/series', '/book'])(
  'the first requests of %s are in the page, or preloaded once',
  async (screen) => {
    const seen = await world.signedIn()
    const path = screen === '/series' || screen === '/book' ? await getExample(screen) : screen
    const page = await seen.page.goto(world.quire.url + path)
    const html = (await page!.text()).replaceAll('&amp;', '&')
    const findAll = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, it]) => `/${it}`)
    await seen.page.getByRole('heading').first().waitFor()
    await waitUntilQuiet(seen.page)
    const countRequestsTo = (address: string) =>
      seen.requests.filter((asked) => asked === address).length
    const given = findAll(/ data-answer="([^"]+)"/g)
    const ahead = findAll(/<link rel="preload" href="([^"]+)" as="fetch"/g)
    expect(given.length + ahead.length).toBeGreaterThan(1)
    for (const address of given) expect([address, countRequestsTo(address)]).toEqual([address, 0])
    for (const address of ahead) expect([address, countRequestsTo(address)]).toEqual([address, 1])
    // Used responses are removed, so this means that all preloaded responses were used.
    expect(await seen.page.locator('script[data-answer]').count()).toBe(0)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

async function getExample(kind: '/series' | '/book') {
  const { context } = await world.signedIn()
  const path = kind === '/series' ? 'series' : 'books'
  const answer = await context.request.get(`${world.quire.url}/api/v1/${path}?pageSize=1`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  await context.close()
  return `${kind}/${data[0]!.id}`
}

test(
  'a lazily loaded menu works by keyboard and returns the focus',
  async () => {
    const { page, context, troubles } = await world.at(await getExample('/series'))
    const button = page.getByRole('button', { name: 'More', exact: true })
    const getFocused = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
    for (const key of ['Enter', 'ArrowDown', 'Space']) {
      await button.focus()
      await page.keyboard.press(key)
      await page.getByRole('menu').waitFor()
      await waitUntil(async () => (await getFocused())?.startsWith('menu'))
      await page.keyboard.press('ArrowDown')
      await waitUntil(async () => (await getFocused()) === 'menuitem')
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await waitUntil(() => button.evaluate((it) => it === document.activeElement))
    }
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)
