/** An e-book in quick hands: what is pressed means what is on the screen then, not what was drawn before. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until, type Visit } from './harness'
import { focusedAfter, pressAtOnce } from './quick-hands'
import { calmBook, openTextRoom, type TextRoom, untilVisible } from './text-room'

const patience = 60_000
let room: TextRoom

beforeAll(async () => {
  room = await openTextRoom(['Scrolled', 'Left', 'Twice', 'Last', 'Sought', 'Tabs'].map(calmBook))
}, 120_000)

afterAll(() => room?.close())

async function openStrip(name: string) {
  const seen = await room.signedIn()
  const address = `${room.quire.url}/api/v1/preferences?scope=book&id=${room.idOf(name)}`
  await seen.context.request.patch(address, {
    headers: { origin: room.quire.url },
    data: { preferences: { 'epub.flow': 'scrolled' } },
  })
  return openBook(seen, name)
}

async function openBook(seen: Visit, name: string) {
  await room.open(seen, name)
  await untilVisible(seen.page, 'Chapter 1, paragraph 1')
  return seen
}

const far = 1_500

test(
  'who scrolls and marks at once marks what is on the screen',
  async () => {
    const seen = await openStrip('Scrolled')
    await pressAtOnce(seen.page, ['b'], { scroll: far })
    await until(async () => (await room.marksOf(seen, 'Scrolled')).length > 0, 'it is marked')
    const [mark] = await room.marksOf(seen, 'Scrolled')
    expect(mark!.locator.locations.progression).toBeGreaterThan(0.1)
    await seen.context.close()
  },
  patience,
)

test(
  'who scrolls and leaves at once goes on there',
  async () => {
    const seen = await openStrip('Left')
    await pressAtOnce(seen.page, ['Escape'], { scroll: far })
    const address = `${room.quire.url}/api/v1/books/${room.idOf('Left')}/progression`
    const kept = async () => (await seen.context.request.get(address)).status() === 200
    await until(kept, 'the place is kept')
    await seen.context.close()
  },
  patience,
)

test(
  'who marks twice at once has marked nothing',
  async () => {
    const seen = await openBook(await room.signedIn(), 'Twice')
    const { page } = seen
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      if (/\/bookmarks(\/|$)/.test(new URL(request.url()).pathname)) asked.push(request.method())
    })
    await pressAtOnce(page, ['b', 'b'])
    await until(() => asked.includes('POST') && asked.includes('DELETE'), 'it is undone')
    expect(await room.marksOf(seen, 'Twice')).toEqual([])
    const button = page.getByRole('button', { name: 'Bookmark this position' })
    await until(async () => (await button.getAttribute('aria-pressed')) === 'false', 'it is seen')
    await seen.context.close()
  },
  patience,
)

test(
  'who goes to the end and turns at once is past it',
  async () => {
    const seen = await openBook(await room.signedIn(), 'Last')
    await pressAtOnce(seen.page, ['End', 'ArrowRight'])
    await seen.page.getByText('End of book').waitFor()
    await seen.context.close()
  },
  patience,
)

test(
  'what is typed right after the key of the search is looked for',
  async () => {
    const seen = await openBook(await room.signedIn(), 'Sought')
    expect(await focusedAfter(seen.page, '/')).toBe('Search text')
    await seen.context.close()
  },
  patience,
)

test(
  'of two tabs one is seen at a time',
  async () => {
    const seen = await openBook(await room.signedIn(), 'Tabs')
    const { page } = seen
    await page.keyboard.press('t')
    await page.getByRole('tab', { name: 'Bookmarks' }).waitFor()
    const most = await page.evaluate(async () => {
      const shown = () =>
        [...document.querySelectorAll('[role=tabpanel]')].filter((each) => each.checkVisibility())
      document.querySelector<HTMLElement>('[role=tab][aria-selected=false]')!.click()
      let count = 0
      for (let frame = 0; frame < 10; frame++) {
        await new Promise(requestAnimationFrame)
        count = Math.max(count, shown().length)
      }
      return count
    })
    expect(most).toBe(1)
    await seen.context.close()
  },
  patience,
)
