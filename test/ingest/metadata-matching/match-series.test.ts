/** Manual matching of one series: search, preview, apply, undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
import { type SeededSeries, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { type ProviderServers, startProviderServers } from '../providers/servers/all'

let servers: ProviderServers
let server: TestServer
beforeAll(async () => {
  servers = startProviderServers()
  server = await startTestServer(servers.settings)
})
afterAll(async () => {
  await server.close()
  servers.stop()
})

/** The delays of the rate limit are tested elsewhere. */
beforeEach(() => server.ctx.write(async (tx) => void (await tx.delete(providerRateLimits))))

const as = 'max'
const post = async (series: SeededSeries, path: string, body: object = {}) =>
  (await server.call('POST', `/series/${series.id}/metadata/${path}`, { as, body })).body
/** Returns everything that matching can change. */
async function getMetadata({ id }: SeededSeries) {
  const { body } = await server.call('GET', `/series/${id}`, { as })
  const { updatedAt: _, createdAt: __, ...metadata } = body.metadata
  const { genres, tags, alternateTitles, externalIds, externalLinks, externalRatings } = body
  return { ...metadata, genres, tags, alternateTitles, externalIds, externalLinks, externalRatings }
}

async function addSeries(title: string) {
  const library = await seedLibrary(server, { type: 'manga' })
  const series = await seedSeries(server, library, { title })
  await seedBook(server, series, {})
  return series
}

const getCover = async ({ id }: SeededSeries) =>
  (await server.call('GET', `/series/${id}`, { as })).body.selectedCoverSource

const listFields = (preview: { fields: { field: string; status: string }[] }, status: string) =>
  preview.fields.filter((one) => one.status === status).map(({ field }) => field)

async function findOnAnilist(series: SeededSeries) {
  const { candidates } = await post(series, 'search')
  const { pluginId, externalId } = candidates[0]
  return { pluginId, externalId }
}

describe('search', () => {
  test('shows a work that several providers know once', async () => {
    const { candidates, works } = await post(await addSeries('Vinland Saga'), 'search')
    const named = works.map((indexes: number[]) =>
      indexes.map((index) => candidates[index].provider).toSorted(),
    )
    expect(named[0]).toEqual(['AniList', 'MangaUpdates'])
    expect(works.flat().toSorted((a: number, b: number) => a - b)).toEqual([...candidates.keys()])
  })

  test('returns candidates with reasons, and says whether the first is certain', async () => {
    const found = await post(await addSeries('One Piece'), 'search')
    expect(found.decision.mayApply).toBe(true)
    expect(found.problems).toEqual([])
    expect(found.candidates[0]).toMatchObject({
      provider: 'AniList',
      externalId: '30013',
      year: 1997,
      verdict: 'sure',
      authors: ['Eiichiro Oda'],
      isCurrent: false,
    })
    expect(found.candidates[0].reasons[0].because.message).toBe('Same title: "ONE PIECE"')
  })
})

test.each([
  ['https://anilist.co/manga/30642/Vinland-Saga/', ['anilist: Vinland Saga']],
  ['https://anilist.co/manga/99999', []],
  ['https://example.org/manga/30642', []],
])('a search for the link %s finds %p', async (query, expected) => {
  const { candidates, problems } = await post(await addSeries('Wikinger'), 'search', { query })
  const found = candidates.map(
    ({ pluginId: _, ...one }: Record<string, string>) =>
      `${one['provider']!.toLowerCase()}: ${one['title']}`,
  )
  expect([found, problems]).toEqual([expected, []])
})

test.each([
  ['Vinland Saga (2005) [Group]', 'Vinland Saga', 1],
  ['One Piece', 'One Piece', 0],
])('the search title of %s is %s', async (title, searchTitle, rulesApplied) => {
  const series = await addSeries(title)
  const [{ pluginId }] = (await post(await addSeries('Yotsuba'), 'search')).candidates
  const path = `/series/${series.id}/metadata/search-title?pluginId=`
  const { body } = await server.call('GET', path + pluginId, { as })
  expect(body).toEqual({ originalTitle: title, searchTitle, rulesApplied })
  const other = await server.call('GET', path + Bun.randomUUIDv7(), { as })
  expect(other.status).toBe(404)
})

