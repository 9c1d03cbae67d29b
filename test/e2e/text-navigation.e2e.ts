/** Navigation in an e-book: notes, links, search and panels, by touch and keyboard. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitForBox, findAccessibilityProblems, waitUntil } from './harness'
import {
  bookFrame,
  makeSimpleBook,
  openTextShelf,
  type TextShelf,
  turnPage,
  waitUntilVisible,
} from './text-shelf'
import { buildParagraphs } from './tiny-epub'

const timeoutMs = 60_000
let shelf: TextShelf

beforeAll(async () => {
  const marks = `<p>The mark<a id="mark" href="#note" epub:type="noteref"><sup>1</sup></a>, <a id="end-mark" href="c3.xhtml#end"><sup>2</sup></a> and <a id="link" href="c3.xhtml">a link</a>.</p>`
  const notes = `<aside epub:type="footnote" id="note"><p><a href="#mark">1.</a> Said in <em>a whisper</em>.</p></aside>`
  shelf = await openTextShelf([
    makeSimpleBook('Keyboard shortcuts'),
    makeSimpleBook('Phone'),
    {
      title: 'Linked',
      chapters: [
        {
          title: 'Links',
          html: '<p>Links. <a id="website" href="https://evil.example/path">https://good.example</a></p>',
        },
      ],
    },
    {
      title: 'Noted',
      chapters: [
        { title: 'Cover', html: '<p>Cover. Words.</p>' },
        { title: 'Marks', html: `${marks}${buildParagraphs(2, 20)}${notes}` },
        {
          title: 'Ends',
          html: `${buildParagraphs(3, 20)}<ol><li id="end">At the end. ↩</li></ol>`,
        },
      ],
    },
  ])
}, 120_000)

afterAll(() => shelf?.close())

const followLink = (page: Page, id: string) =>
  bookFrame(page)!.evaluate((link) => document.getElementById(link)!.click(), id)

const getFocused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim()
  })

const waitUntilFocused = (page: Page, words: string) =>
  waitUntil(async () => (await getFocused(page)) === words, `${words} has the focus`)

test(
  'a note opens next to its sentence, a link leads away, and Back returns',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Noted')
    await waitUntilVisible(page, 'Cover')
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible(page, 'Chapter 2, paragraph 1')
    await followLink(page, 'mark')
    const note = page.getByRole('complementary', { name: 'Note 1' })
    await note.getByText('a whisper').waitFor()
    expect(await note.locator('em').textContent()).toBe('a whisper')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await followLink(page, 'end-mark')
    await page.getByText('At the end.', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Go to note' }).click()
    await waitUntilVisible(page, 'Chapter 3, paragraph 20')
    await page.keyboard.press('Backspace')
    await waitUntilVisible(page, 'Chapter 2, paragraph 1')
    await followLink(page, 'link')
    await waitUntilVisible(page, 'Chapter 3, paragraph 1')
    await page.getByRole('button', { name: /^Back to/ }).click()
    await waitUntilVisible(page, 'Chapter 2, paragraph 1')
    await page.getByRole('button', { name: /^Back to/ }).waitFor({ state: 'detached' })
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'D12: a link to a website asks first and names the true site',
  async () => {
    const seen = await shelf.signedIn()
    const { page, context } = seen
    const requested: string[] = []
    await context.route(/example/, (route) => {
      requested.push(route.request().url())
      return route.fulfill({ body: 'a website' })
    })
    await shelf.open(seen, 'Linked')
    await waitUntilVisible(page, 'Links')
    await followLink(page, 'website')
    const question = page.getByRole('dialog', { name: 'Open evil.example?' })
    await question.getByText('https://evil.example/path').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(context.pages()).toHaveLength(1)
    expect(requested).toEqual([])
    await followLink(page, 'website')
    const opened = context.waitForEvent('page')
    await question.getByRole('button', { name: 'Open website' }).click()
    await (await opened).waitForURL('https://evil.example/path')
    await question.waitFor({ state: 'detached' })
    expect(requested).toEqual(['https://evil.example/path'])
    // Nothing else was requested from other servers.
    expect(seen.troubles.splice(0)).toEqual(['elsewhere: https://evil.example/path'])
    await context.close()
  },
  timeoutMs,
)

test(
  'panels open by keyboard, and the focus returns',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Keyboard shortcuts')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await turnPage(page)
    await page.getByRole('button', { name: 'Contents' }).focus()
    await page.keyboard.press('Space')
    await waitUntilFocused(page, 'Chapter 1')
    await page.keyboard.press('Tab')
    await waitUntilFocused(page, 'Chapter 2')
    await page.keyboard.press('Enter')
    await waitUntilVisible(page, 'Chapter 2, paragraph 1')
    await page.keyboard.press('Escape')
    await waitUntilFocused(page, 'Contents')
    await page.keyboard.press('/')
    await waitUntilFocused(page, 'Search text')
    await page.keyboard.type('lantern of chapter 3')
    await page.keyboard.press('Enter')
    await page.getByText('1 result', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await waitUntilVisible(page, 'The lantern of chapter 3')
    await page.keyboard.press('Escape')
    await waitUntilFocused(page, 'Contents')
    for (const [key, panel] of [
      ['a', 'Reading settings'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await page.keyboard.press(key)
      await waitUntilFocused(page, panel)
      await page.keyboard.press('Escape')
      await waitUntilFocused(page, 'Contents')
    }
    const line = page.getByRole('slider', { name: 'Position in the book' })
    await line.focus()
    await page.keyboard.press('Home')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await turnPage(page)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'on a phone the chosen item is visible, and settings show their effect',
  async () => {
    const seen = await shelf.signedIn({ width: 390, height: 844 })
    const { page } = seen
    await shelf.open(seen, 'Phone')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await page.getByRole('button', { name: 'Contents' }).click()
    const contents = page.getByRole('complementary', { name: 'Contents' })
    await contents.getByRole('button', { name: 'Chapter 2' }).click()
    await contents.waitFor({ state: 'detached' })
    await waitUntilVisible(page, 'Chapter 2, paragraph 1')
    await page.getByRole('button', { name: 'Reading settings' }).click()
    const settings = page.getByRole('complementary', { name: 'Reading settings' })
    await settings.waitFor()
    const { y } = await waitForBox(settings)
    const text = await waitForBox(page.locator('main'))
    expect(text.height).toBeGreaterThan(200)
    expect(text.y + text.height).toBeLessThanOrEqual(y)
    await waitUntilVisible(page, 'Chapter 2, paragraph 1')
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)
