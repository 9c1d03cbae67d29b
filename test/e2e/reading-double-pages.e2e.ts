/** A double page on a phone, shown whole, in halves or rotated. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitForBox, findAccessibilityProblems, waitUntil, type Visit } from './harness'
import { writeVolumes } from './generate-library'
import {
  type Book,
  openShelfWith,
  pressKey,
  type ReadingShelf,
  waitUntilProgress,
  waitUntilShown,
} from './reading-shelf'

const timeoutMs = 60_000
const phone = { width: 390, height: 844 }
const names = ['Chosen', 'Leftwards', 'Turned', 'Resumed', 'Through']
/** Page number of the double page. */
const wide = 6
const pages = 8
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelfWith({
    series: names.length,
    books: names.length * 2,
    write: async (library) => {
      for (const name of names) await writeVolumes(library, name, name === 'Through' ? wide : pages)
    },
  })
}, 120_000)

afterAll(() => shelf?.close())

/** Returns which part of the current page is visible. */
const findVisiblePart = (page: Page) =>
  page.evaluate(() => {
    const image = document.querySelector('main img[alt^="Page "]')
    const frame = image?.parentElement?.parentElement
    const [whole, place] = [image, frame].map((each) => each?.getBoundingClientRect())
    if (!whole || !place) return 'nothing'
    if (whole.height > whole.width) return 'upright'
    if (whole.width < place.width * 1.5) return 'whole'
    return whole.left < place.left - 1 ? 'right' : 'left'
  })

const waitUntilPart = (page: Page, part: string) =>
  waitUntil(async () => (await findVisiblePart(page)) === part, `the part that is seen is: ${part}`)

async function savePreferences({ context }: Visit, { id }: Book, preferences: object) {
  const answer = await context.request.patch(
    `${shelf.quire.url}/api/v1/preferences?scope=book&id=${id}`,
    { headers: { origin: new URL(shelf.quire.url).origin }, data: { preferences } },
  )
  expect(answer.status()).toBe(200)
}

async function openAtWide(name: string, preferences: object, query = `?page=${wide}`) {
  const seen = await shelf.signedIn(phone)
  const book = shelf.bookOf(name)
  await savePreferences(seen, book, preferences)
  await shelf.open(seen, book, query)
  await waitUntilShown(seen.page, [wide])
  return { seen, book, page: seen.page }
}

test(
  'is shown whole until the user selects halves',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Chosen'), `?page=${wide}`)
    await waitUntilShown(page, [wide])
    await waitUntilPart(page, 'whole')
    await page.keyboard.press('a')
    const choice = page.getByRole('group', { name: 'Wide pages' })
    await choice.getByRole('radio', { name: 'Split' }).check()
    await waitUntilPart(page, 'left')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await waitUntilPart(page, 'right')
    await page.getByText(`${wide} / ${pages}`).waitFor()
    await pressKey(page, 'ArrowLeft', [wide])
    await waitUntilPart(page, 'left')
    await pressKey(page, 'ArrowLeft', [wide - 1])
    await pressKey(page, 'ArrowRight', [wide])
    await waitUntilPart(page, 'left')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a right-to-left book starts with the right half, and going back with the left half',
  async () => {
    const wishes = { 'reader.widePages': 'split', 'reader.direction': 'rtl' }
    const { seen, page } = await openAtWide('Leftwards', wishes)
    await waitUntilPart(page, 'right')
    await page.keyboard.press('ArrowLeft')
    await waitUntilPart(page, 'left')
    await pressKey(page, 'ArrowLeft', [wide + 1])
    await pressKey(page, 'ArrowRight', [wide])
    await waitUntilPart(page, 'left')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'is rotated on a portrait screen, and neither rotated nor halved on a landscape screen',
  async () => {
    const { seen, book, page } = await openAtWide('Turned', { 'reader.widePages': 'turned' })
    await waitUntilPart(page, 'upright')
    const box = await waitForBox(page.locator('main img[alt^="Page "]'))
    // 800 by 600 pixels, scaled to the width of the phone.
    expect(Math.round(box.width)).toBe(390)
    expect(Math.round(box.height)).toBe(520)
    await page.setViewportSize({ width: 1280, height: 800 })
    await waitUntilPart(page, 'whole')
    await savePreferences(seen, book, { 'reader.widePages': 'split' })
    await shelf.open(seen, book, `?page=${wide}`)
    await waitUntilShown(page, [wide])
    await waitUntilPart(page, 'whole')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'reopens at its first half, and rotating the phone keeps the position',
  async () => {
    const wishes = { 'reader.widePages': 'split' }
    const { seen, book, page } = await openAtWide('Resumed', wishes)
    await waitUntilPart(page, 'left')
    await page.keyboard.press('ArrowRight')
    await waitUntilPart(page, 'right')
    await waitUntilProgress(shelf, seen, book, wide)
    await page.setViewportSize({ width: 1280, height: 800 })
    await waitUntilPart(page, 'whole')
    await page.setViewportSize(phone)
    await waitUntilPart(page, 'right')
    await shelf.open(seen, book)
    await waitUntilShown(page, [wide])
    await waitUntilPart(page, 'left')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the last page is read with its second half',
  async () => {
    const wishes = { 'reader.widePages': 'split' }
    const { seen, book, page } = await openAtWide('Through', wishes)
    await pressKey(page, 'ArrowLeft', [wide - 1])
    await waitUntilProgress(shelf, seen, book, wide - 1)
    await pressKey(page, 'ArrowRight', [wide])
    await waitUntilPart(page, 'left')
    expect((await shelf.progressOf(seen, book))?.completed).toBe(false)
    await page.keyboard.press('ArrowRight')
    await waitUntilPart(page, 'right')
    await waitUntilProgress(shelf, seen, book, wide)
    expect((await shelf.progressOf(seen, book))?.completed).toBe(true)
    await seen.context.close()
  },
  timeoutMs,
)
