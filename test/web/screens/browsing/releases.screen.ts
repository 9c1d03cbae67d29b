/** New releases of tracked series. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, press, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { createSeries, library } from '../support/world/works'

usePage()

const at = '2026-01-01T00:00:00.000Z'
const series = createSeries('Harbor')
const createRelease = (number: number, group: string): Schemas['Release'] => ({
  id: `01a1fdc4-0439-7419-b25d-0000000e00${number}`,
  seriesId: series.id,
  seriesTitle: 'Harbor',
  libraryId: library.id,
  sourceId: '',
  sourceName: 'MangaUpdates',
  externalReleaseId: String(number),
  infoHash: null,
  title: `Harbor ${number}`,
  chapters: [{ start: number, end: number }],
  volumes: [],
  language: 'en',
  groupOrUploader: group,
  payloadUrl: 'https://releases.example.org',
  mediaUrl: null,
  mediaUrlKind: null,
  confidence: 1,
  state: 'announced',
  seen: false,
  alsoFrom: [],
  releasedAt: at,
  observedAt: at,
  createdAt: at,
})
const [first, second] = [createRelease(20, 'Blue Ink'), createRelease(21, 'Red Ink')]

const states = { dismiss: 'dismissed', 'mark-acquired': 'marked_acquired', reset: 'announced' }

/** Opens the releases. The server keeps what is decided there. */
async function openReleases(user?: typeof reader, address = '/releases') {
  let releases = [first, second]
  api.on('get', '/api/v1/releases', ({ url }) => {
    const query = new URLSearchParams(url.split('?')[1])
    const [state, seen, language] = ['state', 'seen', 'language'].map((name) => query.get(name))
    return pageOf(
      releases
        .filter((each) => !state || each.state === state)
        .filter((each) => !seen || String(each.seen) === seen)
        .filter((each) => !language || each.language === language),
    )
  })
  api.on('get', '/api/v1/releases/facets', {
    languages: [
      { language: 'en', count: 2 },
      { language: 'de', count: 0 },
    ],
  } as Schemas['ReleaseFacets'])
  api.on('get', '/api/v1/release-sources/applicability', { applicable: true } as never)
  api.on('post', '/api/v1/releases/bulk', ({ body }) => {
    const { ids, action } = body as Schemas['BulkReleases']
    const state = states[action as keyof typeof states] as Schemas['Release']['state']
    releases = releases.map((each) => (ids.includes(each.id) ? { ...each, state } : each))
    return { affected: ids.length, action }
  })
  api.on('post', '/api/v1/releases/seen', () => {
    releases = releases.map((each) => ({ ...each, seen: true }))
    return null as never
  })
  await open(address, user)
  await findByRole('heading', 'New releases')
}

const bulk = (release: Schemas['Release'], action: Schemas['BulkReleases']['action']) =>
  sent('post', '/api/v1/releases/bulk', { ids: [release.id], action })

test('a release is dismissed by its key, and taken back', async () => {
  await openReleases()
  const button = await findByRole('button', 'I have it: Harbor, Ch. 21')
  button.focus()
  pressKey('d')
  await findText('Release dismissed')
  await findNone('button', 'I have it: Harbor, Ch. 21')
  await click('button', 'Undo')
  await findByRole('button', 'I have it: Harbor, Ch. 21')
  expect(api.changes).toEqual([bulk(second, 'dismiss'), bulk(second, 'reset')])
})

test('a key outside of the releases decides nothing', async () => {
  await openReleases()
  await findByRole('button', 'I have it: Harbor, Ch. 21')
  pressKey('d', await findByRole('tab', 'New'))
  pressKey('a', document.body)
  expect(api.changes).toEqual([])
})

test('a release that is in the library is found in its tab, and is new again on request', async () => {
  await openReleases()
  await click('button', 'I have it: Harbor, Ch. 20')
  await findText('Marked as in your library')
  await click('tab', 'In library')
  await click('button', 'Mark as new: Harbor, Ch. 20')
  await findText('Nothing here')
  expect(api.changes).toEqual([bulk(first, 'mark-acquired'), bulk(first, 'reset')])
})

test('all releases of a series are dismissed at once', async () => {
  await openReleases()
  press(await findByRole('button', 'Dismiss 2 releases of Harbor'))
  await findText('2 releases dismissed')
  await findText('No new releases')
  const ids = [first.id, second.id]
  expect(api.changes).toEqual([sent('post', '/api/v1/releases/bulk', { ids, action: 'dismiss' })])
})

test('all are marked as seen, and the sidebar counts no more', async () => {
  await openReleases()
  await findByRole('link', /^New releases\s*2$/)
  await click('button', 'Mark all as seen')
  await findText('All releases marked as seen')
  await findNone('link', /^New releases\s*2$/)
  await findByRole('button', 'I have it: Harbor, Ch. 21')
  expect(api.changes).toEqual([sent('post', '/api/v1/releases/seen', {})])
})

test('a language without releases is chosen in the address', async () => {
  await openReleases()
  await choose('Language', 'German')
  await findText('Nothing here')
  expect(getAddress()).toBe('/releases?language=de')
})

test('a reader sees releases and decides nothing', async () => {
  await openReleases(reader)
  await findByRole('link', 'Harbor')
  await findNone('button', /^(I have it|Dismiss)/)
})
