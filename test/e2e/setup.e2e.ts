/** From the setup link to the first covers, and the API documentation page. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import {
  findAccessibilityProblems,
  admin,
  openBrowser,
  type Quire,
  startQuire,
  type Visit,
  visit,
  waitForBox,
} from './harness'
import { writeLibrary } from './generate-library'

const timeoutMs = 120_000
const library = mkdtempSync(join(tmpdir(), 'quire-e2e-first-'))
let quire: Quire
let browser: Browser
let seen: Visit

beforeAll(async () => {
  await writeLibrary(library, 12)
  quire = await startQuire({ empty: true })
  browser = await openBrowser()
  seen = await visit(browser, quire)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
  rmSync(library, { recursive: true, force: true })
}, 60_000)

test(
  'without the setup link, the page explains where it is and accepts it',
  async () => {
    const { page } = seen
    await page.goto(quire.url)
    await page.getByText('docker logs').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const box = page.getByLabel('Setup link')
    await box.fill('http://elsewhere/setup')
    await box.press('Enter')
    await page.getByText('That’s not the setup link').waitFor()
    await box.fill(quire.link!)
    await box.press('Enter')
    await page.getByLabel('Username').waitFor()
  },
  timeoutMs,
)

test(
  'shows an error next to each invalid field of the account',
  async () => {
    const { page } = seen
    await page.goto(quire.link!)
    await page.getByLabel('Username').fill('ada@home')
    await page.getByLabel('Email address').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    for (const words of [
      'Usernames can’t contain “@”, “:” or “/”',
      'Enter a valid email address',
      'Use at least 8 characters',
      'The passwords don’t match',
    ]) {
      await page.getByText(words).waitFor()
    }
    await page.locator('input[name=username]:focus').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  },
  timeoutMs,
)

test(
  'I19: the setup link creates the first account once, leaves no token in the URL and survives a reload',
  async () => {
    const { page } = seen
    await page.goto(quire.link!)
    await page.waitForSelector('input[name=username]')
    expect(page.url()).not.toContain('token')
    await page.reload()
    await page.waitForSelector('input[name=username]')
    expect(await findAccessibilityProblems(page)).toEqual([])

    await page.fill('input[name=username]', admin.username)
    await page.fill('input[name=email]', admin.email)
    await page.fill('input[name=password]', admin.password)
    await page.fill('input[name=again]', 'another horse')
    await page.click('button[type=submit]')
    await page.getByText('The passwords don’t match').waitFor()

    await page.fill('input[name=again]', admin.password)
    await page.click('button[type=submit]')
    await page.getByText('Your first library').waitFor()

    await page.goto(quire.link!)
    await page.getByText('Quire is already set up').waitFor()
    expect(seen.troubles).toEqual([])
  },
  timeoutMs,
)

test(
  'the browser is signed in, and the API page needs no other server',
  async () => {
    const { page } = seen
    await page.goto(`${quire.url}/`)
    await page.getByText('Nothing to read yet').waitFor()
    const me = await page.evaluate(async () => (await fetch('/api/v1/auth/me')).json())
    expect(me).toMatchObject({ username: admin.username, role: 'admin' })

    await page.goto(`${quire.url}/docs`)
    // The third-party documentation page is large and takes a while to load.
    await page.waitForSelector('.opblock', { timeout: 90_000 })
    expect(seen.troubles).toEqual([])
  },
  timeoutMs,
)

async function fillAccount(page: Page) {
  await page.fill('input[name=username]', admin.username)
  await page.fill('input[name=email]', admin.email)
  await page.fill('input[name=password]', admin.password)
  await page.fill('input[name=again]', admin.password)
}

async function chooseFolder(page: Page) {
  await page.getByRole('heading', { name: 'Your first library' }).waitFor()
  await page.getByRole('button', { name: 'home', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'proc', exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Use this folder' }).isDisabled()).toBe(true)

  await page.getByLabel('Folder', { exact: true }).fill('/nowhere/at/all')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('Can’t open that folder.').first().waitFor()

  await page.getByLabel('Folder', { exact: true }).fill(library)
  await page.getByLabel('Folder', { exact: true }).press('Enter')
  await page.getByText('24 comics found').waitFor()
  const stored = await page.evaluate(async () => (await fetch('/api/v1/libraries')).json())
  expect(stored).toEqual([])
  expect(await findAccessibilityProblems(page)).toEqual([])
}

test(
  'I14: the setup link leads to the first covers, and the next steps are visible',
  async () => {
    const fresh = await startQuire({ empty: true })
    try {
      await setUp(fresh)
    } finally {
      await fresh.close()
    }
  },
  2 * timeoutMs,
)

/** Follows the setup link, adds the library and opens the home page. */
async function setUp(fresh: Quire) {
  const { page, context, troubles } = await visit(browser, fresh)
  await page.goto(fresh.link!)
  await fillAccount(page)
  await page.click('button[type=submit]')

  await chooseFolder(page)
  await page.getByRole('button', { name: 'Use this folder' }).click()
  await page.getByLabel('Name').fill('Comics')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Add and scan' }).click()
  await page.getByRole('heading', { level: 1, name: 'Comics' }).waitFor()
  await page.waitForSelector('[data-cover]')
  await page.getByRole('heading', { name: 'Scan complete' }).waitFor()
  await page.getByText('24 new').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])

  // The link is visible without scrolling.
  const next = page.locator('main').getByRole('link', { name: 'Open library' })
  const box = await waitForBox(next)
  expect(box.y + box.height).toBeLessThan(page.viewportSize()!.height)
  await page.locator('main').getByRole('link', { name: 'Go to Home' }).click()
  // The series would have the same covers, so they have no row of their own yet.
  await page.getByRole('heading', { name: 'New books' }).waitFor()
  // The missing folder returns an error, which the browser logs.
  expect(troubles.filter((trouble) => !trouble.includes('status of 400'))).toEqual([])
  await context.close()
}

