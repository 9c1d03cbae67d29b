/** The interface for those who only have keys, want nothing to move, read leftwards, or sit in a home network. */
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { admin, openEditForm, until, type Visit, visit } from './harness'
import { focusedName, tabTo, walkByTab } from './focus'
import { writeLibrary } from './library'
import { showcaseSeries, writeShowcase } from './showcase'
import { openReader, openSeries } from './ways'
import { openWorld } from './world'

const patience = 120_000
const plainSeries = 20
const world = openWorld({
  write: async (folder) => {
    await writeLibrary(folder, plainSeries)
    await writeShowcase(folder)
  },
  series: plainSeries + showcaseSeries,
})

const covers = (page: Page) => page.waitForSelector('[data-cover]')
const heading = (page: Page) => page.waitForSelector('main h1')

/** The screens that people see most, with what they wait for. */
const places: readonly [path: string, ready: (page: Page) => Promise<unknown>][] = [
  ['/', covers],
  ['/library', covers],
  ['/library?view=table', (page) => page.waitForSelector('[role=row] a')],
  ['/library?search=Tidal', openSeries],
  ['/search?q=series', (page) => page.waitForSelector('[role=option]')],
  ['/want-to-read', heading],
  ['/settings/profile', heading],
  ['/settings/libraries', heading],
  ['/settings/about', heading],
]

async function signInByKeys({ page }: Visit) {
  await page.goto(`${world.quire.url}/library?search=Low`)
  await page.locator('input[name=username]:focus').waitFor()
  await page.keyboard.type(admin.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')
  await covers(page)
}

/** A dialog takes the focus a moment after it is there. */
const focusIsWithin = (role: string) => document.activeElement?.closest(`[role=${role}]`) !== null

describe('with keys alone', () => {
  test(
    'one signs in, finds a book, reads a page and comes back',
    async () => {
      const earlier = await world.signedIn()
      await world.forgetReading(earlier)
      await earlier.context.close()
      const seen = await visit(world.browser, world.quire)
      const { page } = seen
      await signInByKeys(seen)
      await page.keyboard.press('Tab')
      expect(await focusedName(page)).toBe('Skip to content')
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
    patience,
  )

  test(
    'the focus comes back from whatever is opened',
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
        await page.waitForFunction(focusIsWithin, opened)
        await page.keyboard.press('Escape')
        await page.getByRole(opened).waitFor({ state: 'detached' })
        await page.waitForFunction((pattern) => {
          const focused = document.activeElement as HTMLElement | null
          const name = focused?.ariaLabel ?? focused?.textContent ?? ''
          return new RegExp(pattern).test(name.trim())
        }, button.source)
      }
      for (const key of ['?', 'Control+k']) {
        const before = await focusedName(page)
        await page.keyboard.press(key)
        await page.waitForFunction(focusIsWithin, 'dialog')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await until(async () => (await focusedName(page)) === before, `the focus is at ${before}`)
      }
      await seen.context.close()
    },
    patience,
  )

  for (const size of [
    { width: 1280, height: 600 },
    { width: 390, height: 640 },
  ]) {
    test(
      `the focus is seen wherever Tab leads, ${size.width} wide`,
      async () => {
        const seen = await world.signedIn(size)
        for (const [path, ready] of places) {
          await seen.page.goto(world.quire.url + path)
          await ready(seen.page)
          expect([path, ...(await walkByTab(seen.page, 30))]).toEqual([path])
        }
        await seen.context.close()
      },
      patience,
    )
  }
})

test(
  'where nothing is to move, nothing moves',
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
    const moving = () =>
      page.evaluate(() => {
        const styles = [...document.querySelectorAll('*')].map((each) => getComputedStyle(each))
        const seconds = (text: string) => Math.max(...text.split(',').map(parseFloat))
        return [
          ...styles.filter((style) => seconds(style.transitionDuration) > 0.001).map(() => 'turns'),
          ...styles.filter((style) => seconds(style.animationDuration) > 0.001).map(() => 'plays'),
          ...styles.filter((style) => style.scrollBehavior === 'smooth').map(() => 'glides'),
          ...(window as unknown as { smooth: string[] }).smooth,
        ]
      })
    for (const [path, ready] of places) {
      await page.goto(world.quire.url + path)
      await ready(page)
      expect([path, ...(await moving())]).toEqual([path])
    }
    await page.goto(`${world.quire.url}/library?search=Tidal`)
    await openSeries(page)
    await openEditForm(page)
    expect(await moving()).toEqual([])
    await page.goto(`${world.quire.url}/library?search=Low%20Orbit`)
    await openReader(page)
    await page.keyboard.press('End')
    await page.getByRole('img', { name: 'Page 8' }).waitFor()
    expect(await moving()).toEqual([])
    await seen.context.close()
  },
  patience,
)

for (const width of [1280, 390]) {
  test(
    `turned to the other direction, nothing stands out or stays behind, ${width} wide`,
    async () => {
      const seen = await world.signedIn({ width })
      const { page } = seen
      for (const [path, ready] of places) {
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
    patience,
  )
}

test(
  'over plain HTTP in a home network all main screens work, and what HTTPS would add is said',
  async () => {
    const nas = { ...world.quire, url: world.quire.url.replace('127.0.0.1', 'nas.test') }
    const here = await world.signedIn()
    const cookies = await here.context.cookies()
    await here.context.close()
    const seen = await visit(world.browser, nas)
    await seen.context.addCookies(
      cookies
        .filter(({ name }) => name !== 'quire_look')
        .map((cookie) => ({ ...cookie, domain: 'nas.test' })),
    )
    const { page } = seen
    for (const [path, ready] of places) {
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
  patience,
)
