/** A server that responds but cannot save anything. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeVolumes } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeVolumes(folder, 'Tides', 2), series: 1 })

/**
 * Rejects changes as a server does that cannot save (see test/cli/faults). Returns a function that
 * ends the outage.
 */
async function refuseChanges(page: Page, code: string, message: string, failing: string) {
  let isOver = false
  await page.route('**/api/v1/**', (route) =>
    isOver || route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 503, json: { error: 'unavailable', code, message, params: {} } }),
  )
  await page.route('**/health', (route) =>
    isOver
      ? route.continue()
      : route.fulfill({ status: 503, json: { status: 'unavailable', failing: [failing] } }),
  )
  return () => (isOver = true)
}

const outages = [
  [
    'disk',
    'request.disk_full',
    "The server's disk is full. Free disk space and try again.",
    'The server’s disk is full. You can read, but nothing can be saved until there is free space.',
  ],
  [
    'database',
    'request.database_away',
    'The database is not responding. Try again in a moment.',
    'The server’s database is not responding. Quire will keep trying.',
  ],
] as const

test.each(outages)(
  'E5: while the %s fails, the interface says why, until it is over',
  async (failing, code, message, words) => {
    const { page, context } = await world.signedIn({ mayBreakRules: true })
    await page.goto(`${world.quire.url}/library`)
    await page.locator('[data-cover]', { hasText: 'Tides' }).click()
    const button = page.getByRole('button', { name: 'Want to read' })
    await button.waitFor()
    expect(await page.getByText(words).count()).toBe(0)
    const end = await refuseChanges(page, code, message, failing)
    await button.click()
    await page.getByRole('status').filter({ hasText: words }).waitFor()
    await page.getByText(message.replace("'", '’')).first().waitFor()
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.getByRole('status').filter({ hasText: words }).waitFor()
    end()
    await page.getByText(words).waitFor({ state: 'detached' })
    await context.close()
  },
  timeoutMs,
)
