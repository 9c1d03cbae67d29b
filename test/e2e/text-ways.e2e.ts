/** Ways through an e-book and back: notes, links, the search, panels; by finger and by keys alone. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, until } from './harness'
import {
  bookFrame,
  calmBook,
  openTextRoom,
  type TextRoom,
  turnPage,
  untilVisible,
} from './text-room'
import { paragraphs } from './tiny-epub'

const patience = 60_000
let room: TextRoom

beforeAll(async () => {
  const marks = `<p>The mark<a id="mark" href="#note" epub:type="noteref"><sup>1</sup></a>, <a id="end-mark" href="c3.xhtml#end"><sup>2</sup></a> and <a id="link" href="c3.xhtml">a link</a>.</p>`
  const notes = `<aside epub:type="footnote" id="note"><p><a href="#mark">1.</a> Said in <em>a whisper</em>.</p></aside>`
  room = await openTextRoom([
    calmBook('Keyboard shortcuts'),
    calmBook('Phone'),
    {
      title: 'Noted',
      chapters: [
        { title: 'Cover', html: '<p>Cover. Words.</p>' },
        { title: 'Marks', html: `${marks}${paragraphs(2, 20)}${notes}` },
        { title: 'Ends', html: `${paragraphs(3, 20)}<ol><li id="end">At the end. ↩</li></ol>` },
      ],
    },
  ])
}, 120_000)

afterAll(() => room?.close())

const follow = (page: Page, id: string) =>
  bookFrame(page)!.evaluate((link) => document.getElementById(link)!.click(), id)

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim()
  })

const untilFocused = (page: Page, words: string) =>
  until(async () => (await focused(page)) === words, `${words} has the focus`)

test(
  'a note is read beside its sentence, a link leads away, and there is a way back',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, 'Noted')
    await untilVisible(page, 'Cover')
    await page.keyboard.press('ArrowRight')
    await untilVisible(page, 'Chapter 2, paragraph 1')
    await follow(page, 'mark')
    const note = page.getByRole('complementary', { name: 'Note 1' })
    await note.getByText('a whisper').waitFor()
    expect(await note.locator('em').textContent()).toBe('a whisper')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await follow(page, 'end-mark')
    await page.getByText('At the end.', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Go to note' }).click()
    await untilVisible(page, 'Chapter 3, paragraph 20')
    await page.keyboard.press('Backspace')
    await untilVisible(page, 'Chapter 2, paragraph 1')
    await follow(page, 'link')
    await untilVisible(page, 'Chapter 3, paragraph 1')
    await page.getByRole('button', { name: /^Back to/ }).click()
    await untilVisible(page, 'Chapter 2, paragraph 1')
    await page.getByRole('button', { name: /^Back to/ }).waitFor({ state: 'detached' })
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'keys alone open what lies beside the text, and come back to where they were',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, 'Keyboard shortcuts')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await turnPage(page)
    await page.getByRole('button', { name: 'Contents' }).focus()
    await page.keyboard.press('Space')
    await untilFocused(page, 'Chapter 1')
    await page.keyboard.press('Tab')
    await untilFocused(page, 'Chapter 2')
    await page.keyboard.press('Enter')
    await untilVisible(page, 'Chapter 2, paragraph 1')
    await page.keyboard.press('Escape')
    await untilFocused(page, 'Contents')
    await page.keyboard.press('/')
    await untilFocused(page, 'Search text')
    await page.keyboard.type('lantern of chapter 3')
    await page.keyboard.press('Enter')
    await page.getByText('1 result', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await untilVisible(page, 'The lantern of chapter 3')
    await page.keyboard.press('Escape')
    await untilFocused(page, 'Contents')
    for (const [key, panel] of [
      ['a', 'Reading settings'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await page.keyboard.press(key)
      await untilFocused(page, panel)
      await page.keyboard.press('Escape')
      await untilFocused(page, 'Contents')
    }
    const line = page.getByRole('slider', { name: 'Position in the book' })
    await line.focus()
    await page.keyboard.press('Home')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await turnPage(page)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'on a phone what was chosen is to be seen, and settings show what they do',
  async () => {
    const seen = await room.signedIn({ width: 390, height: 844 })
    const { page } = seen
    await room.open(seen, 'Phone')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await page.getByRole('button', { name: 'Contents' }).click()
    const contents = page.getByRole('complementary', { name: 'Contents' })
    await contents.getByRole('button', { name: 'Chapter 2' }).click()
    await contents.waitFor({ state: 'detached' })
    await untilVisible(page, 'Chapter 2, paragraph 1')
    await page.getByRole('button', { name: 'Reading settings' }).click()
    const settings = page.getByRole('complementary', { name: 'Reading settings' })
    await settings.waitFor()
    const { y } = (await settings.boundingBox())!
    const text = (await page.locator('main').boundingBox())!
    expect(text.height).toBeGreaterThan(200)
    expect(text.y + text.height).toBeLessThanOrEqual(y)
    await untilVisible(page, 'Chapter 2, paragraph 1')
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)
