/**
 * `bun run screenshots [--out DIR] [--only NAME]`: every screen in four themes and two widths, from the
 * built program on a library made for it, into a temporary folder that is named at the end.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import {
  openBrowser,
  type Quire,
  signIn,
  startQuire,
  untilScanned,
  visit,
} from '../test/e2e/harness'
import { writeLibrary } from '../test/e2e/library'
import { type ScreenPlace, screens } from '../test/e2e/screens'

const themes = ['dark', 'light', 'oled', 'eink']
const widths = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
]
const seriesCount = 60

const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } })
const out = values.out ? resolve(values.out) : mkdtempSync(join(tmpdir(), 'quire-screenshots-'))
const library = mkdtempSync(join(tmpdir(), 'quire-screenshots-library-'))

await writeLibrary(library, seriesCount)
const quire = await startQuire({ library })
const browser = await openBrowser()
try {
  await prepare(browser, quire)
  for (const screen of screens.filter(({ name }) => !values.only || name.startsWith(values.only))) {
    for (const theme of themes) await photograph(browser, quire, { screen, theme })
  }
} finally {
  await browser.close()
  await quire.close()
  rmSync(library, { recursive: true, force: true })
}
process.stdout.write(`Screenshots: ${out}\n`)

/** Some books are begun, so that home has what to show. */
async function prepare(opened: Browser, running: Quire) {
  const seen = await visit(opened, running)
  await signIn(seen, running)
  await untilScanned(seen, running, seriesCount)
  const { request } = seen.context
  const answer = await request.get(`${running.url}/api/v1/books?pageSize=8`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  const headers = { origin: new URL(running.url).origin }
  for (const [position, { id }] of data.entries()) {
    const progress = position < 5 ? { currentPage: 1 } : { currentPage: 2, completed: true }
    await request.put(`${running.url}/api/v1/books/${id}/progress`, { headers, data: progress })
  }
  await seen.context.close()
}

interface Wanted {
  screen: ScreenPlace
  theme: string
}

async function photograph(opened: Browser, running: Quire, { screen, theme }: Wanted) {
  for (const { name, width, height } of widths) {
    const seen = await visit(opened, running, { width, height, theme })
    if (!screen.isPublic) await signIn(seen, running)
    await seen.page.goto(running.url + screen.path)
    await screen.ready(seen.page)
    await seen.page.waitForTimeout(600)
    mkdirSync(out, { recursive: true })
    await seen.page.screenshot({ path: join(out, `${screen.name}-${name}-${theme}.png`) })
    for (const trouble of seen.troubles) process.stderr.write(`${screen.name}: ${trouble}\n`)
    await seen.context.close()
  }
}
