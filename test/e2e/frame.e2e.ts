/** The frame with the navigation, which is the same around every screen. */
import { expect, test } from 'bun:test'
import { writeLibrary } from './generate-library'
import { visit } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeLibrary(folder, 3), series: 3 })

test(
  'an unknown URL shows an error inside the frame',
  async () => {
    const { page, context } = await world.at('/nowhere/at/all')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.waitForFunction(() => document.title.includes('Page not found'))
    await page.getByRole('navigation').getByRole('link', { name: 'Reading room' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reading room' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'an unknown URL requires sign-in and reveals nothing',
  async () => {
    const { page, context } = await visit(world.browser, world.quire)
    await page.goto(`${world.quire.url}/nowhere`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('Page not found').count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test(
  'a signed-in user is redirected from the sign-in page, only within the application',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    for (const [to, leadsTo] of [
      ['', '/'],
      ['?to=%2Flibrary%3Fsort%3Dname%252Cdesc', '/library?sort=name%2Cdesc'],
      ['?to=%2F%2Fnas.test%2Flibrary', '/'],
      ['?to=%2F%5Cnas.test%2Flibrary', '/'],
      ['?to=%2F.%2F%2Fnas.test%2Flibrary', '/'],
    ]) {
      await page.goto(`${world.quire.url}/login${to}`)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await page.waitForURL(world.quire.url + leadsTo)
    }
    await context.close()
  },
  timeoutMs,
)
