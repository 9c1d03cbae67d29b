/**
 * Accessibility: keyboard only, reduced motion, right to left, and plain HTTP in a home network.
 */
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { admin, openEditForm, waitUntil, type Visit, visit } from './harness'
import { getFocusedName, tabTo, walkByTab } from './focus'
import { writeLibrary } from './generate-library'
import { showcaseSeries, writeShowcase } from './showcase'
import { openReader, openSeries } from './open-screens'
import { startWorld } from './world'

const timeoutMs = 120_000
const plainSeries = 20
const world = startWorld({
  write: async (folder) => {
    await writeLibrary(folder, plainSeries)
    await writeShowcase(folder)
  },
  series: plainSeries + showcaseSeries,
})

const listCovers = (page: Page) => page.waitForSelector('[data-cover]')
const getHeading = (page: Page) => page.waitForSelector('main h1')

/** The most used screens, each with a function that waits for its content. */
const screens: readonly [path: string, ready: (page: Page) => Promise<unknown>][] = [
  ['/', listCovers],
  ['/library', listCovers],
  ['/library?view=table', (page) => page.waitForSelector('[role=row] a')],
  ['/library?search=Tidal', openSeries],
  ['/search?q=series', (page) => page.waitForSelector('[role=option]')],
  ['/want-to-read', getHeading],
  ['/settings/profile', getHeading],
  ['/settings/libraries', getHeading],
  ['/settings/about', getHeading],
]

