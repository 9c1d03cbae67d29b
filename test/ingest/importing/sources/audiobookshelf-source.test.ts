/** What is read from databases of Audiobookshelf: its e-books, and nothing of audiobooks. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { type AudiobookshelfData, writeAudiobookshelf } from '../databases/audiobookshelf-database'

const folder = mkdtempSync(join(tmpdir(), 'audiobookshelf-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = `$2a$08$${'a'.repeat(21)}u${'a'.repeat(31)}`
const [first, second] = ['2024-03-01 18:00:00.000 +00:00', '2024-03-01 20:15:00.000 +00:00']

const data: AudiobookshelfData = {
  people: [
    { id: 'u1', name: 'root', password: hash, type: 'root', row: { permissions: '{}' } },
    { id: 'u2', name: 'ann', password: hash, type: 'admin', row: { email: 'ann@example.org' } },
  ],
  books: [
    { id: 'b1', path: 'Ashfall/Ashfall 01.cbz', series: { title: 'Ashfall', number: '1' } },
    { id: 'b2', path: 'Ashfall/Ashfall 02.cbz', series: { title: 'Ashfall', number: '1.5' } },
    { id: 'b3', path: 'Novels/The Lantern.epub' },
    { id: 'b4', path: null },
    { id: 'b5', path: 'Novels/Old.mobi' },
  ],
}

let count = 0
function open(given: AudiobookshelfData) {
  const path = join(folder, `${++count}`, 'config', 'absdatabase.sqlite')
  writeAudiobookshelf(path, given)
  const copy = { folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 }
  return openForeignSource({ path: dirname(dirname(path)), ...copy })
}

const say = (source: ReturnType<typeof open>) =>
  source.leftOut().map(({ code, params }) => [code.split('.').at(-1), params['count']])

test('people and e-books are read', () => {
  const source = open(data)
  expect(source).toMatchObject({
    kind: 'audiobookshelf',
    version: '2.20.0',
    libraries: [{ foreignId: 'l1', name: 'Books', paths: ['/audiobooks'] }],
    people: [
      { name: 'root', isAdmin: true, passwordHash: { kind: 'bcrypt' }, libraryIds: null },
      { name: 'ann', isAdmin: true, email: 'ann@example.org', libraryIds: null },
    ],
  })
  const book = { libraryId: 'l1', size: 1000, seriesTitle: 'Ashfall' }
  expect([...source.books()]).toMatchObject([
    { ...book, foreignId: 'b1', path: '/audiobooks/Ashfall/Ashfall 01.cbz', number: 1 },
    { ...book, foreignId: 'b2', number: 1.5 },
    { foreignId: 'b3', seriesTitle: '', number: null },
  ])
  expect(say(source)).toEqual([
    ['audiobooks', 1],
    ['unreadable_formats', 1],
  ])
})

test('pages, shares and finished e-books are read, and nothing of what someone heard', () => {
  const of = { userId: 'u1', createdAt: first, updatedAt: second }
  const source = open({
    ...data,
    progress: [
      { ...of, mediaItemId: 'b1', isFinished: 1, finishedAt: second, ebookProgress: 0.95 },
      { ...of, mediaItemId: 'b2', ebookLocation: '5', ebookProgress: 0.2 },
      { ...of, mediaItemId: 'b3', ebookLocation: 'epubcfi(/6/4!/4/2)', ebookProgress: 0.62 },
      // Heard to the end, and not read.
      { ...of, userId: 'u2', mediaItemId: 'b3', isFinished: 1, duration: 3600, currentTime: 3600 },
      // Heard to the end, and begun to read.
      {
        ...of,
        userId: 'u3',
        mediaItemId: 'b3',
        isFinished: 1,
        finishedAt: second,
        duration: 3600,
        currentTime: 3600,
        ebookProgress: 0.3,
      },
      // Read to the end, without a time.
      { ...of, userId: 'u2', mediaItemId: 'b1', isFinished: 1, duration: 0, ebookProgress: 0 },
      // Opened.
      { ...of, userId: 'u2', mediaItemId: 'b2', ebookLocation: '1', ebookProgress: 0 },
      { ...of, mediaItemId: 'b4', duration: 3600, currentTime: 90 },
      { ...of, mediaItemId: 'e1', mediaItemType: 'podcastEpisode', currentTime: 90 },
    ],
  })
  const [startedAt, at] = [new Date(first), new Date(second)]
  expect([...source.readings()].map(({ foreignId: _, device: __, ...one }) => one)).toEqual([
    {
      personId: 'u1',
      bookId: 'b1',
      completions: [{ startedAt, completedAt: at }],
      position: null,
    },
    {
      personId: 'u2',
      bookId: 'b1',
      completions: [{ startedAt, completedAt: at, isUndated: true }],
      position: null,
    },
    {
      personId: 'u1',
      bookId: 'b2',
      completions: [],
      position: { page: 5, fraction: 0.2, locator: null, startedAt, at },
    },
    {
      personId: 'u1',
      bookId: 'b3',
      completions: [],
      position: { page: null, fraction: 0.62, locator: null, startedAt, at },
    },
    {
      personId: 'u3',
      bookId: 'b3',
      completions: [],
      position: { page: null, fraction: 0.3, locator: null, startedAt, at },
    },
  ])
  expect(say(source)).toContainEqual(['listening', 4])
})

test('collections are for everyone, playlists for one person', () => {
  const source = open({
    ...data,
    collections: [
      { id: 'c1', name: 'Harbours', books: ['b2', 'b4', 'b1'] },
      { id: 'c2', name: 'Only audio', books: ['b4'] },
    ],
    playlists: [{ id: 'p1', name: 'Long Night', books: ['b3', 'b1'], person: 'u2' }],
  })
  expect([...source.lists()]).toMatchObject([
    { name: 'Harbours', kind: 'readlist', ownerId: null, isPublic: true, itemIds: ['b2', 'b1'] },
    { name: 'Long Night', ownerId: 'u2', isPublic: false, itemIds: ['b3', 'b1'] },
  ])
})

test('bookmarks of audiobooks and keys are counted', () => {
  const bookmarks = JSON.stringify([{ libraryItemId: 'i-b4', time: 90, title: 'Here' }])
  const source = open({
    ...data,
    people: [{ id: 'u1', name: 'root', type: 'root', row: { bookmarks } }],
    more: { apiKeys: [{ id: 'k1' }] },
  })
  expect(say(source)).toEqual([
    ['audiobooks', 1],
    ['audio_bookmarks', 1],
    ['unreadable_formats', 1],
    ['api_keys', 1],
  ])
})

test('limits by library, tag and explicit content become labels, on the stricter side', () => {
  const source = open({
    people: [
      { id: 'u1', name: 'root', type: 'root' },
      {
        id: 'u2',
        name: 'denied',
        permissions: {
          accessAllTags: false,
          selectedTagsNotAccessible: true,
          itemTagsSelected: ['adult'],
        },
      },
      {
        id: 'u3',
        name: 'allowed',
        permissions: { accessAllTags: false, itemTagsSelected: ['kids', 'new'] },
      },
      {
        id: 'u4',
        name: 'few',
        permissions: {
          accessAllLibraries: false,
          librariesAccessible: ['l1'],
          accessExplicitContent: false,
        },
      },
      { id: 'u5', name: 'nothing', permissions: { accessAllTags: false } },
      { id: 'u6', name: 'damaged', row: { permissions: '{' } },
      { id: 'u7', name: 'gone', password: hash, row: { isActive: 0 } },
    ],
    books: [
      { id: 'b1', path: 'a.cbz', tags: ['adult', 'kids'] },
      { id: 'b2', path: 'b.cbz', tags: ['Kids'] },
      { id: 'b3', path: 'c.cbz', tags: ['new', 'other'], row: { explicit: 1 } },
      { id: 'b4', path: 'd.cbz', tags: null },
    ],
  })
  const people = source.people.map(
    ({ name, libraryIds, deniedLabels, allowedLabels }) =>
      [name, libraryIds, deniedLabels, allowedLabels] as const,
  )
  expect(people).toEqual([
    ['root', null, [], []],
    ['denied', null, ['adult'], []],
    ['allowed', null, ['not kids, new'], ['kids', 'new']],
    ['few', ['l1'], ['explicit'], []],
    ['nothing', [], [], []],
    ['damaged', [], ['explicit'], []],
    ['gone', null, [], []],
  ])
  expect(source.people.at(-1)).toMatchObject({ isActive: false, passwordHash: null })
  expect([...source.series()].map(({ foreignId, labels }) => [foreignId, labels])).toEqual([
    ['b1', ['adult', 'kids']],
    ['b2', ['not kids, new']],
    ['b3', ['new', 'explicit']],
    ['b4', ['adult', 'not kids, new']],
  ])
})

test('other e-books of an item have its labels, also beside an audiobook alone', () => {
  const limited = {
    accessAllTags: false,
    selectedTagsNotAccessible: true,
    itemTagsSelected: ['adult'],
    accessExplicitContent: false,
  }
  const source = open({
    people: [{ id: 'u2', name: 'denied', permissions: limited }],
    books: [
      { id: 'b1', path: 'a/a.epub', supplementary: ['a/a.pdf', 'a/notes.txt'], tags: ['adult'] },
      { id: 'b2', path: null, supplementary: ['b/b.pdf'], row: { explicit: 1 } },
      { id: 'b3', path: null },
    ],
  })
  const books = [...source.books()]
  expect(books.map(({ path, seriesId }) => [path?.split('/').at(-1), seriesId])).toEqual([
    ['a.epub', 'b1'],
    ['a.pdf', 'b1'],
    ['b.pdf', 'b2'],
  ])
  expect(new Set(books.map(({ foreignId }) => foreignId)).size).toBe(3)
  expect([...source.series()].map(({ foreignId, labels }) => [foreignId, labels])).toEqual([
    ['b1', ['adult']],
    ['b2', ['explicit']],
  ])
  expect(source.people[0]).toMatchObject({ deniedLabels: ['adult', 'explicit'] })
})
