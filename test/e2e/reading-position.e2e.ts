/** The reading position in a book of pages: after failures and across devices. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { admin, waitUntil } from './harness'
import { watchPageRequests } from './quiet'
import {
  openShelf,
  pressKey,
  type ReadingShelf,
  waitUntilProgress,
  waitUntilShown,
} from './reading-shelf'

const timeoutMs = 90_000
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Busy', 'Ended', 'Restarted', 'Offline', 'Older', 'Together', 'Gone'])
}, 120_000)

afterAll(() => shelf?.close())

const saveElsewhere = (page: Page, number: number) =>
  page.getByText(`You’re on page ${number} on another device`)

test(
  'is sent again after a server error, with a notice',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    const book = shelf.bookOf('Busy')
    let isBusy = true
    await page.route('**/progress', (route) =>
      isBusy && route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: 'unavailable', message: 'busy' } })
        : route.continue(),
    )
    await shelf.open(seen, book)
    await pressKey(page, 'ArrowRight', [2, 3])
    await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    await pressKey(page, 'ArrowRight', [4, 5])
    expect(await shelf.progressOf(seen, book)).toBeNull()
    isBusy = false
    await waitUntilProgress(shelf, seen, book, 5)
    await page.getByText('Progress not saved yet', { exact: true }).waitFor({ state: 'detached' })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I10: in a book that is missing is saved when the book returns, and screen readers are told',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    const book = shelf.bookOf('Gone')
    let isMissing = true
    await page.route('**/progress', (route) =>
      isMissing && route.request().method() === 'PUT'
        ? route.fulfill({ status: 404, json: { error: 'not_found', message: 'gone' } })
        : route.continue(),
    )
    await shelf.open(seen, book)
    await pressKey(page, 'ArrowRight', [2, 3])
    await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    isMissing = false
    await waitUntilProgress(shelf, seen, book, 3)
    await page.locator('[aria-live]', { hasText: 'Progress saved' }).waitFor({ state: 'attached' })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'is kept when the session ends: reading continues there after signing in',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = shelf.bookOf('Ended')
    await shelf.open(seen, book)
    await pressKey(page, 'ArrowRight', [2, 3])
    await waitUntilProgress(shelf, seen, book, 3)
    await context.clearCookies({ name: /session/ })
    await pressKey(page, 'ArrowRight', [4, 5])
    await page.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByText('Session expired').waitFor({ state: 'detached' })
    await waitUntilShown(page, [4, 5])
    await waitUntilProgress(shelf, seen, book, 5)
    await context.close()
  },
  timeoutMs,
)

test(
  'survives a restart of the server',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    const book = shelf.bookOf('Restarted')
    const untilFetched = watchPageRequests(page)
    await shelf.open(seen, book)
    await pressKey(page, 'ArrowRight', [2, 3])
    // Waits for the prefetched pages, which are displayed while the server is stopped.
    await untilFetched([4, 5])
    await shelf.quire.whileStopped(async () => {
      await pressKey(page, 'ArrowRight', [4, 5])
      await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    })
    await waitUntilProgress(shelf, seen, book, 5)
    await pressKey(page, 'ArrowRight', [6])
    await waitUntilProgress(shelf, seen, book, 6)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'of a tab that was closed offline is sent at the next start',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = shelf.bookOf('Offline')
    const untilFetched = watchPageRequests(page)
    await shelf.open(seen, book)
    await untilFetched([2, 3])
    await context.setOffline(true)
    await pressKey(page, 'ArrowRight', [2, 3])
    await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    expect(await shelf.progressOf(seen, book)).toBeNull()
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(`${shelf.quire.url}/`)
    await waitUntilProgress(shelf, seen, book, 3)
    await context.close()
  },
  timeoutMs,
)

test(
  'that arrives late does not overwrite newer progress of another device',
  async () => {
    const late = await shelf.signedIn({ mayBreakRules: true })
    const other = await shelf.signedIn()
    const book = shelf.bookOf('Older')
    const untilFetched = watchPageRequests(late.page)
    await shelf.open(late, book)
    await untilFetched([2, 3])
    await late.context.setOffline(true)
    await pressKey(late.page, 'ArrowRight', [2, 3])
    await late.page.getByText('Progress not saved yet', { exact: true }).waitFor()
    await shelf.open(other, book)
    await pressKey(other.page, 'End', [11, 12])
    await pressKey(other.page, 'ArrowLeft', [9, 10])
    await waitUntilProgress(shelf, other, book, 10)
    await late.context.setOffline(false)
    await late.page
      .getByText('Progress not saved yet', { exact: true })
      .waitFor({ state: 'detached' })
    expect(await shelf.progressOf(other, book)).toMatchObject({ currentPage: 10 })
    await saveElsewhere(late.page, 10).waitFor()
    await late.page.getByRole('button', { name: /^Jump to/ }).click()
    await waitUntilShown(late.page, [9, 10])
    await late.context.close()
    await other.context.close()
  },
  timeoutMs,
)

test(
  'of another device is offered in a question',
  async () => {
    const [one, two] = [await shelf.signedIn(), await shelf.signedIn({ width: 390, height: 844 })]
    const book = shelf.bookOf('Together')
    await shelf.open(one, book)
    await shelf.open(two, book)
    await pressKey(one.page, 'ArrowRight', [2, 3])
    await pressKey(one.page, 'ArrowRight', [4, 5])
    await saveElsewhere(two.page, 5).waitFor()
    await waitUntilShown(two.page, [1])
    await two.page.getByRole('button', { name: /^Jump to/ }).click()
    await waitUntilShown(two.page, [5])
    await saveElsewhere(two.page, 5).waitFor({ state: 'detached' })
    await pressKey(two.page, 'Backspace', [1])
    for (const number of [2, 3, 4, 5]) await pressKey(two.page, 'ArrowRight', [number])
    await pressKey(two.page, 'ArrowRight', [6])
    await pressKey(two.page, 'ArrowRight', [7])
    await saveElsewhere(one.page, 7).waitFor()
    await one.page.getByRole('button', { name: 'Stay here' }).click()
    await saveElsewhere(one.page, 7).waitFor({ state: 'detached' })
    await waitUntilShown(one.page, [4, 5])
    await waitUntil(async () => (await saveElsewhere(two.page, 5).count()) === 0, 'nobody is asked')
    expect(one.troubles).toEqual([])
    expect(two.troubles).toEqual([])
    await one.context.close()
    await two.context.close()
  },
  timeoutMs,
)
