/** The last change takes effect even if changes outpace the server or get no response. */
import { expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { getFocusedDialog, pressTwice, waitUntil, type Visit } from './harness'
import { writeVolumes } from './generate-library'
import { poor, slowDown } from './network'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeVolumes(folder, 'Tides', 2), series: 1 })

const preferences = 'preferences?scope=user'

/** Resets the rows of the home page. Returns a function that moves a row up by one position. */
async function resetRows(seen: Visit) {
  const { page } = seen
  const atFirst = { preferences: { 'home.order': [], 'home.hidden': [] } }
  await world.prepare(seen, preferences, atFirst, 'PATCH')
  await page.goto(`${world.quire.url}/`)
  await page.getByRole('button', { name: 'Customize Home' }).click()
  const dialog = await getFocusedDialog(page)
  const name = 'Move New series up'
  await dialog.getByRole('button', { name }).focus()
  return async (to: number) => {
    await page.keyboard.press('Enter')
    const place = dialog.getByRole('listitem').nth(to)
    await place.locator(`button[aria-label="${name}"]:focus`).waitFor()
  }
}

async function getSavedOrder(page: Page) {
  const answer = await page.request.get(`${world.quire.url}/api/v1/${preferences}`)
  const kept = (await answer.json()) as { preferences: Record<string, string[]> }
  return kept.preferences['home.order'] ?? []
}

test(
  'rows moved just before leaving the page are saved',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const moveTo = await resetRows(seen)
    // The first change is slow, so the later ones have to wait.
    await slowDown(seen, { ...poor, latencyMs: 2_000 })
    for (const place of [3, 2, 1, 0]) await moveTo(place)
    await page.keyboard.press('Escape')
    await page.reload({ waitUntil: 'commit' })
    await waitUntil(async () => (await getSavedOrder(page))[0] === 'newSeries', 'the order is kept')
    await context.close()
  },
  timeoutMs,
)

test(
  'a change in flight when leaving the page does not replace a later one',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const moveTo = await resetRows(seen)
    const first = Promise.withResolvers<Route>()
    let isFirst = true
    await page.route('**/api/v1/preferences?**', async (route) => {
      if (route.request().method() !== 'PATCH' || !isFirst) return route.continue()
      isFirst = false
      first.resolve(route)
    })
    await moveTo(3)
    const late = await first.promise
    for (const place of [2, 1, 0]) await moveTo(place)
    await page.reload({ waitUntil: 'commit' })
    await waitUntil(async () => (await getSavedOrder(page))[0] === 'newSeries', 'the order is kept')
    await late.continue().catch(() => undefined)
    await page.getByRole('button', { name: 'Customize Home' }).waitFor()
    expect((await getSavedOrder(page))[0]).toBe('newSeries')
    await context.close()
  },
  timeoutMs,
)

test(
  'a change without a response times out after 30 seconds, and the next one is sent',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await page.clock.install()
    const moveTo = await resetRows(seen)
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
    await waitUntil(
      async () => (await getSavedOrder(page))[2] === 'newSeries',
      'the next change is kept',
    )
    await context.close()
  },
  timeoutMs,
)

test(
  'release tracking follows the switch, however often it is pressed',
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
  timeoutMs,
)
