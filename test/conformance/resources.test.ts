/** Sections 2.1 to 2.9, 2.11 and 2.12: real answers about a library that was really scanned. */
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
import { type TableName, tables, words } from './tables'
import { deviations, filled } from './values'

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
  await fill(full)
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
async function ask(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { as, ...(body !== undefined && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const get = (path: string) => ask('GET', path)

/** Everything that people, and in one place a plugin, can add to a series. */
async function fill(id: string) {
  const at = `/series/${id}`
  await ask('PATCH', `${at}/metadata`, {
    titleSort: 'Whole, The',
    summary: 'All of it',
    status: 'ongoing',
    totalChapterCount: 20.5,
    customMetadata: { shelf: [1, { deep: null }] },
    authors: [{ name: 'Ann Author', role: 'co_author', sortName: 'Author, Ann' }],
  })
  await ask('POST', `${at}/alternate-titles`, { label: 'Korean', title: '전체' })
  const externalUrl = 'https://one.example/7'
  await ask('POST', `${at}/external-ids`, { source: 'plugin:one', externalId: '7', externalUrl })
  await ask('POST', `${at}/external-links`, {
    sourceName: 'One',
    url: externalUrl,
    externalId: '7',
  })
  await ask('POST', `${at}/external-ratings`, { sourceName: 'One', rating: 87.5, voteCount: 12 })
  await ask('PUT', `${at}/genres`, { genres: ['Drama'] })
  await ask('PUT', `${at}/tags`, { tags: ['Drama', 'favourite'] })
  await ask('PATCH', `${at}/tracking`, { tracked: true })
  await applyChangeSet(server.ctx, seriesEntity, {
    id,
    values: { totalVolumeCount: 4 },
    source: 'plugin:one',
  })
  await ask('POST', `${at}/read`)
  await ask('POST', '/want-to-read', { seriesId: id })
  const form = new FormData()
  form.set('file', new File([await makePicture()], 'cover.jpg'))
  await server.fetch(`/api/v1${at}/cover`, { method: 'POST', as, body: form })
}

describe('a full series response', () => {
  test('has the members of the specification and no others, each of its type', async () => {
    const { data } = await get('/series')
    expect(data).toHaveLength(2)
    for (const one of data) expect(deviations('series', one)).toEqual([])
  })

  test('of a series of which everything is known leaves no member empty', async () => {
    const body = await get(`/series/${full}`)
    expect(filled(body).toSorted()).toEqual(namesOf('series'))
    expect(filled(body.metadata).toSorted()).toEqual(namesOf('seriesMetadata'))
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

  test('of a series of which little is known keeps its members, with null', async () => {
    const body = await get(`/series/${plain}`)
    expect(Object.keys(body).toSorted()).toEqual(namesOf('series'))
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

  test('tells each user what is that user’s own', async () => {
    const { body } = await server.call('GET', `/series/${full}`, { as: 'ann' })
    expect(deviations('series', body)).toEqual([])
    expect(body).toMatchObject({
      unreadCount: 3,
      readCount: 0,
      lastCompletedAt: null,
      wantToRead: false,
      path: null,
    })
  })
})

describe('what belongs to a series', () => {
  test.each<[TableName, string, string[]]>([
    ['alternateTitle', 'alternateTitles', []],
    ['externalId', 'externalIds', ['lastSyncedAt', 'metadataHash']],
    ['externalLink', 'externalLinks', []],
    ['externalRating', 'externalRatings', []],
    ['label', 'genres', []],
    ['label', 'tags', []],
  ])('%s: every member of %s has its value', async (name, member, ofPlugins) => {
    const [first] = (await get(`/series/${full}`))[member]
    expect(deviations(name, first)).toEqual([])
    expect([...filled(first), ...ofPlugins].toSorted()).toEqual(namesOf(name))
  })

  test.each<[TableName, string, string]>([
    ['alternateTitle', 'alternate-titles', 'titles'],
    ['externalId', 'external-ids', 'externalIds'],
    ['externalLink', 'external-links', 'links'],
    ['externalRating', 'external-ratings', 'ratings'],
    ['label', 'genres', 'genres'],
    ['label', 'tags', 'tags'],
  ])('%s: /%s shows the same', async (name, path, member) => {
    const list = (await get(`/series/${full}/${path}`))[member]
    expect(list.length).toBeGreaterThan(0)
    for (const one of list) expect(deviations(name, one)).toEqual([])
  })

  test('a genre and a tag of one name are two things of the same shape', async () => {
    const { genres, tags } = await get(`/series/${full}`)
    expect(Object.keys(genres[0])).toEqual(Object.keys(tags[0]))
    const of = (labels: { name: string; id: string }[]) =>
      labels.find(({ name }) => name === 'Drama')?.id
    expect(of(genres)).toBeString()
    expect(of(genres)).not.toEqual(of(tags))
  })

  test('authors, and the locks of what people set', async () => {
    const { metadata } = await get(`/series/${full}`)
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

describe('every word of an enumeration is taken and given back', () => {
  const field = (name: string, word: string) => [name, word] as const
  test.each([
    ...words['status']!.map((word) => field('status', word)),
    ...words['direction']!.map((word) => field('readingDirection', word)),
  ])('%s %s', async (name, word) => {
    await ask('PATCH', `/series/${plain}/metadata`, { [name]: word })
    expect((await get(`/series/${plain}`)).metadata[name]).toBe(word)
  })

  test.each(words['personRole']!)('a person who is %s', async (role) => {
    await ask('PATCH', `/series/${plain}/metadata`, { authors: [{ name: 'A', role }] })
    const { authors } = (await get(`/series/${plain}`)).metadata
    expect(authors).toEqual([{ name: 'A', role, sortName: null }])
  })

  test.each(tables.locks.map(({ name }) => name))(
    'the lock %s is closed and opened alone',
    async (name) => {
      const path = `/series/${plain}/metadata/locks`
      await ask('PUT', path, Object.fromEntries(namesOf('locks').map((lock) => [lock, false])))
      const closed = await ask('PUT', path, { [name]: true })
      expect(Object.keys(closed).filter((lock) => closed[lock])).toEqual([name])
      expect((await get(`/series/${plain}`)).metadata.locks).toEqual(closed)
      const opened = await ask('PUT', path, { [name]: false })
      expect(Object.values(opened).some(Boolean)).toBe(false)
    },
  )
})

test('a user has the members of the specification and no others, each of its type', async () => {
  const email = 'new@example.org'
  const made = await ask('POST', '/users', {
    username: 'new',
    email,
    password: 'long enough',
    role: 'maintainer',
    permissions: ['metrics:read'],
  })
  expect(deviations('user', made)).toEqual([])
  await server.call('POST', '/auth/login', { body: { username: 'new', password: 'long enough' } })
  const { data } = await get('/users')
  expect(data.flatMap((one: unknown) => deviations('user', one))).toEqual([])
  const signedIn = data.find((one: { id: string }) => one.id === made.id)
  expect(filled(signedIn).toSorted()).toEqual(namesOf('user'))
})

const namesOf = (name: TableName) => tables[name].map((member) => member.name).toSorted()
