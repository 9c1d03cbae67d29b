/**
 * `bun run screenshots [--out DIR] [--only NAME,NAME] [--themes dark,light] [--widths 390,1440]
 * [--language de] [--rtl]`: takes screenshots of every screen in four themes and in forced colors,
 * at four widths, with the built program and a generated library, into a temporary folder whose path
 * is printed.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeLibrary } from '../test/e2e/generate-library'
import { type ScreenPlace, screens } from '../test/e2e/screens'
import { addProgress, showcaseSeries, writeShowcase } from '../test/e2e/showcase'
import { World } from '../test/e2e/world'
import { visit, type Visit } from '../test/e2e/harness'
import { showTheme } from '../test/e2e/themes'
import { createTranslate, findByTranslation } from '../test/e2e/translated-names'

/** `forced` is the light theme in forced colors, as with a contrast theme of Windows. */
const allThemes = ['dark', 'light', 'forced', 'oled', 'eink']
const allSizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]
const plainSeries = 40

/** Changes only the direction, because no right-to-left translation exists yet. */
const setRightToLeft = ({ page }: Visit) => page.addInitScript({ content: turning })

const turning = `
  const turn = () => document.documentElement.dir === 'rtl' || (document.documentElement.dir = 'rtl')
  new MutationObserver(turn).observe(document, { subtree: true, attributeFilter: ['dir'] })
  addEventListener('DOMContentLoaded', turn)`

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    only: { type: 'string' },
    themes: { type: 'string' },
    widths: { type: 'string' },
    language: { type: 'string', default: 'en' },
    rtl: { type: 'boolean', default: false },
  },
})
const themes = values.themes?.split(',') ?? allThemes
const { language } = values
const widths = values.widths?.split(',')
const sizes = allSizes.filter(({ width }) => widths?.includes(String(width)) ?? true)
const out = values.out ? resolve(values.out) : mkdtempSync(join(tmpdir(), 'quire-screenshots-'))
mkdirSync(out, { recursive: true })

const world = new World()
try {
  await world.open({
    write: async (folder) => {
      await writeLibrary(folder, plainSeries)
      await writeShowcase(folder)
    },
    series: plainSeries + showcaseSeries,
  })
  const first = await world.signedIn()
  await addProgress(first, world.quire)
  if (language !== 'en') findByTranslation(first.page, createTranslate(language))
  await first.context.close()
  const only = (values.only ?? '').split(',')
  for (const screen of screens.filter(({ name }) => only.some((part) => name.startsWith(part)))) {
    for (const size of sizes) await takeScreenshot(screen, size)
  }
} finally {
  await world.close()
}
process.stdout.write(`Screenshots: ${out}\n`)

async function takeScreenshot(screen: ScreenPlace, size: (typeof allSizes)[number]) {
  const look = { ...size, language }
  const seen = screen.isPublic
    ? await visit(world.browser, world.quire, look)
    : await world.signedIn(look)
  if (values.rtl) await setRightToLeft(seen)
  try {
    await screen.before?.(seen.page)
    await seen.page.goto(world.quire.url + screen.path)
    await screen.ready(seen.page)
  } catch (error) {
    process.stderr.write(`${screen.name}-${size.width} is not ready: ${(error as Error).message}\n`)
  }
  for (const theme of themes) {
    const isForced = theme === 'forced'
    await seen.page.emulateMedia({ forcedColors: isForced ? 'active' : 'none' })
    await showTheme(seen.page, isForced ? 'light' : theme)
    // Waits for late images and animations.
    await seen.page.waitForTimeout(theme === themes[0] ? 900 : 250)
    await seen.page.screenshot({ path: join(out, `${screen.name}-${size.width}-${theme}.png`) })
  }
  await seen.context
    .close()
    .catch((error: Error) => process.stderr.write(`${screen.name}: ${error.message}\n`))
}
