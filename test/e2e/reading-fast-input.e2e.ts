/** Fast input in a book of pages: no key press is lost. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil } from './harness'
import { getFocusAfter, pressAtOnce } from './fast-keys'
import {
  openShelf,
  pressKey,
  type ReadingShelf,
  waitUntilProgress,
  waitUntilShown,
} from './reading-shelf'

const timeoutMs = 60_000
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Twice', 'Wheeled', 'Left', 'Asked', 'Opened', 'Ahead'])
}, 120_000)

afterAll(() => shelf?.close())

test(
  'two quick presses of the bookmark key add no bookmark',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const book = shelf.bookOf('Twice')
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      if (/\/bookmarks(\/|$)/.test(new URL(request.url()).pathname)) asked.push(request.method())
    })
    await shelf.open(seen, book)
    await waitUntilShown(page, [1])
    await pressAtOnce(page, ['b', 'b'])
    await waitUntil(() => asked.includes('POST') && asked.includes('DELETE'), 'it is undone')
    await page.getByRole('button', { name: 'Bookmark this page' }).waitFor()
    const answer = await seen.context.request.get(
      `${shelf.quire.url}/api/v1/books/${book.id}/bookmarks`,
    )
    expect(((await answer.json()) as { total: number }).total).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the wheel zooms pages as soon as they are shown, never the window',
  async () => {
    const seen = await shelf.signedIn()
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
    await shelf.open(seen, shelf.bookOf('Wheeled'))
    expect(await seen.page.evaluate(() => document.documentElement.dataset['ours'])).toBe('true')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'leaving right after a page turn saves the new position',
  async () => {
    const seen = await shelf.signedIn()
    const book = shelf.bookOf('Left')
    await shelf.open(seen, book)
    await waitUntilShown(seen.page, [1])
    await pressAtOnce(seen.page, ['ArrowRight', 'Escape'])
    await waitUntilProgress(shelf, seen, book, 3)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'digits typed right after opening the page dialog are entered in it',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Asked'))
    await waitUntilShown(page, [1])
    await page.keyboard.type('g6')
    await page.keyboard.press('Enter')
    await waitUntilShown(page, [6])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the next book opens even if requested before it is known',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const [first, second] = [shelf.bookOf('Ahead'), shelf.bookOf('Ahead', 2)]
    const known = Promise.withResolvers<void>()
    await page.route('**/adjacent', async (route) => {
      await known.promise
      await route.continue()
    })
    await shelf.open(seen, first, '?page=12')
    await waitUntilShown(page, [11, 12])
    await pressKey(page, 'ArrowRight', [])
    await page.getByText(/End of book|Finished/).waitFor()
    expect(await page.getByText('That’s the last book').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    known.resolve()
    await page.waitForURL((url) => url.pathname.endsWith(second.id))
    await waitUntilShown(page, [1])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a panel has the focus as soon as it appears',
  async () => {
    const seen = await shelf.signedIn()
    await shelf.open(seen, shelf.bookOf('Opened'))
    await waitUntilShown(seen.page, [1])
    expect(await getFocusAfter(seen.page, 'a')).toBe('Reading settings')
    await seen.context.close()
  },
  timeoutMs,
)
