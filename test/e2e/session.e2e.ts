/** Expired sessions, restarts and live updates. */
import { expect, test } from 'bun:test'
import type { Page, Request, Route } from 'playwright-core'
import { findAccessibilityProblems, admin, openEditForm, waitUntil, type Visit } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const seriesCount = 60
const world = startWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
  ownSessions: true,
})

/** Ends all sessions of the user from another device. */
async function signOutElsewhere() {
  const other = await world.signedIn()
  const answer = await other.context.request.delete(`${world.quire.url}/api/v1/auth/sessions`, {
    headers: { origin: world.quire.url },
  })
  expect(answer.status()).toBeLessThan(300)
  await other.context.close()
}

async function signInAgain(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Session expired' })
  await dialog.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

const seriesId = async ({ context }: Visit, name: string) => {
  const query = `search=${encodeURIComponent(name)}`
  const answer = await context.request.get(`${world.quire.url}/api/v1/series?${query}`)
  return ((await answer.json()) as { data: { id: string }[] }).data[0]!.id
}

test(
  'a session that expires while typing is reported immediately without losing input',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const id = await seriesId(seen, 'Series 00004')
    await page.goto(`${world.quire.url}/series/${id}?tab=details`)
    await page.getByRole('heading', { level: 1, name: 'Series 00004' }).waitFor()
    const form = await openEditForm(page)
    await form.getByLabel('Publisher', { exact: true }).fill('Kurofune Press')
    const before = page.url()
    await signOutElsewhere()
    const dialog = page.getByRole('dialog', { name: 'Session expired' })
    await dialog.waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await dialog.getByLabel('Password').fill('a wrong horse')
    await page.keyboard.press('Enter')
    await dialog.getByText('Wrong username or password').waitFor()
    await signInAgain(page)
    expect(page.url()).toBe(before)
    expect(await page.getByLabel('Publisher', { exact: true }).inputValue()).toBe('Kurofune Press')
    await page.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Kurofune Press' }).first().waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'an expired session keeps the scroll position and the URL',
  async () => {
    const seen = await world.at('/library?sort=name%2Cdesc')
    const { page, context } = seen
    await page.locator('[data-index="0"] [data-cover]').waitFor()
    await page.evaluate(() => scrollTo(0, 700))
    await page.waitForFunction(() => scrollY === 700)
    const before = page.url()
    await signOutElsewhere()
    await signInAgain(page)
    expect(page.url()).toBe(before)
    // The scroll position is restored once the dialog has closed.
    await page.waitForFunction(() => scrollY === 700)
    await page.locator('nav a', { hasText: 'Home' }).first().click()
    await page.getByRole('heading', { name: 'New books' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'without a session, a URL leads to sign-in and back to itself',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await context.clearCookies({ name: 'quire_session' })
    await page.goto(`${world.quire.url}/library?sort=name%2Cdesc`)
    await page.waitForURL('**/login**')
    await page.getByLabel('Username or email address').fill(admin.username)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong username or password').waitFor()
    await page.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await page.locator('[data-cover]').first().waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe('/library?sort=name%2Cdesc')
    await context.close()
  },
  timeoutMs,
)

/** Runs in the browser. Shortens the first timeout. */
function shortenFirstTimeout() {
  const limit = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = () => {
    AbortSignal.timeout = limit
    return limit(1_000)
  }
}

test.each([
  [
    'says no',
    (route: Route) => route.fulfill({ status: 500, json: {} }),
    'Something went wrong on the server',
  ],
  ['says nothing', () => Promise.resolve(), 'Can’t reach the server'],
])(
  'signing out of a server that %s keeps the page and offers a retry',
  async (_, answer, words) => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await page.addInitScript(shortenFirstTimeout)
    await page.route('**/api/v1/auth/logout', answer, { times: 1 })
    await page.goto(`${world.quire.url}/want-to-read`)
    const signOut = async () => {
      await page.getByRole('button', { name: 'ada', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    await page.getByText(words).first().waitFor()
    await page.getByRole('link', { name: 'All libraries' }).click()
    await page.locator('[data-cover]').first().waitFor()
    await signOut()
    await page.getByLabel('Username or email address').waitFor()
    await context.close()
  },
  timeoutMs,
)

/** Marks all books of a series from another device. */
async function markSeries(series: string, as: 'read' | 'unread') {
  const other = await world.signedIn()
  const answer = await other.context.request.post(
    `${world.quire.url}/api/v1/series/${series}/${as}`,
    { headers: { origin: world.quire.url } },
  )
  expect(answer.ok()).toBe(true)
  await other.context.close()
}

test(
  'after a server restart, the page updates itself',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const id = await seriesId(seen, 'Series 00005')
    await page.goto(`${world.quire.url}/series/${id}`)
    await page.getByText('0 of 3 read').waitFor()
    await world.quire.restart()
    await markSeries(id, 'read')
    await page.getByText('3 of 3 read').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await markSeries(id, 'unread')
    await page.getByText('0 of 3 read').waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'failed prefetching is ignored and repeated on demand',
  async () => {
    const { page, context } = await world.signedIn()
    const address = '**/assets/menu-list*.js'
    await page.route(address, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('menu-list'),
    )
    await page.goto(world.quire.url)
    await page.getByRole('heading', { name: 'New books' }).waitFor()
    // Moving the pointer starts prefetching.
    await page.mouse.move(600, 400)
    await failed
    await page.unroute(address)
    await page.getByRole('button', { name: 'ada', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'changes in one browser are shown in another, in place',
  async () => {
    const reading = await world.signedIn()
    const id = await seriesId(reading, 'Donau')
    const watching = await world.at(`/series/${id}`)
    const atHome = await world.at('/')
    await watching.page.getByText('0 of 3 read').waitFor()
    await atHome.page.getByRole('heading', { name: 'New books' }).waitFor()
    const countLoads = () => watching.requests.filter((path) => path === `/series/${id}`).length

    await reading.page.goto(`${world.quire.url}/series/${id}`)
    await reading.page.getByRole('link', { name: 'Start reading' }).click()
    await reading.page.locator('img[alt^="Page "]').first().waitFor()
    await reading.page.keyboard.press('End')
    await watching.page.getByText('1 of 3 read').waitFor()
    await watching.page.getByRole('link', { name: 'Continue · Vol. 2' }).waitFor()
    await atHome.page.getByRole('heading', { name: 'On deck' }).waitFor()
    expect(countLoads()).toBe(1)
    for (const { context } of [reading, watching, atHome]) await context.close()
  },
  timeoutMs,
)

test(
  'two tabs share one event stream, and the second one continues when the first is closed',
  async () => {
    const seen = await world.signedIn()
    const id = await seriesId(seen, '潮の刻')
    const streams = new Set<Request>()
    seen.context.on('request', (request) => {
      if (request.url().includes('/events/stream')) streams.add(request)
    })
    seen.context.on('requestfailed', (request) => streams.delete(request))
    const openTab = () =>
      [...streams].filter((request) => !request.frame().page().isClosed()).length
    const second = await seen.context.newPage()
    const tabs = [seen.page, second]
    for (const tab of tabs) {
      await tab.goto(`${world.quire.url}/series/${id}`)
      await tab.getByText('0 of 3 read').waitFor()
    }
    await markSeries(id, 'read')
    for (const tab of tabs) await tab.getByText('3 of 3 read').waitFor()
    await waitUntil(() => openTab() === 1, 'there is one stream')
    await seen.page.close()
    // Events published before the other tab opens its own stream are not lost.
    await markSeries(id, 'unread')
    await second.getByText('0 of 3 read').waitFor()
    await waitUntil(() => openTab() === 1, 'there is one stream')
    await seen.context.close()
  },
  timeoutMs,
)
