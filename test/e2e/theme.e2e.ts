/** The theme color of the browser window matches the displayed theme. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const world = startWorld({ write: (folder) => writeLibrary(folder, 1), series: 1 })

/** Returns the page background and the first matching theme color, which browsers use. */
const getThemeColour = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const bar = metas.find(({ media }) => matchMedia(media).matches)?.content
    const ground = document.createElement('canvas').getContext('2d')!
    const toHex = (color: string) => {
      ground.fillStyle = color
      return ground.fillStyle
    }
    const shown = getComputedStyle(document.documentElement).getPropertyValue('--bg')
    return { bar: toHex(bar ?? 'none'), page: toHex(shown.trim()) }
  })

async function chooseTheme(page: Page, theme: string) {
  await page.getByRole('button', { name: 'ada', exact: true }).click()
  await page.getByRole('menuitem', { name: theme, exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

async function expectOneColour(page: Page, expected: string) {
  await waitUntil(
    async () => (await getThemeColour(page)).page === expected,
    `the page is ${expected}`,
  )
  expect(await getThemeColour(page)).toEqual({ bar: expected, page: expected })
}

test('follows the selected theme, immediately and after reopening', async () => {
  const { page, context } = await world.at('/', { theme: 'dark' })
  await expectOneColour(page, '#131210')
  for (const [theme, colour] of [
    ['Light', '#f6f2ea'],
    ['Black', '#000000'],
    ['E-ink', '#ffffff'],
    ['Dark', '#131210'],
  ] as const) {
    await chooseTheme(page, theme)
    await expectOneColour(page, colour)
    await page.reload()
    await expectOneColour(page, colour)
  }
  await context.close()
}, 90_000)

test('follows the system by default', async () => {
  const { page, context } = await world.at('/', { theme: 'light' })
  await chooseTheme(page, 'System default')
  for (const [colorScheme, colour] of [
    ['dark', '#131210'],
    ['light', '#f6f2ea'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expectOneColour(page, colour)
  }
  await context.close()
}, 60_000)

test('I28: the stack behind a white cover stands out from the page', async () => {
  const { page, context } = await world.at('/library', { theme: 'light' })
  const art = page.locator('[data-cover]').first().locator('div[style*="--tint"]').first()
  await art.waitFor()
  const contrast = await art.evaluate((element) => {
    element.style.setProperty('--tint', '#ffffff')
    const ground = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const getLuminance = (colour: string) => {
      ground.fillStyle = colour
      ground.fillRect(0, 0, 1, 1)
      const parts = [...ground.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => one / 255)
      const [r = 0, g = 0, b = 0] = parts.map((one) =>
        one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const sheet = getLuminance(getComputedStyle(element, '::before').backgroundColor)
    const paper = getLuminance(getComputedStyle(document.body).backgroundColor)
    return (Math.max(sheet, paper) + 0.05) / (Math.min(sheet, paper) + 0.05)
  })
  expect(contrast).toBeGreaterThan(1.2)
  await context.close()
}, 90_000)
