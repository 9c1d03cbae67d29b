/** Reading e-books in Chromium, with the built program. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, admin, visit, waitUntil } from './harness'
import {
  bookFrame,
  evaluateInBook,
  makeSimpleBook,
  openTextShelf,
  type TextShelf,
  waitUntilVisible,
  listVisible,
} from './text-shelf'

const timeoutMs = 60_000
let shelf: TextShelf

/** Runs in the page. Records what the browser paints. */
function recordPaints() {
  const painted: string[] = []
  const roots: ShadowRoot[] = []
  Object.assign(window, { painted })
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    roots.push(root)
    return root
  }
  const showsText = () =>
    roots
      .flatMap((root) => [...root.querySelectorAll('iframe')])
      .some((frame) => {
        const [line] = frame.contentDocument?.querySelector('p')?.getClientRects() ?? []
        return line !== undefined && line.width > 0 && frame.checkVisibility(visibly)
      })
  const visibly = { visibilityProperty: true, opacityProperty: true }
  const record = () => {
    const cover = [...document.querySelectorAll('.opening img')].some((one) =>
      one.checkVisibility(),
    )
    painted.push(cover ? 'cover' : showsText() ? 'text' : 'nothing')
    requestAnimationFrame(record)
  }
  requestAnimationFrame(record)
}

beforeAll(async () => {
  const calm = ['Tide', 'Estuary', 'Lighthouse', 'Harbour', 'Finished', 'Letters', 'Pier', 'Later']
  shelf = await openTextShelf([
    ...calm.map(makeSimpleBook),
    { ...makeSimpleBook('Leftward'), direction: 'rtl', language: 'ar' },
    {
      title: 'Gassen',
      language: 'de',
      chapters: [{ title: 'Eins', html: '<p>Am Meer liegt die alte <em>Stra</em>ße hinab.</p>' }],
    },
  ])
}, 120_000)

afterAll(() => shelf?.close())

