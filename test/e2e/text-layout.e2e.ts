/** Layout of e-books despite errors in the book. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, waitUntil } from './harness'
import {
  evaluateInBook,
  bookFrame,
  makeSimpleBook,
  openTextShelf,
  type TextShelf,
  turnPage,
  waitUntilVisible,
} from './text-shelf'

const timeoutMs = 60_000
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90" preserveAspectRatio="none"><rect width="60" height="90" fill="#456"/></svg>`
const rowOf = (cells: number, word: string) => `<tr>${`<td>${word}</td>`.repeat(cells)}</tr>`
let shelf: TextShelf

beforeAll(async () => {
  shelf = await openTextShelf([
    makeSimpleBook('Share'),
    makeSimpleBook('Strip'),
    makeSimpleBook('Turned'),
    makeSimpleBook('Later'),
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
      title: 'Tables',
      chapters: [
        {
          title: 'Fitting',
          html: `<p>Before.</p><table>${rowOf(5, 'Wonderfully')}${rowOf(5, 'short')}</table>`,
        },
        {
          title: 'Wide',
          html: `<p>Before.</p><div style="float: left"><table>${rowOf(30, 'Wonderfully')}</table></div>`,
        },
      ],
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

afterAll(() => shelf?.close())

const getProgress = (page: Page) => page.getByRole('slider', { name: 'Position in the book' })
const waitUntilProgress = (page: Page, words: string) =>
  waitUntil(
    async () => (await getProgress(page).getAttribute('aria-valuetext')) === words,
    `${words} of the book`,
  )

test(
  'the first screen is the start, the last one is the end',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Share')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await waitUntilProgress(page, '0%')
    await page.keyboard.press('End')
    await waitUntilVisible(page, 'The lantern of chapter 3')
    await waitUntilProgress(page, '100%')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a strip continues at the end of each part and ends at 100 %',
  async () => {
    const seen = await shelf.signedIn({ width: 390, height: 844 })
    const { page } = seen
    await seen.context.request.patch(
      `${shelf.quire.url}/api/v1/preferences?scope=book&id=${shelf.idOf('Strip')}`,
      {
        headers: { origin: shelf.quire.url },
        data: { preferences: { 'epub.flow': 'scrolled' } },
      },
    )
    await shelf.open(seen, 'Strip')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await page.mouse.move(195, 400)
    for (const chapter of [2, 3]) {
      const onward = page.getByRole('button', { name: 'Next section' })
      const isSeen = () => onward.waitFor({ timeout: 3_000 }).then(() => true)
      await waitUntil(async () => {
        // The mouse wheel stops at the end of the section; a key would go to the next one.
        await page.mouse.wheel(0, 20_000)
        return isSeen().catch(() => false)
      }, 'the end of the part is in sight')
      await onward.click()
      await waitUntilVisible(page, `Chapter ${chapter}, paragraph 1`)
    }
    await page.keyboard.press('End')
    await waitUntilProgress(page, '100%')
    await page.getByRole('button', { name: 'Finish book' }).click()
    await page.getByText(/End of book|Finished/).waitFor()
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'fixed-layout pages are shown in pairs, and single on a phone',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const listShown = async () => {
      const pages = page.frames().filter((each) => each.url().includes('/resources/'))
      const words = pages.map(async (each) => {
        const element = await each.frameElement()
        return (await element.isVisible()) ? each.evaluate(() => document.body.textContent) : null
      })
      // Frames may be removed during the evaluation, when the next pair of pages is shown.
      const texts = await Promise.all(words).catch(() => [])
      return texts.flatMap((text) => /Page (\d)/.exec(text ?? '')?.[1] ?? []).join(' ')
    }
    await shelf.open(seen, 'Laid')
    await waitUntil(async () => (await listShown()) === '1', 'the first page stands alone')
    await page.keyboard.press('ArrowRight')
    await waitUntil(async () => (await listShown()) === '2 3', 'two pages are seen')
    await page.getByText('Page 2', { exact: true }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await waitUntil(async () => (await listShown()) === '2', 'one page is seen')
    await page.keyboard.press('ArrowRight')
    await page.getByText('Page 3', { exact: true }).waitFor()
    await waitUntil(async () => (await listShown()) === '3', 'the other one is seen')
    await page.keyboard.press('End')
    await waitUntilProgress(page, '100%')
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'faulty markup does not hide the text',
  async () => {
    // The browser logs broken XML, and the inline styles of its error message are blocked.
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    await shelf.open(seen, 'Faulty')
    const getMiddle = () =>
      evaluateInBook(page, () => {
        const { x, width } = document.querySelector('svg')!.getBoundingClientRect()
        const { x: left } = window.frameElement!.getBoundingClientRect()
        return (left + x + width / 2) / window.top!.innerWidth
      })
    await waitUntil(
      async () => Math.abs(((await getMiddle()) ?? 0) - 0.5) < 0.005,
      'it is in the middle',
    )
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible(page, 'After the fault')
    await page.keyboard.press('ArrowRight')
    await waitUntilProgress(page, '40%')
    await page.keyboard.press('ArrowRight')
    await waitUntil(async () => {
      const width = await evaluateInBook(
        page,
        () => document.querySelector('table')?.getBoundingClientRect().width,
      )
      return width !== undefined && width < 640
    }, 'a wide table stays in its column')
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible(page, 'The last')
    await waitUntilProgress(page, '100%')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a layout change keeps the sentence and saves no other position',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Turned')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    for (let turn = 0; turn < 3; turn++) await turnPage(page)
    const address = `${shelf.quire.url}/api/v1/books/${shelf.idOf('Turned')}/progression`
    const getStored = async () => {
      const answer = await seen.context.request.get(address)
      return answer.status() === 200 ? await answer.text() : ''
    }
    await shelf.untilKept(seen, 'Turned')
    const before = await bookFrame(page)!.evaluate(getFirstWords)
    const kept = await getStored()
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size)
      const isLaidOut = async () => {
        const width = await bookFrame(page)!.evaluate(getColumnWidth)
        return width <= size.width && width > size.width * 0.8
      }
      await waitUntil(isLaidOut, 'the text fits the window')
      await waitUntilVisible(page, before)
    }
    await shelf.saveElsewhere(seen, 'Later')
    expect(await getStored()).toBe(kept)
    await seen.context.close()
  },
  timeoutMs,
)

/** Runs in the frame of the book. Returns the total width of the visible columns. */
const getColumnWidth = () => Number.parseFloat(document.documentElement.style.width)

