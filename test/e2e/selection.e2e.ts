/** Bulk actions: selection by mouse, keyboard and touch, editing, and result messages. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitForBox, findAccessibilityProblems, getFocusedDialog, waitUntil } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const seriesCount = 50
const bookCount = seriesCount + 12
const timeoutMs = 120_000

const world = startWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})

const getFocused = (page: Page) =>
  page.evaluate(() => {
    const place = document.activeElement?.closest<HTMLElement>('[data-index]')
    return `${document.activeElement?.tagName} ${place?.dataset['index']}`
  })

test(
  'list rows are selected by keyboard: one, a range, all, none',
  async () => {
    const { page, context, troubles } = await world.at('/library?view=table')
    await page.waitForSelector('[data-index="2"] a')
    await page.focus('[data-index="2"] a')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.locator('[data-index="2"] [role=checkbox]:focus').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.locator('[data-index="3"] [role=checkbox]:focus').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('Control+a')
    await page.getByText(`${seriesCount} selected`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.locator('[data-index="4"] a:focus').waitFor()
    expect(await getFocused(page)).toBe('A 4')
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'clicking a row selects it in selection mode, and opens it otherwise',
  async () => {
    const { page, context } = await world.at('/library?view=table&tab=books')
    await page.getByRole('button', { name: 'Select' }).click()
    await page.locator('[data-index="1"] a').click()
    await page.locator('[data-index="5"]').click({ modifiers: ['Shift'] })
    await page.getByText('5 selected').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.locator('[data-index="1"] a').click()
    await page.waitForURL('**/book/**')
    await context.close()
  },
  timeoutMs,
)

test(
  'many books are edited and locked together',
  async () => {
    const { page, context, troubles } = await world.at('/library?tab=books')
    await page.waitForSelector('[data-index="1"] a')
    await page.focus('[data-index="0"] a')
    await page.keyboard.press('x')
    await page.locator('[data-index="1"] [role=checkbox]').click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
    const sheet = page.getByRole('dialog', { name: 'Edit 2 books' })
    await sheet.getByLabel('Publisher', { exact: true }).fill('Paper TestServer')
    await sheet.getByRole('tab', { name: 'Locks' }).click()
    await sheet.getByLabel('Summary', { exact: true }).selectOption('Lock')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved 2 books').waitFor()
    const found = await page.request.post(`${world.quire.url}/api/v1/books/list`, {
      headers: { origin: world.quire.url },
      data: { condition: { publisher: { operator: 'is', value: 'Paper TestServer' } } },
    })
    const { data, total } = (await found.json()) as { data: { id: string }[]; total: number }
    expect(total).toBe(2)
    const answer = await page.request.get(`${world.quire.url}/api/v1/books/${data[0]?.id}/metadata`)
    const { locks } = (await answer.json()) as { locks: Record<string, boolean> }
    expect([locks['publisherLock'], locks['summaryLock'], locks['yearLock']]).toEqual([
      true,
      true,
      false,
    ])
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'marking the books of a series reports how many changed and how many did not',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await world.deleteProgress(seen)
    await page.goto(`${world.quire.url}/library?search=00004`)
    await page.locator('[data-cover]', { hasText: 'Series 00004' }).click()
    // The library page also has a "Select" button.
    await page.getByRole('heading', { level: 1, name: 'Series 00004' }).waitFor()
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('checkbox', { name: 'Select Vol. 1' }).click()
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('Marked 1 book as read').waitFor()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('button', { name: 'Select all 3' }).click()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('Marked 2 books as read. 1 already up to date').waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'changing the filter clears the selection',
  async () => {
    const { page, context } = await world.at('/library?tab=books')
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('button', { name: `Select all ${bookCount}` }).click()
    await page.getByText(`${bookCount} selected`).waitFor()
    await page.getByRole('searchbox', { name: 'Search this library' }).fill('00005')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await context.close()
  },
  timeoutMs,
)

test(
  'on a phone the action bar replaces the navigation, and all of it is usable',
  async () => {
    const { page, context } = await world.at('/library', { width: 400, height: 800 })
    await page.getByRole('button', { name: 'Select' }).click()
    await page.locator('[data-index="0"] [role=checkbox]').click()
    const bar = page.getByRole('toolbar')
    const box = await waitForBox(bar)
    expect(box.height).toBeLessThan(125)
    expect(Math.round(box.y + box.height)).toBe(800)
    for (const name of ['Mark as read', 'Mark as unread', 'Want to read', 'Edit']) {
      const button = await waitForBox(bar.getByRole('button', { name }))
      expect(button.height).toBeGreaterThanOrEqual(40)
      expect(button.x + button.width).toBeLessThanOrEqual(400)
    }
    await bar.getByRole('button', { name: 'Want to read' }).click()
    // If the test is retried, the item is already in the list.
    await page.getByText(/Added 1 item to Want to read|already up to date/).waitFor()
    await context.close()
  },
  timeoutMs,
)

/** Runs in the page. Lists words of labels that are on several lines. */
function listCutWords() {
  return [...document.querySelectorAll('[role=toolbar] button span')].flatMap((label) => {
    const { firstChild: text } = label
    if (!(text instanceof Text)) return []
    return [...text.data.matchAll(/[^\s\u00ad]+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      // Chromium counts the hyphen of the line above as a part of the first letter.
      range.setStart(text, index + 1)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return lines.size > 1 ? [word] : []
    })
  })
}

