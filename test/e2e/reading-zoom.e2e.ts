/** Zooming keeps the point under the pointer, on pages that fit and on scrolled pages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { createFingers } from './touch'
import { waitUntil } from './harness'
import { openShelf, type ReadingShelf, waitUntilShown } from './reading-shelf'

const timeoutMs = 60_000
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Wheeled', 'Tapped twice', 'Parted', 'Panned'])
}, 120_000)

afterAll(() => shelf?.close())

const screen = { width: 700, height: 500 }
const point = { x: 430, y: 330 }

/** Waits for the first page. Scrolls to its middle, unless it fits the screen. */
async function openTallPage(page: Page, settings: { fit: string; direction?: string }) {
  await waitUntilShown(page, [1])
  await page.evaluate(
    ({ top }) => document.querySelector('main > div')!.scrollTo({ top, left: 60 }),
    { top: settings.fit === 'screen' ? 0 : 210 },
  )
}

/** Returns the point of the image under `point`, as fractions of its width and height. */
const getPointUnder = (page: Page) =>
  page.evaluate(({ x, y }) => {
    const box = document.querySelector('main img[alt^="Page "]')!.getBoundingClientRect()
    return { x: (x - box.x) / box.width, y: (y - box.y) / box.height, width: box.width }
  }, point)

async function waitUntilWidth(page: Page, fits: (width: number) => boolean) {
  await waitUntil(
    async () => fits((await getPointUnder(page)).width),
    'the picture has another size',
  )
  return getPointUnder(page)
}

async function openBook(name: string, settings: { fit: string; direction?: string }) {
  const seen = await shelf.signedIn(screen)
  const book = shelf.bookOf(name)
  const preferences = {
    'reader.spread': 'single',
    'reader.fit': settings.fit,
    'reader.direction': settings.direction ?? 'ltr',
  }
  await seen.context.request.patch(
    `${shelf.quire.url}/api/v1/preferences?scope=book&id=${book.id}`,
    { headers: { origin: shelf.quire.url }, data: { preferences } },
  )
  await shelf.open(seen, book)
  await openTallPage(seen.page, settings)
  return seen
}

const isNear = (a: { x: number; y: number }, b: { x: number; y: number }) => {
  expect(Math.abs(a.x - b.x)).toBeLessThan(0.02)
  expect(Math.abs(a.y - b.y)).toBeLessThan(0.02)
}

for (const fit of ['screen', 'width', 'height', 'original']) {
  for (const direction of ['ltr', 'rtl']) {
    test(
      `with the wheel: ${fit}, ${direction}`,
      async () => {
        const { page, context } = await openBook('Wheeled', { fit, direction })
        await page.mouse.move(point.x, point.y)
        const before = await getPointUnder(page)
        await page.keyboard.down('Control')
        await page.mouse.wheel(0, -300)
        const inside = await waitUntilWidth(page, (width) => width > before.width * 2.5)
        // A page narrower than the screen stays centered.
        if (before.width >= screen.width) isNear(inside, before)
        await page.mouse.wheel(0, 900)
        const back = await waitUntilWidth(page, (width) => Math.abs(width - before.width) < 1)
        isNear(back, before)
        await page.keyboard.up('Control')
        await context.close()
      },
      timeoutMs,
    )
  }
}

test(
  'with a double tap and back',
  async () => {
    const seen = await openBook('Tapped twice', { fit: 'width' })
    const hand = await createFingers(seen)
    const before = await getPointUnder(seen.page)
    const tapTwice = () => hand.tapTwice([point.x, point.y])
    await tapTwice()
    isNear(await waitUntilWidth(seen.page, (width) => width > before.width * 2), before)
    await tapTwice()
    isNear(await waitUntilWidth(seen.page, (width) => Math.abs(width - before.width) < 1), before)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'with two fingers, on a page that one finger scrolls',
  async () => {
    const seen = await openBook('Parted', { fit: 'width' })
    const hand = await createFingers(seen)
    const before = await getPointUnder(seen.page)
    const [x, y] = [point.x, point.y]
    await hand.move(
      [
        [x, y - 30],
        [x, y - 120],
      ],
      [
        [x, y + 30],
        [x, y + 120],
      ],
    )
    isNear(await waitUntilWidth(seen.page, (width) => width > before.width * 2), before)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the wheel alone pans a zoomed page',
  async () => {
    const { page, context } = await openBook('Panned', { fit: 'width' })
    await page.mouse.move(point.x, point.y)
    const before = await getPointUnder(page)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    const inside = await waitUntilWidth(page, (width) => width > before.width * 2)
    await page.mouse.wheel(0, 200)
    await waitUntil(
      async () => (await getPointUnder(page)).y > inside.y + 0.02,
      'it is further down',
    )
    await context.close()
  },
  timeoutMs,
)
