/** The place in a book of pages: through accidents, and between devices. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { admin, until } from './harness'
import { pagesFetched } from './quiet'
import { openRoom, press, type Room, untilProgress, untilShown } from './reading-room'

const patience = 90_000
let room: Room

beforeAll(async () => {
  room = await openRoom(['Busy', 'Ended', 'Restarted', 'Offline', 'Older', 'Together', 'Gone'])
}, 120_000)

afterAll(() => room?.close())

const elsewhere = (page: Page, number: number) =>
  page.getByText(`You’re on page ${number} on another device.`)

test(
  'that the server cannot take now is sent again, and the reader is told meanwhile',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page } = seen
    const book = room.bookOf('Busy')
    let isBusy = true
    await page.route('**/progress', (route) =>
      isBusy && route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: 'unavailable', message: 'busy' } })
        : route.continue(),
    )
    await room.open(seen, book)
    await press(page, 'ArrowRight', [2, 3])
    await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    await press(page, 'ArrowRight', [4, 5])
    expect(await room.progressOf(seen, book)).toBeNull()
    isBusy = false
    await untilProgress(room, seen, book, 5)
    await page.getByText('Progress not saved yet', { exact: true }).waitFor({ state: 'detached' })
    await seen.context.close()
  },
  patience,
)

test(
  'in a book that is gone is told to be lost',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page } = seen
    await page.route('**/progress', (route) =>
      route.fulfill({ status: 404, json: { error: 'not_found', message: 'gone' } }),
    )
    await room.open(seen, room.bookOf('Gone'))
    await press(page, 'ArrowRight', [2, 3])
    await page.getByText('Reading progress could not be saved').waitFor()
    await untilShown(page, [2, 3])
    await seen.context.close()
  },
  patience,
)

test(
  'is kept when the session ends in the middle: after signing in one reads on there',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = room.bookOf('Ended')
    await room.open(seen, book)
    await press(page, 'ArrowRight', [2, 3])
    await untilProgress(room, seen, book, 3)
    await context.clearCookies({ name: /session/ })
    await press(page, 'ArrowRight', [4, 5])
    await page.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByText('Session expired').waitFor({ state: 'detached' })
    await untilShown(page, [4, 5])
    await untilProgress(room, seen, book, 5)
    await context.close()
  },
  patience,
)

test(
  'outlasts a restart of the server',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page } = seen
    const book = room.bookOf('Restarted')
    const untilFetched = pagesFetched(page)
    await room.open(seen, book)
    await press(page, 'ArrowRight', [2, 3])
    // What is fetched ahead is there without the server.
    await untilFetched([4, 5])
    await room.quire.whileStopped(async () => {
      await press(page, 'ArrowRight', [4, 5])
      await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    })
    await untilProgress(room, seen, book, 5)
    await press(page, 'ArrowRight', [6])
    await untilProgress(room, seen, book, 6)
    await seen.context.close()
  },
  patience,
)

test(
  'of a tab that was closed without a network is sent at the next start',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = room.bookOf('Offline')
    const untilFetched = pagesFetched(page)
    await room.open(seen, book)
    await untilFetched([2, 3])
    await context.setOffline(true)
    await press(page, 'ArrowRight', [2, 3])
    await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    expect(await room.progressOf(seen, book)).toBeNull()
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(`${room.quire.url}/`)
    await untilProgress(room, seen, book, 3)
    await context.close()
  },
  patience,
)

test(
  'that comes late does not undo what was read since on another device',
  async () => {
    const late = await room.signedIn({ mayBreakRules: true })
    const other = await room.signedIn()
    const book = room.bookOf('Older')
    const untilFetched = pagesFetched(late.page)
    await room.open(late, book)
    await untilFetched([2, 3])
    await late.context.setOffline(true)
    await press(late.page, 'ArrowRight', [2, 3])
    await late.page.getByText('Progress not saved yet', { exact: true }).waitFor()
    await room.open(other, book)
    await press(other.page, 'End', [11, 12])
    await press(other.page, 'ArrowLeft', [9, 10])
    await untilProgress(room, other, book, 10)
    await late.context.setOffline(false)
    await late.page
      .getByText('Progress not saved yet', { exact: true })
      .waitFor({ state: 'detached' })
    expect(await room.progressOf(other, book)).toMatchObject({ currentPage: 10 })
    await elsewhere(late.page, 10).waitFor()
    await late.page.getByRole('button', { name: /^Jump to/ }).click()
    await untilShown(late.page, [9, 10])
    await late.context.close()
    await other.context.close()
  },
  patience,
)

test(
  'on two devices at once is asked, not jumped to',
  async () => {
    const [one, two] = [await room.signedIn(), await room.signedIn({ width: 390, height: 844 })]
    const book = room.bookOf('Together')
    await room.open(one, book)
    await room.open(two, book)
    await press(one.page, 'ArrowRight', [2, 3])
    await press(one.page, 'ArrowRight', [4, 5])
    await elsewhere(two.page, 5).waitFor()
    await untilShown(two.page, [1])
    await two.page.getByRole('button', { name: /^Jump to/ }).click()
    await untilShown(two.page, [5])
    await elsewhere(two.page, 5).waitFor({ state: 'detached' })
    await press(two.page, 'ArrowRight', [6])
    await press(two.page, 'ArrowRight', [7])
    await elsewhere(one.page, 7).waitFor()
    await one.page.getByRole('button', { name: 'Stay here' }).click()
    await elsewhere(one.page, 7).waitFor({ state: 'detached' })
    await untilShown(one.page, [4, 5])
    await until(async () => (await elsewhere(two.page, 5).count()) === 0, 'nobody is asked')
    expect(one.troubles).toEqual([])
    expect(two.troubles).toEqual([])
    await one.context.close()
    await two.context.close()
  },
  patience,
)
