/** How an e-book is laid out: what its maker did not think of must not spoil reading. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from './harness'
import {
  askBook,
  bookFrame,
  calmBook,
  openTextRoom,
  type TextRoom,
  turnPage,
  untilVisible,
} from './text-room'

const patience = 60_000
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90" preserveAspectRatio="none"><rect width="60" height="90" fill="#456"/></svg>`
let room: TextRoom

beforeAll(async () => {
  room = await openTextRoom([
    calmBook('Share'),
    calmBook('Strip'),
    calmBook('Turned'),
    {
      title: 'Laid',
      isFixed: true,
      chapters: [1, 2, 3, 4, 5].map((page) => ({
        title: `Page ${page}`,
        head: '<meta name="viewport" content="width=600, height=800"/>',
        html: `<p>Page ${page}. Words.</p>`,
      })),
    },
    {
      title: 'Faulty',
      chapters: [
        { title: 'Cover', html: picture },
        {
          title: 'Unclosed',
          html: '<p>Before <b>the fault</p><p>After the fault. Still there.</p>',
        },
        { title: 'Empty', html: '' },
        { title: 'Wide', html: `<table><tr>${'<td>1234567890</td>'.repeat(30)}</tr></table>` },
        { title: 'Last', html: '<p>The last. Words.</p>' },
      ],
    },
  ])
}, 120_000)

afterAll(() => room?.close())

const share = (page: Page) => page.getByRole('slider', { name: 'Position in the book' })
const untilShare = (page: Page, words: string) =>
  until(
    async () => (await share(page).getAttribute('aria-valuetext')) === words,
    `${words} of the book`,
  )

test(
  'the first screen is the beginning, the last is the end',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, 'Share')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await untilShare(page, '0%')
    await page.keyboard.press('End')
    await untilVisible(page, 'The lantern of chapter 3')
    await untilShare(page, '100%')
    await seen.context.close()
  },
  patience,
)

test(
  'a strip leads on at the end of each part, and ends at 100 %',
  async () => {
    const seen = await room.signedIn({ width: 390, height: 844 })
    const { page } = seen
    await seen.context.request.patch(
      `${room.quire.url}/api/v1/preferences?scope=book&id=${room.idOf('Strip')}`,
      {
        headers: { origin: room.quire.url },
        data: { preferences: { 'epub.flow': 'scrolled' } },
      },
    )
    await room.open(seen, 'Strip')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await page.mouse.move(195, 400)
    for (const chapter of [2, 3]) {
      const onward = page.getByRole('button', { name: 'Next section' })
      const isSeen = () => onward.waitFor({ timeout: 3_000 }).then(() => true)
      await until(async () => {
        // The wheel stops there; a key would lead on.
        await page.mouse.wheel(0, 20_000)
        return isSeen().catch(() => false)
      }, 'the end of the part is in sight')
      await onward.click()
      await untilVisible(page, `Chapter ${chapter}, paragraph 1`)
    }
    await page.keyboard.press('End')
    await untilShare(page, '100%')
    await page.getByRole('button', { name: 'Finish book' }).click()
    await page.getByText('End of book').waitFor()
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'pages that are laid out stand side by side, and alone on a phone',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    const shown = async () => {
      const pages = page.frames().filter((each) => each.url().includes('/resources/'))
      const words = pages.map(async (each) => {
        const element = await each.frameElement()
        return (await element.isVisible()) ? each.evaluate(() => document.body.textContent) : null
      })
      // Between two pairs the frames go.
      const texts = await Promise.all(words).catch(() => [])
      return texts.flatMap((text) => /Page (\d)/.exec(text ?? '')?.[1] ?? []).join(' ')
    }
    await room.open(seen, 'Laid')
    await until(async () => (await shown()) === '1', 'the first page stands alone')
    await page.keyboard.press('ArrowRight')
    await until(async () => (await shown()) === '2 3', 'two pages are seen')
    await page.getByText('Page 2', { exact: true }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await until(async () => (await shown()) === '2', 'one page is seen')
    await page.keyboard.press('ArrowRight')
    await page.getByText('Page 3', { exact: true }).waitFor()
    await until(async () => (await shown()) === '3', 'the other one is seen')
    await page.keyboard.press('End')
    await untilShare(page, '100%')
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'faults of a book do not keep one from its text',
  async () => {
    // A browser says aloud that XML is broken, and styles its own words for it.
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page } = seen
    await room.open(seen, 'Faulty')
    const middle = () =>
      askBook(page, () => {
        const { x, width } = document.querySelector('svg')!.getBoundingClientRect()
        const { x: left } = window.frameElement!.getBoundingClientRect()
        return (left + x + width / 2) / window.top!.innerWidth
      })
    await until(async () => Math.abs(((await middle()) ?? 0) - 0.5) < 0.005, 'it is in the middle')
    await page.keyboard.press('ArrowRight')
    await untilVisible(page, 'After the fault')
    await page.keyboard.press('ArrowRight')
    await untilShare(page, '40%')
    await page.keyboard.press('ArrowRight')
    await until(async () => {
      const width = await askBook(
        page,
        () => document.querySelector('table')?.getBoundingClientRect().width,
      )
      return width !== undefined && width < 640
    }, 'a wide table stays in its column')
    await page.keyboard.press('ArrowRight')
    await untilVisible(page, 'The last')
    await untilShare(page, '100%')
    await seen.context.close()
  },
  patience,
)

test(
  'a change of the layout keeps the sentence, and is not kept as another place',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, 'Turned')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    for (let turn = 0; turn < 3; turn++) await turnPage(page)
    const address = `${room.quire.url}/api/v1/books/${room.idOf('Turned')}/progression`
    const stored = async () => {
      const answer = await seen.context.request.get(address)
      return answer.status() === 200 ? await answer.text() : ''
    }
    await room.untilKept(seen, 'Turned')
    const before = await bookFrame(page)!.evaluate(firstWords)
    const kept = await stored()
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size)
      const isLaidOut = async () => {
        const width = await bookFrame(page)!.evaluate(columnWidth)
        return width <= size.width && width > size.width * 0.8
      }
      await until(isLaidOut, 'the text fits the window')
      await untilVisible(page, before)
    }
    // Longer than a reader rests before a place is kept.
    await Bun.sleep(1_500)
    expect(await stored()).toBe(kept)
    await seen.context.close()
  },
  patience,
)

/** Of all columns on the screen. */
const columnWidth = () => Number.parseFloat(document.documentElement.style.width)

/** Of the first paragraph that begins on the screen. */
const firstWords = () => {
  const { x } = window.frameElement!.getBoundingClientRect()
  const shown = [...document.querySelectorAll('p')].find((paragraph) => {
    const [first] = paragraph.getClientRects()
    return first && first.left + x >= 0
  })
  return shown?.textContent?.split('.')[0] ?? ''
}
