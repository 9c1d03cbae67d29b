/** The inbox of releases, from modified server responses. */
import type { Page } from 'playwright-core'
import type { ScreenPlace } from './screens'

const longTitle = 'The Lantern of the Harbor Master and Other Stories '.repeat(4)
const groups = ['Blue Ink', 'Red Ink', 'A Group with an Unusually Long Name That Wraps']

interface Series {
  id: string
  metadata: { title: string }
  libraryId: string
}

const buildReleases = (series: readonly Series[]) =>
  series.slice(0, 4).flatMap(({ id, metadata: { title }, libraryId }, at) =>
    Array.from({ length: at === 0 ? 4 : 1 }, (_, n) => ({
      id: `018f0000-0000-7000-8000-${String(at * 10 + n).padStart(12, '0')}`,
      seriesId: id,
      seriesTitle: at === 2 ? longTitle : title,
      libraryId,
      sourceId: id,
      sourceName: 'MangaUpdates',
      externalReleaseId: `${at}-${n}`,
      infoHash: null,
      title: `${title} c.${120 + n}`,
      chapters: at === 1 ? [] : [{ start: 120 + n, end: 120 + 2 * n }],
      volumes: at === 1 ? [{ start: 7, end: 7 }] : [],
      language: at === 3 ? null : 'en',
      groupOrUploader: groups[at] ?? null,
      payloadUrl: at === 0 ? 'https://example.org/release' : '',
      mediaUrl: null,
      mediaUrlKind: null,
      confidence: 1,
      state: 'announced',
      seen: n > 1,
      alsoFrom: [],
      releasedAt: null,
      observedAt: new Date().toISOString(),
      createdAt: new Date().toISOString(),
    })),
  )

const showReleases = (page: Page) =>
  page.route(/\/api\/v1\/releases\?/, async (route) => {
    const { origin } = new URL(route.request().url())
    const answer = await page.request.get(`${origin}/api/v1/series?pageSize=4`)
    const { data: series } = (await answer.json()) as { data: Series[] }
    const data = buildReleases(series)
    const counts = { page: 1, pageSize: 50, total: 120, totalPages: 3 }
    await route.fulfill({ json: { data, ...counts, links: {} } })
  })

export const releaseScreens: readonly ScreenPlace[] = [
  {
    name: 'releases',
    path: '/releases',
    before: showReleases,
    ready: (page) => page.getByText('Blue Ink').first().waitFor(),
  },
  {
    name: 'releases-empty',
    path: '/releases',
    ready: (page) => page.getByRole('heading', { level: 2 }).waitFor(),
  },
]
