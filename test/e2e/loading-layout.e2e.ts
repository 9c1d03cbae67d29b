/** A loading screen has the same shape as its content, so nothing moves under the pointer. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { writeVolumes } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({
  write: async (folder) => {
    await writeVolumes(folder, 'Tides', 2)
    writeFileSync(join(folder, 'Tides', 'Tides v3.cbz'), 'no archive at all')
  },
  series: 1,
})

/** Holds requests to matching URLs. Returns a function that releases them. */
async function delayRequests(page: Page, pattern: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function getBox(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

const widths = [{ width: 390 }, { width: 1280 }]

for (const screen of widths) {
  test(
    `the works of a person are in their final position, at ${screen.width} pixels`,
    async () => {
      const seen = await world.signedIn(screen)
      const { page, context } = seen
      const name = 'Mary Wait'
      const [id] = await world.seriesIds(seen)
      const authors = [{ name, role: 'author', sortName: null }]
      await world.prepare(seen, `series/${id}/metadata`, { authors }, 'PATCH')
      const release = await delayRequests(page, '**/api/v1/people/**')
      await page.goto(`${world.quire.url}/people/${encodeURIComponent(name)}`)
      const first = page.locator('li[data-index="0"]')
      await first.waitFor()
      const before = await getBox(first)
      release()
      await first.locator('[data-cover]').waitFor()
      await page.getByText('1 series', { exact: false }).first().waitFor()
      const { x, y, width } = await getBox(first)
      expect({ x, y, width }).toEqual({ x: before.x, y: before.y, width: before.width })
      await context.close()
    },
    timeoutMs,
  )

  test(
    `libraries are in their final position, at ${screen.width} pixels`,
    async () => {
      const { page, context } = await world.signedIn(screen)
      const release = await delayRequests(page, '**/api/v1/libraries')
      await page.goto(`${world.quire.url}/settings/libraries`)
      const waiting = page.locator('main').getByRole('status').locator('h2')
      await waiting.waitFor({ state: 'attached' })
      const before = await getBox(waiting)
      release()
      const name = page.locator('[data-library] h2')
      await name.waitFor()
      const { x, y, height } = await getBox(name)
      expect({ x, y, height }).toEqual({ x: before.x, y: before.y, height: before.height })
      await context.close()
    },
    timeoutMs,
  )

  test(
    `problems can be filtered before they are loaded, at ${screen.width} pixels`,
    async () => {
      const { page, context } = await world.signedIn(screen)
      const release = await delayRequests(page, '**/api/v1/books/errors**')
      await page.goto(`${world.quire.url}/settings/problems`)
      const filter = page.getByRole('combobox', { name: 'Problem' })
      await filter.waitFor()
      const before = await getBox(filter)
      release()
      await page.getByRole('link', { name: /^Tides/ }).waitFor()
      expect(Math.abs((await getBox(filter)).y - before.y)).toBeLessThan(1)
      await context.close()
    },
    timeoutMs,
  )
}
