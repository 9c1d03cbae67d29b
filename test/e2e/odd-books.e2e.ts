/** Damaged and unusual books in the page reader. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { buildTinyZip } from '../../.ci/tiny-zip'
import { waitForBox, waitUntil, type Visit } from './harness'
import {
  openShelfWith,
  pressKey,
  type ReadingShelf,
  waitUntilProgress,
  waitUntilShown,
} from './reading-shelf'

const timeoutMs = 120_000
const manyPages = 3_000
let room: ReadingShelf

/** A JPEG XL image of 400 x 600 pixels in one color. */
const jpegXl =
  '/wq6EuAx2AkBbAMPDMABFMABFEABFAD5PAAAVGhIElAwAACATYeIkWagimFLq1JwKM6oLsZ4jTFejBEAMTeOVqJIfArdlNoS48EEmXiI4X3kY4bxHteI/P8ZzR/5xQ3sZX6DfTwFkcvL5/h6BlUf85GI/NR9m/m5F57oF5D9/Q/WvjfUd/8ySadLMulrHOkpz+iTz2Er0foW+/m/m/+RL9/f6j85+QcBHkzP/FOhsbEDVlYcAwAAAEhgpGDc6f+xso7BU2MwGx2QFoOTMSiMiIhBgRPSjQAAhhVCCCGEEEIIIYQQQgghhBBCCCGEEEJITRcNoJAAgBAgphTYNhi4PQaASsCxuqrsrK+qDPqr6hKwrLqqxsivqlPOq+pqda36BNwPevvBBUAFcAWsAQChJAHzzwQDUNMFEwct+APzzwQDUNMFEwct+ANjMZZJALNmGgwA'

beforeAll(async () => {
  const pictures = await drawPictures()
  const books: Record<string, Record<string, Uint8Array>> = {
    Broken: {
      '1.jpg': pictures.page,
      '2.jpg': pictures.page.subarray(0, 200),
      '3.jpg': pictures.page,
    },
    Single: { '1.jpg': pictures.page },
    Empty: { 'note.txt': new TextEncoder().encode('no page') },
    Forms: {
      '1.gif': pictures.gif,
      '2.avif': pictures.avif,
      '3.jxl': Buffer.from(jpegXl, 'base64'),
      '4.tiff': pictures.tiff,
      '5.png': pictures.png,
    },
    Mixed: {
      '1.jpg': pictures.page,
      '2.jpg': pictures.wide,
      '3.jpg': pictures.tall,
      '4.jpg': pictures.page,
    },
    Vanished: {
      '1.jpg': pictures.page,
      '2.jpg': pictures.png,
      '3.jpg': pictures.page,
      '4.jpg': pictures.png,
    },
    Endless: Object.fromEntries(
      Array.from({ length: manyPages }, (_, n) => [
        `${String(n + 1).padStart(5, '0')}.jpg`,
        pictures.page,
      ]),
    ),
  }
  const names = Object.keys(books)
  room = await openShelfWith({
    series: names.length + 1,
    books: names.length + 1,
    write: async (library) => {
      for (const name of names) writeBook(library, name, buildTinyZip(books[name]!))
      writeBook(library, 'Torn', Buffer.from('this is no archive at all'))
    },
  })
}, 120_000)

afterAll(() => room?.close())

function writeBook(library: string, name: string, bytes: Uint8Array) {
  mkdirSync(join(library, name))
  writeFileSync(join(library, name, `${name} v1.cbz`), bytes)
}

async function drawPictures() {
  const buildPicture = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 160 } } })
  const page = buildPicture(400, 600)
  const [jpeg, wide, tall, gif, avif, tiff, png] = await Promise.all([
    page.jpeg().toBuffer(),
    buildPicture(6_000, 300).jpeg().toBuffer(),
    buildPicture(200, 8_000).jpeg().toBuffer(),
    page.clone().gif().toBuffer(),
    page.clone().avif().toBuffer(),
    page.clone().tiff().toBuffer(),
    page.clone().png().toBuffer(),
  ])
  return { page: jpeg, wide, tall, gif, avif, tiff, png }
}

const openBook = (seen: Visit, name: string) =>
  seen.page.goto(`${room.quire.url}/read/${room.bookOf(name).id}`)

/** Allows console errors, because Chromium logs images that it cannot display. */
const lenient = { mayBreakRules: true, width: 500, height: 800 }