/** Runs in the frame. Returns the first sentence of the first paragraph on the screen. */
const getFirstWords = () => {
  const { x } = window.frameElement!.getBoundingClientRect()
  const shown = [...document.querySelectorAll('p')].find((paragraph) => {
    const [first] = paragraph.getClientRects()
    return first && first.left + x >= 0
  })
  return shown?.textContent?.split('.')[0] ?? ''
}

test(
  'J17: tables break between words, shrink to fit, and open on the whole screen if they are wider',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await page.setViewportSize({ width: 460, height: 800 })
    await shelf.open(seen, 'Tables')
    const getTable = () =>
      evaluateInBook(page, () => {
        const table = document.querySelector('table')
        if (!table?.dataset['quireTable']) return undefined
        const root = getComputedStyle(document.documentElement)
        const words = [...table.querySelectorAll('td')].map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return range.getClientRects().length
        })
        return {
          state: table.dataset['quireTable'],
          size: parseFloat(table.style.fontSize || '100'),
          isInside: table.offsetWidth <= parseFloat(root.columnWidth) + 1,
          mostLines: Math.max(...words),
        }
      })
    const waitUntilFitted = (state: string) =>
      waitUntil(async () => (await getTable())?.state === state, `the table is ${state}`)
    await waitUntilFitted('whole')
    const fitted = (await getTable())!
    expect(fitted).toMatchObject({ isInside: true, mostLines: 1 })
    expect(fitted.size).toBeLessThan(100)
    expect(fitted.size).toBeGreaterThanOrEqual(70)
    await page.setViewportSize({ width: 1280, height: 800 })
    await waitUntil(async () => (await getTable())?.size === 100, 'it has its full size')

    await page.keyboard.press('ArrowRight')
    await waitUntilFitted('wide')
    expect(await getTable()).toMatchObject({ isInside: true, size: 70 })
    await page.setViewportSize({ width: 390, height: 800 })
    await waitUntil(async () => (await getTable())?.isInside === true, 'it stays in its column')
    const y = await evaluateInBook(
      page,
      () =>
        document.querySelector('table')!.getBoundingClientRect().y +
        window.frameElement!.getBoundingClientRect().y,
    )
    await page.mouse.click(195, y! + 5)
    const dialog = page.getByRole('dialog', { name: 'Table' })
    await dialog.waitFor()
    expect(await dialog.locator('td').count()).toBe(30)
    expect((await dialog.boundingBox())!.width).toBe(390)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowLeft')
    await page.setViewportSize({ width: 460, height: 800 })
    // The book is still open.
    await waitUntilFitted('whole')
    await seen.context.close()
  },
  timeoutMs,
)
