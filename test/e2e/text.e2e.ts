/** Reading e-books in a real Chromium, against the built program. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, admin, visit, until } from './harness'
import {
  bookFrame,
  calmBook,
  openTextRoom,
  type TextRoom,
  untilVisible,
  visible,
} from './text-room'

const patience = 60_000
let room: TextRoom

beforeAll(async () => {
  const calm = ['Tide', 'Estuary', 'Lighthouse', 'Harbour', 'Finished', 'Letters']
  room = await openTextRoom([
    ...calm.map(calmBook),
    { ...calmBook('Leftward'), direction: 'rtl', language: 'ar' },
  ])
}, 120_000)

afterAll(() => room?.close())

describe('an e-book', () => {
  test(
    'opens, turns, and goes on where one left off, on another screen with larger letters',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, 'Tide')
      await untilVisible(page, 'Chapter 1, paragraph 1')
      for (let turn = 0; turn < 4; turn++) {
        const [first] = await visible(page)
        await page.keyboard.press('ArrowRight')
        await until(async () => {
          const [now] = await visible(page)
          return now !== undefined && now !== first
        }, 'the page turns')
      }
      await room.untilKept(seen, 'Tide')
      const [before = ''] = await visible(page)
      expect(before).not.toBe('Chapter 1, paragraph 1')
      await seen.context.request.patch(`${room.quire.url}/api/v1/preferences?scope=user`, {
        headers: { origin: room.quire.url },
        data: { preferences: { 'epub.fontSize': 160 } },
      })
      const other = await room.signedIn({ width: 600, height: 800 })
      await room.open(other, 'Tide')
      await untilVisible(other.page, before)
      expect(other.troubles).toEqual([])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )

  test(
    'has contents, a search and bookmarks',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.forgetMarks(seen, 'Estuary')
      await room.open(seen, 'Estuary')
      await page.keyboard.press('t')
      const contents = page.getByRole('complementary', { name: 'Contents' })
      await contents.getByRole('button', { name: 'Chapter 3' }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await contents.getByRole('button', { name: 'Chapter 3' }).click()
      await untilVisible(page, 'Chapter 3, paragraph 1')
      const bookmark = page.getByRole('button', { name: 'Bookmark this position' })
      await bookmark.click()
      await contents.getByRole('tab', { name: 'Bookmarks' }).click()
      // The chapters have a button of that name, too.
      const marked = contents.getByRole('tabpanel', { name: 'Bookmarks' })
      await marked.getByRole('button', { name: /^Chapter 3/ }).waitFor()
      await until(
        async () => (await bookmark.getAttribute('aria-pressed')) === 'true',
        'the mark is seen',
      )
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Search this book' }).click()
      await page.getByRole('searchbox').fill('lantern of chapter 2')
      await page.getByRole('searchbox').press('Enter')
      await page.getByText('1 result', { exact: true }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: /lantern/ }).click()
      await untilVisible(page, 'The lantern of chapter 2')
      await until(
        async () => (await bookmark.getAttribute('aria-pressed')) === 'false',
        'the mark is elsewhere',
      )
      await page.getByRole('button', { name: 'Contents' }).click()
      await contents.getByRole('tab', { name: 'Bookmarks' }).click()
      await marked.getByRole('button', { name: /^Chapter 3/ }).click()
      await untilVisible(page, 'Chapter 3, paragraph 1')
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'is finished on its last screen, and leads on by a second gesture only',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, 'Lighthouse')
      await page.keyboard.press('End')
      await untilVisible(page, 'The lantern of chapter 3')
      const progress = `${room.quire.url}/api/v1/books/${room.idOf('Lighthouse')}/progress`
      await until(async () => {
        const answer = await seen.context.request.get(progress)
        return (
          answer.status() === 200 && ((await answer.json()) as { completed: boolean }).completed
        )
      }, 'the book is read')
      await page.keyboard.press('ArrowRight')
      await page.getByText('End of book').waitFor()
      await page.keyboard.press('ArrowLeft')
      await untilVisible(page, 'The lantern of chapter 3')
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'that is read leftwards turns with the left arrow',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, 'Leftward')
      await untilVisible(page, 'Chapter 1, paragraph 1')
      await page.keyboard.press('ArrowLeft')
      await until(async () => !(await visible(page)).includes('Chapter 1, paragraph 1'), 'it turns')
      await seen.context.close()
    },
    patience,
  )

  test(
    'settings change the text at once, and pass the check of accessibility',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, 'Harbour')
      await page.keyboard.press('a')
      await page.getByRole('radio', { name: 'Sepia' }).check()
      await until(
        async () => (await background(page)) === 'rgb(240, 228, 201)',
        'the paper is sepia',
      )
      await page.getByRole('radio', { name: 'Scroll' }).check()
      await untilVisible(page, 'Chapter 1, paragraph 40')
      expect(await accessibilityProblems(page)).toEqual([])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'can be read over plain HTTP in a home network, where browsers say less',
    async () => {
      const nas = { ...room.quire, url: room.quire.url.replace('127.0.0.1', 'nas.test') }
      // The browser says aloud which headers it does not heed there.
      const seen = await visit(room.browser, nas, { mayBreakRules: true })
      const { page } = seen
      await page.goto(`${nas.url}/login`)
      await page.getByLabel('Username or email address').fill(admin.username)
      await page.getByLabel('Password').fill(admin.password)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.includes('login'))
      await room.open(seen, 'Harbour', nas.url)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      await untilVisible(page, 'Chapter 1, paragraph 1')
      await seen.context.close()
    },
    patience,
  )
})

test(
  'to look into an e-book that is read, is not to begin it anew',
  async () => {
    const seen = await room.signedIn()
    const address = `${room.quire.url}/api/v1/books/${room.idOf('Finished')}`
    await seen.context.request.post(`${address}/read`, { headers: { origin: room.quire.url } })
    await room.open(seen, 'Finished')
    await untilVisible(seen.page, 'Chapter 1, paragraph 1')
    await seen.page.setViewportSize({ width: 700, height: 900 })
    await Bun.sleep(1_500)
    const answer = await seen.context.request.get(`${address}/progress`)
    expect(await answer.json()).toMatchObject({ completed: true })
    await seen.context.close()
  },
  patience,
)

const background = (page: Page) =>
  page.evaluate(
    () => getComputedStyle(document.querySelector('main')!.parentElement!).backgroundColor,
  )

test(
  'letters that come with Quire are in the book, and every spacing does what it says',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, 'Letters')
    await page.keyboard.press('a')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    const inBook = <Value>(ask: () => Value) => bookFrame(page)!.evaluate(ask)
    const hasLetters = () =>
      inBook(() => [...document.fonts].some(({ family }) => family.includes('Atkinson')))
    const width = () =>
      inBook(() => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector('h1')!)
        return range.getBoundingClientRect().width
      })
    const usual = await width()
    await page.getByRole('radio', { name: 'Legible', exact: true }).check()
    await until(hasLetters, 'the letters are there')
    await until(async () => (await width()) !== usual, 'other letters are drawn')
    await page.getByRole('slider', { name: 'Letter spacing' }).fill('20')
    await page.getByRole('slider', { name: 'Word spacing' }).fill('50')
    await page.getByRole('slider', { name: 'Paragraph spacing' }).fill('100')
    const styles = () =>
      inBook(() => {
        const { letterSpacing, wordSpacing, marginBlockStart, fontSize } = getComputedStyle(
          document.querySelector('p')!,
        )
        const shares = [letterSpacing, wordSpacing, marginBlockStart].map(
          (each) => Number.parseFloat(each) / Number.parseFloat(fontSize),
        )
        return shares.map((share) => share.toFixed(2)).join(' ')
      })
    await until(async () => (await styles()) === '0.20 0.50 1.00', 'the text has its spaces')
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('button', { name: 'Chapter 2' }).click()
    await untilVisible(page, 'Chapter 2, paragraph 1')
    await until(hasLetters, 'the next chapter has them, too')
    await seen.context.close()
  },
  patience,
)
