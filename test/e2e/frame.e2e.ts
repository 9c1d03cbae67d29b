/** The frame around the screens: the way about stays, whatever is shown in it. */
import { expect, test } from 'bun:test'
import { writeLibrary } from './library'
import { visit } from './harness'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({ write: (folder) => writeLibrary(folder, 3), series: 3 })

test(
  'an address that leads nowhere says so within the frame',
  async () => {
    const { page, context } = await world.at('/nowhere/at/all')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.waitForFunction(() => document.title.includes('Page not found'))
    await page.getByRole('navigation').getByRole('link', { name: 'Reading room' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reading room' }).waitFor()
    await context.close()
  },
  patience,
)

test(
  'a stranger at such an address is asked to sign in, and told nothing',
  async () => {
    const { page, context } = await visit(world.browser, world.quire)
    await page.goto(`${world.quire.url}/nowhere`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('Page not found').count()).toBe(0)
    await context.close()
  },
  patience,
)

test(
  'who is signed in already is not asked to sign in, but led on, and never elsewhere',
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
  patience,
)
