/** The ground of the interface in a real Chromium, against the built program. */
import { describe, expect, test } from 'bun:test'
import { signIn, startQuire, visit } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const seriesCount = 1_500
const patience = 60_000
const world = openWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
const signedIn = (screen: Parameters<typeof visit>[2] = {}) => world.signedIn(screen)

/** The number of the first cover in sight; false while there is none. */
const firstInSight = () => {
  const items = [...document.querySelectorAll<HTMLElement>('[data-index]:has([data-cover])')]
  const shown = items.filter((item) => item.getBoundingClientRect().top >= 0)
  return shown.length > 0 && Math.min(...shown.map(({ dataset }) => Number(dataset['index'])))
}

describe('the library', () => {
  test(
    'is at the exact place again on Back',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await page.goto(`${world.quire.url}/library`)
      // With its length the list has its height.
      await page.getByText('1,500 series', { exact: true }).waitFor()
      await page.evaluate(() => scrollTo(0, 9_000))
      const first = await (await page.waitForFunction(firstInSight)).jsonValue()
      const top = await page.evaluate(() => scrollY)
      expect(top).toBeGreaterThan(8_000)
      await page.locator('nav a', { hasText: 'Home' }).first().click()
      await page.getByRole('heading', { name: 'New series' }).waitFor()
      await page.goBack()
      await page.waitForFunction((before) => scrollY === before, top)
      const again = await (await page.waitForFunction(firstInSight)).jsonValue()
      expect(again).toBe(first)
      expect(await page.evaluate(() => scrollY)).toBe(top)
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
      await page.getByText('1,500 series', { exact: true }).waitFor()
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
      await seen.page.getByText('Nothing here yet').waitFor()
      await seen.page.locator('nav a', { hasText: 'Home' }).first().click()
      await seen.page.getByText('Nothing to read yet').waitFor()
      expect(new URL(seen.page.url()).pathname).toBe('/quire/')
      await seen.page.goto(`${below.url}/login?to=%2Flibrary`)
      await seen.page.waitForURL(`${below.url}/library`)
      await seen.page.getByText('Nothing here yet').waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    } finally {
      await below.close()
    }
  },
  patience,
)
