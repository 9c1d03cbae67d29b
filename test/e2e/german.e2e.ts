/** The German interface on a phone: its words are longer than the English ones. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, getFocusedDialog } from './harness'
import { writeLibrary } from './generate-library'
import { openBook, openSeries } from './open-screens'
import { addProgress, showcaseSeries, writeShowcase } from './showcase'
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

type Screen = readonly [path: string, ready: (page: Page) => Promise<unknown>]

const listCovers = (page: Page) => page.waitForSelector('[data-cover]')
const getHeading = (page: Page) => page.waitForSelector('main h1')

const browsing: readonly Screen[] = [
  ['/', listCovers],
  ['/library', listCovers],
  ['/library?view=table', (page) => page.waitForSelector('[role=row] a')],
  ['/library?tab=recommended', listCovers],
  ['/library?search=Tidal', openSeries],
  ['/library?search=Tidal', openBook],
  ['/search?q=series', (page) => page.waitForSelector('[role=option]')],
  ['/want-to-read', getHeading],
  ['/collections', getHeading],
  ['/statistics', getHeading],
  ['/notifications', getHeading],
  ['/releases', getHeading],
]

const settingsParts = 'profile security apps appearance reading libraries plugins users access'
const settings = ['', ...`${settingsParts} general backups tasks problems about`.split(' ')].map(
  (part): Screen => [`/settings/${part}`, getHeading],
)

const openByKey = (key: string) => async (page: Page) => {
  await listCovers(page)
  await page.keyboard.press(key)
  await getFocusedDialog(page)
}

async function openEditForm(page: Page) {
  await openSeries(page)
  await page.keyboard.press('e')
  const form = await getFocusedDialog(page)
  await form.getByRole('textbox').first().waitFor()
}

async function openReader(page: Page) {
  await listCovers(page)
  await page.locator('[data-cover]').first().click()
  await page.locator('main a[href*="/read/"]').first().click()
  await page.waitForURL('**/read/**')
  await page.locator('[role=slider], input[type=range]').first().waitFor()
}

const openPanel = (key: string) => async (page: Page) => {
  await openReader(page)
  await page.keyboard.press(key)
  await page.getByRole('complementary').waitFor()
}

const comic = '/library?search=Low%20Orbit'
const novel = '/library?search=Glass'
const openedByKeys: readonly Screen[] = [
  ['/', openByKey('?')],
  ['/', openByKey('Control+k')],
  ['/library?search=Tidal', openEditForm],
  [comic, openReader],
  [comic, openPanel('a')],
  [comic, openPanel('t')],
  [novel, openPanel('a')],
  [novel, openPanel('/')],
]

for (const [name, screens] of Object.entries({ browsing, settings, openedByKeys })) {
  test(
    `${name}: accessible, and nothing is wider than a phone`,
    async () => {
      const seen = await world.signedIn({ width: 390, height: 844, language: 'de' })
      const { page, context } = seen
      await addProgress(seen, world.quire)
      for (const [path, ready] of screens) {
        await page.goto(world.quire.url + path)
        await ready(page)
        expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
        const problems = await findAccessibilityProblems(page)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect({ path, problems, overflow }).toEqual({ path, problems: [], overflow: 0 })
      }
      await context.close()
    },
    timeoutMs,
  )
}