/** Records the effects of a second click on the next page: pressed buttons and selected text. */
async function watchNextPage(page: Page) {
  await page.addInitScript(() => {
    const pressed: string[] = []
    Object.assign(globalThis, { pressed })
    addEventListener('click', ({ target, detail }: MouseEvent) => {
      if (detail > 1 && target instanceof HTMLElement) pressed.push(target.innerText)
    })
  })
  return () =>
    page.evaluate(() => [
      ...(globalThis as unknown as { pressed: string[] }).pressed,
      ...[String(getSelection())].filter(Boolean),
    ])
}

test(
  'a double click on the button that creates the account does not affect the next page',
  async () => {
    const fresh = await startQuire({ empty: true })
    try {
      const { page, context } = await visit(browser, fresh)
      const done = await watchNextPage(page)
      await page.goto(fresh.link!)
      await fillAccount(page)
      const box = await waitForBox(page.getByRole('button', { name: 'Create account' }))
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.up()
      await page.getByRole('heading', { name: 'Your first library' }).waitFor()
      await page.getByRole('button', { name: 'home', exact: true }).waitFor()
      await page.mouse.down({ clickCount: 2 })
      await page.mouse.up({ clickCount: 2 })
      expect(await done()).toEqual([])
      // The next single click takes effect again.
      await page.getByRole('button', { name: 'home', exact: true }).click()
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === '/home'),
      )
      await context.close()
    } finally {
      await fresh.close()
    }
  },
  timeoutMs,
)

test(
  'the harness detects problems',
  async () => {
    const bad = await visit(browser, quire, { mayBreakRules: true })
    await bad.page.goto(`${quire.url}/login`)
    await bad.page.waitForSelector('form')
    await bad.page.evaluate(() => {
      document.body.append(document.createElement('input'))
      const inline = document.createElement('script')
      inline.textContent = 'window.ran = true'
      document.body.append(inline)
    })
    expect((await findAccessibilityProblems(bad.page)).join()).toContain('label')
    expect(bad.troubles.join()).toContain('Content Security Policy')
    expect(await bad.page.evaluate(() => 'ran' in window)).toBe(false)
    await bad.context.close()
  },
  timeoutMs,
)