test(
  'a page that cannot be displayed shows an error and a retry button; others are readable',
  async () => {
    const seen = await room.signedIn(lenient)
    const { page } = seen
    await room.open(seen, room.bookOf('Broken'))
    await page.keyboard.press('ArrowRight')
    await page.getByText('Couldn’t show this page').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Couldn’t show this page').waitFor()
    await pressKey(page, 'ArrowRight', [3])
    await waitUntilProgress(room, seen, room.bookOf('Broken'), 3)
    await page.keyboard.press('m')
    await page.getByText('Couldn’t show this page').waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a book with a single page is completed and has an end',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, room.bookOf('Single'))
    await waitUntilProgress(room, seen, room.bookOf('Single'), 1)
    expect(await room.progressOf(seen, room.bookOf('Single'))).toMatchObject({ completed: true })
    await page.keyboard.press('ArrowRight')
    await page.getByText(/End of book|Finished/).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test.each(['Empty', 'Torn'])(
  'a book without pages shows the reason and a way back: %s',
  async (name) => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page } = seen
    await page.goto(`${room.quire.url}/`)
    await openBook(seen, name)
    await page.getByText('This book has no pages to show').waitFor()
    await page.getByRole('button', { name: 'Close book' }).click()
    await page.waitForURL((url) => !url.pathname.includes('/read/'))
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'displays images of every format, converted by the server when necessary',
  async () => {
    const seen = await room.signedIn(lenient)
    const { page } = seen
    await room.open(seen, room.bookOf('Forms'))
    for (let number = 1; number <= 5; number++) {
      await waitUntilShown(page, [number])
      expect(
        await page.evaluate(
          () => document.querySelector<HTMLImageElement>('main img[alt^="Page "]')!.naturalWidth,
        ),
      ).toBe(400)
      if (number < 5) await page.keyboard.press('ArrowRight')
    }
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'pages of every shape fit the screen',
  async () => {
    const seen = await room.signedIn({ width: 500, height: 800 })
    const { page } = seen
    await room.open(seen, room.bookOf('Mixed'))
    for (const number of [1, 2, 3, 4]) {
      await waitUntilShown(page, [number])
      const box = await waitForBox(page.locator('main img[alt^="Page "]'))
      expect(box.x).toBeGreaterThanOrEqual(-1)
      expect(box.x + box.width).toBeLessThanOrEqual(501)
      expect(box.y + box.height).toBeLessThanOrEqual(801)
      if (number < 4) await page.keyboard.press('ArrowRight')
    }
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a file that disappears while reading shows an error on each page and breaks nothing else',
  async () => {
    const seen = await room.signedIn(lenient)
    const { page, context } = seen
    const book = room.bookOf('Vanished')
    await context.request.patch(`${room.quire.url}/api/v1/preferences?scope=book&id=${book.id}`, {
      headers: { origin: room.quire.url },
      data: { preferences: { 'reader.preload': 0 } },
    })
    await room.open(seen, book)
    rmSync(join(room.library, 'Vanished', 'Vanished v1.cbz'))
    // The second page was loaded, to tell whether the book is a webtoon.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByText('Couldn’t show this page').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await waitUntilShown(page, [1])
    await context.close()
  },
  timeoutMs,
)

test(
  'a book of three thousand pages stays fast',
  async () => {
    const seen = await room.signedIn({ width: 500, height: 800 })
    const { page } = seen
    await room.open(seen, room.bookOf('Endless'))
    await page.keyboard.press('End')
    await page.getByText(`${manyPages} / ${manyPages}`).waitFor()
    await page.keyboard.press('m')
    await page.locator(`[data-page="${manyPages}"] img`).waitFor()
    const countPictures = () => page.locator('main [data-page] img').count()
    expect(await countPictures()).toBeLessThan(30)
    await page.keyboard.press('Home')
    await page.locator('[data-page="1"] img').waitFor()
    await waitUntil(async () => (await countPictures()) < 30, 'far pictures are let go')
    await page.keyboard.press('t')
    const panel = page.getByRole('complementary', { name: 'All pages' })
    await panel.getByRole('button').nth(1).waitFor()
    expect(await panel.locator('img').count()).toBeLessThan(200)
    await seen.context.close()
  },
  timeoutMs,
)
