/** Fast input in an e-book: key presses apply to the current screen, not to an outdated one. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil, type Visit } from './harness'
import { pressAtOnce } from './fast-keys'
import { makeSimpleBook, openTextShelf, type TextShelf, waitUntilVisible } from './text-shelf'

const timeoutMs = 60_000
let shelf: TextShelf

beforeAll(async () => {
  shelf = await openTextShelf(
    ['Scrolled', 'Left', 'Twice', 'Last', 'Sought', 'Tabs'].map(makeSimpleBook),
  )
}, 120_000)

afterAll(() => shelf?.close())

async function openStrip(name: string) {
  const seen = await shelf.signedIn()
  const address = `${shelf.quire.url}/api/v1/preferences?scope=book&id=${shelf.idOf(name)}`
  await seen.context.request.patch(address, {
    headers: { origin: shelf.quire.url },
    data: { preferences: { 'epub.flow': 'scrolled' } },
  })
  return openBook(seen, name)
}

async function openBook(seen: Visit, name: string) {
  await shelf.open(seen, name)
  await waitUntilVisible(seen.page, 'Chapter 1, paragraph 1')
  return seen
}

const far = 1_500

test(
  'a bookmark right after scrolling marks the visible text',
  async () => {
    const seen = await openStrip('Scrolled')
    await pressAtOnce(seen.page, ['b'], { scroll: far })
    await waitUntil(async () => (await shelf.marksOf(seen, 'Scrolled')).length > 0, 'it is marked')
    const [mark] = await shelf.marksOf(seen, 'Scrolled')
    expect(mark!.locator.locations.progression).toBeGreaterThan(0.1)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'leaving right after scrolling saves the position',
  async () => {
    const seen = await openStrip('Left')
    await pressAtOnce(seen.page, ['Escape'], { scroll: far })
    const address = `${shelf.quire.url}/api/v1/books/${shelf.idOf('Left')}/progression`
    const getSaved = async () => (await seen.context.request.get(address)).status() === 200
    await waitUntil(getSaved, 'the place is kept')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'two quick presses of the bookmark key add no bookmark',
  async () => {
    const seen = await openBook(await shelf.signedIn(), 'Twice')
    const { page } = seen
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      if (/\/bookmarks(\/|$)/.test(new URL(request.url()).pathname)) asked.push(request.method())
    })
    await pressAtOnce(page, ['b', 'b'])
    await waitUntil(() => asked.includes('POST') && asked.includes('DELETE'), 'it is undone')
    expect(await shelf.marksOf(seen, 'Twice')).toEqual([])
    const button = page.getByRole('button', { name: 'Bookmark this position' })
    await waitUntil(
      async () => (await button.getAttribute('aria-pressed')) === 'false',
      'it is seen',
    )
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'End and a quick page turn lead past the end',
  async () => {
    const seen = await openBook(await shelf.signedIn(), 'Last')
    await pressAtOnce(seen.page, ['End', 'ArrowRight'])
    await seen.page.getByText(/End of book|Finished/).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'text typed right after opening the search is searched',
  async () => {
    const seen = await openBook(await shelf.signedIn(), 'Sought')
    await seen.page.keyboard.type('/chapter')
    await seen.page.keyboard.press('Enter')
    await seen.page.getByText(/^\d+ results?$/).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'of two panel tabs only one is visible at a time',
  async () => {
    const seen = await openBook(await shelf.signedIn(), 'Tabs')
    const { page } = seen
    await page.keyboard.press('t')
    await page.getByRole('tab', { name: 'Bookmarks' }).waitFor()
    const most = await page.evaluate(async () => {
      const listShown = () =>
        [...document.querySelectorAll('[role=tabpanel]')].filter((each) => each.checkVisibility())
      document.querySelector<HTMLElement>('[role=tab][aria-selected=false]')!.click()
      let count = 0
      for (let frame = 0; frame < 10; frame++) {
        await new Promise(requestAnimationFrame)
        count = Math.max(count, listShown().length)
      }
      return count
    })
    expect(most).toBe(1)
    await seen.context.close()
  },
  timeoutMs,
)
