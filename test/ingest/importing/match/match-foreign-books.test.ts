/** Rules of matching books of other programs. */
import { expect, test } from 'bun:test'
import { BookIndex, type KnownBook } from '../../../../src/ingest/importing/match/book-index'
import { FolderMap, guessFolder } from '../../../../src/ingest/importing/match/map-folders'
import { buildPathTail } from '../../../../src/ingest/importing/match/book-names'
import { matchForeignBook } from '../../../../src/ingest/importing/match/match-foreign-books'
import { fromFileUrl, toForeignPath } from '../../../../src/ingest/importing/sources/foreign-paths'

const known = (path: string, more: Partial<KnownBook> = {}): KnownBook => ({
  id: path,
  seriesId: 's',
  libraryId: 'l',
  path,
  size: 1000,
  pageCount: 10,
  partialMd5: null,
  seriesTitle: 'Ashfall',
  volume: null,
  chapter: null,
  isTrashed: false,
  ...more,
})

function createIndex(books: readonly KnownBook[], former: [string, string][] = []) {
  const index = new BookIndex()
  for (const book of books) index.add(book)
  for (const [id, path] of former) index.addFormerPath(id, path, index.listPlaces())
  return index
}

interface Case {
  name: string
  here: KnownBook[]
  former?: [string, string][]
  there: {
    path?: string | null
    size?: number
    partialMd5?: string
    seriesTitle?: string
    number?: number
  }
  tails?: string[]
  folders?: [string, string][]
  expected: string
}

const cases: Case[] = [
  {
    name: 'the same place in the mapped folder',
    here: [known('/srv/Ashfall/01.cbz')],
    there: { path: '/comics/Ashfall/01.cbz' },
    expected: 'path /srv/Ashfall/01.cbz',
  },
  {
    name: 'decomposed letters here',
    here: [known('/srv/Glu\u0308hen/01.cbz')],
    there: { path: '/comics/Gl\u00fchen/01.cbz' },
    expected: 'path /srv/Glu\u0308hen/01.cbz',
  },
  {
    name: 'no case on Windows',
    here: [known('/srv/Ashfall/01.cbz')],
    there: { path: 'D:/Comics/ASHFALL/01.CBZ' },
    folders: [['d:/comics', '/srv']],
    expected: 'path /srv/Ashfall/01.cbz',
  },
  {
    name: 'case counts elsewhere',
    here: [known('/srv/Ashfall/01.cbz', { seriesTitle: '' }), known('/srv/ashfall/01.cbz')],
    there: { path: '/comics/ASHFALL/01.cbz' },
    expected: 'waiting',
  },
  {
    name: 'size and hash, after a rename',
    here: [known('/srv/new.cbz', { partialMd5: 'abc' })],
    there: { path: '/comics/old.cbz', size: 1000, partialMd5: 'abc' },
    expected: 'hash /srv/new.cbz',
  },
  {
    name: 'not the hash alone',
    here: [known('/srv/new.cbz', { partialMd5: 'abc' })],
    there: { path: '/comics/old.cbz', size: 999, partialMd5: 'abc' },
    expected: 'waiting',
  },
  {
    name: 'two books of one hash',
    here: [known('/srv/a.cbz', { partialMd5: 'abc' }), known('/srv/b.cbz', { partialMd5: 'abc' })],
    there: { path: '/comics/old.cbz', size: 1000, partialMd5: 'abc' },
    expected: 'ambiguous',
  },
  {
    name: 'the copy that is not in the trash',
    here: [
      known('/srv/a.cbz', { partialMd5: 'abc', isTrashed: true }),
      known('/srv/b.cbz', { partialMd5: 'abc' }),
    ],
    there: { path: '/comics/old.cbz', size: 1000, partialMd5: 'abc' },
    expected: 'hash /srv/b.cbz',
  },
  {
    name: 'a former path',
    here: [known('/srv/new.cbz')],
    former: [['/srv/new.cbz', '/srv/old.cbz']],
    there: { path: '/comics/old.cbz' },
    expected: 'former_path /srv/new.cbz',
  },
  {
    name: 'name and folder, if there is one on each side',
    here: [known('/other/Ashfall/01.cbz')],
    there: { path: '/comics/Ashfall/01.cbz' },
    expected: 'name /other/Ashfall/01.cbz',
  },
  {
    name: 'not name and folder that the source has twice',
    here: [known('/other/Ashfall/01.cbz')],
    there: { path: '/comics/Ashfall/01.cbz' },
    tails: ['/comics/x/Ashfall/01.cbz'],
    expected: 'waiting',
  },
  {
    name: 'series and number',
    here: [known('/x/a.cbz', { volume: 3 }), known('/x/b.cbz', { volume: 4 })],
    there: { path: '/comics/c.cbz', seriesTitle: 'ASHFALL', number: 3 },
    expected: 'number /x/a.cbz',
  },
  {
    name: 'two books of one number',
    here: [known('/x/a.cbz', { volume: 3 }), known('/x/b.cbz', { chapter: 3 })],
    there: { path: '/comics/c.cbz', seriesTitle: 'Ashfall', number: 3 },
    expected: 'ambiguous',
  },
  { name: 'nothing', here: [], there: { path: null }, expected: 'waiting' },
]

