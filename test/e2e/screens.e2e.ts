/** Checks every screen and state for accessibility and layout, in all themes. */
import { beforeAll, expect, test } from 'bun:test'
import { findAccessibilityProblems, visit } from './harness'
import { writeLibrary } from './generate-library'
import { screens } from './screens'
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

beforeAll(async () => {
  const first = await world.signedIn()
  await addProgress(first, world.quire)
  await first.context.close()
}, timeoutMs)

for (const { name, path, isPublic, before, ready } of screens) {
  test(
    `${name} is accessible and fits the screen`,
    async () => {
      const seen = await (isPublic ? visit(world.browser, world.quire) : world.signedIn())
      const { page } = seen
      await before?.(page)
      await page.goto(world.quire.url + path)
      await ready(page)
      expect(await findAccessibilityProblems(page)).toEqual([])
      // The other rules do not depend on the theme.
      for (const theme of ['light', 'oled', 'eink']) {
        await showTheme(page, theme)
        const problems = await findAccessibilityProblems(page, [
          'color-contrast',
          'link-in-text-block',
        ])
        expect([theme, ...problems]).toEqual([theme])
      }
      await seen.context.close()
    },
    timeoutMs,
  )
}
