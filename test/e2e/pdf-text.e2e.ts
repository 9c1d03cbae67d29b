/** The text of PDFs: selection, search, contents and links, in every way to show pages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { makePdfBook, pdfLineTop } from '../support/make/pdf-book'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, waitUntil, type Visit } from './harness'
import { openShelfWith, pressKey, type ReadingShelf, waitUntilShown } from './reading-shelf'
import { createFingers } from './touch'

const timeoutMs = 90_000
const desk = { width: 1000, height: 900 }
const phone = { width: 390, height: 844 }
const rotatedPage = 5
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelfWith({
    series: 3,
    books: 4,
    write: async (library) => {
      mkdirSync(join(library, 'Words'))
      writeFileSync(join(library, 'Words', 'Words v01.pdf'), makeWords())
      mkdirSync(join(library, 'Alone'))
      writeFileSync(join(library, 'Alone', 'Alone.pdf'), makeWords())
      await writeVolumes(library, 'Drawn', 4)
    },
  })
}, 120_000)

afterAll(() => shelf?.close())

function makeWords() {
  const pages = Array.from({ length: 12 }, (_, index) => ({
    lines: [
      `Heading of page ${index + 1}`,
      'The quick brown fox jumps over',
      'the lazy dog and runs away.',
    ],
    more: index + 1 === rotatedPage ? '/Rotate 90' : '',
  }))
  return makePdfBook({
    pages,
    contents: [
      ['Beginning', 1],
      ['Seventh', 7],
    ],
    links: [
      { from: 2, target: 9 },
      { from: 3, target: 'https://example.org/page' },
    ],
  })
}

async function openWords(seen: Visit, { query = '', preferences = {} } = {}) {
  const book = shelf.bookOf('Words')
  const answer = await seen.context.request.patch(
    `${shelf.quire.url}/api/v1/preferences?scope=book&id=${book.id}`,
    { headers: { origin: new URL(shelf.quire.url).origin }, data: { preferences } },
  )
  expect(answer.status()).toBe(200)
  await shelf.open(seen, book, query)
  await seen.page.locator('[data-text-layer] span').first().waitFor()
}

const findWord = (page: Page, word: string, number: number) =>
  page
    .locator(`[data-text-layer="${number}"] span`)
    .filter({ hasText: new RegExp(`^${word} ?$`) })
    .first()

interface Seen {
  word: Awaited<ReturnType<typeof readBox>>
  picture: Awaited<ReturnType<typeof readBox>>
}
const readBox = async (page: Page, selector: string, word = '') =>
  page.evaluate(
    ([found, text]) => {
      const element = [...document.querySelectorAll(found!)].find(
        (each) => text === '' || each.textContent?.trim() === text,
      )
      const { x, y, width, height } = element!.getBoundingClientRect()
      return { x, y, width, height }
    },
    [selector, word],
  )

/** Whether the second line of an upright page starts where it is drawn. */
function isInPlace({ word, picture }: Seen) {
  const left = picture.x + (picture.width * 60) / 600
  const baseline = picture.y + (picture.height * pdfLineTop(1)) / 800
  const size = (picture.height * 24) / 800
  return (
    Math.abs(word.x - left) < 4 &&
    word.y + word.height > baseline - 4 &&
    word.y < baseline - size / 2 &&
    word.height < size * 2
  )
}

async function expectInPlace(page: Page, number: number) {
  await findWord(page, 'The', number).waitFor()
  const read = async (): Promise<Seen> => ({
    word: await readBox(page, `[data-text-layer="${number}"] span`, 'The'),
    picture: await readBox(page, `main img[alt^="Page ${number} "]`),
  })
  await waitUntil(async () => isInPlace(await read()), `the text of page ${number} in its place`)
}

const readSelected = (page: Page) => page.evaluate(() => getSelection()?.toString().trim() ?? '')

async function dragOver(page: Page, from: string, to: string, number: number) {
  const [start, end] = [
    await findWord(page, from, number).boundingBox(),
    await findWord(page, to, number).boundingBox(),
  ]
  await page.mouse.move(start!.x + 1, start!.y + start!.height / 2)
  await page.mouse.down()
  await page.mouse.move(end!.x + end!.width - 6, end!.y + end!.height / 2, { steps: 6 })
  await page.mouse.up()
}

