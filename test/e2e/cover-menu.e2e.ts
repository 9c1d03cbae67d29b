/** The menu of a cover, and hiding books from "Continue reading". */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil, type Visit } from './harness'
import { writeLibrary } from './generate-library'
import { createFingers } from './touch'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeLibrary(folder, 4), series: 4 })

async function bookIds({ context }: Visit): Promise<string[]> {
  const answer = await context.request.get(`${world.quire.url}/api/v1/books?sort=title,asc`)
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data.map(({ id }) => id)
}

const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const closeMenu = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

test(
  'I9: a book is hidden from home, and undone, on the server',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    await world.deleteProgress(seen)
    const [first = ''] = await bookIds(seen)
    await world.prepare(seen, `books/${first}/progress`, { currentPage: 1 }, 'PUT')
    await page.goto(`${world.quire.url}/`)
    const row = page.getByRole('region', { name: 'Continue reading' })
    await row.getByRole('button', { name: /^More actions/ }).click()
    await item(page, 'Hide').click()
    await row.waitFor({ state: 'detached' })
    const hidden = async () => {
      const path = `${world.quire.url}/api/v1/books/in-progress`
      return ((await (await page.request.get(path)).json()) as { total: number }).total === 0
    }
    expect(await hidden()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect(await hidden()).toBe(false)
    await row.getByRole('button', { name: /^More actions/ }).click()
    await item(page, 'Go to series').click()
    await page.waitForURL('**/series/*')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I9: the cover of the current book leads to the book',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    await world.deleteProgress(seen)
    const [first = '', second = ''] = await bookIds(seen)
    await world.prepare(seen, `books/${second}/progress`, { currentPage: 1 }, 'PUT')
    await world.prepare(seen, `books/${first}/progress`, { currentPage: 1 }, 'PUT')
    const row = page.getByRole('region', { name: 'Continue reading' })
    for (const [at, id] of [first, second].entries()) {
      await page.goto(`${world.quire.url}/`)
      const covers = row.locator('a[aria-hidden="true"]')
      await covers.nth(at).click()
      await page.waitForURL(`**/book/${id}`)
    }
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'design 6: a cover has a menu by right click, key and button',
  async () => {
    const seen = await world.at('/library')
    const { page } = seen
    await world.deleteProgress(seen)
    const cover = page.locator('[data-cover]').first()
    await cover.click({ button: 'right' })
    await item(page, 'Mark all as read').waitFor()
    await closeMenu(page)
    await waitUntil(
      () => cover.evaluate((it) => it === document.activeElement),
      'the focus is back on the cover',
    )
    await page.keyboard.press('.')
    await item(page, 'Want to read').click()
    await page.getByText('Added to Want to read').waitFor()
    const id = await cover.getAttribute('data-cover')
    await cover.hover()
    await page
      .getByRole('button', { name: /^More actions/ })
      .first()
      .click()
    await page.locator('[role="menuitem"][aria-current="true"]').click()
    await page.getByText('Removed from Want to read').waitFor()
    await page.keyboard.press('.')
    await item(page, 'Edit').click()
    await page.getByRole('dialog', { name: /^Edit / }).waitFor()
    await page.goto(`${world.quire.url}/library`)
    await cover.click({ button: 'right' })
    await item(page, /^Read in incognito/).click()
    await page.waitForURL('**/read/*?incognito=true')
    expect(id).not.toBeNull()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'design 6: a long press opens the menu of a cover on home',
  async () => {
    const seen = await world.signedIn({ width: 390, height: 844 })
    const { page } = seen
    await world.deleteProgress(seen)
    const fingers = await createFingers(seen)
    const preferences = { 'home.hidden': ['newBooks'] }
    await world.prepare(seen, 'preferences?scope=user', { preferences }, 'PATCH')
    await page.goto(`${world.quire.url}/`)
    const cover = page.getByRole('region', { name: 'New series' }).locator('[data-cover]').first()
    await cover.scrollIntoViewIfNeeded()
    const box = (await cover.boundingBox())!
    await fingers.down([box.x + box.width / 2, box.y + box.height / 3])
    await item(page, 'Mark all as read').waitFor()
    await fingers.up()
    await item(page, 'Mark all as read').click()
    await page.getByText(/^Marked .* as read$/).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await seen.context.close()
  },
  timeoutMs,
)
