/** Reading pages in a real Chromium, against the built program. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  openBrowser,
  type Quire,
  signIn,
  startQuire,
  untilScanned,
  visit,
  type Visit,
} from './harness'
import { writeVolumes } from './library'

const library = mkdtempSync(join(tmpdir(), 'quire-e2e-reading-'))
const patience = 60_000
let quire: Quire
let browser: Browser

interface Book {
  id: string
  seriesId: string
  title: string
  readProgress: { currentPage: number; completed: boolean } | null
}

/** By series; each test has a series of its own, for settings are kept with it. */
const books = new Map<string, Book[]>()
const names = [
  'Turning',
  'Leftwards',
  'Shifted',
  'Resumed',
  'Ending',
  'Scrolled',
  'Secret',
  'Looks',
  'Zoomed',
  'Tapped',
  'Finished',
]

beforeAll(async () => {
  for (const name of names) await writeVolumes(library, name, 12)
  quire = await startQuire({ library })
  browser = await openBrowser()
  const seen = await signedIn()
  await untilScanned(seen, quire, names.length)
  await untilBooks(seen, names.length * 2)
  for (const book of await askBooks(seen)) {
    const name = book.title.split(' ')[0] ?? ''
    books.set(name, [...(books.get(name) ?? []), book])
  }
  await seen.context.close()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
  rmSync(library, { recursive: true, force: true })
})

async function signedIn(screen: Parameters<typeof visit>[2] = {}) {
  const seen = await visit(browser, quire, screen)
  await signIn(seen, quire)
  return seen
}

async function askBooks({ context }: Visit): Promise<Book[]> {
  const answer = await context.request.get(`${quire.url}/api/v1/books?pageSize=100&sort=title,asc`)
  return ((await answer.json()) as { data: Book[] }).data
}

async function untilBooks(seen: Visit, count: number) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await Bun.sleep(200)) {
    if ((await askBooks(seen)).length >= count) return
  }
  throw new Error(`the scan did not find ${count} books`)
}

const bookOf = (name: string, volume = 1) => books.get(name)![volume - 1]!

async function open({ page }: Visit, book: Book, query = '') {
  await page.goto(`${quire.url}/read/${book.id}${query}`)
  await page.locator('img[alt^="Page "]').first().waitFor()
}

/** The pages on the stage, from left to right. */
const shown = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main img[alt^="Page "]')]
      .map((image) => ({
        number: Number(/\d+/.exec(image.getAttribute('alt') ?? '')?.[0]),
        left: image.getBoundingClientRect().left,
      }))
      .toSorted((a, b) => a.left - b.left)
      .map(({ number }) => number),
  )

async function untilShown(page: Page, numbers: number[]) {
  const deadline = Date.now() + 10_000
  for (; Date.now() < deadline; await Bun.sleep(30)) {
    if (String(await shown(page)) === String(numbers)) return
  }
  expect(await shown(page)).toEqual(numbers)
}

async function press(page: Page, key: string, numbers: number[]) {
  await page.keyboard.press(key)
  await untilShown(page, numbers)
}

async function progressOf({ context }: Visit, book: Book) {
  const answer = await context.request.get(`${quire.url}/api/v1/books/${book.id}/progress`)
  return answer.status() === 204 ? null : ((await answer.json()) as Book['readProgress'])
}

async function untilProgress(seen: Visit, book: Book, page: number) {
  const deadline = Date.now() + 10_000
  for (; Date.now() < deadline; await Bun.sleep(100)) {
    if ((await progressOf(seen, book))?.currentPage === page) return
  }
  expect((await progressOf(seen, book))?.currentPage).toBe(page)
}

describe('turning pages', () => {
  test(
    'pairs lie beside each other, the cover and a wide page alone',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, bookOf('Turning'))
      await untilShown(page, [1])
      await press(page, 'ArrowRight', [2, 3])
      await press(page, ' ', [4, 5])
      await press(page, 'PageDown', [6])
      await press(page, 'ArrowRight', [7, 8])
      await press(page, 'ArrowLeft', [6])
      await press(page, 'End', [11, 12])
      await press(page, 'd', [12])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'taps and swipes go the way of the book; a tap in the middle hides the bars',
    async () => {
      const seen = await signedIn({ width: 1000, height: 800 })
      const { page } = seen
      await open(seen, bookOf('Tapped'), '?page=2')
      await untilShown(page, [2, 3])
      await page.mouse.click(900, 400)
      await untilShown(page, [4, 5])
      await page.mouse.click(60, 400)
      await untilShown(page, [2, 3])
      await page.mouse.click(500, 400)
      await page.locator('header').waitFor({ state: 'detached' })
      await page.mouse.click(500, 400)
      await page.locator('header').waitFor()
      await seen.context.close()
    },
    patience,
  )

  test(
    'books that are read leftwards turn with the left arrow, and stay so',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, bookOf('Leftwards'), '?page=2')
      await press(page, 'r', [3, 2])
      await press(page, 'ArrowLeft', [5, 4])
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await page.getByText('← Right to left').waitFor()
      const other = await signedIn()
      await open(other, bookOf('Leftwards', 2), '?page=2')
      await untilShown(other.page, [3, 2])
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )

  test(
    'a shift of the pairs is kept with the book',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, bookOf('Shifted'), '?page=2')
      await untilShown(page, [2, 3])
      await press(page, 's', [2])
      await press(page, 'ArrowRight', [3, 4])
      await page.waitForLoadState('networkidle')
      await page.reload()
      await untilShown(page, [2])
      await press(page, 's', [2, 3])
      await seen.context.close()
    },
    patience,
  )
})