async function signInByKeyboard({ page }: Visit) {
  await page.goto(`${world.quire.url}/library?search=Low`)
  await page.locator('input[name=username]:focus').waitFor()
  await page.keyboard.type(admin.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')
  await listCovers(page)
}

/** Runs in the page. Dialogs receive the focus shortly after they appear, so tests wait for it. */
const expectFocusIn = (role: string) => document.activeElement?.closest(`[role=${role}]`) !== null

describe('with the keyboard only', () => {
  test(
    'signs in, finds a book, reads a page and returns',
    async () => {
      const earlier = await world.signedIn()
      await world.deleteProgress(earlier)
      await earlier.context.close()
      const seen = await visit(world.browser, world.quire)
      const { page } = seen
      await signInByKeyboard(seen)
      await page.keyboard.press('Tab')
      expect(await getFocusedName(page)).toBe('Skip to content')
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
      await tabTo(page, /^Low Orbit/)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Low Orbit' }).waitFor()
      await page.getByRole('link', { name: /^Start reading/ }).waitFor()
      await tabTo(page, /^Start reading/)
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: 'Page 1' }).waitFor()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('img', { name: 'Page 2' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { level: 1, name: 'Low Orbit' }).waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'the focus returns from everything that opens',
    async () => {
      const seen = await world.at('/library?search=Tidal')
      const { page } = seen
      await openSeries(page)
      const openings: [button: RegExp, opened: 'dialog' | 'menu'][] = [
        [/^Edit/, 'dialog'],
        [/^More/, 'menu'],
      ]
      for (const [button, opened] of openings) {
        await tabTo(page, button)
        await page.keyboard.press('Enter')
        await page.waitForFunction(expectFocusIn, opened)
        await page.keyboard.press('Escape')
        await page.getByRole(opened).waitFor({ state: 'detached' })
        await page.waitForFunction((pattern) => {
          const focused = document.activeElement as HTMLElement | null
          const name = focused?.ariaLabel ?? focused?.textContent ?? ''
          return new RegExp(pattern).test(name.trim())
        }, button.source)
      }
      for (const key of ['?', 'Control+k']) {
        const before = await getFocusedName(page)
        await page.keyboard.press(key)
        await page.waitForFunction(expectFocusIn, 'dialog')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await waitUntil(
          async () => (await getFocusedName(page)) === before,
          `the focus is at ${before}`,
        )
      }
      await seen.context.close()
    },
    timeoutMs,
  )

  for (const size of [
    { width: 1280, height: 600 },
    { width: 390, height: 640 },
  ]) {
    test(
      `the focus is visible wherever Tab leads, at ${size.width} pixels`,
      async () => {
        const seen = await world.signedIn(size)
        for (const [path, ready] of screens) {
          await seen.page.goto(world.quire.url + path)
          await ready(seen.page)
          expect([path, ...(await walkByTab(seen.page, 30))]).toEqual([path])
        }
        await seen.context.close()
      },
      timeoutMs,
    )
  }
})

test(
  'nothing moves with reduced motion',
  async () => {
    const seen = await world.signedIn({ reducedMotion: true })
    const { page } = seen
    await page.addInitScript(() => {
      const smooth: string[] = []
      Object.assign(window, { smooth })
      for (const [owner, name] of [
        [Element.prototype, 'scrollTo'],
        [Element.prototype, 'scrollBy'],
        [Element.prototype, 'scrollIntoView'],
        [window, 'scrollTo'],
        [window, 'scrollBy'],
      ] as const) {
        const own = Reflect.get(owner, name) as (...given: unknown[]) => void
        Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
          if (JSON.stringify(given).includes('smooth')) smooth.push(name)
          return own.apply(this, given)
        })
      }
    })
    const countAnimations = () =>
      page.evaluate(() => {
        const styles = [...document.querySelectorAll('*')].map((each) => getComputedStyle(each))
        const parseSeconds = (text: string) => Math.max(...text.split(',').map(parseFloat))
        return [
          ...styles
            .filter((style) => parseSeconds(style.transitionDuration) > 0.001)
            .map(() => 'turns'),
          ...styles
            .filter((style) => parseSeconds(style.animationDuration) > 0.001)
            .map(() => 'plays'),
          ...styles.filter((style) => style.scrollBehavior === 'smooth').map(() => 'glides'),
          ...(window as unknown as { smooth: string[] }).smooth,
        ]
      })
    for (const [path, ready] of screens) {
      await page.goto(world.quire.url + path)
      await ready(page)
      expect([path, ...(await countAnimations())]).toEqual([path])
    }
    await page.goto(`${world.quire.url}/library?search=Tidal`)
    await openSeries(page)
    await openEditForm(page)
    expect(await countAnimations()).toEqual([])
    await page.goto(`${world.quire.url}/library?search=Low%20Orbit`)
    await openReader(page)
    await page.keyboard.press('End')
    await page.getByRole('img', { name: 'Page 8' }).waitFor()
    expect(await countAnimations()).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

for (const width of [1280, 390]) {
  test(
    `the right-to-left layout is mirrored and does not overflow, at ${width} pixels`,
    async () => {
      const seen = await world.signedIn({ width })
      const { page } = seen
      for (const [path, ready] of screens) {
        await page.goto(world.quire.url + path)
        await ready(page)
        await page.evaluate(() => (document.documentElement.dir = 'rtl'))
        const found = await page.evaluate(() => {
          const side = document.querySelector('nav')?.getBoundingClientRect()
          return {
            overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
            isSideAtTheEnd: !side?.width || side.right >= innerWidth - 1,
          }
        })
        expect({ path, ...found }).toEqual({ path, overflow: 0, isSideAtTheEnd: true })
      }
      await seen.context.close()
    },
    timeoutMs,
  )
}

test(
  'all main screens work over plain HTTP and explain what HTTPS would add',
  async () => {
    const nas = { ...world.quire, url: world.quire.url.replace('127.0.0.1', 'nas.test') }
    const here = await world.signedIn()
    await world.deleteProgress(here)
    const cookies = await here.context.cookies()
    await here.context.close()
    const seen = await visit(world.browser, nas)
    await seen.context.addCookies(
      cookies
        .filter(({ name }) => name !== 'quire_look')
        .map((cookie) => ({ ...cookie, domain: 'nas.test' })),
    )
    const { page } = seen
    for (const [path, ready] of screens) {
      await page.goto(nas.url + path)
      await ready(page)
    }
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.getByRole('heading', { name: 'Without HTTPS' }).waitFor()
    await page.goto(`${nas.url}/library?search=Low%20Orbit`)
    await openReader(page)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('img', { name: 'Page 2' }).waitFor()
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)
