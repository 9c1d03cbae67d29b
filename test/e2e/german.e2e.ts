/** The German interface on a phone: its words are longer than the English ones. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, getFocusedDialog } from './harness'
import { writeLibrary } from './generate-library'
import { openBook, openReader, openSeries, openTextReader } from './open-screens'
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

const openPanel = (open: typeof openReader, key: string) => async (page: Page) => {
  await open(page)
  await page.keyboard.press(key)
  await page.getByRole('complementary').waitFor()
}

const comic = '/library?search=Low%20Orbit'
const novel = '/library?search=Glass'
const dialogs: readonly Screen[] = [
  ['/', openByKey('?')],
  ['/', openByKey('Control+k')],
  ['/library?search=Tidal', openEditForm],
]

const readers: readonly Screen[] = [
  [comic, openReader],
  [comic, openPanel(openReader, 'a')],
  [comic, openPanel(openReader, 't')],
  [novel, openPanel(openTextReader, 'a')],
  [novel, openPanel(openTextReader, '/')],
]

for (const [name, screens] of Object.entries({ browsing, settings, dialogs, readers })) {
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
