/** Sections 2.1 to 2.9, 2.11 and 2.12 of the specification: responses about a scanned library. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { applyChangeSet } from '../../src/catalog/metadata/change-sets/change-sets'
import { seriesEntity } from '../../src/catalog/series/metadata/series-fields'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../ingest/scanning/scan-server'
import { makeCbz } from '../support/make/cbz'
import { makePicture } from '../support/make/pictures'
import { type TableName, tables, enumValues } from './tables'
import { findDeviations, listFilledFields } from './values'

let server: ScanServer
let full: string
let plain: string

beforeAll(async () => {
  server = await startScanServer()
  const folder = makeFolder()
  const tiny = { pages: 2, width: 8, height: 12 }
  writeFiles(folder, {
    'Whole/Whole v01.cbz': await makeCbz({ ...tiny, comicInfo }),
    'Whole/Whole v02.cbz': await makeCbz(tiny),
    'Whole/Whole c012.5.cbz': await makeCbz(tiny),
    'Plain/Plain v01.cbz': await makeCbz(tiny),
    'Plain/broken.cbz': 'this is no archive',
  })
  const libraryId = await addLibrary(server, folder)
  expect((await scanLibrary(server, libraryId)).status).toBe('completed')
  const { body } = await server.call('GET', '/series?sort=name,asc', { as: 'ada' })
  ;[plain, full] = body.data.map(({ id }: { id: string }) => id)
  await fillSeries(full)
})
afterAll(() => server.close())

const comicInfo = {
  Series: 'Whole',
  Publisher: 'Press',
  Imprint: 'Small Press',
  LanguageISO: 'en',
  Year: 2001,
  AgeRating: 'Teen',
  Writer: 'Ann Author',
  Manga: 'YesAndRightToLeft',
}

const as = 'ada'
async function request(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { as, ...(body !== undefined && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const getBody = (path: string) => request('GET', path)

/** Adds everything that users and plugins can add to a series. */
async function fillSeries(id: string) {
  const at = `/series/${id}`
  await request('PATCH', `${at}/metadata`, {
    titleSort: 'Whole, The',
    summary: 'All of it',
    status: 'ongoing',
    totalChapterCount: 20.5,
    customMetadata: { shelf: [1, { deep: null }] },
    authors: [{ name: 'Ann Author', role: 'co_author', sortName: 'Author, Ann' }],
  })
  await request('POST', `${at}/alternate-titles`, { label: 'Korean', title: '전체' })
  const externalUrl = 'https://one.example/7'
  await request('POST', `${at}/external-ids`, {
    source: 'plugin:one',
    externalId: '7',
    externalUrl,
  })
  await request('POST', `${at}/external-links`, {
    sourceName: 'One',
    url: externalUrl,
    externalId: '7',
  })
  await request('POST', `${at}/external-ratings`, {
    sourceName: 'One',
    rating: 87.5,
    voteCount: 12,
  })
  await request('PUT', `${at}/genres`, { genres: ['Drama'] })
  await request('PUT', `${at}/tags`, { tags: ['Drama', 'favourite'] })
  await request('PATCH', `${at}/tracking`, { tracked: true })
  await applyChangeSet(server.ctx, seriesEntity, {
    id,
    values: { totalVolumeCount: 4 },
    source: 'plugin:one',
  })
  await request('POST', `${at}/read`)
  await request('POST', '/want-to-read', { seriesId: id })
  const form = new FormData()
  form.set('file', new File([await makePicture()], 'cover.jpg'))
  await server.fetch(`/api/v1${at}/cover`, { method: 'POST', as, body: form })
}

describe('a full series response', () => {
  test('has exactly the fields of the specification, with their types', async () => {
    const { data } = await getBody('/series')
    expect(data).toHaveLength(2)
    for (const one of data) expect(findDeviations('series', one)).toEqual([])
  })

  test('has no empty field when everything is known', async () => {
    const body = await getBody(`/series/${full}`)
    expect(listFilledFields(body).toSorted()).toEqual(listNames('series'))
    expect(listFilledFields(body.metadata).toSorted()).toEqual(listNames('seriesMetadata'))
    expect(body).toMatchObject({
      libraryName: expect.any(String),
      path: expect.stringMatching(/\/Whole$/),
      bookCount: 3,
      unreadCount: 0,
      readCount: 1,
      wantToRead: true,
      tracked: true,
      localMaxChapter: 12.5,
      localMaxVolume: 2,
      volumesOwned: 2,
      upstreamChapterGap: 8,
      upstreamVolumeGap: 2,
      upstreamGapProvider: 'plugin:one',
      hasCustomCover: true,
      selectedCoverSource: 'custom',
    })
    expect(body.metadata).toMatchObject({
      title: 'Whole',
      publisher: 'Press',
      imprint: 'Small Press',
      language: 'en',
      year: 2001,
      readingDirection: 'rtl',
      totalChapterCount: 20.5,
    })
  })

  test('has every field, with null for unknown values', async () => {
    const body = await getBody(`/series/${plain}`)
    expect(Object.keys(body).toSorted()).toEqual(listNames('series'))
    const open = tables.series.filter(({ isNullable }) => isNullable).map(({ name }) => name)
    expect(open.filter((name) => body[name] === null).toSorted()).toEqual([
      'coverColor',
      'lastCompletedAt',
      'localMaxChapter',
      'upstreamChapterGap',
      'upstreamGapProvider',
      'upstreamVolumeGap',
    ])
    expect(body).toMatchObject({ readCount: 0, hasCustomCover: false, wantToRead: false })
  })

  test("contains the viewer's own reading state", async () => {
    const { body } = await server.call('GET', `/series/${full}`, { as: 'ann' })
    expect(findDeviations('series', body)).toEqual([])
    expect(body).toMatchObject({
      unreadCount: 3,
      readCount: 0,
      lastCompletedAt: null,
      wantToRead: false,
      path: null,
    })
  })
})

