/** Books saved in the browser, with the server stopped. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openBundle } from '../../src/web/bundle'
import { findAccessibilityProblems, waitUntil } from './harness'
import { type OfflineShelf, openDevice, openOfflineShelf, saveOffline } from './offline-shelf'
import { pressKey, waitUntilProgress, waitUntilShown } from './reading-shelf'
import { listVisible, turnPage, waitUntilVisible } from './text-shelf'

const timeoutMs = 400_000
let shelf: OfflineShelf

beforeAll(async () => {
  shelf = await openOfflineShelf()
}, 120_000)
afterAll(() => shelf?.close(), 60_000)

const openReader = async (page: Page, id: string) => {
  await page.goto(`${shelf.quire.url}/read/${id}`)
  await page.locator('img[alt^="Page "]').first().waitFor()
}

test(
  'with the server stopped, a comic, an e-book and a PDF are read, and the progress arrives later',
  async () => {
    const seen = await openDevice(shelf)
    const { page } = seen
    const [comic, novel, report] = ['Tides', 'Lantern', 'Report'].map((name) => shelf.bookOf(name))
    for (const book of [comic, novel, report]) await saveOffline(shelf, seen, book!.id)
    expect(await listSavedScripts(page)).toEqual(listScripts())
    await openReader(page, comic!.id)
    await pressKey(page, 'ArrowRight', [2, 3])
    await waitUntilProgress(shelf, seen, comic!, 3)
    await page.goto('about:blank')
    await shelf.quire.whileStopped(async () => {
      await page.goto(`${shelf.quire.url}/library`)
      await page.getByRole('heading', { name: 'Offline', exact: true }).waitFor()
      await page.getByText('This page requires a connection to the server').waitFor()
      const books = page.getByRole('link', { name: /^Read / })
      await waitUntil(async () => (await books.count()) === 3, 'three books can be read')
      expect(await findAccessibilityProblems(page)).toEqual([])
      // The book opens at the position reached after it was saved.
      await page.getByRole('link', { name: /^Read Tides/ }).click()
      await waitUntilShown(page, [2, 3])
      await pressKey(page, 'ArrowRight', [4, 5])
      await page.getByText('Progress not saved yet', { exact: true }).waitFor()
      await page.locator('[data-text-layer="4"]').getByText('海は').waitFor({ state: 'attached' })
      await openPanels(page, [
        ['a', 'group', 'Reading mode'],
        ['t', 'button', '5'],
        ['/', 'searchbox', 'Search text'],
        ['g', 'textbox', /^Page/],
      ])
      // A new page load, as after a restart of the browser.
      await openReader(page, comic!.id)
      await waitUntilShown(page, [4, 5])
      await openReader(page, report!.id)
      await page.keyboard.press('ArrowRight')
      await page.locator('img[alt^="Page 2"]').waitFor()
      await page.locator('[data-text-layer="2"]').getByText('Two').waitFor({ state: 'attached' })
      await page.goto(`${shelf.quire.url}/read/${novel!.id}`)
      await page.getByRole('slider', { name: 'Position in the book' }).waitFor()
      await waitUntilVisible(page, 'Chapter 1, paragraph 1')
      await turnPage(page)
      await page.getByText('Progress not saved yet', { exact: true }).waitFor()
      const [first] = await listVisible(page)
      await page.reload()
      await waitUntilVisible(page, first!)
      await openPanels(page, [
        ['t', 'button', 'Chapter 3'],
        ['a', 'group', 'Typeface'],
        ['/', 'searchbox', 'Search text'],
      ])
      // This volume was not saved.
      await page.goto(`${shelf.quire.url}/read/${shelf.bookOf('Tides', 2).id}`)
      await page.getByText('This book isn’t saved in this browser').waitFor()
    })
    await page.goto(shelf.quire.url)
    await waitUntilQueued(page, 0)
    expect((await shelf.progressOf(seen, comic!))?.currentPage).toBe(5)
    expect((await shelf.progressOf(seen, report!))?.currentPage).toBeGreaterThanOrEqual(2)
    expect((await shelf.send(seen, 'GET', `/books/${novel!.id}/progression`)).status()).toBe(200)
    await seen.context.close()
  },
  timeoutMs,
)

const listSavedScripts = (page: Page) =>
  page.evaluate(async () => {
    const saved = await (await caches.open('quire / shell')).keys()
    const paths = saved.map(({ url }) => new URL(url).pathname.slice(1))
    return paths.filter((path) => path.endsWith('.js')).toSorted()
  })

/** All scripts of the interface, also those of panels and dialogs, which are loaded on demand. */
function listScripts() {
  const names = openBundle()!.assets.map(({ name }) => name)
  for (const part of ['page-panels', 'pdf-panels', 'text-panels']) {
    expect(names).toContainEqual(expect.stringContaining(`/${part}-`))
  }
  return names.filter((name) => /^assets\/.*\.js$/.test(name)).toSorted()
}

type Role = Parameters<Page['getByRole']>[0]

