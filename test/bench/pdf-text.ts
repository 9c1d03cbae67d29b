/**
 * Measures when the text of a PDF page follows its picture on a phone:
 * `bun test/bench/pdf-text.ts --pdf FILE`. See README.md.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import {
  openBrowser,
  signIn,
  startQuire,
  type Visit,
  visit,
  waitUntilScanned,
} from '../e2e/harness'
import { phone, slow4G, slowDown } from '../e2e/network'
import { computeFigures, ms, printLine, printTable } from './support/figures'

const { values } = parseArgs({
  options: {
    pdf: { type: 'string', default: '' },
    /** Page at which the book is opened. The next pages are turned to. */
    page: { type: 'string', default: '30' },
    turns: { type: 'string', default: '4' },
    times: { type: 'string', default: '3' },
  },
})
if (!values.pdf) throw new Error('Specify a PDF with text: --pdf FILE')
const restMs = 3_000

interface Shown {
  /** Since the request for the page of the reader, or since the key press. */
  pictureMs: number
  textMs: number
}

const patienceMs = 30_000

/** Measured inside the page, in each frame. */
const watchPage = (number: number, beginMs: string) => `new Promise((resolve, reject) => {
  const begin = ${beginMs}
  const seen = {}
  setTimeout(() => reject(new Error('page ${number} shows only ' + JSON.stringify(seen))), ${patienceMs})
  const look = () => {
    const picture = document.querySelector('main img[alt^="Page ${number} "]')
    if (picture?.complete && picture.naturalWidth > 0) seen.pictureMs ??= performance.now() - begin
    if (document.querySelector('[data-text-layer="${number}"] span')) seen.textMs ??= performance.now() - begin
    if (seen.pictureMs && seen.textMs) resolve(seen)
    else requestAnimationFrame(look)
  }
  look()
})`

const openAt = async (page: Page, address: string, number: number): Promise<Shown> => {
  await page.goto(`${address}?page=${number}`, { waitUntil: 'commit', timeout: 120_000 })
  return (await page.evaluate(watchPage(number, '0'))) as Shown
}

async function turnTo(page: Page, number: number): Promise<Shown> {
  const shown = page.evaluate(watchPage(number, 'performance.now()')) as Promise<Shown>
  await page.keyboard.press('ArrowRight')
  return shown
}

async function measureVisit(seen: Visit, address: string): Promise<Shown[]> {
  const first = Number(values.page)
  const shown = [await openAt(seen.page, address, first)]
  for (let turn = 1; turn <= Number(values.turns); turn++) {
    await seen.page.waitForTimeout(restMs)
    shown.push(await turnTo(seen.page, first + turn))
  }
  return shown
}

const library = mkdtempSync(join(tmpdir(), 'bench-pdf-text-'))
mkdirSync(join(library, 'Book'))
copyFileSync(values.pdf, join(library, 'Book', 'Book.pdf'))
const quire = await startQuire({ library })
const browser = await openBrowser({ needsFullBrowser: true })
const first = await visit(browser, quire)
await signIn(first, quire)
await waitUntilScanned(first, quire, 1)
const answer = await first.context.request.get(`${quire.url}/api/v1/books`)
const { data } = (await answer.json()) as { data: { id: string }[] }
const runs: Shown[][] = []
for (let run = 0; run < Number(values.times); run++) {
  const seen = await visit(browser, quire, phone)
  await signIn(seen, quire)
  await slowDown(seen, slow4G, 4)
  runs.push(await measureVisit(seen, `${quire.url}/read/${data[0]!.id}`))
  await seen.context.close()
}
await browser.close()
await quire.close()
rmSync(library, { recursive: true })

const median = (samples: readonly number[]) => computeFigures(samples).median
const rows = runs[0]!.map((_, turn) => {
  const each = runs.map((shown) => shown[turn]!)
  const later = each.map(({ pictureMs, textMs }) => textMs - pictureMs)
  return [
    turn === 0 ? `opened at page ${values.page}` : `turn ${turn}`,
    ms(median(each.map(({ pictureMs }) => pictureMs))),
    ms(median(later)),
    ms(Math.max(...later)),
  ]
})
printTable(['', 'picture ms', 'text later ms, median', 'highest'], rows)
printLine('Aim: the text 100 ms after the picture.')