for (const width of [390, 400]) {
  test(
    `no word of the action bar is cut in German, at ${width} pixels`,
    async () => {
      const seen = await world.signedIn({ width, height: 800, language: 'de' })
      const { page, context } = seen
      for (const tab of ['', '?tab=books']) {
        await page.goto(`${world.quire.url}/library${tab}`)
        await page.getByRole('button', { name: 'Auswählen' }).click()
        await page.locator('[data-index="0"] [role=checkbox]').click()
        await waitForBox(page.getByRole('toolbar'))
        expect(await page.evaluate(listCutWords)).toEqual([])
      }
      const last = await waitForBox(page.getByRole('toolbar').getByRole('button').last())
      expect(last.x + last.width).toBeLessThanOrEqual(width)
      await context.close()
    },
    timeoutMs,
  )
}

test(
  'a bulk action shows progress and can be stopped',
  async () => {
    const { page, context } = await world.at('/library?tab=books')
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('button', { name: `Select all ${bookCount}` }).click()
    await page.getByText(`${bookCount} selected`).waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
    const sheet = page.getByRole('dialog', { name: `Edit ${bookCount} books` })
    await sheet.getByLabel('Imprint', { exact: true }).fill('Late Press')
    const gate = Promise.withResolvers<undefined>()
    await page.route('**/books/bulk/metadata', async (route) => {
      await gate.promise
      await route.continue()
    })
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByText(`0 of ${bookCount}…`).waitFor()
    await sheet.getByRole('button', { name: 'Stop' }).click()
    gate.resolve(undefined)
    await page.getByText(`Saved 50 books. ${bookCount - 50} unchanged`).waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved ${bookCount} books`).waitFor()
    await sheet.waitFor({ state: 'detached' })
    await context.close()
  },
  timeoutMs,
)

test(
  'search results are selected and marked like in the library, by keyboard',
  async () => {
    const { page, context, troubles } = await world.at('/search?q=series')
    await page.getByRole('option').first().waitFor()
    await page.getByRole('button', { name: 'Select books' }).press('Enter')
    await page.locator('[data-index="0"] [role=checkbox]:focus').waitFor()
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 selected').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).press('Enter')
    const sheet = await getFocusedDialog(page)
    await sheet.getByRole('button', { name: 'Close' }).press('Enter')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mark as read' }).press('Enter')
    // Earlier tests may have marked them.
    await page.getByText(/^Marked .* as read|already up to date/).waitFor()
    await page.locator('input[role=combobox]:focus').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

for (const width of [390, 1280]) {
  test(
    `notices do not cover the action bar, at ${width} pixels`,
    async () => {
      const { page, context } = await world.at('/library', { width })
      await page.waitForSelector('[data-index="1"] a')
      await page.focus('[data-index="1"] a')
      await page.keyboard.press('x')
      await page.getByText('1 selected').waitFor()
      await page.getByRole('button', { name: 'Want to read' }).click()
      const words = page.getByText(/to Want to read|already up to date/)
      await words.waitFor()
      await page.focus('[data-index="2"] a')
      await page.keyboard.press('x')
      const bar = page.getByRole('toolbar')
      await bar.waitFor()
      // Notices move in from below, so the test waits for the final position.
      await waitUntil(async () => {
        const [notice, shown] = [await words.boundingBox(), await bar.boundingBox()]
        return notice !== null && shown !== null && notice.y + notice.height <= shown.y
      }, 'the words stand above the bar')
      await context.close()
    },
    timeoutMs,
  )
}
