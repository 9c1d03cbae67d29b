/**
 * S8: after signing out, no cache of the browser (of the service worker or of HTTP) answers with
 * anything of the user, neither at once nor for the next user, with and without the server.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Visit } from './harness'
import {
  listCacheNames,
  type OfflineShelf,
  openDevice,
  openOfflineShelf,
  saveOffline,
} from './offline-shelf'

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

/** The addresses that the service worker has saved. */
const listSaved = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes(' book '))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })

/** What a page gets for these addresses, also from caches that are out of date. */
const askFor = (page: Page, addresses: readonly string[]) =>
  page.evaluate(async (all) => {
    const statuses = new Set<number | string>()
    for (const address of all) {
      for (const cache of ['default', 'force-cache'] as const) {
        try {
          statuses.add((await fetch(address, { cache })).status)
        } catch {
          statuses.add('no answer')
        }
      }
    }
    return [...statuses]
  }, addresses)

/** A reader who sees no library. */
async function addReader(username: string) {
  const user = { username, email: `${username}@example.org`, password }
  const answer = await shelf.send(owner, 'POST', '/users', user)
  const { id } = (await answer.json()) as { id: string }
  const limited = await shelf.send(owner, 'PATCH', `/users/${id}/restrictions`, { libraryIds: [] })
  expect(limited.status()).toBe(200)
}

test(
  'S8: saved books and cached answers are gone after signing out, also for the next user',
  async () => {
    await addReader('nora')
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const { id } = shelf.bookOf('Tides')
    await saveOffline(shelf, seen, id)
    const base = `${shelf.quire.url}/api/v1`
    const own = [
      `${base}/books/${id}`,
      `${base}/books/${id}/pages/1`,
      `${base}/books/${id}/thumbnail`,
      `${base}/books?pageSize=10`,
      `${base}/libraries`,
      `${base}/auth/me`,
    ]
    const saved = (await listSaved(page)).filter((url) => url.startsWith(`${base}/`))
    expect(saved.length).toBeGreaterThan(5)
    const addresses = [...new Set([...saved, ...own])]
    expect(await askFor(page, addresses)).toContain(200)

    await page.goto(shelf.quire.url)
    await page.getByRole('button', { name: /^ada/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out and remove saved books?' })
    await question.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Username or email address').waitFor()
    expect(await listCacheNames(page)).toEqual([])
    expect(await askFor(page, addresses)).toEqual([401])

    await shelf.quire.whileStopped(async () => {
      expect(await askFor(page, addresses)).toEqual(['no answer'])
    })

    await page.goto(shelf.quire.url)
    await page.getByLabel('Username or email address').fill('nora')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^nora/ }).waitFor()
    const ofBooks = addresses.filter((url) => /\/books\/[\da-f-]{36}/.test(url))
    expect(await askFor(page, ofBooks)).toEqual([404])
    expect((await listCacheNames(page)).filter((name) => name.includes(' book '))).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'S8: a session that ended by itself leaves nothing to the next user',
  async () => {
    await addReader('omar')
    const seen = await openDevice(shelf)
    const { page, context } = seen
    const { id } = shelf.bookOf('Tides')
    await saveOffline(shelf, seen, id)
    const base = `${shelf.quire.url}/api/v1/books/${id}`
    const addresses = [base, `${base}/pages/1`, `${base}/thumbnail`, ...(await listSaved(page))]
    const ofBooks = addresses.filter((url) => /\/books\/[\da-f-]{36}/.test(url))
    expect(await askFor(page, ofBooks)).toContain(200)
    await context.clearCookies({ name: /^(?!quire_look)/ })
    await page.goto(shelf.quire.url)
    await page.getByLabel('Username or email address').fill('omar')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^omar/ }).waitFor()
    await page.waitForFunction(async () =>
      (await caches.keys()).every((name) => !name.includes(' book ')),
    )
    expect(await askFor(page, ofBooks)).toEqual([404])
    await context.close()
  },
  timeoutMs,
)
