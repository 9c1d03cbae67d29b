/** Measures the interface on a phone and a desktop: `bun test/bench/web.ts`. See README.md. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  type Visit,
  visit,
} from '../e2e/harness'
import { writePictures, writeScans, writeVolumes } from '../e2e/generate-library'
import { buildParagraphs, makeTinyEpub } from '../e2e/tiny-epub'
import { countTraffic, desktopLine, phone, slow4G, slowDown } from '../e2e/network'
import { computeFigures, ms, printLine, printTable } from './support/figures'
import { curves, type PageTimes, computeScore } from './support/web-score'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    series: { type: 'string', default: '60' },
    /** Measures only this device: `phone` or `desktop`. */
    only: { type: 'string', default: '' },
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

/** Records metrics. Runs in the page before the scripts of the page. */
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

interface Screen {
  name: string
  path: string
  /** Selector of the last element that the screen shows. */
  ready: string
}

async function measure(
  browser: Browser,
  quire: Quire,
  { path, ready }: Screen,
  device: (typeof devices)['phone' | 'desktop'],
): Promise<Measured> {
  // In the frames of an e-book, scripts are blocked, so the observers cause console errors.
  const seen = await visit(browser, quire, { ...device.screen, mayBreakRules: true })
  await signIn(seen, quire)
  await seen.page.addInitScript(observers)
  await slowDown(seen, device.line, device.processor)
  const traffic = await countTraffic(seen)
  await seen.page.goto(quire.url + path, { timeout: 120_000 })
  await seen.page.waitForSelector(ready, { timeout: 120_000 })
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
  const id = await findBook(seen, name)
  await request.patch(`${quire.url}/api/v1/preferences?scope=book&id=${id}`, {
    headers: { origin: quire.url },
    data: { preferences: { 'reader.quality': quality } },
  })
  const open = () => seen.page.goto(`${quire.url}/read/${id}?page=1`)
  /** Measures the time from the key press to the image, inside the page. */
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

async function findBook({ context }: Visit, name: string) {
  const query = new URLSearchParams({ search: name, pageSize: '1' }).toString()
  const answer = await context.request.get(`${quire.url}/api/v1/books?${query}`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data[0]!.id
}

function writeText(title: string) {
  const chapters = [1, 2, 3].map((chapter) => ({
    title: `Chapter ${chapter}`,
    html: buildParagraphs(chapter, 60),
  }))
  mkdirSync(join(library, title))
  writeFileSync(join(library, title, `${title} v1.epub`), makeTinyEpub({ title, chapters }))
}

/** Compares the loading time of the first page with the transfer time of the same bytes. */
async function measureFirstPage() {
  const seen = await visit(browser, quire, phone)
  await signIn(seen, quire)
  const id = await findBook(seen, 'Scans')
  await slowDown(seen, slow4G)
  await seen.page.goto(`${quire.url}/read/${id}`, { timeout: 120_000 })
  await seen.page.waitForSelector('main img[alt^="Page "]', { timeout: 120_000 })
  const [tookMs, bytes] = (await seen.page.evaluate(`(() => {
    const page = performance.getEntriesByType('resource').find(({ name }) => /pages.1([?]|$)/.test(name))
    return [page.responseEnd - page.requestStart, page.encodedBodySize]
  })()`)) as [number, number]
  await seen.context.close()
  const aloneMs = slow4G.latencyMs + (bytes / slow4G.down) * 1000
  const size = `${(bytes / 1000).toFixed(0)} kB`
  printLine(`first page, ${size}: ${ms(tookMs)} ms, alone ${ms(aloneMs)} ms (aim 1.2 times)`)
}

const median = (samples: readonly number[]) => computeFigures(samples).median

const library = mkdtempSync(join(tmpdir(), 'bench-web-'))
const count = Number(values.series)
await writePictures(library, count)
await writeVolumes(library, 'Turns', 40)
await writeScans(library, 'Scans', 12)
writeText('Text')
const quire = await startQuire({ library })
const browser = await openBrowser({ needsFullBrowser: true })
const first = await visit(browser, quire)
await signIn(first, quire)
await waitUntilScanned(first, quire, count + 3)
// Makes sure that the covers exist before the first measurement.
for (const path of ['/', '/library']) {
  await first.page.goto(quire.url + path)
  await first.page.waitForLoadState('networkidle')
  await first.page.waitForTimeout(restMs)
}

const idOf = (name: string) => findBook(first, name)
const cover = '[data-cover] img'
const screens: Screen[] = [
  { name: 'home', path: '/', ready: cover },
  { name: 'library', path: '/library', ready: cover },
  { name: 'book', path: `/book/${await idOf('Picture 001')}`, ready: 'h1' },
  { name: 'comic', path: `/read/${await idOf('Picture 002')}`, ready: 'main img[alt^="Page "]' },
  { name: 'e-book', path: `/read/${await idOf('Text')}`, ready: 'quire-paginator' },
  { name: 'settings', path: '/settings/libraries', ready: 'main h2' },
]
const rows: string[][] = []
for (const [name, device] of Object.entries(devices).filter(
  ([known]) => !values.only || values.only === known,
)) {
  let home = 0
  for (const screen of screens) {
    const runs: Measured[] = []
    for (let run = 0; run < Number(values.times); run++) {
      runs.push(await measure(browser, quire, screen, device))
    }
    const of = (key: keyof Measured) => median(runs.map((run) => run[key]))
    const scores = runs.map((run) => computeScore(run, device.curves))
    const times = (['fcp', 'lcp', 'tbt'] as const).map((key) => ms(of(key)))
    home ||= of('fcp')
    const others = [of('cls').toFixed(3), of('kilobytes').toFixed(0), median(scores).toFixed(0)]
    rows.push([`${name}, ${screen.name}`, ...times, ...others, (of('fcp') / home).toFixed(2)])
  }
}
printTable(['', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'kB', 'score', 'FCP / home'], rows)
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
await measureFirstPage()
await browser.close()
await quire.close()
rmSync(library, { recursive: true })
