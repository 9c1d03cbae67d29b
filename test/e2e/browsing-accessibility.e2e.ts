/** Accessible browsing: right to left, by keyboard, on a phone. */
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitForBox, findAccessibilityProblems, getFocusedDialog } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeLibrary(folder, 60), series: 60 })

const screens = [
  '/',
  '/library',
  '/library?view=table',
  '/library?tab=books&read=unread',
  '/library?tab=people',
  '/library?tab=recommended',
  '/want-to-read',
  '/search?q=series',
]

/** Waits until the page shows its content. */
const waitUntilShown = (page: Page) =>
  page.waitForSelector('main :is([data-cover], [role=row] a, [role=option] b, h2)')

/** Returns how far the page can be scrolled sideways, which should be 0. */
const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe('the right-to-left layout', () => {
  const openRightToLeft = async (width: number) => {
    const seen = await world.signedIn({ width })
    await seen.context.addInitScript(() => localStorage.setItem('quire-direction', 'rtl'))
    return seen
  }

  test.each([1280, 400])(
    'has no overflow at %d pixels',
    async (width) => {
      const { page, context, troubles } = await openRightToLeft(width)
      for (const path of screens) {
        await page.goto(world.quire.url + path)
        await waitUntilShown(page)
        expect([path, await page.evaluate(() => document.documentElement.dir)]).toEqual([
          path,
          'rtl',
        ])
        expect([path, await getOverflow(page)]).toEqual([path, 0])
      }
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(troubles).toEqual([])
      await context.close()
    },
    timeoutMs,
  )

  test(
    'has its sidebar on the right and mirrored arrow keys',
    async () => {
      const { page, context } = await openRightToLeft(1280)
      await page.goto(`${world.quire.url}/library`)
      await page.waitForSelector('li[data-index="1"] a')
      const side = await waitForBox(page.getByRole('navigation', { name: 'Main' }).first())
      expect(Math.round(side.x + side.width)).toBe(1280)
      const [first, second] = await Promise.all(
        [0, 1].map((index) => waitForBox(page.locator(`li[data-index="${index}"]`))),
      )
      expect(first?.x).toBeGreaterThan(second?.x ?? 0)
      await page.focus('li[data-index="0"] a')
      await page.keyboard.press('ArrowLeft')
      await page.locator('li[data-index="1"] a:focus').waitFor()
      await context.close()
    },
    timeoutMs,
  )
})

test(
  'skip link, search, filter, sort and covers are reachable by keyboard',
  async () => {
    const { page, context } = await world.at('/library')
    await page.waitForSelector('li[data-index="0"] a')
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await page.locator('main:focus').waitFor()
    const focusByTab = async (name: string) => {
      const target = page.locator(`main :is(button, a, input):focus`)
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press('Tab')
        const words = (await target.count()) > 0 ? await target.first().textContent() : ''
        if (words?.startsWith(name)) return
      }
      throw new Error(`no way to ${name} by Tab`)
    }
    await focusByTab('Filter')
    await page.keyboard.press('Enter')
    const dialog = await getFocusedDialog(page)
    await dialog.getByRole('button', { name: 'Read status', exact: true }).press('Enter')
    await dialog.getByRole('button', { name: /^Unread/ }).press('Enter')
    await page.waitForURL('**read=unread**')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('main button:focus', { hasText: 'Filter' }).waitFor()
    await focusByTab('Title')
    await page.keyboard.press('Enter')
    await page.locator('[role=menu]:focus-within').waitFor()
    await page.getByRole('menuitem', { name: 'Number of books' }).press('Enter')
    await page.waitForURL('**sort=book_count**')
    // The sort button above the new list.
    await page.locator('main button:focus', { hasText: 'Number of books' }).waitFor()
    await page.waitForSelector('li[data-index="0"] a')
    await page.focus('li[data-index="0"] a')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/series/**')
    await page.goBack()
    await page.waitForURL('**sort=book_count**')
    await context.close()
  },
  timeoutMs,
)

describe('on a phone', () => {
  const phone = { width: 390, height: 844 }

  test(
    'no page is wider than the screen',
    async () => {
      const { page, context } = await world.signedIn({ ...phone, language: 'de' })
      for (const path of screens) {
        await page.goto(world.quire.url + path)
        await waitUntilShown(page)
        expect([path, await getOverflow(page)]).toEqual([path, 0])
      }
      await context.close()
    },
    timeoutMs,
  )

  test(
    'every list, library and setting is reachable in two taps',
    async () => {
      const { page, context } = await world.signedIn(phone)
      const bar = page.getByRole('navigation', { name: 'Main' }).last()
      const ways: [string, string, string][] = [
        ['Library', 'Books', '**/library?tab=books'],
        ['Library', 'People', '**/library?tab=people'],
        ['Library', 'Recommended', '**/library?tab=recommended'],
        ['You', 'Appearance', '**/settings/appearance'],
        ['You', 'Users', '**/settings/users'],
      ]
      for (const [first, second, url] of ways) {
        await page.goto(world.quire.url)
        await bar.getByRole('link', { name: first, exact: true }).click()
        await page.getByRole('link', { name: second, exact: true }).click()
        await page.waitForURL(url)
      }
      await context.close()
    },
    timeoutMs,
  )
})