test(
  'appears before the contents of the book have arrived',
  async () => {
    const seen = await shelf.signedIn(desk)
    const contents = Promise.withResolvers<void>()
    await seen.page.route(/\/manifest$/, async (route) => {
      await contents.promise
      await route.continue()
    })
    await openWords(seen)
    await findWord(seen.page, 'The', 1).waitFor()
    contents.resolve()
    await seen.page.getByRole('button', { name: 'Contents' }).click()
    await seen.page.getByRole('button', { name: 'Seventh' }).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'lies over the picture in every mode',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await openWords(seen)
    await expectInPlace(page, 1)
    await page.keyboard.press('+')
    await expectInPlace(page, 1)
    await page.keyboard.press('0')
    await page.setViewportSize({ width: 700, height: 500 })
    await expectInPlace(page, 1)
    await page.setViewportSize(desk)
    await openWords(seen, {
      query: '?page=2',
      preferences: { 'reader.spread': 'double', 'reader.direction': 'rtl' },
    })
    await waitUntilShown(page, [3, 2])
    await expectInPlace(page, 2)
    await expectInPlace(page, 3)
    await openWords(seen, {
      query: '?page=6',
      preferences: { 'reader.spread': 'single', 'reader.trim': true },
    })
    await expectInPlace(page, 6)
    await openWords(seen, {
      query: '?page=4',
      preferences: { 'reader.mode': 'continuous', 'reader.trim': false },
    })
    await expectInPlace(page, 4)
    // Longer than it takes to load the text of all pages.
    await page.waitForTimeout(500)
    const layers = page.locator('[data-text-layer]')
    expect(await layers.count()).toBe(12)
    const withText = await layers.filter({ has: page.locator('span') }).count()
    // Page 4, its neighbors, and what the reader requests ahead.
    expect(withText).toBeLessThanOrEqual(6)
    const farText = seen.requests.filter((url) => /pages\/(10|11|12)\/text/.test(url))
    expect(farText).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'is turned with a rotated page',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await openWords(seen, {
      query: `?page=${rotatedPage}`,
      preferences: { 'reader.mode': 'paged' },
    })
    await findWord(page, 'The', rotatedPage).waitFor()
    const word = await readBox(page, `[data-text-layer="${rotatedPage}"] span`, 'brown')
    const picture = await readBox(page, `main img[alt^="Page ${rotatedPage} "]`)
    expect(word.height).toBeGreaterThan(word.width)
    const right = picture.x + picture.width * (1 - pdfLineTop(1) / 800)
    expect(Math.abs(word.x - right)).toBeLessThan((picture.width * 24) / 800)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'is selected by dragging, and clicks still turn pages',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    const preferences = {
      'reader.mode': 'paged',
      'reader.spread': 'single',
      'reader.direction': 'ltr',
    }
    await openWords(seen, { query: '?page=4', preferences })
    await dragOver(page, 'quick', 'lazy', 4)
    expect(await readSelected(page)).toBe('quick brown fox jumps over the lazy')
    await waitUntilShown(page, [4])
    // A click drops the selection, and the next one turns the page.
    await page.mouse.click(desk.width - 30, 500)
    expect(await readSelected(page)).toBe('')
    await waitUntilShown(page, [4])
    await page.mouse.click(desk.width - 30, 500)
    await waitUntilShown(page, [5])
    await page.mouse.click(30, 500)
    await waitUntilShown(page, [4])
    expect(await findAccessibilityProblems(page)).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'leaves swipes and taps of fingers as they are',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    await openWords(seen, { query: '?page=6' })
    const fingers = await createFingers(seen)
    const box = (await findWord(page, 'brown', 6).boundingBox())!
    const y = box.y + box.height / 2
    await fingers.move([
      [300, y],
      [60, y],
    ])
    await waitUntilShown(page, [7])
    await fingers.tap([20, y])
    await waitUntilShown(page, [6])
    // The first line of this page is a link.
    await openWords(seen, { query: '?page=2' })
    const link = (await page.getByRole('link', { name: 'Page 9' }).boundingBox())!
    const over = link.y + link.height / 2
    await fingers.move([
      [link.x + link.width - 10, over],
      [link.x + 10, over],
    ])
    await waitUntilShown(page, [3])
    await openWords(seen, { query: '?page=2' })
    await fingers.tap([link.x + link.width - 10, over])
    await waitUntilShown(page, [9])
    expect(await readSelected(page)).toBe('')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'is searched, and the match is marked',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await openWords(seen, { query: '?page=1' })
    await page.getByRole('button', { name: 'Search this book' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('LAZY')
    await page.keyboard.press('Enter')
    const matches = page.getByRole('button', { name: 'lazy dog' })
    await matches.nth(11).waitFor()
    await matches.nth(2).click()
    await waitUntilShown(page, [3])
    const readMarked = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('quire-match') ?? [])].map((range) => (range as Range).toString()),
      )
    await waitUntil(async () => String(await readMarked()) === 'lazy', 'the match is marked')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').waitFor({ state: 'detached' })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'has contents and links',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await openWords(seen, { query: '?page=1' })
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('button', { name: 'Seventh' }).click()
    await waitUntilShown(page, [7])
    await page.keyboard.press('Escape')
    await openWords(seen, { query: '?page=2' })
    await page.getByRole('link', { name: 'Page 9' }).click()
    await waitUntilShown(page, [9])
    await openWords(seen, { query: '?page=3' })
    await page.getByRole('link', { name: 'https://example.org/page' }).click()
    await page.getByRole('dialog', { name: 'Open example.org?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await pressKey(page, 'ArrowRight', [4])
    await seen.context.close()
  },
  timeoutMs,
)

/** A strip shows parts of several pages. */
const waitUntilAt = (page: Page, number: number) =>
  page.locator(`input[type="range"][aria-valuetext="Page ${number} of 12"]`).waitFor()

test(
  'leads back to where a link was, by button and keys',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    const back = page.getByRole('button', { name: 'Back to page 2' })
    const follow = async () => {
      await page.getByRole('link', { name: 'Page 9' }).click()
      await waitUntilAt(page, 9)
      await back.waitFor()
    }
    for (const mode of ['paged', 'continuous']) {
      const preferences = { 'reader.mode': mode, 'reader.spread': 'single' }
      await openWords(seen, { query: '?page=2', preferences })
      await findWord(page, 'The', 2).waitFor()
      await follow()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await back.click()
      await waitUntilAt(page, 2)
      await back.waitFor({ state: 'detached' })
      for (const keys of ['Backspace', 'Alt+ArrowLeft']) {
        await follow()
        await page.keyboard.press(keys)
        await waitUntilAt(page, 2)
        await back.waitFor({ state: 'detached' })
      }
    }
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'leads back through several jumps, until eight pages were turned',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    const back = (number: number) => page.getByRole('button', { name: `Back to page ${number}` })
    const preferences = { 'reader.mode': 'paged', 'reader.spread': 'single' }
    await openWords(seen, { query: '?page=2', preferences })
    await page.getByRole('link', { name: 'Page 9' }).click()
    await waitUntilShown(page, [9])
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('button', { name: 'Beginning' }).click()
    await waitUntilShown(page, [1])
    await back(9).click()
    await waitUntilShown(page, [9])
    await back(2).click()
    await waitUntilShown(page, [2])
    await page.getByRole('link', { name: 'Page 9' }).click()
    await waitUntilShown(page, [9])
    for (const number of [8, 7, 6]) await pressKey(page, 'ArrowLeft', [number])
    await back(2).waitFor()
    for (const number of [5, 4, 3]) await pressKey(page, 'ArrowLeft', [number])
    for (const number of [4, 5]) await pressKey(page, 'ArrowRight', [number])
    await back(2).waitFor({ state: 'detached' })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'does not lead back from a jump to the page that is shown',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    const preferences = { 'reader.mode': 'paged', 'reader.spread': 'single' }
    await openWords(seen, { query: '?page=1', preferences })
    await waitUntilShown(page, [1])
    await page.keyboard.press('Home')
    await pressKey(page, 'ArrowRight', [2])
    expect(await page.getByRole('button', { name: /^Back to page/ }).count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

/** Lists the highlighted passages on the screen. */
const listPainted = (page: Page, color: string) =>
  page.evaluate(
    (name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()),
    `quire-${color}`,
  )

test(
  'is highlighted, with notes',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page, context } = seen
    await openWords(seen, { query: '?page=8' })
    await dragOver(page, 'brown', 'jumps', 8)
    await page.getByRole('button', { name: 'Highlight in green' }).click()
    const isPainted = async () => String(await listPainted(page, 'green')) === 'brown fox jumps'
    await waitUntil(isPainted, 'the passage is painted')
    expect(await readSelected(page)).toBe('')
    await dragOver(page, 'lazy', 'dog', 8)
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Why lazy?')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The text of this one is not in the file.
    const { id } = shelf.bookOf('Words')
    const made = await context.request.post(`${shelf.quire.url}/api/v1/books/${id}/highlights`, {
      headers: { origin: new URL(shelf.quire.url).origin },
      data: {
        locator: {
          href: 'pages/9',
          type: 'image/jpeg',
          locations: { position: 9, totalProgression: 0.7, fragments: ['char=0,4'] },
          text: { highlight: 'Gone' },
        },
      },
    })
    expect(made.status()).toBe(201)
    await openWords(seen, { query: '?page=8' })
    await waitUntil(isPainted, 'the passage is painted again')
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('tab', { name: 'Highlights' }).click()
    await page.getByText('Why lazy?').waitFor()
    await page.getByText('This text is no longer on the page').waitFor()
    expect(await page.getByText('This text is no longer on the page').count()).toBe(1)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Gone' }).click()
    await waitUntilShown(page, [9])
    await context.close()
  },
  timeoutMs,
)

test(
  'is not asked of comics',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await shelf.open(seen, shelf.bookOf('Drawn'))
    await pressKey(page, 'ArrowRight', [2, 3])
    expect(asked.filter((path) => /\/(text|manifest)$/.test(path))).toEqual([])
    expect(await page.getByRole('button', { name: 'Search this book' }).count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'J8: a book alone has its name once above the page',
  async () => {
    const seen = await shelf.signedIn(desk)
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Alone'))
    await page.getByRole('heading', { level: 1, name: 'Alone' }).waitFor()
    const bar = page.getByRole('banner')
    expect(await bar.getByText('Alone', { exact: true }).count()).toBe(1)
    await seen.context.close()
  },
  timeoutMs,
)