/** Opens panels and dialogs by their keys. Each must show the element that is named. */
async function openPanels(page: Page, panels: readonly [string, Role, string | RegExp][]) {
  for (const [key, role, name] of panels) {
    await page.keyboard.press(key)
    const found = page.getByRole(role, { name, exact: true })
    await found.waitFor()
    await page.keyboard.press('Escape')
    await found.waitFor({ state: 'detached' })
  }
}

const day = 24 * 3_600_000

/** Shifts the clock of a device. `performance.now()` stays correct, because users cannot set it. */
const shiftClock = (shiftMs: number) => `{
  const Right = Date
  globalThis.Date = class extends Right {
    constructor(...given) { given.length > 0 ? super(...given) : super(Right.now() + ${shiftMs}) }
    static now() { return Right.now() + ${shiftMs} }
  }
}`

test.each([
  ['two days ahead', 2 * day],
  ['a year behind', -365 * day],
])(
  'of two devices, one with a clock %s, the later reading wins, and none is lost',
  async (_, shiftMs) => {
    const book = shelf.bookOf('Tides', 2)
    const [wrong, right] = [await openDevice(shelf), await shelf.signedIn({ mayBreakRules: true })]
    await shelf.deleteProgress(right, book)
    await wrong.context.addInitScript(shiftClock(shiftMs))
    await saveOffline(shelf, wrong, book.id)
    await shelf.quire.whileStopped(async () => {
      await openReader(wrong.page, book.id)
      await pressKey(wrong.page, 'ArrowRight', [2, 3])
      await waitUntilQueued(wrong.page, 1)
      await wrong.page.goto('about:blank')
    })
    // The device with the right clock reads on while the other one is still offline.
    await openReader(right.page, book.id)
    await pressKey(right.page, 'ArrowRight', [2, 3])
    await pressKey(right.page, 'ArrowRight', [4, 5])
    await waitUntilProgress(shelf, right, book, 5)
    const before = await shelf.countEvents(right, book)
    await wrong.page.goto(shelf.quire.url)
    await waitUntilQueued(wrong.page, 0)
    expect(await shelf.countEvents(right, book)).toBe(before + 1)
    expect((await shelf.progressOf(right, book))?.currentPage).toBe(5)
    await right.page.goto('about:blank')
    // The device with the wrong clock now reads last: it goes back while offline.
    await shelf.quire.whileStopped(async () => {
      await openReader(wrong.page, book.id)
      await pressKey(wrong.page, 'Home', [1])
      await pressKey(wrong.page, 'ArrowRight', [2, 3])
      await waitUntilQueued(wrong.page, 1)
      await wrong.page.goto('about:blank')
    })
    await wrong.page.goto(shelf.quire.url)
    await waitUntilQueued(wrong.page, 0)
    expect((await shelf.progressOf(right, book))?.currentPage).toBe(3)
    for (const { context } of [wrong, right]) await context.close()
  },
  timeoutMs,
)

/** Waits until at least `count` positions are queued in this browser, or none if `count` is 0. */
const waitUntilQueued = (page: Page, count: number) =>
  page.waitForFunction((wanted) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('quire_places.'))
    const waiting = key ? (JSON.parse(localStorage.getItem(key)!) as unknown[]).length : 0
    return wanted === 0 ? waiting === 0 : waiting >= wanted
  }, count)

test(
  'a server that never answers, as away from its network, does not keep anybody from reading',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const book = shelf.bookOf('Tides')
    await saveOffline(shelf, seen, book.id)
    await page.goto('about:blank')
    const { port } = new URL(shelf.quire.url)
    await shelf.quire.whileStopped(async () => {
      // Accepts connections but does not respond.
      const silent = Bun.listen({
        hostname: '127.0.0.1',
        port: Number(port),
        socket: { data() {} },
      })
      try {
        await page.goto(`${shelf.quire.url}/read/${book.id}?page=4`)
        await waitUntilShown(page, [4, 5])
        await pressKey(page, 'ArrowRight', [6])
      } finally {
        silent.stop(true)
      }
    })
    await context.close()
  },
  timeoutMs,
)

test(
  'the text beside a saved comic is saved again after it has changed',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const book = shelf.bookOf('Tides')
    await saveOffline(shelf, seen, book.id)
    const findTexts = (change: 'read' | 'replace') =>
      page.evaluate(async (task) => {
        const name = (await caches.keys()).find((key) => key.includes(' book '))
        const cache = await caches.open(name!)
        const urls = (await cache.keys()).flatMap(({ url }) => (url.endsWith('/text') ? url : []))
        if (task === 'replace') {
          const headers = { etag: '"of an earlier file"' }
          for (const url of urls)
            await cache.put(url, Response.json({ lines: [], links: [] }, { headers }))
        }
        return Promise.all(urls.map(async (url) => (await cache.match(url))!.text()))
      }, change)
    const isCurrent = async () => (await findTexts('read')).some((text) => text.includes('海は'))
    expect(await isCurrent()).toBe(true)
    expect(await findTexts('replace')).toHaveLength(8)
    expect(await isCurrent()).toBe(false)
    await page.goto(shelf.quire.url)
    await page.mouse.move(30, 30)
    await waitUntil(isCurrent, 'the text is current')
    await context.close()
  },
  timeoutMs,
)
