/** Ratings, notes, favorites and highlights. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityProblems, waitUntil, type Visit } from './harness'
import {
  bookFrame,
  makeSimpleBook,
  openTextShelf,
  type TextShelf,
  waitUntilVisible,
} from './text-shelf'

const timeoutMs = 90_000
/** Simulates a slow server. */
const slowServerMs = 300
/** Time between two keys that a person presses quickly. */
const keyPaceMs = 120
let shelf: TextShelf

beforeAll(async () => {
  shelf = await openTextShelf([makeSimpleBook('Rated'), makeSimpleBook('Marked')])
}, 120_000)
afterAll(() => shelf?.close())

async function getJson({ context }: Visit, path: string) {
  const response = await context.request.get(`${shelf.quire.url}/api/v1${path}`)
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of any shape
  return (await response.json()) as any
}

/** Returns a handle of an array that records each later value of the attribute. */
const recordValues = (element: Locator, attribute: string) =>
  element.evaluateHandle((node, name) => {
    const values: (string | null)[] = []
    new MutationObserver(() => values.push(node.getAttribute(name))).observe(node, {
      attributeFilter: [name],
    })
    return values
  }, attribute)

test(
  'rates with the keyboard, writes a note and marks a favorite',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const id = shelf.idOf('Rated')
    await page.goto(`${shelf.quire.url}/book/${id}`)
    const stars = page.getByRole('slider', { name: 'Your rating' })
    await stars.focus()
    // Delays requests, so that responses and live events arrive while further keys are pressed.
    await page.route('**/user-data', async (seenRoute) => {
      await Bun.sleep(slowServerMs)
      await seenRoute.continue()
    })
    const getUserData = () => getJson(seen, `/books/${id}/user-data`)
    const shown = await recordValues(stars, 'aria-valuetext')
    for (let i = 0; i < 7; i++) {
      await page.keyboard.press('ArrowRight')
      await Bun.sleep(keyPaceMs)
    }
    await waitUntil(async () => (await getUserData()).rating === 70, 'it is rated')
    await page.waitForLoadState('networkidle')
    // The slider never jumped back to an earlier rating.
    expect(await shown.jsonValue()).toEqual(
      [0.5, 1, 1.5, 2, 2.5, 3, 3.5].map((score) => `${score} of 5 stars`),
    )
    await page.getByRole('button', { name: 'Favorite' }).click()
    await page.getByRole('button', { name: 'Write a private note' }).click()
    await page.getByRole('textbox', { name: 'Private note' }).fill('Lent to Bob')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Lent to Bob').waitFor()
    await waitUntil(async () => (await getUserData()).note === 'Lent to Bob', 'it is saved')
    expect(await getUserData()).toMatchObject({ rating: 70, favorite: true })
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove your rating' }).click()
    await waitUntil(async () => (await getUserData()).rating === null, 'it is removed')
    await seen.context.close()
  },
  timeoutMs,
)

const selectWords = (page: Page) =>
  bookFrame(page)!.evaluate(() => {
    const paragraph = document.querySelector('p')!
    document.getSelection()!.selectAllChildren(paragraph)
    return paragraph.textContent.trim()
  })

test(
  'marks selected text, which stays marked, listed and exported',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const id = shelf.idOf('Marked')
    await shelf.open(seen, 'Marked')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    const words = await selectWords(page)
    await page.getByRole('button', { name: 'Highlight in green' }).click()
    const list = async () => (await getJson(seen, `/books/${id}/highlights`)).data
    await waitUntil(async () => (await list()).length === 1, 'it is saved')
    expect((await list())[0]).toMatchObject({ passage: words, color: 'green' })
    await page.reload()
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    const countPainted = () =>
      bookFrame(page)!.evaluate(() => CSS.highlights.get('quire-green')?.size ?? 0)
    await waitUntil(async () => (await countPainted()) === 1, 'it is painted')
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('tab', { name: 'Highlights' }).click()
    await page.getByRole('button', { name: 'Edit note' }).click()
    await page.getByRole('textbox', { name: 'Private note' }).fill('Remember')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Remember', { exact: true }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const markdown = await page
      .getByRole('link', { name: 'Export as Markdown' })
      .getAttribute('href')
    const text = await (await seen.context.request.get(markdown!)).text()
    expect(text).toContain(`> ${words}`)
    expect(text).toContain('Remember')
    await page.getByRole('button', { name: 'Remove highlight' }).click()
    await waitUntil(async () => (await countPainted()) === 0, 'it is no longer painted')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the history shows positions, leads back to one, and forgets entries',
  async () => {
    const seen = await shelf.signedIn()
    const { page, context } = seen
    const id = shelf.idOf('Rated')
    const headers = { origin: new URL(shelf.quire.url).origin }
    const url = `${shelf.quire.url}/api/v1/books/${id}/progress`
    for (const [i, progressPercentage] of [0.2, 0.4, 1].entries()) {
      const happenedAt = new Date(Date.now() - (9 - i) * 60_000).toISOString()
      const data = { currentPage: 1, progressPercentage, happenedAt, device: 'Kobo' }
      expect((await context.request.put(url, { headers, data })).ok()).toBe(true)
    }
    await page.goto(`${shelf.quire.url}/history?book=${id}`)
    await page.getByText('Finished', { exact: true }).waitFor()
    await page.getByText('Kobo').first().waitFor()
    await page.getByRole('button', { name: '2 positions' }).click()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const remove = page.getByRole('button', { name: /^Remove from history: Finished/ })
    await remove.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Entry removed').waitFor()
    await remove.waitFor({ state: 'detached' })
    const history = await getJson(seen, `/books/${id}/read-history`)
    expect(history).toMatchObject({ readCount: 0, entries: [] })
    await page
      .getByRole('button', { name: /^Return to this position/ })
      .last()
      .click()
    await page.getByText('Returned to this position').waitFor()
    const progress = await getJson(seen, `/books/${id}/progress`)
    expect(progress.progressPercentage).toBeCloseTo(0.2)
    await context.close()
  },
  timeoutMs,
)

