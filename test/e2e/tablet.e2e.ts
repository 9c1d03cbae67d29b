/** Screens between phone and desktop: tablets, a desktop at 200 % zoom, and forced colors. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitForBox, waitUntil } from './harness'
import { createFingers } from './touch'
import { writeLibrary } from './generate-library'
import { finishTransitions } from './themes'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeLibrary(folder, 12), series: 12 })

const sections = ['libraries', 'metadata', 'statistics', 'about', 'sessions', 'users', 'trash']

test.each([720, 768, 1000])(
  'I4: at %i px the sidebar is a rail of icons, and no section is wider than the screen',
  async (width) => {
    const { page, context } = await world.at('/', { width, height: 1024 })
    const side = await waitForBox(page.getByRole('navigation', { name: 'Main' }))
    expect(side.width).toBeLessThanOrEqual(64)
    // The icons keep their accessible names.
    await page.getByRole('link', { name: 'Want to read' }).first().waitFor()
    for (const path of ['/', '/library', ...sections.map((name) => `/settings/${name}`)]) {
      await page.goto(world.quire.url + path)
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([path, overflow]).toEqual([path, 0])
    }
    await context.close()
  },
  timeoutMs,
)

test.each([720, 768, 850])(
  'at %i px the actions of a series and of a book are in one row',
  async (width) => {
    const { page, context } = await world.at('/library', { width, height: 1024 })
    await page.locator('main a[href*="/series/"]').first().click()
    await expectOneRow(page)
    await page.locator('main a[href*="/book/"]').first().click()
    await page.waitForURL(/\/book\//)
    await expectOneRow(page)
    await context.close()
  },
  timeoutMs,
)

async function expectOneRow(page: Page) {
  const wanted = page.getByRole('button', { name: 'Want to read', exact: true })
  await wanted.waitFor()
  const middles = await wanted.evaluate((button) =>
    [...button.parentElement!.children].map((action) => {
      const { top, height } = action.getBoundingClientRect()
      return Math.round(top + height / 2)
    }),
  )
  expect(middles.length).toBeGreaterThan(3)
  expect(new Set(middles).size).toBe(1)
}

test(
  'I4: on a tablet, the settings are a list that leads to pages',
  async () => {
    const { page, context } = await world.at('/settings', { width: 768, height: 1024 })
    const contents = page.getByRole('navigation', { name: 'Settings' })
    await contents.getByRole('link', { name: 'Libraries' }).click()
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor()
    expect(await contents.isVisible()).toBe(false)
    await page.locator('main').getByRole('link', { name: 'Settings' }).click()
    await contents.waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'I18: with forced colors, a switch and its state are visible',
  async () => {
    const { page, context } = await world.at('/')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByRole('button', { name: 'Customize Home' }).click()
    const control = page.getByRole('switch').first()
    await control.waitFor()
    const getColors = () =>
      control.evaluate((it) => ({
        switch: getComputedStyle(it).backgroundColor,
        thumb: getComputedStyle(it.firstElementChild!).backgroundColor,
      }))
    const on = await getColors()
    expect(on.switch).not.toBe(on.thumb)
    await control.click()
    await waitUntil(async () => (await getColors()).switch !== on.switch, 'the other color')
    const off = await getColors()
    expect(off.switch).not.toBe(off.thumb)
    await context.close()
  },
  timeoutMs,
)

test(
  'I18: with forced colors, the section of the library that is shown is marked',
  async () => {
    const { page, context } = await world.at('/library')
    await page.emulateMedia({ forcedColors: 'active' })
    const parts = page.getByRole('navigation', { name: 'Library sections' })
    const getColor = (name: string) =>
      parts.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).color)
    await parts.getByRole('link', { name: 'Series' }).waitFor()
    await page.evaluate(finishTransitions)
    expect(await getColor('Series')).not.toBe(await getColor('Books'))
    await context.close()
  },
  timeoutMs,
)

test(
  'I23a: a long press selects a series, and lifting the finger keeps it',
  async () => {
    const seen = await world.at('/library', { width: 390, height: 844 })
    const { page } = seen
    const fingers = await createFingers(seen)
    const getMiddle = async (index: number) => {
      const box = await waitForBox(page.locator('[data-cover]').nth(index))
      return [box.x + box.width / 2, box.y + box.height / 3] as const
    }
    await fingers.down(await getMiddle(0))
    await page.getByText('1 selected').waitFor()
    await fingers.up()
    // The tap arrives after everything that lifting the finger has caused.
    await fingers.tap(await getMiddle(1))
    await page.getByText('2 selected').waitFor()
    await page
      .getByRole('button', { name: /Select/ })
      .first()
      .waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I29: without a pointer that hovers, no keys are shown',
  async () => {
    const { page, context } = await world.at('/', { width: 1000, height: 1024 })
    const keys = page.getByRole('button', { name: 'Keyboard shortcuts' })
    const hint = page.locator('kbd', { hasText: 'Ctrl K' })
    await keys.waitFor()
    await hint.waitFor()
    const session = await context.newCDPSession(page)
    const screen = { width: 1000, height: 1024, deviceScaleFactor: 1, mobile: true }
    await session.send('Emulation.setDeviceMetricsOverride', screen)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await keys.waitFor({ state: 'hidden' })
    await hint.waitFor({ state: 'hidden' })
    await context.close()
  },
  timeoutMs,
)
