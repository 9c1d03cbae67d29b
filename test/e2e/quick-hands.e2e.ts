/** Somebody who is quicker than the server or the next frame: nothing is overtaken, lost or shown as it was. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { dialogIn, openEditForm, type Visit } from './harness'
import { writeVolumes } from './library'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({ write: (folder) => writeVolumes(folder, 'Tides', 6), series: 1 })

const addressOf = (path: string) => `${world.quire.url}/api/v1${path}`

async function answerOf<Answer>({ context }: Visit, path: string): Promise<Answer> {
  return (await (await context.request.get(addressOf(path))).json()) as Answer
}

async function post({ context }: Visit, path: string, data: object) {
  const headers = { origin: world.quire.url }
  const answer = await context.request.post(addressOf(path), { headers, data })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: string }
}

/**
 * The first of these requests comes to the server after the second, where there is a second at once.
 * `bothAnswered` waits until both are.
 */
async function holdUpFirst(page: Page, method: string, address: string) {
  const both = Promise.withResolvers<void>()
  let answered = 0
  const second = Promise.withResolvers<void>()
  const isSecond = second.promise.then(() => Bun.sleep(200))
  let first: unknown
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() === method) {
      first ??= request
      if (request === first) await Promise.race([isSecond, Bun.sleep(1_000)])
      else second.resolve()
    }
    await route.continue()
  })
  page.on('response', (response) => {
    const isOne = response.request().method() === method && response.url().includes('/api/v1/')
    if (isOne && ++answered === 2) both.resolve()
  })
  return { bothAnswered: both.promise }
}

async function choose(page: Page, list: string, option: string) {
  await page.getByRole('combobox', { name: list, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

test(
  'of two changes of how one reads the second stays, however late the first is',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { bothAnswered } = await holdUpFirst(page, 'PATCH', '**/api/v1/preferences?*')
    await page.goto(`${world.quire.url}/settings/reading`)
    await choose(page, 'Reading mode', 'Continuous')
    await choose(page, 'Reading mode', 'Webtoon')
    await bothAnswered
    type Kept = { preferences: Record<string, string> }
    const kept = await answerOf<Kept>(seen, '/preferences?scope=user')
    expect(kept.preferences['reader.mode']).toBe('webtoon')
    const shown = page.getByRole('combobox', { name: 'Reading mode', exact: true })
    expect(await shown.textContent()).toContain('Webtoon')
    await seen.context.close()
  },
  patience,
)

test(
  'a key that is switched off and on at once is on',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { id } = await post(seen, '/api-keys', { name: 'Tablet', permissions: ['series:read'] })
    const { bothAnswered } = await holdUpFirst(page, 'PATCH', '**/api/v1/api-keys/*')
    await page.goto(`${world.quire.url}/settings/keys`)
    const inUse = page.getByRole('switch', { name: 'Enabled' })
    await inUse.click()
    await inUse.click()
    await bothAnswered
    expect(await answerOf(seen, `/api-keys/${id}`)).toMatchObject({ isActive: true })
    await seen.context.close()
  },
  patience,
)

test(
  'what was saved is there when it is opened again at once',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const mara = { username: 'mara', email: 'mara@example.org', password: 'a long enough one' }
    await post(seen, '/users', { ...mara, role: 'reader' })
    await page.goto(`${world.quire.url}/settings/users`)
    await page.getByRole('button', { name: 'Edit mara' }).click()
    await choose(page, 'Role', 'Maintainer')
    await page.route('**/api/v1/users?*', async (route) => {
      await Bun.sleep(500)
      await route.continue()
    })
    await dialogIn(page).getByRole('button', { name: 'Save' }).click()
    await dialogIn(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit mara' }).click()
    const role = await page.getByRole('combobox', { name: 'Role', exact: true }).textContent()
    expect(role).toContain('Maintainer')
    await seen.context.close()
  },
  patience,
)

test(
  'who closes a form while it is saved is asked, and finds what was typed where it is refused',
  async () => {
    const { page, context } = await world.at('/settings/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = dialogIn(page).first()
    await form.getByLabel('Username').fill('ada')
    await form.getByLabel('Email address').fill('another@example.org')
    await form.getByLabel('Password').fill('a long enough one')
    const closed = Promise.withResolvers<void>()
    await page.route('**/api/v1/users', async (route) => {
      await closed.promise
      await route.continue()
    })
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.keyboard.press('Escape')
    const stay = page.getByRole('button', { name: 'Keep editing' })
    await stay.waitFor()
    closed.resolve()
    await stay.click()
    await form.getByRole('alert').waitFor()
    expect(await form.getByLabel('Username').inputValue()).toBe('ada')
    await context.close()
  },
  patience,
)

test(
  'of two pages that are chosen as the cover the second stays, however late the first is',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { data } = await answerOf<{ data: { id: string }[] }>(seen, '/books')
    const [book] = data
    const { bothAnswered } = await holdUpFirst(page, 'POST', '**/cover/page')
    await page.goto(`${world.quire.url}/book/${book!.id}`)
    const form = await openEditForm(page)
    await form.getByRole('tab', { name: 'Cover' }).click()
    await form.getByRole('button', { name: 'Page 2', exact: true }).click()
    await form.getByRole('button', { name: 'Page 4', exact: true }).click()
    await bothAnswered
    const covers = await answerOf(seen, `/books/${book!.id}/covers`)
    expect(covers).toMatchObject({ covers: [{ source: 'page:4', isSelected: true }] })
    await seen.context.close()
  },
  patience,
)

test(
  'a series that is marked as read and at once as unread is unread, however late the first is',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { data } = await answerOf<{ data: { id: string }[] }>(seen, '/series')
    const { data: books } = await answerOf<{ data: { id: string }[] }>(seen, '/books')
    const headers = { origin: world.quire.url }
    await seen.context.request.post(addressOf(`/books/${books[0]!.id}/read`), { headers })
    const { bothAnswered } = await holdUpFirst(page, 'POST', '**/api/v1/series/*/*read')
    await page.goto(`${world.quire.url}/series/${data[0]!.id}`)
    await page.getByText('1 of 2 read').waitFor()
    for (const mark of ['Mark all as read', 'Mark all as unread']) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: mark }).click()
    }
    await bothAnswered
    expect(await answerOf(seen, `/series/${data[0]!.id}`)).toMatchObject({ unreadCount: 2 })
    await seen.context.close()
  },
  patience,
)

