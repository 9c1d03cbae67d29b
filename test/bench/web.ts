/** Measures the interface on a phone and a desktop: `bun test/bench/web.ts`. See README.md. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import {
  openBrowser,
  type Quire,
  signIn,
  startQuire,
  waitUntilScanned,
  visit,
} from '../e2e/harness'
import { writePictures, writeScans, writeVolumes } from '../e2e/generate-library'
import { countTraffic, desktopLine, phone, slow4G, slowDown } from '../e2e/network'
import { computeFigures, ms, printLine, printTable } from './support/figures'
import { curves, type PageTimes, computeScore } from './support/web-score'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    series: { type: 'string', default: '60' },
  },
})
const devices = {
  phone: { screen: phone, line: slow4G, processor: 4, curves: curves.phone },
  desktop: {
    screen: { width: 1350, height: 940 },
    line: desktopLine,
    processor: 1,
    curves: curves.desktop,
  },
}

/** Runs in the page before its scripts. */
const observers = `
globalThis.seen = { fcp: 0, lcp: 0, tbt: 0, cls: 0 }
const watch = (type, act) => new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true })
watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.fcp = startTime })
watch('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
watch('longtask', ({ duration }) => { seen.tbt += Math.max(0, duration - 50) })
watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.cls += value })
`
const restMs = 3_000

interface Measured extends PageTimes {
  kilobytes: number
}

async function measure(
  browser: Browser,
  quire: Quire,
  { path, device }: { path: string; device: (typeof devices)['phone' | 'desktop'] },
): Promise<Measured> {
  const seen = await visit(browser, quire, device.screen)
  await signIn(seen, quire)
  await seen.page.addInitScript(observers)
  await slowDown(seen, device.line, device.processor)
  const traffic = await countTraffic(seen)
  await seen.page.goto(quire.url + path, { timeout: 120_000 })
  await seen.page.waitForSelector('[data-cover] img', { timeout: 120_000 })
  await seen.page.waitForLoadState('networkidle')
  await seen.page.waitForTimeout(restMs)
  const times = (await seen.page.evaluate('seen')) as PageTimes
  await seen.context.close()
  return { ...times, kilobytes: traffic.bytes / 1000 }
}

interface Turned {
  /** The title of the book. */
  name: string
  quality: 'fitting' | 'original'
  lastPage: number
}

async function measureTurns(browser: Browser, quire: Quire, { name, quality, lastPage }: Turned) {
  const seen = await visit(browser, quire)
  await signIn(seen, quire)
  const { request } = seen.context
  const answer = await request.get(`${quire.url}/api/v1/books?search=${name}&pageSize=1`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  const { id } = data[0]!
  await request.patch(`${quire.url}/api/v1/preferences?scope=book&id=${id}`, {
    headers: { origin: quire.url },
    data: { preferences: { 'reader.quality': quality } },
  })
  const open = () => seen.page.goto(`${quire.url}/read/${id}?page=1`)
  /** From the key press to the image, measured inside the page. */
  const turn = (key: string, page: number) =>
    seen.page.evaluate(`new Promise((resolve) => {
      const begin = performance.now()
      const look = () => document.querySelector('main img[alt^="Page ${page} "]')
        ? resolve(performance.now() - begin) : requestAnimationFrame(look)
      dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))
      look()
    })`) as Promise<number>
  const rest = () => seen.page.waitForTimeout(restMs)
  await open()
  await seen.page.waitForLoadState('networkidle')
  await rest()
  const first = await turn('ArrowRight', 2)
  await rest()
  const preloaded = [first, await turn('ArrowRight', 4)]
  await open()
  await seen.page.waitForSelector('main img[alt^="Page "]')
  const cold = await turn('End', lastPage)
  await seen.context.close()
  return { preloaded: Math.max(...preloaded), cold }
}

const median = (samples: readonly number[]) => computeFigures(samples).median

const library = mkdtempSync(join(tmpdir(), 'bench-web-'))
const count = Number(values.series)
await writePictures(library, count)
await writeVolumes(library, 'Turns', 40)
await writeScans(library, 'Scans', 12)
const quire = await startQuire({ library })
const browser = await openBrowser()
const first = await visit(browser, quire)
await signIn(first, quire)
await waitUntilScanned(first, quire, count + 2)
// Covers exist before the first measurement.
for (const path of ['/', '/library']) {
  await first.page.goto(quire.url + path)
  await first.page.waitForLoadState('networkidle')
  await first.page.waitForTimeout(restMs)
}

const rows: string[][] = []
for (const [name, device] of Object.entries(devices)) {
  for (const path of ['/', '/library']) {
    const runs: Measured[] = []
    for (let run = 0; run < Number(values.times); run++) {
      runs.push(await measure(browser, quire, { path, device }))
    }
    const of = (key: keyof Measured) => median(runs.map((run) => run[key]))
    const scores = runs.map((run) => computeScore(run, device.curves))
    const times = (['fcp', 'lcp', 'tbt'] as const).map((key) => ms(of(key)))
    const others = [of('cls').toFixed(3), of('kilobytes').toFixed(0), median(scores).toFixed(0)]
    rows.push([`${name} ${path}`, ...times, ...others])
  }
}
printTable(['', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'kB', 'score'], rows)
const turned: Turned[] = [
  { name: 'Turns', quality: 'fitting', lastPage: 40 },
  { name: 'Scans', quality: 'original', lastPage: 12 },
]
for (const book of turned) {
  const turns: Awaited<ReturnType<typeof measureTurns>>[] = []
  for (let run = 0; run < Number(values.times); run++) {
    turns.push(await measureTurns(browser, quire, book))
  }
  const of = (key: 'preloaded' | 'cold') => ms(median(turns.map((times) => times[key])))
  printLine(`page turn, ${book.name}, preloaded: ${of('preloaded')} ms (aim 50)`)
  printLine(`page turn, ${book.name}, cold: ${of('cold')} ms (aim 300)`)
}
await browser.close()
await quire.close()
rmSync(library, { recursive: true })
