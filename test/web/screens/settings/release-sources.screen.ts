/** Sources of releases in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, isChecked, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'

usePage()

const at = '2026-01-01T00:00:00.000Z'
const createSource = (
  kind: Schemas['ReleaseSource']['kind'],
  displayName: string,
): Schemas['ReleaseSource'] => ({
  id: `01a1fdc4-0439-7419-b25d-0000000f00${displayName.length.toString().padStart(2, '0')}`,
  pluginId: '',
  sourceKey: kind,
  displayName,
  kind,
  enabled: true,
  cronSchedule: null,
  effectiveCronSchedule: '0 * * * *',
  config: {},
  etag: null,
  lastPolledAt: null,
  lastError: null,
  lastErrorAt: null,
  lastErrorMessage: null,
  lastSummary: null,
  lastSummaryMessage: null,
  failures: 0,
  notBefore: null,
  createdAt: at,
  updatedAt: at,
})
const builtIn = createSource('mangaupdates', 'MangaUpdates')
const news = createSource('feed', 'News')
const path = '/api/v1/release-sources/{id}'

/** Opens the sources. The server keeps what is changed there. */
async function openSources(sources: Schemas['ReleaseSource'][]) {
  api.on('get', '/api/v1/release-sources', () => ({ sources }))
  api.on('patch', path, ({ url, body }) => {
    const place = sources.findIndex(({ id }) => url.endsWith(id))
    sources[place] = { ...sources[place]!, ...(body as object) }
    return sources[place]
  })
  await open('/settings/releases')
  await findByRole('switch', 'MangaUpdates')
}

test('a feed that is refused keeps the form, and another address is added', async () => {
  const sources = [builtIn]
  await openSources(sources)
  const collection = '/api/v1/release-sources'
  api.refuse('post', collection, 422, { error: 'invalid', message: 'HTTPS is required' })
  await click('button', 'Add a feed')
  const sheet = await findByRole('dialog', 'Add a feed')
  await fill('Name', 'News', sheet)
  expect(isDisabled(await findByRole('button', 'Add', sheet))).toBe(true)
  await fill('Address', 'http://example.org/feed', sheet)
  await click('button', 'Add', sheet)
  await findByRole('alert', undefined, sheet)
  api.on('post', collection, () => {
    sources.push(news)
    return news
  })
  await fill('Address', ' https://example.org/feed ', sheet)
  await click('button', 'Add', sheet)
  await findByRole('switch', 'News')
  expect(api.changes).toEqual([
    sent('post', collection, { displayName: 'News', address: 'http://example.org/feed' }),
    sent('post', collection, { displayName: 'News', address: 'https://example.org/feed' }),
  ])
})

test('only feeds can be removed, after a question', async () => {
  const sources = [builtIn, news]
  await openSources(sources)
  await findNone('button', 'Remove MangaUpdates')
  api.on('delete', path, () => {
    sources.pop()
    return null as never
  })
  await click('button', 'Remove News')
  await click('button', 'Remove', await findByRole('dialog', 'Remove News?'))
  await findText('Feed removed')
  await findNone('switch', 'News')
  expect(api.changes).toEqual([sent('delete', path, null, { id: news.id })])
})

test('a source is turned off, and checked at once', async () => {
  await openSources([builtIn])
  api.on('post', '/api/v1/release-sources/{id}/poll-now', {
    message: '2 new releases',
    code: 'x.unknown',
    params: {},
  } as never)
  await click('button', 'Check now: MangaUpdates')
  await findText('2 new releases')
  const source = await findByRole('switch', 'MangaUpdates')
  await click('switch', 'MangaUpdates')
  await waitFor(() => !isChecked(source), 'the switch')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/release-sources/{id}/poll-now', null, { id: builtIn.id }),
    sent('patch', path, { enabled: false }, { id: builtIn.id }),
  ])
})

test('releases of a source are deleted only after a question', async () => {
  await openSources([builtIn])
  api.on('post', '/api/v1/release-sources/{id}/reset', {} as never)
  await click('button', 'Delete releases from MangaUpdates')
  const question = await findByRole('dialog', 'Delete releases from MangaUpdates?')
  await findText('Your decisions about these releases will be lost.', question)
  expect(api.changes).toEqual([])
  await click('button', 'Delete', question)
  await findText('Releases deleted')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/release-sources/{id}/reset', null, { id: builtIn.id }),
  ])
})
