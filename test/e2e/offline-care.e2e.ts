/** Saved books: visibility to other users, disk space, and updates of the interface. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findAccessibilityProblems, type Visit, visit, waitUntil } from './harness'
import {
  type OfflineShelf,
  listCacheNames,
  listRecords,
  openDevice,
  openOfflineShelf,
  openSaveDialog,
  saveOffline,
  waitUntilComplete,
  waitUntilControlled,
} from './offline-shelf'
import { waitUntilShown } from './reading-shelf'

const timeoutMs = 400_000
const password = 'a long enough one'
let shelf: OfflineShelf
let owner: Visit

beforeAll(async () => {
  shelf = await openOfflineShelf()
  owner = await shelf.signedIn()
}, 120_000)
afterAll(async () => {
  await owner?.context.close()
  await shelf?.close()
}, 60_000)

async function addReader(username: string): Promise<string> {
  const user = { username, email: `${username}@example.org`, password }
  const answer = await shelf.send(owner, 'POST', '/users', user)
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function signInAs(seen: Visit, username: string) {
  const answer = await shelf.send(seen, 'POST', '/auth/login', { username, password })
  expect(answer.status()).toBe(200)
}

/** Opens a browser context with the service worker, signed in as a reader. */
async function openReaderDevice(username: string) {
  const seen = await visit(shelf.browser, shelf.quire, {
    hasServiceWorker: true,
    mayBreakRules: true,
  })
  await signInAs(seen, username)
  await seen.page.goto(shelf.quire.url)
  await waitUntilControlled(seen.page)
  return seen
}

const listBookCaches = async ({ page }: Visit) =>
  (await listCacheNames(page)).filter((name) => name.includes(' book '))

const waitUntilRemoved = (seen: Visit) =>
  waitUntil(async () => (await listBookCaches(seen)).length === 0, 'the saved books are gone')

