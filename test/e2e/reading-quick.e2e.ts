/** A book of pages in quick hands: what is pressed the moment it could be is not lost. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from './harness'
import { focusedAfter, pressAtOnce } from './quick-hands'
import { openRoom, press, type Room, untilProgress, untilShown } from './reading-room'

const patience = 60_000
let room: Room

beforeAll(async () => {
  room = await openRoom(['Twice', 'Wheeled', 'Left', 'Asked', 'Opened', 'Ahead'])
}, 120_000)

afterAll(() => room?.close())

test(
  'who marks a page twice at once has marked nothing',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    const book = room.bookOf('Twice')
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      if (/\/bookmarks(\/|$)/.test(new URL(request.url()).pathname)) asked.push(request.method())
    })
    await room.open(seen, book)
    await untilShown(page, [1])
    await pressAtOnce(page, ['b', 'b'])
    await until(() => asked.includes('POST') && asked.includes('DELETE'), 'it is undone')
    await page.getByRole('button', { name: 'Bookmark this page' }).waitFor()
    const answer = await seen.context.request.get(
      `${room.quire.url}/api/v1/books/${book.id}/bookmarks`,
    )
    expect(((await answer.json()) as { total: number }).total).toBe(0)
    await seen.context.close()
  },
  patience,
)

test(
  'the wheel zooms the pages as soon as they are drawn, never the window',
  async () => {
    const seen = await room.signedIn()
    await seen.page.addInitScript(() => {
      const turnWheel = () => {
        const stage = document.querySelector('main [data-page]')
        if (!stage || 'ours' in document.documentElement.dataset) return
        const wheel = { ctrlKey: true, deltaY: -100, cancelable: true, bubbles: true }
        const event = new WheelEvent('wheel', wheel)
        stage.dispatchEvent(event)
        document.documentElement.dataset['ours'] = String(event.defaultPrevented)
      }
      new MutationObserver(turnWheel).observe(document, { childList: true, subtree: true })
    })
    await room.open(seen, room.bookOf('Wheeled'))
    expect(await seen.page.evaluate(() => document.documentElement.dataset['ours'])).toBe('true')
    await seen.context.close()
  },
  patience,
)

test(
  'who turns and leaves at once goes on there',
  async () => {
    const seen = await room.signedIn()
    const book = room.bookOf('Left')
    await room.open(seen, book)
    await untilShown(seen.page, [1])
    await pressAtOnce(seen.page, ['ArrowRight', 'Escape'])
    await untilProgress(room, seen, book, 3)
    await seen.context.close()
  },
  patience,
)

test(
  'a number that is typed right after the question for a page is its answer',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, room.bookOf('Asked'))
    await untilShown(page, [1])
    await page.keyboard.type('g6')
    await page.keyboard.press('Enter')
    await untilShown(page, [6])
    await seen.context.close()
  },
  patience,
)

test(
  'the next book opens for who asks for it before it is known',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    const [first, second] = [room.bookOf('Ahead'), room.bookOf('Ahead', 2)]
    const known = Promise.withResolvers<void>()
    await page.route('**/adjacent', async (route) => {
      await known.promise
      await route.continue()
    })
    await room.open(seen, first, '?page=12')
    await untilShown(page, [11, 12])
    await press(page, 'ArrowRight', [])
    await page.getByText('End of book').waitFor()
    expect(await page.getByText('That’s the last book').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    known.resolve()
    await page.waitForURL((url) => url.pathname.endsWith(second.id))
    await untilShown(page, [1])
    await seen.context.close()
  },
  patience,
)

test(
  'a panel has the focus as soon as it is there',
  async () => {
    const seen = await room.signedIn()
    await room.open(seen, room.bookOf('Opened'))
    await untilShown(seen.page, [1])
    expect(await focusedAfter(seen.page, 'a')).toBe('Reading settings')
    await seen.context.close()
  },
  patience,
)
