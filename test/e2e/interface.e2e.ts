/** The ground of the interface in a real Chromium, against the built program. */
import { describe, expect, test } from 'bun:test'
import { accessibilityProblems, signIn, startQuire, visit } from './harness'
import { writeLibrary } from './library'
import { screens } from './screens'
import { openWorld } from './world'

const seriesCount = 1_500
const patience = 60_000
const world = openWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
const signedIn = (screen: Parameters<typeof visit>[2] = {}) => world.signedIn(screen)

describe('each screen', () => {
  for (const theme of ['dark', 'light']) {
    for (const { name, path, isPublic, ready } of screens) {
      test(
        `${name} in ${theme} can be used by everybody, and breaks no rule`,
        async () => {
          const seen = await (isPublic
            ? visit(world.browser, world.quire, { theme })
            : signedIn({ theme }))
          await seen.page.goto(world.quire.url + path)
          await ready(seen.page)
          expect(await accessibilityProblems(seen.page)).toEqual([])
          expect(seen.troubles).toEqual([])
          await seen.context.close()
        },
        patience,
      )
    }
  }
})

describe('the library', () => {
  test(
    'keeps few elements and asks for few pictures, however fast one scrolls',
    async () => {
      const seen = await signedIn()
      await seen.page.goto(`${world.quire.url}/library`)
      await seen.page.waitForSelector('[data-cover]')
      seen.requests.length = 0
      await seen.page.evaluate(async () => {
        const end = document.documentElement.scrollHeight
        for (let top = 0; top < end; top += 400) {
          scrollTo(0, top)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      })
      await seen.page.waitForTimeout(1_000)
      const pictures = seen.requests.filter((path) => path.includes('/thumbnail'))
      expect(pictures.length).toBeLessThan(60)
      const nodes = await seen.page.evaluate(() => document.querySelectorAll('main *').length)
      expect(nodes).toBeLessThan(400)
      await seen.context.close()
    },
    patience,
  )

  test(
    'is at the exact place again on Back',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await page.goto(`${world.quire.url}/library`)
      await page.waitForSelector('[data-cover]')
      await page.evaluate(() => scrollTo(0, 9_000))
      await page.waitForFunction(() => document.querySelectorAll('[data-cover]').length > 4)
      await page.waitForTimeout(300)
      const place = () =>
        page.evaluate(() => {
          const items = [...document.querySelectorAll('[data-index]')]
          const shown = items.filter((item) => item.getBoundingClientRect().top >= 0)
          const indexes = shown.map((item) => Number((item as HTMLElement).dataset['index']))
          return [scrollY, Math.min(...indexes)]
        })
      const before = await place()
      expect(before[0]).toBeGreaterThan(8_000)
      await page.locator('nav a', { hasText: 'Home' }).first().click()
      await page.getByText('New series').waitFor()
      await page.goBack()
      await page.waitForSelector('[data-cover]')
      await page.waitForTimeout(300)
      expect(await place()).toEqual(before)
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'is walked with arrow keys alone',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await page.goto(`${world.quire.url}/library`)
      await page.waitForSelector('[data-index="0"] a')
      await page.focus('[data-index="0"] a')
      const index = () =>
        page.evaluate(
          () => document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'],
        )
      await page.keyboard.press('ArrowRight')
      expect(await index()).toBe('1')
      await page.keyboard.press('End')
      await page.waitForFunction(
        (last) =>
          document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'] === last,
        String(seriesCount - 1),
      )
      await page.keyboard.press('Home')
      await page.waitForFunction(
        () =>
          document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'] === '0',
      )
      await seen.context.close()
    },
    patience,
  )
})

test(
  'German is spoken all through, and the other direction turns nothing over',
  async () => {
    const seen = await signedIn({ language: 'de', width: 390, height: 844 })
    await seen.page.goto(`${world.quire.url}/library`)
    await seen.page.getByRole('heading', { name: 'Alle Bibliotheken' }).waitFor()
    await seen.page.waitForSelector('[data-cover]')
    await seen.page.evaluate(() => (document.documentElement.dir = 'rtl'))
    const overflow = await seen.page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'it works below a path',
  async () => {
    const below = await startQuire({ basePath: '/quire' })
    try {
      const seen = await visit(world.browser, below)
      await signIn(seen, below)
      await seen.page.goto(`${below.url}/library`)
      await seen.page.getByText('There is nothing here yet').waitFor()
      await seen.page.locator('nav a', { hasText: 'Home' }).first().click()
      await seen.page.getByText('Nothing to read yet').waitFor()
      expect(new URL(seen.page.url()).pathname).toBe('/quire/')
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    } finally {
      await below.close()
    }
  },
  patience,
)
