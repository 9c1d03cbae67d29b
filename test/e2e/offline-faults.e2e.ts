/** Saved books and unsent progress after interruptions and errors. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page, Worker } from 'playwright-core'
import { admin, visit, waitUntil } from './harness'
import {
  type OfflineShelf,
  listCacheNames,
  openDevice,
  openOfflineShelf,
  openSaveDialog,
  saveOffline,
  waitUntilComplete,
  waitUntilControlled,
} from './offline-shelf'
import { pressKey, waitUntilProgress, waitUntilShown } from './reading-shelf'

const timeoutMs = 400_000
const password = 'a long enough one'
let shelf: OfflineShelf

beforeAll(async () => {
  shelf = await openOfflineShelf()
}, 120_000)
afterAll(() => shelf?.close(), 60_000)

async function addReader(username: string): Promise<string> {
  const owner = await shelf.signedIn()
  const user = { username, email: `${username}@example.org`, password }
  const answer = await shelf.send(owner, 'POST', '/users', user)
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await owner.context.close()
  return id
}

const listSavedPages = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.includes(' book '))
    const requests = name ? await (await caches.open(name)).keys() : []
    const numbers = requests.map(({ url }) => /\/pages\/(\d+)(?!.*\/text)/.exec(url)?.[1])
    return numbers.filter((number) => number !== undefined).toSorted()
  })

test(
  'a book that another tab removes and saves again while it is being saved is never without pages',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    // Holds the request for page 8 until the test releases it.
    await page.addInitScript(`{
      const real = fetch
      const held = new Promise((resolve) => { globalThis.release = resolve })
      globalThis.fetch = async (given, init) => {
        if ((given.url ?? given).includes('pages/8')) await held
        return real(given, init)
      }
    }`)
    const url = `${shelf.quire.url}/book/${shelf.bookOf('Tides').id}`
    const dialog = await openSaveDialog(seen, url)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await waitUntil(async () => (await listSavedPages(page)).length === 7, 'seven pages are saved')
    const other = await context.newPage()
    await other.goto(shelf.quire.url)
    await other.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.includes(' book '))!
      const record = (await (await caches.open(name)).match('/saved-book'))!
      await caches.delete(name)
      await (await caches.open(name)).put('/saved-book', record)
    })
    await page.evaluate('release()')
    await waitUntilComplete(page, 1)
    expect(await listSavedPages(page)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    await context.close()
  },
  timeoutMs,
)

test(
  'a book that the server cannot show now does not keep another one that must go',
  async () => {
    const id = await addReader('fina')
    const seen = await visit(shelf.browser, shelf.quire, {
      hasServiceWorker: true,
      mayBreakRules: true,
    })
    const { page, context } = seen
    await shelf.send(seen, 'POST', '/auth/login', { username: 'fina', password })
    await page.goto(shelf.quire.url)
    await waitUntilControlled(page)
    const [broken, gone] = [shelf.bookOf('Tides'), shelf.bookOf('Lantern')]
    for (const book of [broken, gone]) await saveOffline(shelf, seen, book.id)
    await page.addInitScript(`{
      const real = fetch
      globalThis.fetch = async (given, init) =>
        (given.url ?? given).endsWith('/books/${broken.id}')
          ? Response.json({ error: 'internal', message: 'broken' }, { status: 500 })
          : real(given, init)
    }`)
    const owner = await shelf.signedIn()
    const nothing = { libraryIds: [] }
    const answer = await shelf.send(owner, 'PATCH', `/users/${id}/restrictions`, nothing)
    expect(answer.status()).toBe(200)
    await page.goto(shelf.quire.url)
    await page.mouse.move(30, 30)
    const listBooks = async () =>
      (await listCacheNames(page)).filter((name) => name.includes(' book '))
    await waitUntil(async () => (await listBooks()).length === 1, 'one book is gone')
    expect((await listBooks())[0]).toEndWith(` ${broken.id}`)
    for (const each of [owner.context, context]) await each.close()
  },
  timeoutMs,
)

test(
  'the pages of a saved book are not copied in memory while the server can be reached',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const book = shelf.bookOf('Tides')
    await saveOffline(shelf, seen, book.id)
    const worker: Worker = context.serviceWorkers()[0]!
    await worker.evaluate(`{
      const real = Response.prototype.clone
      self.copied = []
      Response.prototype.clone = function () {
        self.copied.push(this.url)
        return real.call(this)
      }
    }`)
    await page.goto(`${shelf.quire.url}/read/${book.id}?page=4`)
    await waitUntilShown(page, [4, 5])
    const listCopied = () => worker.evaluate('self.copied') as Promise<string[]>
    await waitUntil(async () => (await listCopied()).length > 0, 'data of the book is saved')
    expect((await listCopied()).filter((url) => /\/pages\/\d/.test(url))).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'what one user read last is not saved for another who signs in on top of the open book',
  async () => {
    await addReader('gina')
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = shelf.bookOf('Tides')
    await shelf.deleteProgress(seen, book)
    // Postpones the timer that sends a position, so it is sent only when the book is closed.
    await page.addInitScript(`{
      const real = setTimeout
      globalThis.setTimeout = (run, ms, ...more) => real(run, ms === 700 ? 1e8 : ms, ...more)
    }`)
    await shelf.open(seen, book)
    await pressKey(page, 'ArrowRight', [2, 3])
    await context.clearCookies({ name: /session/ })
    await shelf.send(seen, 'POST', '/auth/login', { username: 'gina', password })
    const other = await context.newPage()
    await other.goto(shelf.quire.url)
    const dialog = page.getByRole('dialog', { name: 'Session expired' })
    await dialog.getByLabel('Username or email address').fill('gina')
    await dialog.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${shelf.quire.url}/`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('quire_places.')),
    )
    expect(await shelf.progressOf(seen, book)).toBeNull()
    await other.close()
    // The position is sent when the first user signs in here again.
    const { username } = admin
    await context.clearCookies({ name: /session/ })
    await shelf.send(seen, 'POST', '/auth/login', { username, password: admin.password })
    await page.goto(shelf.quire.url)
    await waitUntilProgress(shelf, seen, book, 3)
    await context.close()
  },
  timeoutMs,
)

test(
  'a server that never answers is not asked again at each page turn; changes tell that they need it',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = shelf.bookOf('Tides', 2)
    let open = 0
    let most = 0
    await page.route('**/health/live', () => {
      most = Math.max(most, ++open)
    })
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/health/live')) open--
    })
    await page.route('**/bookmarks', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await shelf.open(seen, book)
    const isQueued = (count: number) =>
      page.waitForFunction((wanted) => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('quire_places.'))
        return key && (JSON.parse(localStorage.getItem(key)!) as unknown[]).length >= wanted
      }, count)
    for (const [index, numbers] of [[2, 3], [4, 5], [6]].entries()) {
      await pressKey(page, 'ArrowRight', numbers)
      await isQueued(index + 1)
    }
    expect(most).toBe(1)
    await page.keyboard.press('b')
    await page.getByText('Not saved: the server can’t be reached right now').first().waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'below a base path, saved books are read without the server, too',
  async () => {
    const below = await openOfflineShelf('/shelf')
    const seen = await openDevice(below)
    const { page, context } = seen
    for (const name of ['Tides', 'Lantern']) await saveOffline(below, seen, below.bookOf(name).id)
    await page.goto('about:blank')
    await below.quire.whileStopped(async () => {
      await page.goto(`${below.quire.url}/library`)
      await page.getByRole('link', { name: 'Read Lantern' }).waitFor()
      await page.getByRole('link', { name: /^Read Tides/ }).click()
      await waitUntilShown(page, [1])
      await pressKey(page, 'ArrowRight', [2, 3])
      await page.getByText('Progress not saved yet', { exact: true }).waitFor()
    })
    await waitUntilProgress(below, seen, below.bookOf('Tides'), 3)
    await context.close()
    await below.close()
  },
  timeoutMs,
)
