/**
 * Connecting through the sign-in page of a service, excluding series, and recommendations on the
 * home page.
 */
import { afterAll, expect, test } from 'bun:test'
import { startAnilistLists } from '../ingest/reading-sync/list-servers'
import { client } from '../ingest/reading-sync/oauth-pages'
import { startMyanimelistLists } from '../ingest/reading-sync/myanimelist-lists'
import { examplePlugin, packTar } from '../ingest/plugins/example-plugin'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, getFocusedDialog, waitUntil } from './harness'
import { showTheme } from './themes'
import { startWorld } from './world'

const timeoutMs = 120_000
const workId = 4711
const [anilist, myanimelist] = [startAnilistLists(), startMyanimelistLists()]
const publicUrl = 'http://localhost'
afterAll(() => {
  anilist.stop()
  myanimelist.stop()
})

const world = startWorld({
  needsFullBrowser: true,
  write: async (folder) => {
    for (const name of ['Harbor', 'Island']) await writeVolumes(folder, name, 1)
  },
  series: 2,
  environment: {
    SERVICE_PROVIDERS__OFFLINE: 'false',
    SERVICE_SERVER__PUBLIC_URL: publicUrl,
    SERVICE_PROVIDERS__ANILIST__BASE: anilist.base,
    SERVICE_PROVIDERS__ANILIST__CLIENT_ID: client.id,
    SERVICE_PROVIDERS__ANILIST__CLIENT_SECRET: client.secret,
    SERVICE_PROVIDERS__MYANIMELIST__BASE: myanimelist.base,
    SERVICE_PROVIDERS__MYANIMELIST__KEY: client.id,
  },
})

for (const screen of [{}, { width: 390 }]) {
  const where = 'width' in screen ? 'a phone' : 'a desktop'
  test(
    `a service is connected at its pages, and recommends works, on ${where}`,
    async () => {
      anilist.recommendations.set(workId, [
        {
          rating: 20,
          mediaRecommendation: {
            id: 99,
            type: 'MANGA',
            title: { romaji: 'Lighthouse', english: null, native: null },
            startDate: { year: 2011 },
            siteUrl: 'https://anilist.co/manga/99',
          },
        },
      ])
      const seen = await world.at('/settings/reading-sync', { ...screen, mayBreakRules: true })
      const { page, context, troubles } = seen
      const { origin } = new URL(page.url())
      // Redirects requests for the public URL to the test server.
      await page.route(`${publicUrl}/**`, async (route) => {
        const url = route.request().url().replace(publicUrl, origin)
        await route.fulfill({ status: 303, headers: { location: url } })
      })
      for (const name of ['AniList', 'MyAnimeList']) {
        await page.getByRole('button', { name: `Connect ${name}`, exact: true }).click()
        await page.getByRole('button', { name: `Disconnect ${name}` }).waitFor()
        expect(new URL(page.url()).search).toBe('')
      }

      const [harbor] = await world.seriesIds(seen, 'Harbor')
      const api = `${origin}/api/v1/series/${harbor}`
      const data = { source: 'plugin:anilist', externalId: String(workId) }
      await context.request.post(`${api}/external-ids`, { headers: { origin }, data })
      await context.request.post(`${api}/read`, { headers: { origin }, data: {} })

      await page.getByRole('button', { name: 'Exclude series from AniList' }).click()
      const sheet = await getFocusedDialog(page)
      await sheet.getByLabel('Exclude a series').fill('Island')
      await sheet.getByRole('button', { name: 'Exclude Island' }).click()
      await sheet.getByRole('button', { name: 'Include again: Island' }).waitFor()
      await sheet.getByRole('switch', { name: 'Adult titles' }).click()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')

      await page.getByRole('switch', { name: 'Recommend titles' }).click()
      await waitUntil(async () => {
        const answer = await context.request.get(`${origin}/api/v1/user/plugins`)
        const { enabled } = (await answer.json()) as { enabled: { config: object }[] }
        return enabled.some(({ config }) => 'recommendations' in config && 'excludeAdult' in config)
      }, 'the settings are stored')
      await page.goto(origin)
      const row = page.getByRole('region', { name: 'Recommended by other services' })
      await row.getByText('Lighthouse').waitFor()
      await row.getByText('Readers on AniList recommend it to people who like Harbor').waitFor()
      const link = row.getByRole('link', { name: /Lighthouse/ })
      expect(await link.getAttribute('href')).toBe('https://anilist.co/manga/99')
      for (const theme of ['dark', 'light', 'oled', 'eink']) {
        await showTheme(page, theme)
        expect([theme, ...(await findAccessibilityProblems(page))]).toEqual([theme])
      }
      await row.getByRole('button', { name: 'Not interested in Lighthouse' }).click()
      await row.waitFor({ state: 'detached' })

      for (const name of ['AniList', 'MyAnimeList']) {
        await page.goto(`${origin}/settings/reading-sync`)
        await page.getByRole('button', { name: `Disconnect ${name}` }).click()
        await (await getFocusedDialog(page)).getByRole('button', { name: 'Disconnect' }).click()
        await page.getByRole('button', { name: `Connect ${name}`, exact: true }).waitFor()
      }
      const restored = `${origin}/api/v1/user/recommendations/99/dismiss`
      await context.request.delete(restored, { headers: { origin } })
      // Expected: sign-in pages on other servers, and errors for resources of ended connections.
      const isMeant = /^elsewhere: |Failed to load resource/
      expect(troubles.filter((one) => !isMeant.test(one))).toEqual([])
      await context.close()
    },
    timeoutMs,
  )
}

const recommending = examplePlugin({
  name: 'recs-example',
  manifest: {
    displayName: 'Book club',
    description: 'What the book club reads.',
    capabilities: { userRecommendationProvider: true },
    requiredCredentials: [],
    userConfigSchema: { fields: [{ key: 'club', label: 'Name of the club', type: 'string' }] },
  },
  onInitialize: 'globalThis.club = params.userConfig.club',
  answers: `
    if (method === 'recommendations/get') {
      return { recommendations: [{ externalId: 'x', title: 'Ferry', score: 1, reason: 'Read by ' + club }] }
    }`,
})

test(
  'a plugin is connected, set up by its user, and recommends',
  async () => {
    const { page, context } = await world.at('/settings/reading-sync')
    const { origin } = new URL(page.url())
    const post = async (path: string, options: object = {}) => {
      const answer = await context.request.post(`${origin}/api/v1/admin/plugins/${path}`, {
        headers: { origin },
        ...options,
      })
      if (!answer.ok()) throw new Error(await answer.text())
      return answer.json()
    }
    const buffer = Buffer.from(await packTar(recommending))
    const file = { name: 'plugin.tgz', mimeType: 'application/gzip', buffer }
    const installed = await post('install', { multipart: { file, allowUnconfined: 'true' } })
    await post(`${installed.plugin.id}/enable`)

    await page.reload()
    await page.getByText('What the book club reads.').waitFor()
    await page.getByRole('button', { name: 'Connect Book club' }).click()
    await page.getByLabel('Name of the club').fill('Owls')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.goto(origin)
    const row = page.getByRole('region', { name: 'Recommended by other services' })
    await row.getByText('Read by Owls').waitFor()
    await page.goto(`${origin}/settings/reading-sync`)
    await page.getByRole('switch', { name: 'Recommend titles' }).click()
    await page.goto(origin)
    await page.getByRole('region', { name: 'New books' }).waitFor()
    await waitUntil(async () => (await row.count()) === 0, 'the plugin recommends nothing more')
    await context.close()
  },
  timeoutMs,
)
