/** Fingers on the pages, as the browser's own emulation of a phone sends them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { fingers } from './fingers'
import { until } from './harness'
import { openRoom, type Room, untilShown } from './reading-room'

const patience = 60_000
let room: Room

beforeAll(async () => {
  room = await openRoom(['Swiped', 'Pinched', 'Held', 'High', 'Manga'])
}, 120_000)

afterAll(() => room?.close())

const boxOf = (page: Page) =>
  page.evaluate(() => {
    const { x, y, width } = document
      .querySelector('main img[alt^="Page "]')!
      .getBoundingClientRect()
    return { x, y, width }
  })

const phone = { width: 390, height: 844 }

test(
  'a swipe turns the page, the way the book is read',
  async () => {
    const seen = await room.signedIn(phone)
    const { page } = seen
    const hand = await fingers(seen)
    await room.open(seen, room.bookOf('Swiped'))
    await untilShown(page, [1])
    await hand.move([
      [330, 420],
      [60, 420],
    ])
    await untilShown(page, [2])
    await hand.move([
      [60, 420],
      [330, 430],
    ])
    await untilShown(page, [1])
    await room.open(seen, room.bookOf('Manga'))
    await untilShown(page, [1])
    await page.keyboard.press('r')
    await page.locator('input[type=range][dir=rtl]').waitFor()
    await hand.move([
      [60, 420],
      [330, 420],
    ])
    await untilShown(page, [2])
    await seen.context.close()
  },
  patience,
)

test(
  'two fingers zoom, one then moves the page, a double tap goes back',
  async () => {
    const seen = await room.signedIn(phone)
    const { page } = seen
    const hand = await fingers(seen)
    await room.open(seen, room.bookOf('Pinched'))
    await untilShown(page, [1])
    const { width } = await boxOf(page)
    await hand.move(
      [
        [175, 420],
        [75, 420],
      ],
      [
        [215, 420],
        [315, 420],
      ],
    )
    await until(async () => (await boxOf(page)).width > width * 2, 'it is larger')
    const before = await boxOf(page)
    await hand.move([
      [200, 420],
      [300, 420],
    ])
    await until(async () => (await boxOf(page)).x > before.x + 60, 'it moved')
    expect((await boxOf(page)).width).toBeCloseTo(before.width)
    await untilShown(page, [1])
    await hand.tapTwice([195, 420])
    await until(async () => Math.abs((await boxOf(page)).width - width) < 2, 'it is as before')
    await hand.tapTwice([195, 420])
    await until(async () => (await boxOf(page)).width > width * 2, 'it is larger again')
    await seen.context.close()
  },
  patience,
)

test(
  'a finger that rests shows the bars instead of turning',
  async () => {
    const seen = await room.signedIn(phone)
    const { page } = seen
    const hand = await fingers(seen)
    await room.open(seen, room.bookOf('Held'))
    await untilShown(page, [1])
    await hand.tap([195, 420])
    await page.locator('header').waitFor({ state: 'detached' })
    await hand.down([370, 420])
    await Bun.sleep(700)
    await hand.up()
    await page.locator('header').waitFor()
    await untilShown(page, [1])
    await hand.tap([370, 420])
    await untilShown(page, [2])
    await seen.context.close()
  },
  patience,
)

test(
  'a page that is higher than the screen is moved by the finger, and turned by a swipe across',
  async () => {
    const seen = await room.signedIn({ width: 700, height: 500 })
    const { page } = seen
    const hand = await fingers(seen)
    await room.open(seen, room.bookOf('High'))
    await untilShown(page, [1])
    await page.keyboard.press('d')
    await page.keyboard.press('f')
    const stageTop = () => page.evaluate(() => document.querySelector('main > div')!.scrollTop)
    await page.waitForFunction(() => {
      const stage = document.querySelector('main > div')!
      return stage.scrollHeight > stage.clientHeight + 100
    })
    await hand.move([
      [350, 350],
      [350, 150],
    ])
    await until(async () => (await stageTop()) > 60, 'it is scrolled')
    await untilShown(page, [1])
    await hand.move([
      [600, 250],
      [200, 250],
    ])
    await untilShown(page, [2])
    await seen.context.close()
  },
  patience,
)
