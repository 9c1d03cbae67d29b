/** Input faster than the server or the next frame is not lost, reordered or overwritten. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { getDialog, openEditForm, type Visit, waitUntil } from './harness'
import { writeVolumes } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeVolumes(folder, 'Tides', 6), series: 1 })

const getUrl = (path: string) => `${world.quire.url}/api/v1${path}`

async function getJson<Answer>({ context }: Visit, path: string): Promise<Answer> {
  return (await (await context.request.get(getUrl(path))).json()) as Answer
}

async function post({ context }: Visit, path: string, data: object) {
  const headers = { origin: world.quire.url }
  const answer = await context.request.post(getUrl(path), { headers, data })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: string }
}

/** Simulates a slow server. */
const slowServerMs = 500
/** Longest delay of a request. If the page waits for it before the next one, there is no second. */
const slowestServerMs = 1_000
/** Delay of the first request after the second one, which the server answers meanwhile. */
const overtakenMs = 200

/**
 * Delays the first matching request until after the second one, but not forever. `bothAnswered`
 * resolves once both have a response.
 */
async function delayFirst(page: Page, method: string, address: string) {
  const both = Promise.withResolvers<void>()
  let answered = 0
  const second = Promise.withResolvers<void>()
  const isSecond = second.promise.then(() => Bun.sleep(overtakenMs))
  let first: unknown
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() === method) {
      first ??= request
      if (request === first) await Promise.race([isSecond, Bun.sleep(slowestServerMs)])
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

async function chooseOption(page: Page, list: string, option: string) {
  await page.getByRole('combobox', { name: list, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

test(
  'the second of two setting changes is kept when the first is delayed',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { bothAnswered } = await delayFirst(page, 'PATCH', '**/api/v1/preferences?*')
    await page.goto(`${world.quire.url}/settings/reading`)
    await chooseOption(page, 'Reading mode', 'Continuous')
    await chooseOption(page, 'Reading mode', 'Webtoon')
    await bothAnswered
    type Kept = { preferences: Record<string, string> }
    const kept = await getJson<Kept>(seen, '/preferences?scope=user')
    expect(kept.preferences['reader.mode']).toBe('webtoon')
    const shown = page.getByRole('combobox', { name: 'Reading mode', exact: true })
    expect(await shown.textContent()).toContain('Webtoon')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a key that is disabled and enabled quickly is active',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { id } = await post(seen, '/api-keys', { name: 'Tablet', permissions: ['series:read'] })
    const { bothAnswered } = await delayFirst(page, 'PATCH', '**/api/v1/api-keys/*')
    await page.goto(`${world.quire.url}/settings/keys`)
    const inUse = page.getByRole('switch', { name: 'Enabled' })
    await inUse.click()
    await inUse.click()
    await bothAnswered
    expect(await getJson(seen, `/api-keys/${id}`)).toMatchObject({ isActive: true })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'saved values are shown when the form is reopened immediately',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const mara = { username: 'mara', email: 'mara@example.org', password: 'a long enough one' }
    await post(seen, '/users', { ...mara, role: 'reader' })
    await page.goto(`${world.quire.url}/settings/users`)
    await page.getByRole('button', { name: 'Edit mara' }).click()
    await chooseOption(page, 'Role', 'Maintainer')
    await page.route('**/api/v1/users?*', async (route) => {
      await Bun.sleep(slowServerMs)
      await route.continue()
    })
    await getDialog(page).getByRole('button', { name: 'Save' }).click()
    await getDialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit mara' }).click()
    const role = await page.getByRole('combobox', { name: 'Role', exact: true }).textContent()
    expect(role).toContain('Maintainer')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'closing a form while it is saved asks, and shows the input again after an error',
  async () => {
    const { page, context } = await world.at('/settings/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = getDialog(page).first()
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
  timeoutMs,
)

test(
  'the second of two cover choices is kept when the first is delayed',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { data } = await getJson<{ data: { id: string }[] }>(seen, '/books')
    const [book] = data
    const { bothAnswered } = await delayFirst(page, 'POST', '**/cover/page')
    await page.goto(`${world.quire.url}/book/${book!.id}`)
    const form = await openEditForm(page)
    await form.getByRole('tab', { name: 'Cover' }).click()
    await form.getByRole('button', { name: 'Page 2', exact: true }).click()
    await form.getByRole('button', { name: 'Page 4', exact: true }).click()
    await bothAnswered
    const covers = await getJson(seen, `/books/${book!.id}/covers`)
    expect(covers).toMatchObject({ covers: [{ source: 'page:4', isSelected: true }] })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a series marked as read and then unread is unread when the first request is delayed',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const { data } = await getJson<{ data: { id: string }[] }>(seen, '/series')
    const { data: books } = await getJson<{ data: { id: string }[] }>(seen, '/books')
    const headers = { origin: world.quire.url }
    await seen.context.request.post(getUrl(`/books/${books[0]!.id}/read`), { headers })
    const { bothAnswered } = await delayFirst(page, 'POST', '**/api/v1/series/*/*read')
    await page.goto(`${world.quire.url}/series/${data[0]!.id}`)
    await page.getByText('1 of 2 read').waitFor()
    for (const mark of ['Mark all as read', 'Mark all as unread']) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: mark }).click()
    }
    await bothAnswered
    expect(await getJson(seen, `/series/${data[0]!.id}`)).toMatchObject({ unreadCount: 2 })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a strategy preview is not shown for another strategy',
  async () => {
    const { page, context } = await world.at('/settings/libraries')
    await page.locator('[data-library] [aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await chooseOption(page, 'Series grouping', 'Parsed file names')
    await page.getByRole('button', { name: 'Preview changes' }).click()
    const answer = getDialog(page).getByRole('status')
    await answer.waitFor()
    await chooseOption(page, 'Series grouping', 'File metadata')
    await answer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Preview changes' }).click()
    await answer.waitFor()
    await context.close()
  },
  timeoutMs,
)

/** Runs in the browser. Clicks and returns the label of the focus before the next frame. */
async function clickAndGetFocus(button: Element) {
  ;(button as HTMLButtonElement).click()
  await Promise.resolve()
  return document.activeElement?.getAttribute('aria-label')
}

test(
  'an added row accepts input immediately',
  async () => {
    const { page, context } = await world.at('/library')
    await page.locator('[data-cover]').first().click()
    const form = await openEditForm(page)
    await form.getByRole('tab', { name: 'People' }).click()
    const add = form.getByRole('button', { name: 'Add person' })
    expect(await add.evaluate(clickAndGetFocus)).toBe('Name')
    await form.getByRole('tab', { name: 'Links and ratings' }).click()
    const addLink = form.getByRole('button', { name: 'Add link' })
    expect(await addLink.evaluate(clickAndGetFocus)).toBe('Site')
    await context.close()
  },
  timeoutMs,
)

/** Runs in the browser. Simulates log lines that arrive faster than anyone can type. */
function sendManyLines() {
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
  'the log filter works while lines arrive continuously',
  async () => {
    const { page, context } = await world.signedIn()
    await page.addInitScript(sendManyLines)
    await page.goto(`${world.quire.url}/settings/logs`)
    await page.getByText('a line', { exact: true }).first().waitFor()
    await page.getByLabel('Contains').fill('is ready at')
    await page.waitForURL(/words=is/)
    await context.close()
  },
  timeoutMs,
)

/** Runs in the browser. Types, then navigates back before the next frame. */
async function typeAndGoBack(element: Element, words: string) {
  const input = element as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, words)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await Promise.resolve()
  history.back()
}

test(
  'input made just before Back asks before it is discarded',
  async () => {
    const { page, context } = await world.at('/library')
    await page.locator('[data-cover]').first().click()
    const form = await openEditForm(page)
    await form.getByLabel('Imprint', { exact: true }).evaluate(typeAndGoBack, 'Sparrow')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await form.getByLabel('Imprint', { exact: true }).inputValue()).toBe('Sparrow')
    await context.close()
  },
  timeoutMs,
)

/** A text field that an effect renders again. Timers are disabled, so effects run only on input. */
const fieldWithEffect = `
import { h, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { flushEffectsBeforeInput } from '../../src/web/ui/preact/flush-effects'

globalThis.requestAnimationFrame = () => 0
globalThis.setTimeout = () => 0
flushEffectsBeforeInput()
function Field() {
  const [typed, setTyped] = useState('')
  const [drawn, setDrawn] = useState(1)
  useEffect(() => setDrawn(2), [])
  const onInput = ({ currentTarget }) => setTyped(currentTarget.value)
  return [h('input', { value: typed, onInput }), h('p', null, drawn + typed)]
}
render(h(Field), document.body)`

test(
  'text typed before the effects of a screen have run is kept',
  async () => {
    const entry = join(import.meta.dir, 'field-with-effect.js')
    const { outputs } = await Bun.build({
      entrypoints: [entry],
      files: { [entry]: fieldWithEffect },
    })
    const context = await world.browser.newContext()
    const page = await context.newPage()
    await page.setContent(`<body></body><script>${await outputs[0]!.text()}</script>`)
    await page.locator('input').fill('tides')
    await page.getByText('2tides').waitFor()
    expect(await page.locator('input').inputValue()).toBe('tides')
    await context.close()
  },
  timeoutMs,
)

test(
  'the last of three quick changes of "Want to read" is kept when the page is left at once',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const { data } = await getJson<{ data: { id: string }[] }>(seen, '/series')
    await page.goto(`${world.quire.url}/series/${data[0]!.id}`)
    const button = page.getByRole('button', { name: 'Want to read', exact: true })
    await button.waitFor()
    let isFirst = true
    await page.route('**/api/v1/want-to-read', async (route) => {
      // The server never receives the first request.
      if (!isFirst) await route.continue()
      isFirst = false
    })
    for (let times = 0; times < 3; times++) await button.click()
    await page.goto(`${world.quire.url}/library`)
    const countWanted = async () => (await getJson<{ total: number }>(seen, '/want-to-read')).total
    await waitUntil(async () => (await countWanted()) > 0, 'it is saved')
    expect(await countWanted()).toBe(1)
    await context.close()
  },
  timeoutMs,
)
