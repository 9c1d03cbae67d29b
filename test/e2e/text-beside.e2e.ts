/** The text of `.mokuro` files beside comics: vertical lines over the pictures of the pages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { makeBalloon, makeMokuro, makeMokuroPage } from '../support/make/mokuro'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, waitUntil, type Visit } from './harness'
import { openShelfWith, type ReadingShelf, waitUntilShown } from './reading-shelf'

const timeoutMs = 90_000
const desk = { width: 1000, height: 900 }
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelfWith({
    series: 1,
    books: 2,
    write: async (library) => {
      await writeVolumes(library, 'Spoken', 4)
      writeFileSync(
        join(library, 'Spoken', 'Spoken v1.mokuro'),
        makeMokuro([
          makeMokuroPage('page-001.jpg', makeBalloon('今日は東', '京へ')),
          makeMokuroPage('page-003.jpg', makeBalloon('三番目の', '頁')),
        ]),
      )
    },
  })
}, 120_000)

afterAll(() => shelf?.close())

async function openSpoken(seen: Visit, query = '') {
  await shelf.open(seen, shelf.bookOf('Spoken'), query)
  await seen.page.locator('[data-text-layer] span').first().waitFor()
}

const findLine = (page: Page, text: string) =>
  page.locator('[data-text-layer] span').filter({ hasText: text }).first()

const readSelected = (page: Page) => page.evaluate(() => getSelection()?.toString().trim() ?? '')

const listPainted = (page: Page, name: string) =>
  page.evaluate(
    (key) => [...(CSS.highlights.get(key) ?? [])].map((range) => (range as Range).toString()),
    `quire-${name}`,
  )

test(
  'is vertical, in its place, and selected from top to bottom',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await openSpoken(seen, '?page=1')
    const [line, picture] = [
      await findLine(page, '今日は東').boundingBox(),
      await page.locator('main img[alt^="Page 1 "]').boundingBox(),
    ]
    const at = (share: number, start: number, size: number) => start + size * share
    expect(line!.x).toBeCloseTo(at(0.75, picture!.x, picture!.width), -1)
    expect(line!.y).toBeCloseTo(at(0.1, picture!.y, picture!.height), -1)
    expect(line!.height).toBeCloseTo(picture!.height * 0.2, -1)
    expect(line!.width).toBeCloseTo(picture!.width * 0.05, -1)
    const mode = await findLine(page, '今日は東').evaluate(
      (span) => getComputedStyle(span).writingMode,
    )
    expect(mode).toBe('vertical-rl')
    const middle = line!.x + line!.width / 2
    await page.mouse.move(middle, line!.y + 2)
    await page.mouse.down()
    await page.mouse.move(middle, line!.y + line!.height * 0.55, { steps: 6 })
    await page.mouse.up()
    expect(await readSelected(page)).toBe('今日')
    await page.getByRole('button', { name: 'Highlight in green' }).click()
    await waitUntil(async () => String(await listPainted(page, 'green')) === '今日', 'painted')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await openSpoken(seen, '?page=1')
    await waitUntil(
      async () => String(await listPainted(page, 'green')) === '今日',
      'painted again',
    )
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'is searched over the ends of its lines',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await openSpoken(seen, '?page=3')
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('東京へ')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '東 京へ' }).click()
    await waitUntilShown(page, [1])
    await waitUntil(async () => String(await listPainted(page, 'match')) === '東 京へ', 'marked')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'is asked only of books that have it',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openSpoken(seen, '?page=2')
    await page.getByRole('button', { name: 'Search this book' }).waitFor()
    await shelf.open(seen, shelf.bookOf('Spoken', 2))
    await page.waitForLoadState('networkidle')
    const { id } = shelf.bookOf('Spoken')
    const texts = asked.filter((path) => /\/(text|manifest)$/.test(path))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((path) => !path.includes(`/books/${id}/pages/`))).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'J4: is turned off and on in the reading settings, and stays so',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await openSpoken(seen, '?page=1')
    await page.getByRole('button', { name: 'Reading settings' }).click()
    const layer = page.getByRole('switch', { name: 'Selectable text' })
    await layer.click()
    await page.locator('[data-text-layer]').first().waitFor({ state: 'detached' })
    await waitUntil(async () => (await readStoredSwitch(seen)) === false, 'stored')
    await shelf.open(seen, shelf.bookOf('Spoken'), '?page=1')
    // Shown once the reader knows that the book has text.
    await page.getByRole('button', { name: 'Search this book' }).waitFor()
    expect(await page.locator('[data-text-layer]').count()).toBe(0)
    await page.getByRole('button', { name: 'Reading settings' }).click()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await layer.click()
    await findLine(page, '今日は東').waitFor()
    await waitUntil(async () => (await readStoredSwitch(seen)) === true, 'stored again')
    await shelf.open(seen, shelf.bookOf('Spoken', 2))
    await page.getByRole('button', { name: 'Reading settings' }).click()
    await page.getByRole('switch', { name: 'Grayscale' }).waitFor()
    expect(await layer.count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

async function readStoredSwitch({ context }: Visit) {
  const path = `/api/v1/books/${shelf.bookOf('Spoken').id}/reader-settings`
  const answer = await context.request.get(shelf.quire.url + path)
  const { settings } = (await answer.json()) as {
    settings: Record<string, { value: unknown } | undefined>
  }
  return settings['reader.textLayer']?.value
}
