/** A page as wide as two on a phone: whole, half by half, or turned. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, until, type Visit } from './harness'
import { writeVolumes } from './library'
import {
  type Book,
  openRoomWith,
  press,
  type Room,
  untilProgress,
  untilShown,
} from './reading-room'

const patience = 60_000
const phone = { width: 390, height: 844 }
const names = ['Chosen', 'Leftwards', 'Turned', 'Resumed', 'Through']
/** As wide as two. */
const wide = 6
const pages = 8
let room: Room

beforeAll(async () => {
  room = await openRoomWith({
    series: names.length,
    books: names.length * 2,
    write: async (library) => {
      for (const name of names) await writeVolumes(library, name, name === 'Through' ? wide : pages)
    },
  })
}, 120_000)

afterAll(() => room?.close())

/** What is seen of the page on the stage. */
const seenPart = (page: Page) =>
  page.evaluate(() => {
    const image = document.querySelector('main img[alt^="Page "]')
    const [whole, place] = [image, image?.parentElement].map((each) =>
      each?.getBoundingClientRect(),
    )
    if (!whole || !place) return 'nothing'
    if (whole.height > whole.width) return 'upright'
    if (whole.width < place.width * 1.5) return 'whole'
    return whole.left < place.left - 1 ? 'right' : 'left'
  })

const untilPart = (page: Page, part: string) =>
  until(async () => (await seenPart(page)) === part, `the part that is seen is: ${part}`)

async function prefer({ context }: Visit, { id }: Book, preferences: object) {
  const answer = await context.request.patch(
    `${room.quire.url}/api/v1/preferences?scope=book&id=${id}`,
    { headers: { origin: new URL(room.quire.url).origin }, data: { preferences } },
  )
  expect(answer.status()).toBe(200)
}

async function openAtWide(name: string, preferences: object, query = `?page=${wide}`) {
  const seen = await room.signedIn(phone)
  const book = room.bookOf(name)
  await prefer(seen, book, preferences)
  await room.open(seen, book, query)
  await untilShown(seen.page, [wide])
  return { seen, book, page: seen.page }
}

test(
  'it is whole until somebody chooses to read it half by half',
  async () => {
    const seen = await room.signedIn(phone)
    const { page } = seen
    await room.open(seen, room.bookOf('Chosen'), `?page=${wide}`)
    await untilShown(page, [wide])
    await untilPart(page, 'whole')
    await page.keyboard.press('a')
    const choice = page.getByRole('group', { name: 'Wide pages' })
    await choice.getByRole('radio', { name: 'Split' }).check()
    await untilPart(page, 'left')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await untilPart(page, 'right')
    await page.getByText(`${wide} / ${pages}`).waitFor()
    await press(page, 'ArrowLeft', [wide])
    await untilPart(page, 'left')
    await press(page, 'ArrowLeft', [wide - 1])
    await press(page, 'ArrowRight', [wide])
    await untilPart(page, 'left')
    await seen.context.close()
  },
  patience,
)

test(
  'a book that is read leftwards begins with the right half, and the way back with the left one',
  async () => {
    const wishes = { 'reader.widePages': 'split', 'reader.direction': 'rtl' }
    const { seen, page } = await openAtWide('Leftwards', wishes)
    await untilPart(page, 'right')
    await page.keyboard.press('ArrowLeft')
    await untilPart(page, 'left')
    await press(page, 'ArrowLeft', [wide + 1])
    await press(page, 'ArrowRight', [wide])
    await untilPart(page, 'left')
    await seen.context.close()
  },
  patience,
)

test(
  'it is turned to fill an upright screen, and neither turned nor halved on a wide one',
  async () => {
    const { seen, book, page } = await openAtWide('Turned', { 'reader.widePages': 'turned' })
    await untilPart(page, 'upright')
    const box = await page.locator('main img[alt^="Page "]').boundingBox()
    // 800 to 600 dots, as wide as the phone.
    expect(Math.round(box!.width)).toBe(390)
    expect(Math.round(box!.height)).toBe(520)
    await page.setViewportSize({ width: 1280, height: 800 })
    await untilPart(page, 'whole')
    await prefer(seen, book, { 'reader.widePages': 'split' })
    await room.open(seen, book, `?page=${wide}`)
    await untilShown(page, [wide])
    await untilPart(page, 'whole')
    await seen.context.close()
  },
  patience,
)

test(
  'whoever comes back begins with its first half, and who turns the phone stays where they are',
  async () => {
    const wishes = { 'reader.widePages': 'split' }
    const { seen, book, page } = await openAtWide('Resumed', wishes)
    await untilPart(page, 'left')
    await page.keyboard.press('ArrowRight')
    await untilPart(page, 'right')
    await untilProgress(room, seen, book, wide)
    await page.setViewportSize({ width: 1280, height: 800 })
    await untilPart(page, 'whole')
    await page.setViewportSize(phone)
    await untilPart(page, 'right')
    await room.open(seen, book)
    await untilShown(page, [wide])
    await untilPart(page, 'left')
    await seen.context.close()
  },
  patience,
)

test(
  'the last page of a book is read with its second half',
  async () => {
    const wishes = { 'reader.widePages': 'split' }
    const { seen, book, page } = await openAtWide('Through', wishes)
    await press(page, 'ArrowLeft', [wide - 1])
    await untilProgress(room, seen, book, wide - 1)
    await press(page, 'ArrowRight', [wide])
    await untilPart(page, 'left')
    expect((await room.progressOf(seen, book))?.completed).toBe(false)
    await page.keyboard.press('ArrowRight')
    await untilPart(page, 'right')
    await untilProgress(room, seen, book, wide)
    expect((await room.progressOf(seen, book))?.completed).toBe(true)
    await seen.context.close()
  },
  patience,
)