test(
  'signing out asks and removes saved books; another user of the browser never sees them',
  async () => {
    await addReader('cora')
    const seen = await openDevice(shelf)
    const { page, context } = seen
    await saveOffline(shelf, seen, shelf.bookOf('Tides').id)
    // Switches to another user's session without signing out first.
    await context.clearCookies({ name: /^(?!quire_look)/ })
    await signInAs(seen, 'cora')
    await page.goto(shelf.quire.url)
    await waitUntilRemoved(seen)
    await shelf.quire.whileStopped(async () => {
      await page.goto(shelf.quire.url)
      await page.getByRole('heading', { name: 'Can’t reach Quire' }).waitFor()
    })
    await page.goto(shelf.quire.url)
    await saveOffline(shelf, seen, shelf.bookOf('Tides').id)
    await page.getByRole('button', { name: /cora/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out and remove saved books?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await listBookCaches(seen)).toHaveLength(1)
    await page.getByRole('button', { name: /cora/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Username or email address').waitFor()
    expect(await listCacheNames(page)).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'a session that ended locks saved books until the same user signs in',
  async () => {
    await addReader('dina')
    const seen = await openReaderDevice('dina')
    const { page, context } = seen
    await saveOffline(shelf, seen, shelf.bookOf('Tides').id)
    await context.clearCookies({ name: /^(?!quire_look)/ })
    await page.goto(shelf.quire.url)
    await page.getByLabel('Username or email address').waitFor()
    const isLocked = async () => !(await listCacheNames(page)).includes('quire / user')
    await waitUntil(isLocked, 'the saved books are locked')
    await shelf.quire.whileStopped(async () => {
      await page.goto(shelf.quire.url)
      await page.getByRole('heading', { name: 'Can’t reach Quire' }).waitFor()
    })
    await signInAs(seen, 'dina')
    await page.goto(shelf.quire.url)
    await waitUntil(async () => !(await isLocked()), 'the saved books are unlocked')
    expect(await listBookCaches(seen)).toHaveLength(1)
    await context.close()
  },
  timeoutMs,
)

test(
  'a book that the user must not see any more goes at the next contact',
  async () => {
    const id = await addReader('emil')
    const seen = await openReaderDevice('emil')
    await saveOffline(shelf, seen, shelf.bookOf('Tides').id)
    const nothing = { libraryIds: [] }
    const answer = await shelf.send(owner, 'PATCH', `/users/${id}/restrictions`, nothing)
    expect(answer.status()).toBe(200)
    await seen.page.goto(shelf.quire.url)
    await seen.page.mouse.move(30, 30)
    await waitUntilRemoved(seen)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'too little space is told before and during saving',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const devtools = await context.newCDPSession(page)
    const { origin } = new URL(shelf.quire.url)
    const setQuota = (quotaSize: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
    const url = `${shelf.quire.url}/book/${shelf.bookOf('Tides').id}`
    const dialog = await openSaveDialog(seen, url)
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    // The estimate is replaced, because Chromium does not report the actual quota.
    await page.evaluate(() => {
      navigator.storage.estimate = async () => ({ quota: 30_000, usage: 10_000 })
    })
    await save.click()
    await dialog.getByRole('alert').getByText('Not enough space in this browser').waitFor()
    await page.evaluate(() => Reflect.deleteProperty(navigator.storage, 'estimate'))
    await setQuota(1_000)
    await save.click()
    await dialog.getByRole('alert').getByText('This browser has no space left.').waitFor()
    expect(await listBookCaches(seen)).toEqual([])
    // There is space for the book, but not for the interface.
    await setQuota(1_000_000)
    await save.click()
    await page.getByText('This browser has no space left for Tides · Vol. 1').waitFor()
    await page.goto(`${shelf.quire.url}/settings/offline`)
    await page.getByText('No space left in this browser.').waitFor()
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await page.getByRole('button', { name: 'Continue saving' }).click()
    await page.getByText(/^Saved, /).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: /^Remove Tides/ }).click()
    await page.getByRole('heading', { name: 'No books saved' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'saving continues after the browser was closed, and never looks complete before',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const book = shelf.bookOf('Tides')
    await saveOffline(shelf, seen, book.id)
    // Simulates a browser that was closed before the book was complete.
    const [name] = await listBookCaches(seen)
    const total = await page.evaluate(async (cacheName) => {
      const cache = await caches.open(cacheName)
      const found = (await (await cache.match('/saved-book'))!.json()) as { total: number }
      const record = { ...found, done: 5, stopped: 'interrupted' }
      for (const { url } of await cache.keys()) {
        if (/pages\/[5-8]/.test(url)) await cache.delete(url)
      }
      await cache.put('/saved-book', Response.json(record))
      return found.total
    }, name!)
    await page.goto('about:blank')
    await shelf.quire.whileStopped(async () => {
      await page.goto(shelf.quire.url)
      await page.getByText(`Incomplete: ${Math.round(500 / total)}%`).waitFor()
      expect(await page.getByRole('link', { name: /^Read / }).count()).toBe(0)
    })
    await page.goto(shelf.quire.url)
    await page.mouse.move(30, 30)
    await waitUntilComplete(page, 1)
    await shelf.quire.whileStopped(async () => {
      await page.goto(`${shelf.quire.url}/read/${book.id}?page=8`)
      await waitUntilShown(page, [7, 8])
    })
    await context.close()
  },
  timeoutMs,
)

test(
  'the next unread books of a series are saved together, and removed together',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const list = await shelf.send(seen, 'GET', '/series?pageSize=50')
    const { data } = (await list.json()) as {
      data: { id: string; metadata: { title: string } }[]
    }
    const { id } = data.find(({ metadata }) => metadata.title === 'Tides')!
    const dialog = await openSaveDialog(seen, `${shelf.quire.url}/series/${id}`)
    await dialog.getByText(/^2 books, up to/).waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('heading', { name: 'Offline books' }).waitFor()
    await waitUntilComplete(page, 2)
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('heading', { name: 'No books saved' }).waitFor()
    await waitUntilRemoved(seen)
    await context.close()
  },
  timeoutMs,
)

test(
  'an update of the server replaces the saved interface only when the new one is complete',
  async () => {
    const seen = await openDevice(shelf)
    const { page, context } = seen
    await saveOffline(shelf, seen, shelf.bookOf('Tides').id)
    // Saves the interface of an earlier version, with a file that the server no longer has.
    await page.evaluate(async () => {
      const shell = await caches.open('quire / shell')
      const old = '<!doctype html><title>Old</title><script src="/assets/old-1.js"></script><h1>Old'
      await shell.put(
        '/offline-page',
        new Response(old, { headers: { 'content-type': 'text/html' } }),
      )
      await shell.put('/assets/old-1.js', new Response('document.title = "Old runs"'))
      for (const { url } of await shell.keys()) if (url.includes('main')) await shell.delete(url)
    })
    await page.goto('about:blank')
    await shelf.quire.whileStopped(async () => {
      await page.goto(shelf.quire.url)
      await page.waitForFunction(() => document.title === 'Old runs')
    })
    // If the server is available, the current interface is shown immediately.
    await page.goto(shelf.quire.url)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.title()).not.toContain('Old')
    await page.mouse.move(30, 30)
    const isUpdated = () =>
      page.evaluate(
        async () => !(await (await caches.open('quire / shell')).match('/assets/old-1.js')),
      )
    await waitUntil(isUpdated, 'the old interface is gone')
    await page.goto('about:blank')
    await shelf.quire.whileStopped(async () => {
      await page.goto(shelf.quire.url)
      await page.getByRole('heading', { name: 'Offline', exact: true }).waitFor()
      await page.getByRole('link', { name: /^Read Tides/ }).click()
      await page.locator('img[alt^="Page "]').first().waitFor()
    })
    await context.close()
  },
  timeoutMs,
)

test(
  'over plain HTTP, saving explains what is missing',
  async () => {
    const nas = { ...shelf.quire, url: shelf.quire.url.replace('127.0.0.1', 'nas.test') }
    const seen = await visit(shelf.browser, nas)
    const cookies = await owner.context.cookies()
    await seen.context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'nas.test' })))
    const dialog = await openSaveDialog(seen, `${nas.url}/book/${shelf.bookOf('Tides').id}`)
    await dialog.getByText('You’re using Quire over plain HTTP').waitFor()
    await dialog.getByText('docs/offline.md').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await seen.page.goto(`${nas.url}/settings/offline`)
    await seen.page.getByText('You’re using Quire over plain HTTP').waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'without saved books, the service worker stores nothing',
  async () => {
    const seen = await openDevice(shelf)
    await seen.page.goto(`${shelf.quire.url}/read/${shelf.bookOf('Tides').id}`)
    await seen.page.locator('img[alt^="Page "]').first().waitFor()
    expect(await listCacheNames(seen.page)).toEqual([])
    expect(await listRecords(seen.page)).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)