describe('applying', () => {
  test('writes what the preview announced, and undo restores everything', async () => {
    const series = await addSeries('Vinland Saga')
    const before = await getMetadata(series)
    const chosen = await findOnAnilist(series)
    const preview = await post(series, 'preview', chosen)
    const announced = listFields(preview, 'will_apply')
    const applied = await post(series, 'apply', chosen)
    expect(applied.appliedFields.toSorted()).toEqual([...announced, 'cover'].toSorted())
    expect(await getMetadata(series)).toMatchObject({
      title: 'Vinland Saga',
      year: 2005,
      status: 'ended',
      totalVolumeCount: 29,
      readingDirection: 'rtl',
      summary: 'A young warrior grows up between two wars.',
      externalLinks: [{ sourceName: 'anilist', url: 'https://anilist.co/manga/30642' }],
      externalRatings: [{ sourceName: 'anilist', rating: 89 }],
    })
    expect(listFields(await post(series, 'preview', chosen), 'will_apply')).toEqual([])
    await post(series, `changes/${applied.changeSetId}/undo`)
    expect(await getMetadata(series)).toEqual(before)
  })

  test('keeps locked and edited fields unless they are overwritten', async () => {
    const series = await addSeries('Vinland Saga')
    const body = { year: 1999, summary: 'Mine' }
    await server.call('PATCH', `/series/${series.id}/metadata`, { as, body })
    const chosen = await findOnAnilist(series)
    const preview = await post(series, 'preview', chosen)
    expect(listFields(preview, 'locked').toSorted()).toEqual(['summary', 'year'])
    const first = await post(series, 'apply', chosen)
    expect(first.skippedFields).toMatchObject([
      { field: 'summary', message: 'This field is locked' },
      { field: 'year', message: 'This field is locked' },
    ])
    expect(await getMetadata(series)).toMatchObject({ ...body, status: 'ended' })
    const second = await post(series, 'apply', { ...chosen, fields: [], overwrite: ['year'] })
    expect(second.appliedFields).toEqual(['year'])
    expect(await getMetadata(series)).toMatchObject({ year: 2005, summary: 'Mine' })
  })

  test('adds to the titles, genres and tags of a series', async () => {
    const series = await addSeries('One Piece')
    const body = { alternateTitles: [{ label: 'Own', title: 'Mine' }], genres: ['Own genre'] }
    expect(
      (await server.call('POST', `/series/${series.id}/metadata/edit`, { as, body })).status,
    ).toBe(200)
    await post(series, 'apply', { ...(await findOnAnilist(series)), overwrite: Object.keys(body) })
    const { alternateTitles, genres } = await getMetadata(series)
    expect(alternateTitles.map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Mine',
      'ONE PIECE',
      'OP',
      'ワンピース',
    ])
    expect(genres.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Action',
      'Adventure',
      'Own genre',
    ])
  })

  test('a dry run stores nothing', async () => {
    const series = await addSeries('Vinland Saga')
    const before = await getMetadata(series)
    const chosen = await findOnAnilist(series)
    const { dryRunReport } = await post(series, 'apply', { ...chosen, dryRun: true })
    expect(dryRunReport.changes).toContainEqual({ field: 'year', before: null, after: 2005 })
    expect(await getMetadata(series)).toEqual(before)
  })

  test('applies only the chosen fields, and always the id', async () => {
    const series = await addSeries('Vinland Saga')
    const chosen = await findOnAnilist(series)
    const applied = await post(series, 'apply', { ...chosen, fields: ['year'] })
    expect(applied.appliedFields.toSorted()).toEqual(['externalIds', 'year'])
    const { candidates } = await post(series, 'search')
    expect(candidates[0]).toMatchObject({ externalId: '30642', isCurrent: true })
  })
})

