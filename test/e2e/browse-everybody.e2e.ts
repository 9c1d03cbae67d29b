/** Browsing for everybody: mirrored, by keys alone, on a phone. */
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, openedDialog } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({ write: (folder) => writeLibrary(folder, 60), series: 60 })

const places = [
  '/',
  '/library',
  '/library?view=table',
  '/library?tab=books&read=unread',
  '/library?tab=people',
  '/library?tab=recommended',
  '/want-to-read',
  '/search?q=series',
]

/** It shows what it has. */
const shown = (page: Page) =>
  page.waitForSelector('main :is([data-cover], [role=row] a, [role=option] b, h2)')

/** How far the page can be scrolled sideways; none of it should. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe('the layout mirrored', () => {
  const mirrored = async (width: number) => {
    const seen = await world.signedIn({ width })
    await seen.context.addInitScript(() => localStorage.setItem('quire-direction', 'rtl'))
    return seen
  }

  test.each([1280, 400])(
    'breaks nowhere at %d pixels',
    async (width) => {
      const { page, context, troubles } = await mirrored(width)
      for (const path of places) {
        await page.goto(world.quire.url + path)
        await shown(page)
        expect([path, await page.evaluate(() => document.documentElement.dir)]).toEqual([
          path,
          'rtl',
        ])
        expect([path, await overflow(page)]).toEqual([path, 0])
      }
      expect(await accessibilityProblems(page)).toEqual([])
      expect(troubles).toEqual([])
      await context.close()
    },
    patience,
  )

  test(
    'has its sidebar at the right, and its arrows lead that way',
    async () => {
      const { page, context } = await mirrored(1280)
      await page.goto(`${world.quire.url}/library`)
      await page.waitForSelector('li[data-index="1"] a')
      const side = await page.getByRole('navigation', { name: 'Main' }).first().boundingBox()
      expect(Math.round((side?.x ?? 0) + (side?.width ?? 0))).toBe(1280)
      const [first, second] = await Promise.all(
        [0, 1].map((index) => page.locator(`li[data-index="${index}"]`).boundingBox()),
      )
      expect(first?.x).toBeGreaterThan(second?.x ?? 0)
      await page.focus('li[data-index="0"] a')
      await page.keyboard.press('ArrowLeft')
      await page.locator('li[data-index="1"] a:focus').waitFor()
      await context.close()
    },
    patience,
  )
})

test(
  'everything is reached by keys alone: skip, search, filter, sort, a cover',
  async () => {
    const { page, context } = await world.at('/library')
    await page.waitForSelector('li[data-index="0"] a')
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await page.locator('main:focus').waitFor()
    const reach = async (name: string) => {
      const target = page.locator(`main :is(button, a, input):focus`)
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press('Tab')
        const words = (await target.count()) > 0 ? await target.first().textContent() : ''
        if (words?.startsWith(name)) return
      }
      throw new Error(`no way to ${name} by Tab`)
    }
    await reach('Filter')
    await page.keyboard.press('Enter')
    const dialog = await openedDialog(page)
    await dialog.getByRole('button', { name: 'Read status', exact: true }).press('Enter')
    await dialog.getByRole('button', { name: /^Unread/ }).press('Enter')
    await page.waitForURL('**read=unread**')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('main button:focus', { hasText: 'Filter' }).waitFor()
    await reach('Title')
    await page.keyboard.press('Enter')
    await page.locator('[role=menu]:focus-within').waitFor()
    await page.getByRole('menuitem', { name: 'Number of books' }).press('Enter')
    await page.waitForURL('**sort=book_count**')
    // Named so in the frame that shows the new list.
    await page.locator('main button:focus', { hasText: 'Number of books' }).waitFor()
    await page.waitForSelector('li[data-index="0"] a')
    await page.focus('li[data-index="0"] a')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/series/**')
    await page.goBack()
    await page.waitForURL('**sort=book_count**')
    await context.close()
  },
  patience,
)

describe('on a phone', () => {
  const phone = { width: 390, height: 844 }

  test(
    'nothing is wider than the screen',
    async () => {
      const { page, context } = await world.signedIn({ ...phone, language: 'de' })
      for (const path of places) {
        await page.goto(world.quire.url + path)
        await shown(page)
        expect([path, await overflow(page)]).toEqual([path, 0])
      }
      await context.close()
    },
    patience,
  )

  test(
    'two taps lead to every list, another library and every setting',
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
    patience,
  )
})