describe('an e-book', () => {
  test(
    'opens, turns, and continues on another screen with larger text',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, 'Tide')
      await waitUntilVisible(page, 'Chapter 1, paragraph 1')
      for (let turn = 0; turn < 4; turn++) {
        const [first] = await listVisible(page)
        await page.keyboard.press('ArrowRight')
        await waitUntil(async () => {
          const [now] = await listVisible(page)
          return now !== undefined && now !== first
        }, 'the page turns')
      }
      await shelf.untilKept(seen, 'Tide')
      const [before = ''] = await listVisible(page)
      expect(before).not.toBe('Chapter 1, paragraph 1')
      await seen.context.request.patch(`${shelf.quire.url}/api/v1/preferences?scope=user`, {
        headers: { origin: shelf.quire.url },
        data: { preferences: { 'epub.fontSize': 160 } },
      })
      const other = await shelf.signedIn({ width: 600, height: 800 })
      await shelf.open(other, 'Tide')
      await waitUntilVisible(other.page, before)
      expect(other.troubles).toEqual([])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
      await other.context.close()
    },
    timeoutMs,
  )

  test(
    'J18: keeps the cover until its first page is painted',
    async () => {
      // Chromium reports that the script below does not run in the frames of the book.
      const seen = await shelf.signedIn({ mayBreakRules: true })
      const { page } = seen
      await page.addInitScript(recordPaints)
      await page.route('**/resources/**', async (route) => {
        await Bun.sleep(300)
        await route.continue()
      })
      await shelf.open(seen, 'Pier')
      await waitUntilVisible(page, 'Chapter 1, paragraph 1')
      await page.locator('.opening:visible').waitFor({ state: 'detached' })
      const painted = await page.evaluate(() => Reflect.get(window, 'painted') as string[])
      const fromCover = painted.slice(painted.indexOf('cover'))
      expect(fromCover.at(-1)).toBe('text')
      expect(fromCover).not.toContain('nothing')
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'has contents, search and bookmarks',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.forgetMarks(seen, 'Estuary')
      await shelf.open(seen, 'Estuary')
      await page.keyboard.press('t')
      const contents = page.getByRole('complementary', { name: 'Contents' })
      await contents.getByRole('button', { name: 'Chapter 3' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await contents.getByRole('button', { name: 'Chapter 3' }).click()
      await waitUntilVisible(page, 'Chapter 3, paragraph 1')
      const bookmark = page.getByRole('button', { name: 'Bookmark this position' })
      await bookmark.click()
      await contents.getByRole('tab', { name: 'Bookmarks' }).click()
      // The list of chapters has a button with the same name.
      const marked = contents.getByRole('tabpanel', { name: 'Bookmarks' })
      await marked.getByRole('button', { name: /^Chapter 3/ }).waitFor()
      await waitUntil(
        async () => (await bookmark.getAttribute('aria-pressed')) === 'true',
        'the mark is seen',
      )
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Search this book' }).click()
      await page.getByRole('searchbox').fill('lantern of chapter 2')
      await page.getByRole('searchbox').press('Enter')
      await page.getByText('1 result', { exact: true }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: /lantern/ }).click()
      await waitUntilVisible(page, 'The lantern of chapter 2')
      await waitUntil(
        async () => (await bookmark.getAttribute('aria-pressed')) === 'false',
        'the mark is elsewhere',
      )
      await page.getByRole('button', { name: 'Contents' }).click()
      await contents.getByRole('tab', { name: 'Bookmarks' }).click()
      await marked.getByRole('button', { name: /^Chapter 3/ }).click()
      await waitUntilVisible(page, 'Chapter 3, paragraph 1')
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'is searched with and without ß',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, 'Gassen')
      await waitUntilVisible(page, 'Am Meer liegt die alte Straße hinab')
      await page.getByRole('button', { name: 'Search this book' }).click()
      await page.getByRole('searchbox').fill('STRASSE HINAB')
      await page.getByRole('searchbox').press('Enter')
      await page.getByRole('button', { name: 'Straße hinab' }).click()
      const readFound = () =>
        evaluateInBook(page, () =>
          [...(CSS.highlights.get('quire-found') ?? [])].map((range) =>
            (range as Range).toString(),
          ),
        )
      await waitUntil(async () => String(await readFound()) === 'Straße hinab', 'it is marked')
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'is completed on its last screen, and continues only with a second turn',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, 'Lighthouse')
      await page.keyboard.press('End')
      await waitUntilVisible(page, 'The lantern of chapter 3')
      const progress = `${shelf.quire.url}/api/v1/books/${shelf.idOf('Lighthouse')}/progress`
      await waitUntil(async () => {
        const answer = await seen.context.request.get(progress)
        return (
          answer.status() === 200 && ((await answer.json()) as { completed: boolean }).completed
        )
      }, 'the book is read')
      await page.keyboard.press('ArrowRight')
      await page.getByText(/End of book|Finished/).waitFor()
      await page.keyboard.press('ArrowLeft')
      await waitUntilVisible(page, 'The lantern of chapter 3')
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'takes a key that is pressed in the moment in which the text appears',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      const { promise: ready, resolve: release } = Promise.withResolvers<void>()
      await seen.context.route('**/resources/**', async (route) => {
        await ready
        await route.continue()
      })
      await page.goto(`${shelf.quire.url}/read/${shelf.idOf('Pier')}`, { waitUntil: 'commit' })
      await page.evaluate(pressEndWhenPositionAppears)
      release()
      await waitUntilVisible(page, 'The lantern of chapter 3')
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'in right-to-left direction turns with the left arrow',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, 'Leftward')
      await waitUntilVisible(page, 'Chapter 1, paragraph 1')
      await page.keyboard.press('ArrowLeft')
      await waitUntil(
        async () => !(await listVisible(page)).includes('Chapter 1, paragraph 1'),
        'it turns',
      )
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'applies settings immediately and passes the accessibility check',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, 'Harbour')
      await page.keyboard.press('a')
      await page.getByRole('radio', { name: 'Sepia' }).check()
      await waitUntil(
        async () => (await getBackground(page)) === 'rgb(240, 228, 201)',
        'the paper is sepia',
      )
      await page.getByRole('radio', { name: 'Scroll' }).check()
      await waitUntilVisible(page, 'Chapter 1, paragraph 40')
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'is readable over plain HTTP in a home network',
    async () => {
      const nas = { ...shelf.quire, url: shelf.quire.url.replace('127.0.0.1', 'nas.test') }
      // Over plain HTTP, the browser logs headers that it ignores.
      const seen = await visit(shelf.browser, nas, { mayBreakRules: true })
      const { page } = seen
      await page.goto(`${nas.url}/login`)
      await page.getByLabel('Username or email address').fill(admin.username)
      await page.getByLabel('Password').fill(admin.password)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.includes('login'))
      await shelf.open(seen, 'Harbour', nas.url)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      await waitUntilVisible(page, 'Chapter 1, paragraph 1')
      await seen.context.close()
    },
    timeoutMs,
  )
})

