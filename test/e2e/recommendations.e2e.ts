/** The row "For you" on the home page shows series similar to those that the user has read. */
import { expect, test } from 'bun:test'
import { writeVolumes } from './generate-library'
import { waitUntil, type Visit } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({
  write: async (folder) => {
    for (const name of ['Monster', 'Pluto', 'Bakery']) await writeVolumes(folder, name, 1)
  },
  series: 3,
})

const findSeries = async (seen: Visit, name: string) => (await world.seriesIds(seen, name))[0]!

test(
  'series like one that was finished appear, and can be dismissed and restored',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const [monster, pluto] = [await findSeries(seen, 'Monster'), await findSeries(seen, 'Pluto')]
    const seriesIds = [monster, pluto]
    await world.prepare(seen, 'series/bulk/genres', { seriesIds, add: ['Mystery'] })
    await world.prepare(seen, `series/${monster}/read`, {})

    await page.goto(`${world.quire.url}/`)
    const row = page.getByRole('region', { name: 'For you' })
    await row.getByText('Because you finished Monster').waitFor()
    expect(await row.locator('[data-cover]').count()).toBe(1)

    await row.getByRole('button', { name: 'More actions for Pluto' }).click()
    await page.getByRole('menuitem', { name: 'Not interested' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByRole('link', { name: /Pluto/ }).waitFor()

    await row.getByRole('link', { name: /Pluto/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Pluto' }).waitFor()
    await world.prepare(seen, `series/${pluto}/read`, {})
    await page.goto(`${world.quire.url}/`)
    await page.getByRole('region', { name: 'New books' }).waitFor()
    await waitUntil(async () => (await row.count()) === 0, 'a series that was read is gone')
    await context.close()
  },
  timeoutMs,
)
