/** Changes that are made faster than the server takes them, or that it never answers: the last one counts. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openedDialog, pressTwice, until, type Visit } from './harness'
import { writeVolumes } from './library'
import { poor, slowDown } from './network'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({ write: (folder) => writeVolumes(folder, 'Tides', 2), series: 1 })

const preferences = 'preferences?scope=user'

/** The rows of home as they stand at first, and the button that moves one of the last up. */
async function arrange(seen: Visit) {
  const { page } = seen
  const atFirst = { preferences: { 'home.order': [], 'home.hidden': [] } }
  await world.prepare(seen, preferences, atFirst, 'PATCH')
  await page.goto(`${world.quire.url}/`)
  await page.getByRole('button', { name: 'Customize Home' }).click()
  const dialog = await openedDialog(page)
  const name = 'Move New series up'
  await dialog.getByRole('button', { name }).focus()
  return async (to: number) => {
    await page.keyboard.press('Enter')
    const place = dialog.getByRole('listitem').nth(to)
    await place.locator(`button[aria-label="${name}"]:focus`).waitFor()
  }
}

async function keptOrder(page: Page) {
  const answer = await page.request.get(`${world.quire.url}/api/v1/${preferences}`)
  const kept = (await answer.json()) as { preferences: Record<string, string[]> }
  return kept.preferences['home.order'] ?? []
}

test(
  'rows of home that are moved just before the page is left stand there the next time',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const moveTo = await arrange(seen)
    // The first change is on its way for long, and those after it wait for it.
    await slowDown(seen, { ...poor, latencyMs: 2_000 })
    for (const place of [3, 2, 1, 0]) await moveTo(place)
    await page.keyboard.press('Escape')
    await page.reload({ waitUntil: 'commit' })
    await until(async () => (await keptOrder(page))[0] === 'newSeries', 'the order is kept')
    await context.close()
  },
  patience,
)

test(
  'a change that is never answered is given up after half a minute, and the next one is sent',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await page.clock.install()
    const moveTo = await arrange(seen)
    const hangs = Promise.withResolvers<void>()
    let isFirst = true
    await page.route('**/api/v1/preferences?**', async (route) => {
      if (route.request().method() !== 'PATCH' || !isFirst) return route.continue()
      isFirst = false
      hangs.resolve()
    })
    await moveTo(3)
    await hangs.promise
    await moveTo(2)
    await page.clock.fastForward(30_000)
    await page.getByText('Can’t reach the server').waitFor()
    await until(async () => (await keptOrder(page))[2] === 'newSeries', 'the next change is kept')
    await context.close()
  },
  patience,
)

test(
  'releases are followed and no longer, as often as the switch is pressed',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const [id] = await world.seriesIds(seen)
    await world.prepare(seen, `series/${id}/tracking`, { tracked: false }, 'PATCH')
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/tracking')) sent.push(request.postDataJSON())
    })
    await page.goto(`${world.quire.url}/series/${id}?tab=details`)
    const follow = page.getByRole('switch', { name: 'Track releases' })
    await pressTwice(follow)
    await page.getByText('Stopped tracking releases').waitFor()
    expect(sent).toEqual([{ tracked: true }, { tracked: false }])
    expect(await follow.isChecked()).toBe(false)
    await follow.click()
    await page.getByRole('switch', { name: 'Track releases', checked: true }).waitFor()
    await context.close()
  },
  patience,
)
