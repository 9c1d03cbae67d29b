/** Every screen and state under the rules for everybody, in all themes. */
import { beforeAll, expect, test } from 'bun:test'
import { accessibilityProblems, visit } from './harness'
import { writeLibrary } from './library'
import { screens } from './screens'
import { showTheme } from './themes'
import { readSome, showcaseSeries, writeShowcase } from './showcase'
import { openWorld } from './world'

const plainSeries = 20
const patience = 120_000
const world = openWorld({
  write: async (folder) => {
    await writeLibrary(folder, plainSeries)
    await writeShowcase(folder)
  },
  series: plainSeries + showcaseSeries,
})

beforeAll(async () => {
  const first = await world.signedIn()
  await readSome(first, world.quire)
  await first.context.close()
}, patience)

for (const { name, path, isPublic, before, ready } of screens) {
  test(
    `${name} can be used by everybody, and breaks no rule`,
    async () => {
      const seen = await (isPublic ? visit(world.browser, world.quire) : world.signedIn())
      const { page } = seen
      await before?.(page)
      await page.goto(world.quire.url + path)
      await ready(page)
      expect(await accessibilityProblems(page)).toEqual([])
      // The rest of the rules asks for nothing that a theme could change.
      for (const theme of ['light', 'oled', 'eink']) {
        await showTheme(page, theme)
        const problems = await accessibilityProblems(page, ['color-contrast', 'link-in-text-block'])
        expect([theme, ...problems]).toEqual([theme])
      }
      await seen.context.close()
    },
    patience,
  )
}
