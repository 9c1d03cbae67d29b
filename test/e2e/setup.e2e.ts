/** The first minutes: the set-up link, and the API's page, in a real browser against the built program. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import {
  accessibilityProblems,
  admin,
  openBrowser,
  type Quire,
  startQuire,
  type Visit,
  visit,
} from './harness'

let quire: Quire
let browser: Browser
let seen: Visit

beforeAll(async () => {
  quire = await startQuire({ empty: true })
  browser = await openBrowser()
  seen = await visit(browser, quire)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
})

test('who knows only the address is told where the link is, and can give it', async () => {
  const { page } = seen
  await page.goto(quire.url)
  await page.getByText('docker logs').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const box = page.getByLabel('The link')
  await box.fill('http://elsewhere/setup')
  await box.press('Enter')
  await page.getByText('This is not the link').waitFor()
  await box.fill(quire.link!)
  await box.press('Enter')
  await page.getByLabel('User name').waitFor()
}, 60_000)

test('what is wrong with an account is said in words beside each field', async () => {
  const { page } = seen
  await page.goto(quire.link!)
  await page.getByLabel('User name').fill('ada@home')
  await page.getByLabel('E-mail address').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Make the account' }).click()
  for (const words of [
    'A user name has no “@”, “:” or “/”.',
    'This is no e-mail address.',
    'It must have at least 8 characters.',
    'The two passwords are not the same.',
  ]) {
    await page.getByText(words).waitFor()
  }
  await page.locator('input[name=username]:focus').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
}, 60_000)

test('the link makes the first account, once, and leaves no token in the address', async () => {
  const { page } = seen
  await page.goto(quire.link!)
  await page.waitForSelector('input[name=username]')
  expect(page.url()).not.toContain('token')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.fill('input[name=username]', admin.username)
  await page.fill('input[name=email]', admin.email)
  await page.fill('input[name=password]', admin.password)
  await page.fill('input[name=again]', 'another horse')
  await page.click('button[type=submit]')
  await page.getByText('The two passwords are not the same.').waitFor()

  await page.fill('input[name=again]', admin.password)
  await page.click('button[type=submit]')
  await page.getByText('Your first library').waitFor()

  await page.goto(quire.link!)
  await page.getByText('Quire is set up already.').waitFor()
  expect(seen.troubles).toEqual([])
}, 60_000)

test('the browser is signed in then, and the API’s page works without any other server', async () => {
  const { page } = seen
  await page.goto(`${quire.url}/`)
  await page.getByText('Nothing to read yet').waitFor()
  const me = await page.evaluate(async () => (await fetch('/api/v1/auth/me')).json())
  expect(me).toMatchObject({ username: admin.username, role: 'admin' })

  await page.goto(`${quire.url}/docs`)
  await page.waitForSelector('.opblock')
  expect(seen.troubles).toEqual([])
}, 60_000)

test('what watches over these tests sees what is wrong', async () => {
  const bad = await visit(browser, quire, { mayBreakRules: true })
  await bad.page.goto(`${quire.url}/login`)
  await bad.page.waitForSelector('form')
  await bad.page.evaluate(() => {
    document.body.append(document.createElement('input'))
    const inline = document.createElement('script')
    inline.textContent = 'window.ran = true'
    document.body.append(inline)
  })
  expect((await accessibilityProblems(bad.page)).join()).toContain('label')
  expect(bad.troubles.join()).toContain('Content Security Policy')
  expect(await bad.page.evaluate(() => 'ran' in window)).toBe(false)
  await bad.context.close()
}, 60_000)
