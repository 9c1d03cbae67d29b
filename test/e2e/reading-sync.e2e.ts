/** Reading sync with AniList: connect, preview changes, apply and undo them, disconnect. */
import { afterAll, expect, test } from 'bun:test'
import { entry, startAnilistLists } from '../ingest/reading-sync/list-servers'
import { writeVolumes } from './generate-library'
import { getFocusedDialog, waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const workId = 4711
const anilist = startAnilistLists()
afterAll(() => anilist.stop())

const world = startWorld({
  write: (folder) => writeVolumes(folder, 'Harbor', 1),
  series: 1,
  environment: {
    SERVICE_PROVIDERS__OFFLINE: 'false',
    SERVICE_PROVIDERS__ANILIST__BASE: anilist.base,
  },
})

test(
  'a list is compared, applied after a look, undone, and disconnected',
  async () => {
    anilist.entries.set(workId, entry({ progressVolumes: 1 }))
    const { page, context } = await world.at('/settings/reading-sync')
    const { origin } = new URL(page.url())
    const listed = await context.request.get(`${origin}/api/v1/series`)
    const [series] = ((await listed.json()) as { data: { id: string }[] }).data
    await context.request.post(`${origin}/api/v1/series/${series!.id}/external-ids`, {
      headers: { origin },
      data: { source: 'plugin:anilist', externalId: String(workId) },
    })
    const countUnread = async () => {
      const answer = await context.request.get(`${origin}/api/v1/series/${series!.id}`)
      return ((await answer.json()) as { unreadCount: number }).unreadCount
    }

    await waitUntil(async () => (await countUnread()) === 2, 'both books are there')
    await page.getByRole('button', { name: 'Connect AniList' }).click()
    const sheet = await getFocusedDialog(page)
    await sheet.getByRole('textbox', { name: 'Client ID' }).fill('123')
    const link = sheet.getByRole('link', { name: 'Open token page' })
    expect(await link.getAttribute('href')).toContain('client_id=123&')
    await sheet.getByLabel('Access token').fill('wrong')
    await sheet.getByRole('button', { name: 'Connect', exact: true }).click()
    await sheet.getByText('AniList did not accept these credentials').waitFor()
    await sheet.getByLabel('Access token').fill(anilist.token)
    await sheet.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('reader7').waitFor()

    await page.getByRole('button', { name: 'Synchronize AniList' }).click()
    await page.getByText('Waiting for your approval').waitFor()
    await page.getByRole('button', { name: 'Show changes' }).click()
    const changes = await getFocusedDialog(page)
    await changes.getByText('1 book marked as read here').waitFor()
    await page.keyboard.press('Escape')
    expect(await countUnread()).toBe(2)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Done', { exact: true }).waitFor()
    await waitUntil(async () => (await countUnread()) === 1, 'one is read')

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    expect(await countUnread()).toBe(2)

    await page.getByRole('button', { name: 'Disconnect AniList' }).click()
    await (await getFocusedDialog(page)).getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect AniList' }).waitFor()
    await context.close()
  },
  timeoutMs,
)
