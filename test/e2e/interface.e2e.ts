/** Basics of the interface in Chromium, with the built program. */
import { describe, expect, test } from 'bun:test'
import { signIn, startQuire, visit } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const seriesCount = 1_500
const timeoutMs = 60_000
const world = startWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
const openSignedIn = (screen: Parameters<typeof visit>[2] = {}) => world.signedIn(screen)

/** Runs in the page. Returns the index of the first visible cover, or false if there is none. */
const findFirstVisible = () => {
  const items = [...document.querySelectorAll<HTMLElement>('[data-index]:has([data-cover])')]
  const shown = items.filter((item) => item.getBoundingClientRect().top >= 0)
  return shown.length > 0 && Math.min(...shown.map(({ dataset }) => Number(dataset['index'])))
}

describe('the library', () => {
  test(
    'restores the exact position on Back',
    async () => {
      const seen = await openSignedIn()
      const { page } = seen
      await page.goto(`${world.quire.url}/library`)
      // The list has its full height once the number of series is known.
      await page.getByText('1,500 series', { exact: true }).waitFor()
      await page.evaluate(() => scrollTo(0, 9_000))
      const first = await (await page.waitForFunction(findFirstVisible)).jsonValue()
      const top = await page.evaluate(() => scrollY)
      expect(top).toBeGreaterThan(8_000)
      await page.locator('nav a', { hasText: 'Home' }).first().click()
      await page.getByRole('heading', { name: 'New books' }).waitFor()
      await page.goBack()
      await page.waitForFunction((before) => scrollY === before, top)
      const again = await (await page.waitForFunction(findFirstVisible)).jsonValue()
      expect(again).toBe(first)
      expect(await page.evaluate(() => scrollY)).toBe(top)
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'is navigated with arrow keys',
    async () => {
      const seen = await openSignedIn()
      const { page } = seen
      await page.goto(`${world.quire.url}/library`)
      await page.getByText('1,500 series', { exact: true }).waitFor()
      await page.focus('[data-index="0"] a')
      const getFocusedIndex = () =>
        page.evaluate(
          () => document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'],
        )
      await page.keyboard.press('ArrowRight')
      expect(await getFocusedIndex()).toBe('1')
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
    timeoutMs,
  )
})

test(
  'is completely translated into German, also from right to left',
  async () => {
    const seen = await openSignedIn({ language: 'de', width: 390, height: 844 })
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
  timeoutMs,
)

test(
  'loads the texts of a language with the screens that show them',
  async () => {
    const seen = await openSignedIn({ language: 'de', width: 1280, height: 800 })
    const parts: string[] = []
    seen.page.on('request', (request) => {
      const [, part] =
        /assets\/(settings[\w-]*|server|book)-[\w-]{8}\.js$/.exec(request.url()) ?? []
      if (part) parts.push(part)
    })
    await seen.page.goto(`${world.quire.url}/`)
    await seen.page.getByRole('navigation').first().waitFor()
    await seen.page.waitForLoadState('networkidle')
    expect(parts).toEqual([])
    await seen.page.goto(`${world.quire.url}/settings/backups`)
    await seen.page.getByRole('heading', { name: 'Sicherungen' }).first().waitFor()
    expect(parts).toContain('settings-server')
    // An error of the server, whose text comes with it.
    await seen.page.goto(`${world.quire.url}/library?sort=foo,asc`)
    await seen.page.getByText('muss ein Schlüssel sein').waitFor()
    expect(seen.troubles.filter((trouble) => !trouble.includes('status of 400'))).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'works below a base path',
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
  timeoutMs,
)
