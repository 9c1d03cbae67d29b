/** On a slow or missing connection, the page shows that it is loading, and nothing is lost. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { waitUntil } from '../support/wait-until'
import { fillDatabase, buildTitle } from './big-library'
import { phone, poor, setLine, slowDown } from './network'
import {
  openShelf,
  pressKey,
  type ReadingShelf,
  waitUntilProgress,
  waitUntilShown,
} from './reading-shelf'

const timeoutMs = 120_000
const many = 5_000
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Slow', 'Gone'])
  const { quire } = shelf
  await quire.whileStopped(async () => fillDatabase(join(quire.folder, 'data/quire.db'), many))
}, 120_000)
afterAll(() => shelf?.close(), 60_000)

/**
 * Checks for a loading indicator in each frame, because the test itself could check too late on a
 * busy machine.
 */
const watchForLoading = (page: Page) =>
  page.addInitScript(() => {
    const state = Object.assign(globalThis, { wasLoadingShown: false })
    const check = () => {
      state.wasLoadingShown ||= [
        ...document.querySelectorAll('[aria-busy="true"], [role="status"], [data-index]'),
      ].some((element) => /load/i.test(element.textContent) || element.ariaBusy === 'true')
      if (!state.wasLoadingShown) requestAnimationFrame(check)
    }
    check()
  })
const wasLoadingShown = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { wasLoadingShown: boolean }).wasLoadingShown)

const expectNoError = async (page: Page) =>
  expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(0)

test(
  'the library shows a loading indicator, then its content',
  async () => {
    const seen = await shelf.signedIn(phone)
    const { page } = seen
    await slowDown(seen, poor)
    await watchForLoading(page)
    await page.goto(`${shelf.quire.url}/library`, { waitUntil: 'commit' })
    await page.getByText('Amber 0', { exact: true }).waitFor({ timeout: 60_000 })
    expect(await wasLoadingShown(page)).toBe(true)
    await expectNoError(page)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a list that was scrolled offline fills itself when the connection returns',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await page.goto(`${shelf.quire.url}/library`)
    await page.getByText('Amber 0', { exact: true }).waitFor()
    // The list has its full height once its length is known.
    await page.getByText(/^5,0\d\d series$/).waitFor()
    const session = await slowDown(seen, poor)
    await setLine(session, poor, true)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    const middle = await waitUntil(() =>
      page.evaluate(() => {
        const places = [...document.querySelectorAll<HTMLElement>('[data-index]')]
        const first = Number(places[0]?.dataset['index'] ?? 0)
        return first > 1_000 && !document.querySelector('[data-cover]') && first
      }),
    )
    await expectNoError(page)
    await setLine(session, poor)
    // Two other series come from files, so the expected index may be off by up to two.
    const titles = [middle - 2, middle - 1, middle].map((index) => buildTitle(index, many))
    await waitUntil(async () => {
      const shown = await page.locator('[data-cover]').allTextContents()
      return shown.some((text) => titles.some((title) => text.startsWith(title)))
    })
    await expectNoError(page)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a page turn on a slow connection shows the old page or a loading indicator until the new page is loaded',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Slow'), '?page=1')
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('main img[alt^="Page "]')?.naturalWidth,
    )
    await slowDown(seen, { ...poor, down: 15_000 })
    await page.evaluate(() => {
      const blanks: number[] = []
      Object.assign(globalThis, { blanks })
      const getState = () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>('main img[alt^="Page "]')]
        const hasPage = pictures.some(({ naturalWidth }) => naturalWidth > 0)
        const says = document.querySelector('main [aria-busy], main [role="status"]')
        if (!hasPage && !says) blanks.push(performance.now())
        requestAnimationFrame(getState)
      }
      getState()
    })
    for (const numbers of [[2, 3], [4, 5], [6], [7, 8]]) {
      await pressKey(page, 'ArrowRight', numbers)
    }
    await waitUntilProgress(shelf, seen, shelf.bookOf('Slow'), 8)
    expect(
      await page.evaluate(() => (globalThis as unknown as { blanks: number[] }).blanks),
    ).toEqual([])
    await expectNoError(page)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a position reached offline is saved when the connection returns',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const book = shelf.bookOf('Gone')
    await shelf.open(seen, book, '?page=1')
    await pressKey(page, 'ArrowRight', [2, 3])
    await waitUntilProgress(shelf, seen, book, 3)
    const session = await slowDown(seen, poor)
    // The next pages were prefetched while online.
    await waitUntil(() =>
      page.evaluate(() =>
        ['/pages/4', '/pages/5'].every((part) =>
          performance
            .getEntriesByType('resource')
            .some(({ name, duration }) => name.includes(part) && duration > 0),
        ),
      ),
    )
    await setLine(session, poor, true)
    await page.keyboard.press('ArrowRight')
    await waitUntilShown(page, [4, 5])
    await setLine(session, poor)
    await waitUntilProgress(shelf, seen, book, 5)
    await expectNoError(page)
    await seen.context.close()
  },
  timeoutMs,
)
