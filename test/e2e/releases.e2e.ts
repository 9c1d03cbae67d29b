/** Releases: new releases of a tracked series appear in the inbox, where the user acts on them. */
import { afterAll, expect, test } from 'bun:test'
import { startFeedServer } from '../ingest/releases/feed-server'
import { writeVolumes } from './generate-library'
import { getFocusedDialog, type Visit } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const feeds = startFeedServer()
afterAll(() => feeds.stop())

const world = startWorld({
  write: async (folder) => {
    await writeVolumes(folder, 'Harbor', 2)
    await writeVolumes(folder, 'Lantern', 1)
  },
  series: 2,
  environment: { SERVICE_PROVIDERS__MANGAUPDATES__BASE: feeds.base },
})

feeds.feeds.set('7001', [
  { title: 'Harbor v.3 c.20', group: 'Blue Ink', language: 'en' },
  { title: 'Harbor c.21', group: 'Red Ink', language: 'en' },
])

async function track(seen: Visit) {
  const [harbor] = await world.seriesIds(seen, 'Harbor')
  await world.prepare(seen, `series/${harbor}/external-ids`, {
    source: 'plugin:mangaupdates',
    externalId: '7001',
  })
  return `${world.quire.url}/series/${harbor}?tab=details`
}

test(
  'a tracked series is announced, dismissed and taken back',
  async () => {
    const seen = await world.at('/releases')
    const { page, context } = seen
    await page.getByText('Turn on “Track releases”').waitFor()
    const series = await track(seen)
    await page.goto(series)
    await page.getByRole('switch', { name: 'Track releases' }).click()
    await page.getByText('Tracking releases', { exact: true }).waitFor()

    await page.goto(`${world.quire.url}/settings/releases`)
    await page.getByRole('button', { name: 'Check now: MangaUpdates' }).click()
    await page.getByText('2 new releases').waitFor()

    await page.getByRole('link', { name: 'New releases 2' }).click()
    await page.getByRole('heading', { level: 2, name: 'Harbor' }).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Red Ink' }).last()
    await row.getByRole('button', { name: 'I have it: Harbor, Ch. 21' }).focus()
    await page.keyboard.press('d')
    await page.getByText('Release dismissed').waitFor()
    await row.waitFor({ state: 'detached' })
    // The focus stays in the list.
    await page.locator('li button:focus').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()

    await page.getByRole('button', { name: /^I have it: Harbor, Vol. 3/ }).click()
    await page.getByRole('tab', { name: 'In library' }).click()
    await page.getByRole('button', { name: /^Mark as new: Harbor, Vol. 3/ }).waitFor()
    await page.getByRole('tab', { name: 'New', exact: true }).click()
    await page.getByRole('button', { name: 'Mark all as seen' }).click()
    await page.getByRole('link', { name: 'New releases', exact: true }).waitFor()
    await row.waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'a series shows its releases and has other titles and languages',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const [harbor] = await world.seriesIds(seen, 'Harbor')
    await page.goto(`${world.quire.url}/series/${harbor}?tab=details`)
    await page.getByRole('region', { name: 'New releases' }).getByText('Red Ink').waitFor()
    await page.getByText('Languages, groups and other titles').click()
    await page.getByRole('textbox', { name: 'Also released as' }).fill('Hafen')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Hafen' }).waitFor()
    await page.getByRole('textbox', { name: 'Languages' }).fill('de')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove German' }).waitFor()
    await page.reload()
    await page.getByText('Languages, groups and other titles').click()
    await page.getByRole('button', { name: 'Remove German' }).click()
    await page.getByRole('button', { name: 'Remove German' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove Hafen' }).click()
    await page.getByRole('button', { name: 'Remove Hafen' }).waitFor({ state: 'detached' })
    await context.close()
  },
  timeoutMs,
)

test(
  'home leads to the releases on a phone',
  async () => {
    const { page, context } = await world.at('/', { width: 390, height: 844 })
    await page.locator('#content').getByRole('link', { name: 'New releases' }).click()
    await page.getByRole('heading', { level: 1, name: 'New releases' }).waitFor()
    await page.getByRole('link', { name: 'Harbor' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'a calendar is subscribed to with an address of its own',
  async () => {
    const { page, context } = await world.at('/settings/apps?only=calendar')
    await page.getByRole('button', { name: 'Create address' }).click()
    const address = await page.locator('code').textContent()
    const answer = await fetch(address!)
    expect(await answer.text()).toContain('SUMMARY:Harbor')
    await page.getByRole('button', { name: 'Delete Calendar' }).click()
    await (await getFocusedDialog(page)).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Address deleted').waitFor()
    expect((await fetch(address!)).status).toBe(401)
    await context.close()
  },
  timeoutMs,
)

test(
  'a feed without HTTPS is refused with a reason',
  async () => {
    const { page, context } = await world.at('/settings/releases')
    await page.getByRole('button', { name: 'Add a feed' }).click()
    const sheet = await getFocusedDialog(page)
    await sheet.getByRole('textbox', { name: 'Name' }).fill('News')
    await sheet.getByRole('textbox', { name: 'Address' }).fill('http://example.org/feed')
    await sheet.getByRole('button', { name: 'Add' }).click()
    await sheet.getByRole('alert').waitFor()
    await sheet.getByRole('textbox', { name: 'Address' }).fill('https://example.org/feed')
    await sheet.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('switch', { name: 'News' }).waitFor()
    await page.getByRole('button', { name: 'Remove News' }).click()
    await (await getFocusedDialog(page)).getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Feed removed').waitFor()
    await page.getByRole('switch', { name: 'MangaUpdates' }).waitFor()
    expect(await page.getByRole('switch').count()).toBe(1)
    await context.close()
  },
  timeoutMs,
)