test.each(cases)('matches by $name', ({ here, former, there, tails = [], folders, expected }) => {
  const unknown = { path: null, size: null, partialMd5: null, seriesTitle: '', number: null }
  const book = { ...unknown, ...there }
  const tailCounts = new Map<string, number>()
  for (const one of [book.path ?? '', ...tails]) {
    const tail = buildPathTail(one) ?? ''
    tailCounts.set(tail, (tailCounts.get(tail) ?? 0) + 1)
  }
  const match = matchForeignBook(book, {
    index: createIndex(here, former),
    folders: new FolderMap((folders ?? [['/comics', '/srv']]).map(([from, to]) => ({ from, to }))),
    tailCounts,
  })
  expect(match.outcome === 'found' ? `${match.by} ${match.book.path}` : match.outcome).toBe(
    expected,
  )
})

test('the longest folder decides', () => {
  const map = new FolderMap([
    { from: '/data', to: '/a' },
    { from: '/data/manga', to: '/b/' },
    { from: '/', to: '/c' },
  ])
  expect(
    ['/data/x', '/data/manga/x', '/data/mangas/x', '/y/z'].map((path) => map.translate(path)),
  ).toEqual(['/a/x', '/b/x', '/a/mangas/x', '/c/y/z'])
})

const inFolder = (folder: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${folder}/Series ${n % 9}/Book ${n}.cbz`)

test.each([
  {
    name: 'the same books elsewhere',
    here: inFolder('/srv/media', 300),
    to: '/srv/media',
    found: 200,
  },
  { name: 'half of the books', here: inFolder('/srv/media', 150), to: '/srv/media', found: 100 },
  {
    name: 'two copies of everything',
    here: [...inFolder('/one', 300), ...inFolder('/two', 300)],
    to: '/one',
    found: 200,
  },
  {
    name: 'books in three places',
    here: inFolder('/x', 300).map((path, n) => path.replace('/x', `/x${n % 3}`)),
    to: null,
    found: 0,
  },
  { name: 'other books', here: ['/srv/Other/Book 1.cbz'], to: null, found: 0 },
])('guesses the folder of $name', ({ here, to, found }) => {
  const index = createIndex(here.map((path) => known(path)))
  expect(guessFolder('/comics', inFolder('/comics', 300), index)).toEqual({
    from: '/comics',
    to,
    sampled: 200,
    found,
  })
})

test.each([
  ['file:/comics/A%23b+c%20d/', '/comics/A#b+c d'],
  ['file:///comics/Gl%C3%BChen.cbz', '/comics/Glühen.cbz'],
  ['file:/C:/Comics/x.cbz', 'C:/Comics/x.cbz'],
  ['file:/bad%', '/bad%'],
])('the URL %s is the path %s', (url, path) => {
  expect(fromFileUrl(url)).toBe(path)
})

test('backslashes separate folders only on Windows', () => {
  expect(['D:\\Comics\\a.cbz', '\\\\nas\\x\\a.cbz', '/srv/a\\b.cbz'].map(toForeignPath)).toEqual([
    'D:/Comics/a.cbz',
    '//nas/x/a.cbz',
    '/srv/a\\b.cbz',
  ])
})