test(
  'I25: the drawer of a sepia book is sepia in a dark interface',
  async () => {
    const seen = await shelf.signedIn({ theme: 'dark' })
    const { page } = seen
    await seen.context.request.patch(`${shelf.quire.url}/api/v1/preferences?scope=user`, {
      headers: { origin: shelf.quire.url },
      data: { preferences: { 'epub.theme': 'sepia' } },
    })
    await shelf.open(seen, 'Finished')
    await page.getByRole('button', { name: 'Reading settings' }).click()
    const drawer = page.getByRole('complementary', { name: 'Reading settings' })
    await drawer.waitFor()
    const paint = await drawer.evaluate((it) => {
      const canvas = document.createElement('canvas').getContext('2d')!
      canvas.fillStyle = getComputedStyle(it).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    })
    expect(paint[0]).toBeGreaterThan(200)
    expect(paint[0]).toBeGreaterThan(paint[2]!)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await seen.context.request.patch(`${shelf.quire.url}/api/v1/preferences?scope=user`, {
      headers: { origin: shelf.quire.url },
      data: { preferences: { 'epub.theme': null } },
    })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I27: a section that is laid out while its frame is empty causes no error',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Finished')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await bookFrame(page)!.evaluate(() => document.documentElement.remove())
    await page.setViewportSize({ width: 700, height: 900 })
    await page.waitForFunction(() => innerWidth === 700)
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I30: an e-book shows its reading time instead of a number of pages',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await page.goto(`${shelf.quire.url}/book/${shelf.idOf('Finished')}`)
    await page.getByText('Reading time').waitFor()
    await page
      .getByText(/≈\s\d+\s(min|h)/)
      .first()
      .waitFor()
    expect(await page.getByText('Pages', { exact: true }).count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'opening a completed e-book does not start it again',
  async () => {
    const seen = await shelf.signedIn()
    const address = `${shelf.quire.url}/api/v1/books/${shelf.idOf('Finished')}`
    await seen.context.request.post(`${address}/read`, { headers: { origin: shelf.quire.url } })
    await shelf.open(seen, 'Finished')
    await waitUntilVisible(seen.page, 'Chapter 1, paragraph 1')
    await seen.page.setViewportSize({ width: 700, height: 900 })
    await shelf.saveElsewhere(seen, 'Later')
    const answer = await seen.context.request.get(`${address}/progress`)
    expect(await answer.json()).toMatchObject({ completed: true })
    await seen.context.close()
  },
  timeoutMs,
)

const getBackground = (page: Page) =>
  page.evaluate(
    () => getComputedStyle(document.querySelector('main')!.parentElement!).backgroundColor,
  )

test(
  'fonts of Quire are used in the book, and every spacing setting works',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Letters')
    await page.keyboard.press('a')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    const evaluate = <Value>(ask: () => Value) => bookFrame(page)!.evaluate(ask)
    const hasFont = () =>
      evaluate(() => [...document.fonts].some(({ family }) => family.includes('Atkinson')))
    const getTextWidth = () =>
      evaluate(() => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector('h1')!)
        return range.getBoundingClientRect().width
      })
    const usual = await getTextWidth()
    await page.getByRole('radio', { name: 'Legible', exact: true }).check()
    await waitUntil(hasFont, 'the letters are there')
    await waitUntil(async () => (await getTextWidth()) !== usual, 'other letters are drawn')
    await page.getByRole('slider', { name: 'Letter spacing' }).fill('20')
    await page.getByRole('slider', { name: 'Word spacing' }).fill('50')
    await page.getByRole('slider', { name: 'Paragraph spacing' }).fill('100')
    const listStyles = () =>
      evaluate(() => {
        const { letterSpacing, wordSpacing, marginBlockStart, fontSize } = getComputedStyle(
          document.querySelector('p')!,
        )
        const shares = [letterSpacing, wordSpacing, marginBlockStart].map(
          (each) => Number.parseFloat(each) / Number.parseFloat(fontSize),
        )
        return shares.map((share) => share.toFixed(2)).join(' ')
      })
    await waitUntil(
      async () => (await listStyles()) === '0.20 0.50 1.00',
      'the text has its spaces',
    )
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('button', { name: 'Chapter 2' }).click()
    await waitUntilVisible(page, 'Chapter 2, paragraph 1')
    await waitUntil(hasFont, 'the next chapter has them, too')
    await seen.context.close()
  },
  timeoutMs,
)

/** Runs in the page. Presses End as soon as the reading position is shown. */
function pressEndWhenPositionAppears() {
  const press = () => {
    if (!document.querySelector('input[data-turns]')) return
    observer.disconnect()
    dispatchEvent(new KeyboardEvent('keydown', { key: 'End', cancelable: true }))
  }
  const observer = new MutationObserver(press)
  observer.observe(document, { childList: true, subtree: true })
  press()
}