describe('the place', () => {
  test(
    'is there on the next device',
    async () => {
      const seen = await signedIn()
      const book = bookOf('Resumed')
      await open(seen, book)
      await press(seen.page, 'ArrowRight', [2, 3])
      await press(seen.page, 'ArrowRight', [4, 5])
      await untilProgress(seen, book, 5)
      const other = await signedIn({ width: 390, height: 844 })
      await open(other, book)
      await untilShown(other.page, [5])
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )

  test(
    'is kept when the page is left at once',
    async () => {
      const seen = await signedIn()
      const book = bookOf('Resumed', 2)
      await open(seen, book)
      await press(seen.page, 'ArrowRight', [2, 3])
      await seen.page.goto(`${quire.url}/library`)
      await untilProgress(seen, book, 3)
      await seen.context.close()
    },
    patience,
  )

  test(
    'is not kept incognito',
    async () => {
      const seen = await signedIn()
      const book = bookOf('Secret')
      await open(seen, book, '?incognito=true')
      await seen.page.getByText('Incognito').waitFor()
      await press(seen.page, 'ArrowRight', [2, 3])
      await press(seen.page, 'End', [11, 12])
      await Bun.sleep(1_500)
      expect(await progressOf(seen, book)).toBeNull()
      await seen.context.close()
    },
    patience,
  )

  test(
    'after the last page: the next book opens by a second gesture only',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      const [first, second] = [bookOf('Ending'), bookOf('Ending', 2)]
      await open(seen, first, '?page=11')
      await page.keyboard.press('ArrowRight')
      await page.getByText('The end of this book').waitFor()
      expect(page.url()).toContain(first.id)
      await page.keyboard.press('ArrowRight')
      await page.waitForURL((url) => url.pathname.endsWith(second.id))
      await untilShown(page, [1])
      expect(await progressOf(seen, first)).toMatchObject({ completed: true })
      await seen.context.close()
    },
    patience,
  )
})

test(
  'to look into a book that is read, is not to begin it anew',
  async () => {
    const seen = await signedIn()
    const book = bookOf('Finished')
    await seen.context.request.put(`${quire.url}/api/v1/books/${book.id}/progress`, {
      headers: { origin: quire.url },
      data: { currentPage: 12 },
    })
    await open(seen, book)
    await untilShown(seen.page, [1])
    await seen.page.keyboard.press('d')
    await Bun.sleep(1_500)
    expect(await progressOf(seen, book)).toMatchObject({ completed: true })
    await seen.context.close()
  },
  patience,
)

describe('a strip', () => {
  test(
    'is scrolled, keeps the place between the modes, and is read at its end',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      const book = bookOf('Scrolled')
      await open(seen, book, '?page=4')
      await untilShown(page, [4, 5])
      await page.keyboard.press('m')
      await page.locator('img[data-page="12"]').waitFor({ state: 'attached' })
      await page.getByText('4 / 12').waitFor()
      await page.keyboard.press('End')
      await page.getByText('12 / 12').waitFor()
      await untilProgress(seen, book, 12)
      await page.keyboard.press('Home')
      await page.getByText('1 / 12').waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )
})

describe('the look', () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(
      `nothing lies over the pages at ${width} pixels, with settings open or not`,
      async () => {
        const seen = await signedIn({ width, height })
        const { page } = seen
        await open(seen, bookOf('Looks'), '?page=2')
        const overlap = () =>
          page.evaluate(() => {
            const box = document.querySelector('main img')?.getBoundingClientRect()
            if (!box) return 'no page'
            return [...document.querySelectorAll('header, footer')]
              .map((bar) => bar.getBoundingClientRect())
              .some((bar) => bar.top < box.bottom - 1 && bar.bottom > box.top + 1)
          })
        expect(await overlap()).toBe(false)
        await page.keyboard.press('?')
        await page.getByRole('complementary', { name: 'Keys' }).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.keyboard.press('t')
        await page.getByRole('complementary', { name: 'All pages' }).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
        await page.keyboard.press('a')
        await page.getByRole('complementary', { name: 'Reading settings' }).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
        expect(seen.troubles).toEqual([])
        await seen.context.close()
      },
      patience,
    )
  }

  test(
    'zoom follows the pointer and is gone with the next page',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, bookOf('Zoomed'))
      const widthOf = () =>
        page.evaluate(() => document.querySelector('main img')!.getBoundingClientRect().width)
      const before = await widthOf()
      await page.mouse.move(640, 400)
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -300)
      await page.keyboard.up('Control')
      await page.waitForFunction(
        (usual) => document.querySelector('main img')!.getBoundingClientRect().width > usual * 1.5,
        before,
      )
      await press(page, 'PageDown', [2, 3])
      expect(await widthOf()).toBeLessThan(before * 1.2)
      await seen.context.close()
    },
    patience,
  )
})
