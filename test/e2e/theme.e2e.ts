/** The bar that a browser or a phone draws around the page has the colour of the theme that is shown. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const world = openWorld({ write: (folder) => writeLibrary(folder, 1), series: 1 })

/** As a browser chooses: the first that fits. */
const colours = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const bar = metas.find(({ media }) => matchMedia(media).matches)?.content
    const ground = document.createElement('canvas').getContext('2d')!
    const plain = (colour: string) => {
      ground.fillStyle = colour
      return ground.fillStyle
    }
    const shown = getComputedStyle(document.documentElement).getPropertyValue('--bg')
    return { bar: plain(bar ?? 'none'), page: plain(shown.trim()) }
  })

async function choose(page: Page, theme: string) {
  await page.getByRole('button', { name: 'ada', exact: true }).click()
  await page.getByRole('menuitem', { name: theme, exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

async function expectOneColour(page: Page, expected: string) {
  await until(async () => (await colours(page)).page === expected, `the page is ${expected}`)
  expect(await colours(page)).toEqual({ bar: expected, page: expected })
}

test('follows what is chosen, at once and when the page is opened again', async () => {
  const { page, context } = await world.at('/', { theme: 'dark' })
  await expectOneColour(page, '#131210')
  for (const [theme, colour] of [
    ['Light', '#f6f2ea'],
    ['Black', '#000000'],
    ['E-ink', '#ffffff'],
    ['Dark', '#131210'],
  ] as const) {
    await choose(page, theme)
    await expectOneColour(page, colour)
    await page.reload()
    await expectOneColour(page, colour)
  }
  await context.close()
}, 90_000)

test('follows the system where nothing is chosen', async () => {
  const { page, context } = await world.at('/', { theme: 'light' })
  await choose(page, 'System default')
  for (const [colorScheme, colour] of [
    ['dark', '#131210'],
    ['light', '#f6f2ea'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expectOneColour(page, colour)
  }
  await context.close()
}, 60_000)
