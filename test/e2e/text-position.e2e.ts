/** The position in an e-book: after failures and across devices. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { admin, waitUntil, type Visit } from './harness'
import {
  makeSimpleBook,
  openTextShelf,
  type TextShelf,
  turnPage,
  waitUntilVisible,
  listVisible,
} from './text-shelf'

const timeoutMs = 90_000
let shelf: TextShelf

beforeAll(async () => {
  const named = ['Ended', 'Reloaded', 'Restarted', 'Offline', 'Together'].map(makeSimpleBook)
  shelf = await openTextShelf([...named, makeNamelessBook()])
}, 120_000)

afterAll(() => shelf?.close())

/** Makes a book whose table of contents has no title for chapter 1, as is common for covers. */
function makeNamelessBook() {
  const { title, chapters } = makeSimpleBook('Nameless')
  return { title, chapters: chapters.map((one, n) => (n === 0 ? { ...one, title: '' } : one)) }
}

async function getSavedProgress({ context }: Visit, name: string) {
  const address = `${shelf.quire.url}/api/v1/books/${shelf.idOf(name)}/progression`
  const answer = await context.request.get(address)
  if (answer.status() === 204) return null
  const { locator } = (await answer.json()) as {
    locator: { locations: { totalProgression: number } }
  }
  return locator.locations.totalProgression
}

const waitUntilSaved = (seen: Visit, name: string, before: number | null) =>
  waitUntil(async () => (await getSavedProgress(seen, name)) !== before, 'the place is kept')

/** Holds API reads until released. They would reveal the ended session before the page turns. */
async function holdReads(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/(?!.*\/resources\/)/, async (route) => {
    if (route.request().method() === 'GET') await gate.promise
    await route.fallback()
  })
  return gate.resolve
}

const getUnsavedNotice = ({ page }: Visit) =>
  page.getByText('Progress not saved yet', { exact: true })

test(
  'is kept when the session ends: reading continues there after signing in',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    await shelf.open(seen, 'Ended')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await turnPage(page)
    await waitUntilSaved(seen, 'Ended', null)
    const release = await holdReads(page)
    await context.clearCookies({ name: /session/ })
    await turnPage(page)
    release()
    const [first = ''] = await listVisible(page)
    await page.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByText('Session expired').waitFor({ state: 'detached' })
    await page.reload()
    await waitUntilVisible(page, first)
    await context.close()
  },
  timeoutMs,
)

/** Before the layout, all paragraphs of the section are visible. */
const waitUntilFirst = (page: Page, words: string) =>
  waitUntil(async () => (await listVisible(page))[0] === words, `${words} is the first`)

test(
  'is kept when the page is reloaded right after a page turn',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Reloaded')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await turnPage(page)
    const [first = ''] = await listVisible(page)
    await page.reload()
    await waitUntilFirst(page, first)
    expect(await page.getByText('on another device').count()).toBe(0)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'survives a restart of the server',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    await shelf.open(seen, 'Restarted')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await shelf.quire.whileStopped(async () => {
      await turnPage(page)
      await getUnsavedNotice(seen).waitFor()
    })
    await waitUntilSaved(seen, 'Restarted', null)
    await getUnsavedNotice(seen).waitFor({ state: 'detached' })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the next chapter loads when the server returns',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    await shelf.open(seen, 'Offline')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await page.keyboard.press('t')
    const chapter = page
      .getByRole('complementary', { name: 'Contents' })
      .getByRole('button', { name: 'Chapter 3' })
    await chapter.waitFor()
    await shelf.quire.whileStopped(async () => {
      await chapter.click()
      await page.getByText('Couldn’t load this section. Retrying.').waitFor()
    })
    // The page retries by itself, so the button may disappear.
    const pressed = page.getByRole('button', { name: 'Try again' }).click()
    await Promise.any([pressed, waitUntilVisible(page, 'Chapter 3, paragraph 1')])
    await waitUntilVisible(page, 'Chapter 3, paragraph 1')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'of another device is offered in a question',
  async () => {
    const [one, two] = [await shelf.signedIn(), await shelf.signedIn({ width: 390, height: 844 })]
    await shelf.open(one, 'Together')
    await shelf.open(two, 'Together')
    await waitUntilVisible(one.page, 'Chapter 1, paragraph 1')
    await waitUntilVisible(two.page, 'Chapter 1, paragraph 1')
    await turnPage(one.page)
    await turnPage(one.page)
    const [first = ''] = await listVisible(one.page)
    await shelf.untilKept(one, 'Together')
    // The other device may first be offered the position after the first page turn.
    const line = one.page.getByRole('slider', { name: 'Position in the book' })
    const share = (await line.getAttribute('aria-valuetext')) ?? ''
    await two.page.getByText(`You’re ${share} through the book on another device`).waitFor()
    expect(await listVisible(two.page)).toContain('Chapter 1, paragraph 1')
    await two.page.getByRole('button', { name: /^Jump to/ }).click()
    await waitUntilVisible(two.page, first)
    expect(one.troubles).toEqual([])
    expect(two.troubles).toEqual([])
    await one.context.close()
    await two.context.close()
  },
  timeoutMs,
)

test(
  'I24: is announced without a comma where the chapter has no name',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, 'Nameless')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    const announced = page.locator('[role=status][aria-live]', { hasText: /% of the book$/ })
    await announced.waitFor({ state: 'attached' })
    expect(await announced.textContent()).toMatch(/^\d+% of the book$/)
    await page.keyboard.press('End')
    await page.locator('[role=status]', { hasText: /^Chapter 3, / }).waitFor({ state: 'attached' })
    await seen.context.close()
  },
  timeoutMs,
)