test(
  'what another way to read names would change is not shown for yet another way',
  async () => {
    const { page, context } = await world.at('/settings/libraries')
    await page.locator('[data-library] [aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await choose(page, 'Series grouping', 'Names parsed from files')
    await page.getByRole('button', { name: 'Preview changes' }).click()
    const answer = dialogIn(page).getByRole('status')
    await answer.waitFor()
    await choose(page, 'Series grouping', 'File metadata')
    await answer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Preview changes' }).click()
    await answer.waitFor()
    await context.close()
  },
  patience,
)

/** In the browser: presses, and says which field has the focus before the next frame. */
async function pressAndLook(button: Element) {
  ;(button as HTMLButtonElement).click()
  await Promise.resolve()
  return document.activeElement?.getAttribute('aria-label')
}

test(
  'a line that is added takes what is typed in the same moment',
  async () => {
    const { page, context } = await world.at('/library')
    await page.locator('[data-cover]').first().click()
    const form = await openEditForm(page)
    await form.getByRole('tab', { name: 'People' }).click()
    const add = form.getByRole('button', { name: 'Add person' })
    expect(await add.evaluate(pressAndLook)).toBe('Name')
    await form.getByRole('tab', { name: 'Links and ratings' }).click()
    const addLink = form.getByRole('button', { name: 'Add link' })
    expect(await addLink.evaluate(pressAndLook)).toBe('Site')
    await context.close()
  },
  patience,
)

/** In the browser: lines of the log come faster than anybody types. */
function stormOfLines() {
  const Real = EventSource
  const storm = () => {
    const source = Object.assign(new EventTarget(), { close: () => clearInterval(timer) })
    let id = 1e9
    const timer = setInterval(() => {
      const line = { id: id++, time: new Date().toISOString(), level: 'info', fields: {} }
      const data = JSON.stringify({ ...line, message: 'a line' })
      source.dispatchEvent(new MessageEvent('message', { data }))
    }, 50)
    return source
  }
  function Source(address: string) {
    return address.includes('/logs/stream') ? storm() : new Real(address)
  }
  Object.assign(globalThis, { EventSource: Object.assign(Source, { CLOSED: Real.CLOSED }) })
}

test(
  'the words that narrow the log count while lines come without end',
  async () => {
    const { page, context } = await world.signedIn()
    await page.addInitScript(stormOfLines)
    await page.goto(`${world.quire.url}/settings/logs`)
    await page.getByText('a line', { exact: true }).first().waitFor()
    await page.getByLabel('Contains').fill('is ready at')
    await page.waitForURL(/words=is/)
    await context.close()
  },
  patience,
)

/** In the browser: types, and goes back before the next frame. */
async function typeAndGoBack(element: Element, words: string) {
  const input = element as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, words)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await Promise.resolve()
  history.back()
}

test(
  'what was typed in the moment before Back is not lost without a question',
  async () => {
    const { page, context } = await world.at('/library')
    await page.locator('[data-cover]').first().click()
    const form = await openEditForm(page)
    await form.getByLabel('Imprint', { exact: true }).evaluate(typeAndGoBack, 'Sparrow')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await form.getByLabel('Imprint', { exact: true }).inputValue()).toBe('Sparrow')
    await context.close()
  },
  patience,
)
