/** What is looked at stays where it is while one zooms: on pages that fit, and on pages that are scrolled. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { fingers } from './fingers'
import { until } from './harness'
import { openRoom, type Room, untilShown } from './reading-room'

const patience = 60_000
let room: Room

beforeAll(async () => {
  room = await openRoom(['Wheeled', 'Tapped twice', 'Parted', 'Panned'])
}, 120_000)

afterAll(() => room?.close())

const screen = { width: 700, height: 500 }
const point = { x: 430, y: 330 }

/** One page, as wide as the stage and thus higher, scrolled to somewhere in its middle. */
async function openHigh(page: Page, settings: { fit: string; direction?: string }) {
  await untilShown(page, [1])
  await page.evaluate(
    ({ top }) => document.querySelector('main > div')!.scrollTo({ top, left: 60 }),
    { top: settings.fit === 'screen' ? 0 : 210 },
  )
}

/** The place of the picture under a point of the screen, as shares of its width and height. */
const under = (page: Page) =>
  page.evaluate(({ x, y }) => {
    const box = document.querySelector('main img[alt^="Page "]')!.getBoundingClientRect()
    return { x: (x - box.x) / box.width, y: (y - box.y) / box.height, width: box.width }
  }, point)

async function untilWidth(page: Page, fits: (width: number) => boolean) {
  await until(async () => fits((await under(page)).width), 'the picture has another size')
  return under(page)
}

async function open(name: string, settings: { fit: string; direction?: string }) {
  const seen = await room.signedIn(screen)
  const book = room.bookOf(name)
  const preferences = {
    'reader.spread': 'single',
    'reader.fit': settings.fit,
    'reader.direction': settings.direction ?? 'ltr',
  }
  await seen.context.request.patch(
    `${room.quire.url}/api/v1/preferences?scope=book&id=${book.id}`,
    { headers: { origin: room.quire.url }, data: { preferences } },
  )
  await room.open(seen, book)
  await openHigh(seen.page, settings)
  return seen
}

const near = (a: { x: number; y: number }, b: { x: number; y: number }) => {
  expect(Math.abs(a.x - b.x)).toBeLessThan(0.02)
  expect(Math.abs(a.y - b.y)).toBeLessThan(0.02)
}

for (const fit of ['screen', 'width', 'height', 'original']) {
  for (const direction of ['ltr', 'rtl']) {
    test(
      `under the wheel: ${fit}, ${direction}`,
      async () => {
        const { page, context } = await open('Wheeled', { fit, direction })
        await page.mouse.move(point.x, point.y)
        const before = await under(page)
        await page.keyboard.down('Control')
        await page.mouse.wheel(0, -300)
        const inside = await untilWidth(page, (width) => width > before.width * 2.5)
        // Of a page that does not fill the stage its middle stays in the middle.
        if (before.width >= screen.width) near(inside, before)
        await page.mouse.wheel(0, 900)
        const back = await untilWidth(page, (width) => Math.abs(width - before.width) < 1)
        near(back, before)
        await page.keyboard.up('Control')
        await context.close()
      },
      patience,
    )
  }
}

test(
  'under a double tap, and back',
  async () => {
    const seen = await open('Tapped twice', { fit: 'width' })
    const hand = await fingers(seen)
    const before = await under(seen.page)
    const tapTwice = () => hand.tapTwice([point.x, point.y])
    await tapTwice()
    near(await untilWidth(seen.page, (width) => width > before.width * 2), before)
    await tapTwice()
    near(await untilWidth(seen.page, (width) => Math.abs(width - before.width) < 1), before)
    await seen.context.close()
  },
  patience,
)

test(
  'between two fingers, on a page that one finger scrolls',
  async () => {
    const seen = await open('Parted', { fit: 'width' })
    const hand = await fingers(seen)
    const before = await under(seen.page)
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
    near(await untilWidth(seen.page, (width) => width > before.width * 2), before)
    await seen.context.close()
  },
  patience,
)

test(
  'the wheel alone moves an enlarged page',
  async () => {
    const { page, context } = await open('Panned', { fit: 'width' })
    await page.mouse.move(point.x, point.y)
    const before = await under(page)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    const inside = await untilWidth(page, (width) => width > before.width * 2)
    await page.mouse.wheel(0, 200)
    await until(async () => (await under(page)).y > inside.y + 0.02, 'it is further down')
    await context.close()
  },
  patience,
)