describe('parts of a series', () => {
  test.each<[TableName, string, string[]]>([
    ['alternateTitle', 'alternateTitles', []],
    ['externalId', 'externalIds', ['lastSyncedAt', 'metadataHash']],
    ['externalLink', 'externalLinks', []],
    ['externalRating', 'externalRatings', []],
    ['label', 'genres', []],
    ['label', 'tags', []],
  ])('%s: every field of %s has a value', async (name, member, ofPlugins) => {
    const [first] = (await getBody(`/series/${full}`))[member]
    expect(findDeviations(name, first)).toEqual([])
    expect([...listFilledFields(first), ...ofPlugins].toSorted()).toEqual(listNames(name))
  })

  test.each<[TableName, string, string]>([
    ['alternateTitle', 'alternate-titles', 'titles'],
    ['externalId', 'external-ids', 'externalIds'],
    ['externalLink', 'external-links', 'links'],
    ['externalRating', 'external-ratings', 'ratings'],
    ['label', 'genres', 'genres'],
    ['label', 'tags', 'tags'],
  ])('%s: /%s returns the same', async (name, path, member) => {
    const list = (await getBody(`/series/${full}/${path}`))[member]
    expect(list.length).toBeGreaterThan(0)
    for (const one of list) expect(findDeviations(name, one)).toEqual([])
  })

  test('a genre and a tag of the same name are different labels with equal fields', async () => {
    const { genres, tags } = await getBody(`/series/${full}`)
    expect(Object.keys(genres[0])).toEqual(Object.keys(tags[0]))
    const of = (labels: { name: string; id: string }[]) =>
      labels.find(({ name }) => name === 'Drama')?.id
    expect(of(genres)).toBeString()
    expect(of(genres)).not.toEqual(of(tags))
  })

  test('include authors and locks', async () => {
    const { metadata } = await getBody(`/series/${full}`)
    expect(metadata.authors).toEqual([
      { name: 'Ann Author', role: 'co_author', sortName: 'Author, Ann' },
    ])
    const locked = Object.keys(metadata.locks).filter((name) => metadata.locks[name])
    expect(locked.toSorted()).toEqual([
      'alternateTitles',
      'authorsJsonLock',
      'cover',
      'customMetadata',
      'genres',
      'status',
      'summary',
      'tags',
      'titleSort',
      'totalChapterCount',
    ])
  })
})

describe('every enumeration value is accepted and returned', () => {
  const field = (name: string, word: string) => [name, word] as const
  test.each([
    ...enumValues['status']!.map((word) => field('status', word)),
    ...enumValues['direction']!.map((word) => field('readingDirection', word)),
  ])('%s %s', async (name, word) => {
    await request('PATCH', `/series/${plain}/metadata`, { [name]: word })
    expect((await getBody(`/series/${plain}`)).metadata[name]).toBe(word)
  })

  test.each(enumValues['personRole']!)('a person with role %s', async (role) => {
    await request('PATCH', `/series/${plain}/metadata`, { authors: [{ name: 'A', role }] })
    const { authors } = (await getBody(`/series/${plain}`)).metadata
    expect(authors).toEqual([{ name: 'A', role, sortName: null }])
  })

  test.each(tables.locks.map(({ name }) => name))(
    'the lock %s is set and removed alone',
    async (name) => {
      const path = `/series/${plain}/metadata/locks`
      await request(
        'PUT',
        path,
        Object.fromEntries(listNames('locks').map((lock) => [lock, false])),
      )
      const closed = await request('PUT', path, { [name]: true })
      expect(Object.keys(closed).filter((lock) => closed[lock])).toEqual([name])
      expect((await getBody(`/series/${plain}`)).metadata.locks).toEqual(closed)
      const opened = await request('PUT', path, { [name]: false })
      expect(Object.values(opened).some(Boolean)).toBe(false)
    },
  )
})

test('a user has exactly the fields of the specification, with their types', async () => {
  const email = 'new@example.org'
  const made = await request('POST', '/users', {
    username: 'new',
    email,
    password: 'long enough',
    role: 'maintainer',
    permissions: ['metrics:read'],
  })
  expect(findDeviations('user', made)).toEqual([])
  await server.call('POST', '/auth/login', { body: { username: 'new', password: 'long enough' } })
  const picture = new FormData()
  picture.set('file', new File([await makePicture()], 'me.jpg'))
  const upload = { method: 'POST', as: 'ada', body: picture }
  expect((await server.fetch(`/api/v1/users/${made.id}/picture`, upload)).status).toBe(204)
  const { data } = await getBody('/users')
  expect(data.flatMap((one: unknown) => findDeviations('user', one))).toEqual([])
  const signedIn = data.find((one: { id: string }) => one.id === made.id)
  expect(listFilledFields(signedIn).toSorted()).toEqual(listNames('user'))
})

const listNames = (name: TableName) => tables[name].map((member) => member.name).toSorted()
