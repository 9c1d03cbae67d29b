/** While a screen waits it has the shape of what comes: nothing moves under the hand of who is about to press. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { writeVolumes } from './library'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({
  write: async (folder) => {
    await writeVolumes(folder, 'Tides', 2)
    writeFileSync(join(folder, 'Tides', 'Tides v3.cbz'), 'no archive at all')
  },
  series: 1,
})

/** Holds back what is asked of these addresses. */
async function hold(page: Page, pattern: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

const widths = [{ width: 390 }, { width: 1280 }]

for (const screen of widths) {
  test(
    `a person’s works are where they will be, ${screen.width} wide`,
    async () => {
      const seen = await world.signedIn(screen)
      const { page, context } = seen
      const name = 'Mary Wait'
      const [id] = await world.seriesIds(seen)
      const authors = [{ name, role: 'author', sortName: null }]
      await world.prepare(seen, `series/${id}/metadata`, { authors }, 'PATCH')
      const release = await hold(page, '**/api/v1/people/**')
      await page.goto(`${world.quire.url}/people/${encodeURIComponent(name)}`)
      const first = page.locator('li[data-index="0"]')
      await first.waitFor()
      const before = await boxOf(first)
      release()
      await first.locator('[data-cover]').waitFor()
      await page.getByText('1 series', { exact: false }).first().waitFor()
      const { x, y, width } = await boxOf(first)
      expect({ x, y, width }).toEqual({ x: before.x, y: before.y, width: before.width })
      await context.close()
    },
    patience,
  )

  test(
    `libraries are where their cards will be, ${screen.width} wide`,
    async () => {
      const { page, context } = await world.signedIn(screen)
      const release = await hold(page, '**/api/v1/libraries')
      await page.goto(`${world.quire.url}/settings/libraries`)
      const waiting = page.locator('main').getByRole('status').locator('h2')
      await waiting.waitFor({ state: 'attached' })
      const before = await boxOf(waiting)
      release()
      const name = page.locator('[data-library] h2')
      await name.waitFor()
      const { x, y, height } = await boxOf(name)
      expect({ x, y, height }).toEqual({ x: before.x, y: before.y, height: before.height })
      await context.close()
    },
    patience,
  )

  test(
    `problems can be filtered before they are there, ${screen.width} wide`,
    async () => {
      const { page, context } = await world.signedIn(screen)
      const release = await hold(page, '**/api/v1/books/errors**')
      await page.goto(`${world.quire.url}/settings/problems`)
      const filter = page.getByRole('combobox', { name: 'Problem' })
      await filter.waitFor()
      const before = await boxOf(filter)
      release()
      await page.getByRole('link', { name: 'Tides v3' }).waitFor()
      expect(Math.abs((await boxOf(filter)).y - before.y)).toBeLessThan(1)
      await context.close()
    },
    patience,
  )
}
