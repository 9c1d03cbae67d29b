/** A server that cannot be reached. */
import { expect, test } from 'bun:test'
import { writeVolumes } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeVolumes(folder, 'Tides', 2), series: 1 })

test(
  'section 7: while the server is down, a page says so and leads back, and nothing is stored',
  async () => {
    const seen = await world.signedIn({ hasServiceWorker: true, mayBreakRules: true })
    const { page } = seen
    await page.goto(world.quire.url)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // The worker is registered once the page is idle, or at the first input.
    await page.mouse.move(20, 20)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await world.quire.whileStopped(async () => {
      await page.goto(`${world.quire.url}/library`)
      await page.getByRole('heading', { name: 'Can’t reach Quire' }).waitFor()
      expect(await page.title()).toBe('Can’t reach Quire')
      expect(await page.getByText('Tides').count()).toBe(0)
    })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.locator('[data-cover]', { hasText: 'Tides' }).waitFor()
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)