describe('covers', () => {
  test('are shown beside candidates, but no other address is fetched', async () => {
    const { candidates } = await post(await addSeries('One Piece'), 'search')
    const { coverUrl } = candidates[0]
    const shown = await server.fetch(coverUrl, { as })
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await shown.bytes()).metadata()).toMatchObject({ width: 300 })
    const other = coverUrl.replace('cover.png', 'other.png')
    expect((await server.fetch(other, { as })).status).toBe(404)
    expect((await server.fetch(coverUrl, { as: 'ann' })).status).toBe(403)
  })

  test('are added, and selected unless a person chose one', async () => {
    const series = await addSeries('One Piece')
    const chosen = await findOnAnilist(series)
    const applied = await post(series, 'apply', chosen)
    expect(applied.appliedFields).toContain('cover')
    expect(await getCover(series)).toEqual('plugin:anilist')
    await server.call('DELETE', `/series/${series.id}/covers/${applied.coverId}`, { as })
    expect(await getCover(series)).toEqual('first_book')
    await server.call('PUT', `/series/${series.id}/metadata/locks`, { as, body: { cover: true } })
    const again = await post(series, 'apply', { ...chosen, fields: ['cover'] })
    expect(again.skippedFields).toMatchObject([
      { field: 'cover', message: "Added to the series' covers, but not selected" },
    ])
    expect(await getCover(series)).toEqual('first_book')
  })
})

describe('automatic matching', () => {
  test('applies a certain match and refuses the rest with a reason', async () => {
    const sure = await post(await addSeries('Yotsuba'), 'auto-match')
    expect(sure).toMatchObject({ success: true, matchedResult: { externalId: '30104' } })
    const unknown = await post(await addSeries('An unknown title'), 'auto-match')
    expect(unknown).toMatchObject({ success: false, message: 'Nothing similar was found' })
  })

  test('never chooses an excluded work, nor anything for an excluded series', async () => {
    const series = await addSeries('One Piece')
    const chosen = await findOnAnilist(series)
    const path = `/series/${series.id}/metadata/exclusions`
    await server.call('PUT', path, { as, body: chosen })
    expect(await post(series, 'auto-match')).toMatchObject({ success: false })
    expect((await post(series, 'search')).candidates[0]).toMatchObject({ isExcluded: true })
    await server.call('DELETE', path, { as, body: chosen })
    await server.call('PUT', path, { as, body: {} })
    expect(await post(series, 'search')).toMatchObject({ isNeverMatched: true })
    const refused = await post(series, 'auto-match')
    expect(refused.message).toBe('This item is excluded from matching')
    await server.call('DELETE', path, { as, body: {} })
    expect(await post(series, 'search')).toMatchObject({ isNeverMatched: false })
    expect(await post(series, 'auto-match')).toMatchObject({ success: true })
  })

  test('uses the id in the name of the folder', async () => {
    const library = await seedLibrary(server, { type: 'manga' })
    const series = await seedSeries(server, library, {
      title: 'Wikinger',
      metadata: { path: '/library/Wikinger [anilist-30642]' },
    })
    const matched = await post(series, 'auto-match')
    expect(matched).toMatchObject({ success: true, matchedResult: { title: 'Vinland Saga' } })
  })
})

test('the ISBN in the name of a folder is used where the provider knows ISBNs', async () => {
  const library = await seedLibrary(server, { type: 'book' })
  const series = await seedSeries(server, library, {
    title: 'Der Wüstenplanet',
    metadata: { path: '/library/Der Wüstenplanet [978-0-441-01359-3] [9780340960196]' },
  })
  const matched = await post(series, 'auto-match')
  expect(matched).toMatchObject({ success: true, matchedResult: { externalId: 'OL893415W' } })
})

test('a provider that fails is named, and its refusal says what to do', async () => {
  const series = await addSeries('Another title')
  const [{ pluginId }] = (await post(await addSeries('One Piece'), 'search')).candidates
  const body = { pluginId, externalId: '999' }
  const preview = () => server.call('POST', `/series/${series.id}/metadata/preview`, { as, body })
  const unknown = await preview()
  expect([unknown.status, unknown.body.code]).toEqual([404, 'outgoing.not_found'])
  servers.setStatus(418)
  const found = await post(series, 'search')
  expect(found.candidates).toEqual([])
  expect(found.problems).toMatchObject([
    { provider: 'anilist', problem: { code: 'outgoing.failed', params: { status: 418 } } },
    { provider: 'mangaupdates', problem: { code: 'outgoing.failed' } },
  ])
  const failed = await preview()
  expect([failed.status, failed.body.code]).toEqual([503, 'outgoing.failed'])
})