/** How many days of the year come before its first Wednesday. */
const firstWednesday = (year: number) => (10 - new Date(year, 0, 1).getDay()) % 7

test(
  'statistics show the year, and the review draws a picture',
  async () => {
    const seen = await shelf.signedIn()
    const { page, context } = seen
    const headers = { origin: new URL(shelf.quire.url).origin }
    const endedAt = Date.now() - 60_000
    const session = {
      id: crypto.randomUUID(),
      bookId: shelf.idOf('Marked'),
      deviceId: 'tablet',
      deviceName: 'My tablet',
      kind: 'progress',
      clientStartedAt: new Date(endedAt - 1_800_000).toISOString(),
      clientEndedAt: new Date(endedAt).toISOString(),
      activeDurationMs: 1_500_000,
      pagesRead: 17,
      toPercentage: 0.5,
    }
    const url = `${shelf.quire.url}/api/v1/reading-sessions`
    const answer = await context.request.post(url, { headers, data: { sessions: [session] } })
    expect((await answer.json()).accepted).toEqual([session.id])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${shelf.quire.url}/statistics`)
    const map = page.getByRole('img', { name: /of reading in/ })
    await map.waitFor()
    // The last day with reading is shown, although the year is wider than a phone.
    const day = await map.locator('rect:not([data-level="0"])').last().boundingBox()
    expect(day!.x).toBeGreaterThan(0)
    expect(day!.x + day!.width).toBeLessThanOrEqual(390)
    for (const name of ['Mon', 'Wed', 'Less', 'More']) {
      const box = await page.getByText(name, { exact: true }).boundingBox()
      expect([name, box!.x >= 0 && box!.x + box!.width <= 390]).toEqual([name, true])
    }
    const [weekday, square] = await Promise.all([
      page.getByText('Wed', { exact: true }).boundingBox(),
      map.locator('rect').nth(firstWednesday(new Date().getFullYear())).boundingBox(),
    ])
    expect(Math.abs(weekday!.y - square!.y)).toBeLessThanOrEqual(2)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('table', { name: 'By device' }).getByText('My tablet').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: /in review/ }).click()
    const picture = page.getByRole('img', { name: /Reading time/ })
    await picture.waitFor()
    const save = page.getByRole('button', { name: 'Save image' })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/^quire-\d{4}\.png$/)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'an export is made in the background, and its download continues where it stopped',
  async () => {
    const seen = await shelf.signedIn()
    const { page, context } = seen
    await page.goto(`${shelf.quire.url}/exports`)
    await page.getByRole('button', { name: 'Create export' }).click()
    const link = page.getByRole('link', { name: 'Download' })
    await link.waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const address = await link.evaluate((element) => (element as HTMLAnchorElement).href)
    const whole = await (await context.request.get(address)).text()
    expect(whole).toContain('Marked')
    const rest = await context.request.get(address, { headers: { range: 'bytes=10-' } })
    expect([rest.status(), await rest.text()]).toEqual([206, whole.slice(10)])
    await page.getByRole('button', { name: /^Delete export/ }).click()
    await page.getByText('No exports yet').waitFor()
    await context.close()
  },
  timeoutMs,
)
