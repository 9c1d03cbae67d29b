/** Checks every screen and state for accessibility and layout, in all themes. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, visit, type Visit } from './harness'
import { writeLibrary } from './generate-library'
import { type ScreenPlace, screens } from './screens'
import { showTheme } from './themes'
import { addProgress, showcaseSeries, writeShowcase } from './showcase'
import { startWorld } from './world'

const plainSeries = 20
const timeoutMs = 120_000
const world = startWorld({
  write: async (folder) => {
    await writeLibrary(folder, plainSeries)
    await writeShowcase(folder)
  },
  series: plainSeries + showcaseSeries,
})

/** One visit for all screens that need no preparation and do not end the session. */
let shared: Visit

beforeAll(async () => {
  shared = await world.signedIn()
  await addProgress(shared, world.quire)
}, timeoutMs)

afterAll(() => shared?.context.close(), timeoutMs)

for (const screen of screens) {
  test(
    `${screen.name} is accessible and fits the screen`,
    () => (screen.isPublic || screen.before || screen.endsSession ? checkAlone : checkNext)(screen),
    timeoutMs,
  )
}

async function checkAlone(screen: ScreenPlace) {
  const seen = await (screen.isPublic ? visit(world.browser, world.quire) : world.signedIn())
  await screen.before?.(seen.page)
  await checkScreen(seen.page, screen)
  await seen.context.close()
}

/** Reuses a page, which is much faster than a new context, because its code is compiled. */
async function checkNext(screen: ScreenPlace) {
  const { page, troubles } = shared
  await forgetStorage(shared)
  troubles.length = 0
  await checkScreen(page, screen)
  // Some screens show server errors on purpose.
  expect(troubles.filter((trouble) => !trouble.includes('Failed to load resource'))).toEqual([])
}

/** Clears the storage from a blank page, because a screen may save until it is left. */
async function forgetStorage({ page, context }: Visit) {
  await page.goto('about:blank')
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(world.quire.url)
  const storageTypes = 'local_storage,indexeddb,cache_storage'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
}

async function checkScreen(page: Page, { path, ready }: ScreenPlace) {
  await page.goto(world.quire.url + path)
  await ready(page)
  expect(await findAccessibilityProblems(page)).toEqual([])
  // The other rules do not depend on the theme.
  for (const theme of ['light', 'oled', 'eink']) {
    await showTheme(page, theme)
    const problems = await findAccessibilityProblems(page, ['color-contrast', 'link-in-text-block'])
    expect([theme, ...problems]).toEqual([theme])
  }
}

const phoneScreens = new Set(['year-in-review', 'want-to-read', 'settings-pin', 'settings-move-in'])

test.each(screens.filter(({ name }) => phoneScreens.has(name)))(
  '$name cannot be scrolled sideways on a phone',
  async ({ path, before, ready }) => {
    const seen = await world.signedIn({ width: 390, height: 844 })
    await before?.(seen.page)
    await seen.page.goto(world.quire.url + path)
    await ready(seen.page)
    const getOverflow = () =>
      seen.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await getOverflow()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)
