/** What makes the interface quick, in sizes and counts. Times are measured by hand: test/bench/web.ts. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../support/wait-until'
import { writePictures } from './library'
import { countTraffic, phone } from './network'
import { openWorld } from './world'

const patience = 60_000
const world = openWorld({ write: (folder) => writePictures(folder, 40), series: 40 })

/** What is to be seen of pictures is there, and then nothing more is asked for. */
async function untilQuiet(page: Page) {
  let lastAt = Date.now()
  const asked = () => void (lastAt = Date.now())
  page.on('request', asked)
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-cover]')]
      .filter((cover) => {
        const { top, left } = cover.getBoundingClientRect()
        return top < innerHeight && left < innerWidth
      })
      .every((cover) => cover.querySelector('img')?.complete),
  )
  await waitUntil(() => Date.now() - lastAt > quietMs)
  page.off('request', asked)
}

const quietMs = 500

/** As they are when somebody comes: made, in the size that is asked for. */
async function untilCoversAreMade(width?: number) {
  const { context } = await world.signedIn()
  await waitUntil(async () => {
    const answer = await context.request.get(`${world.quire.url}/api/v1/series?pageSize=40`)
    const { data } = (await answer.json()) as { data: { id: string }[] }
    const made = data.map(async ({ id }) => {
      const address = `${world.quire.url}/api/v1/series/${id}/thumbnail?placeholder=false`
      const picture = await context.request.get(width ? `${address}&width=${width}` : address)
      return width ? picture.headers()['etag']?.endsWith(`-${width}"`) : picture.ok()
    })
    return (await Promise.all(made)).every(Boolean)
  })
  await context.close()
}

/** The first request for a small cover gets the stored one: visits home until each is made. */
async function untilSmallCoversAreMade() {
  const { page, context } = await world.signedIn(phone)
  const addresses = new Set<string>()
  page.on('request', (request) => {
    if (/thumbnail\?.*width=/.test(request.url())) addresses.add(request.url())
  })
  await page.goto(world.quire.url)
  await page.waitForSelector('[data-cover] img')
  await untilQuiet(page)
  await waitUntil(async () => {
    const answers = [...addresses].map(async (address) => {
      const width = new URL(address).searchParams.get('width')
      const { etag } = (await context.request.get(address)).headers() as { etag?: string }
      return etag?.endsWith(`-${width}"`)
    })
    return addresses.size > 0 && (await Promise.all(answers)).every(Boolean)
  })
  await context.close()
}

test(
  'home on a phone weighs less than 700 kB, pictures included',
  async () => {
    await untilCoversAreMade()
    await untilSmallCoversAreMade()
    const seen = await world.signedIn(phone)
    const traffic = await countTraffic(seen)
    await seen.page.goto(world.quire.url)
    await seen.page.waitForSelector('[data-cover] img')
    await seen.page.waitForFunction(() => document.images.length > 0)
    await untilQuiet(seen.page)
    // Pictures that look like pictures: else nothing would be measured.
    expect(traffic.bytes).toBeGreaterThan(150_000)
    expect(traffic.bytes).toBeLessThan(700_000)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience * 2,
)

test.each([
  ['a phone', { ...phone, density: 1 }, '?width=240'],
  ['a phone with a fine screen', { ...phone, density: 3 }, ''],
  ['a desktop', { density: 1 }, '?width=240'],
])(
  'covers come to %s once, in its size, and move nothing',
  async (_, screen, size) => {
    await untilCoversAreMade(240)
    const seen = await world.signedIn(screen)
    await seen.page.addInitScript(watchShifts)
    for (const path of ['/', '/library']) {
      const before = seen.requests.length
      await seen.page.goto(world.quire.url + path)
      await seen.page.locator('[data-cover] img').first().waitFor()
      await untilQuiet(seen.page)
      const pictures = seen.requests.slice(before).filter((asked) => asked.includes('/thumbnail'))
      expect(pictures.length).toBeGreaterThan(5)
      expect(pictures.filter((asked) => !asked.endsWith(`/thumbnail${size}`))).toEqual([])
      expect(new Set(pictures).size).toBe(pictures.length)
      expect(await seen.page.evaluate<number>('shifted')).toBeLessThan(0.02)
    }
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

const watchShifts = `globalThis.shifted = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value
}).observe({ type: 'layout-shift', buffered: true })`

test.each(['/', '/library', '/series', '/book'])(
  'what %s asks for first comes with the page, or is asked for once, ahead of its scripts',
  async (screen) => {
    const seen = await world.signedIn()
    const path = screen === '/series' || screen === '/book' ? await oneOf(screen) : screen
    const page = await seen.page.goto(world.quire.url + path)
    const html = (await page!.text()).replaceAll('&amp;', '&')
    const found = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, it]) => `/${it}`)
    await seen.page.getByRole('heading').first().waitFor()
    await untilQuiet(seen.page)
    const times = (address: string) => seen.requests.filter((asked) => asked === address).length
    const given = found(/ data-answer="([^"]+)"/g)
    const ahead = found(/<link rel="preload" href="([^"]+)" as="fetch"/g)
    expect(given.length + ahead.length).toBeGreaterThan(1)
    for (const address of given) expect([address, times(address)]).toEqual([address, 0])
    for (const address of ahead) expect([address, times(address)]).toEqual([address, 1])
    // None is left: whatever came with the page was wanted.
    expect(await seen.page.locator('script[data-answer]').count()).toBe(0)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

async function oneOf(kind: '/series' | '/book') {
  const { context } = await world.signedIn()
  const path = kind === '/series' ? 'series' : 'books'
  const answer = await context.request.get(`${world.quire.url}/api/v1/${path}?pageSize=1`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  await context.close()
  return `${kind}/${data[0]!.id}`
}

test(
  'a menu, which comes after the page, is walked by keys and gives the focus back',
  async () => {
    const { page, context, troubles } = await world.at(await oneOf('/series'))
    const button = page.getByRole('button', { name: 'More' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
    for (const key of ['Enter', 'ArrowDown', 'Space']) {
      await button.focus()
      await page.keyboard.press(key)
      await page.getByRole('menu').waitFor()
      await waitUntil(async () => (await focused())?.startsWith('menu'))
      await page.keyboard.press('ArrowDown')
      await waitUntil(async () => (await focused()) === 'menuitem')
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await waitUntil(() => button.evaluate((it) => it === document.activeElement))
    }
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)
