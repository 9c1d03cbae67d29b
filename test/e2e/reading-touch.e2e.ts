/** Touch input in the page reader, through the browser's phone emulation. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { createFingers } from './touch'
import { waitUntil } from './harness'
import { openShelf, type ReadingShelf, waitUntilShown } from './reading-shelf'

const timeoutMs = 60_000
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Swiped', 'Pinched', 'Held', 'High', 'Manga'])
}, 120_000)

afterAll(() => shelf?.close())

const getBox = (page: Page) =>
  page.evaluate(() => {
    const { x, y, width } = document
      .querySelector('main img[alt^="Page "]')!
      .getBoundingClientRect()
    return { x, y, width }
  })

const phone = { width: 390, height: 844 }

test(
  'a swipe turns the page in reading direction',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    const hand = await createFingers(seen)
    await shelf.open(seen, shelf.bookOf('Swiped'))
    await waitUntilShown(page, [1])
    await hand.move([
      [330, 420],
      [60, 420],
    ])
    await waitUntilShown(page, [2])
    await hand.move([
      [60, 420],
      [330, 430],
    ])
    await waitUntilShown(page, [1])
    await shelf.open(seen, shelf.bookOf('Manga'))
    await waitUntilShown(page, [1])
    await page.keyboard.press('r')
    await page.locator('input[type=range][dir=rtl]').waitFor()
    await hand.move([
      [60, 420],
      [330, 420],
    ])
    await waitUntilShown(page, [2])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'two fingers zoom, one finger pans, and a double tap resets',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    const hand = await createFingers(seen)
    await shelf.open(seen, shelf.bookOf('Pinched'))
    await waitUntilShown(page, [1])
    const { width } = await getBox(page)
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
    await waitUntil(async () => (await getBox(page)).width > width * 2, 'it is larger')
    const before = await getBox(page)
    await hand.move([
      [200, 420],
      [300, 420],
    ])
    await waitUntil(async () => (await getBox(page)).x > before.x + 60, 'it moved')
    expect((await getBox(page)).width).toBeCloseTo(before.width)
    await waitUntilShown(page, [1])
    await hand.tapTwice([195, 420])
    await waitUntil(async () => Math.abs((await getBox(page)).width - width) < 2, 'it is as before')
    await hand.tapTwice([195, 420])
    await waitUntil(async () => (await getBox(page)).width > width * 2, 'it is larger again')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a long press shows the bars instead of turning',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    const hand = await createFingers(seen)
    await shelf.open(seen, shelf.bookOf('Held'))
    await waitUntilShown(page, [1])
    await hand.tap([195, 420])
    await page.locator('header').waitFor({ state: 'detached' })
    await hand.hold([370, 420])
    await page.locator('header').waitFor()
    await waitUntilShown(page, [1])
    await hand.tap([370, 420])
    await waitUntilShown(page, [2])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a page taller than the screen is scrolled by touch and turned by a horizontal swipe',
  async () => {
    const seen = await shelf.signedIn({ width: 700, height: 500 })
    const { page } = seen
    const hand = await createFingers(seen)
    await shelf.open(seen, shelf.bookOf('High'))
    await waitUntilShown(page, [1])
    await page.keyboard.press('d')
    await page.keyboard.press('f')
    const getStageTop = () => page.evaluate(() => document.querySelector('main > div')!.scrollTop)
    await page.waitForFunction(() => {
      const stage = document.querySelector('main > div')!
      return stage.scrollHeight > stage.clientHeight + 100
    })
    await hand.move([
      [350, 350],
      [350, 150],
    ])
    await waitUntil(async () => (await getStageTop()) > 60, 'it is scrolled')
    await waitUntilShown(page, [1])
    await hand.move([
      [600, 250],
      [200, 250],
    ])
    await waitUntilShown(page, [2])
    await seen.context.close()
  },
  timeoutMs,
)
