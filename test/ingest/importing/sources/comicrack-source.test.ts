/** What is read from ComicRack's `ComicDb.xml`. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readComicrackLists } from '../../../../src/ingest/importing/sources/comicrack/comicrack-personal'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { type ComicrackData, toGuid, writeComicrack } from '../databases/comicrack-file'

const folder = mkdtempSync(join(tmpdir(), 'comicrack-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const toId = (digit: number) => toGuid(digit).replaceAll('-', '')
const added = '2020-01-01T10:00:00Z'
const data: ComicrackData = {
  comics: [
    {
      id: 1,
      file: String.raw`Ashfall\Ashfall 01.cbz`,
      fields: {
        Title: 'Soot & Ash',
        Series: 'Ashfall',
        Number: '1',
        Volume: 2019,
        PageCount: 20,
        FileSize: 1000,
        Opened: '2024-03-01T21:15:00.1234567+01:00',
        Added: added,
        CurrentPage: 2,
        LastPageRead: 18,
        Rating: 4.5,
        Review: 'Twice.',
        Writer: 'Ida Kern, Noe',
        Genre: 'Drama',
        ISBN: '9780000000002',
        LanguageISO: 'de',
      },
    },
    {
      id: 2,
      file: String.raw`Ashfall\Ashfall 02.cbz`,
      fields: { Series: 'Ashfall', PageCount: 20, Added: added, CurrentPage: 1, LastPageRead: 4 },
      bookmarks: { 2: 'lamps' },
    },
    { id: 3, fields: { Series: 'Wanted', Number: '7', PageCount: 20 } },
    { id: 4, file: 'x.cbz', fields: { PageCount: 20, LastPageRead: 5 } },
  ],
  lists: { 'Long Night': [2, 1] },
  items: `<Item xsi:type="ComicSmartListItem" Id="${toGuid(8)}" Name="Unread"><Matchers /></Item>
<Item xsi:type="ComicListItemFolder" Name="Folder"><Items>
<Item xsi:type="ComicIdListItem" Id="${toGuid(7)}" Name="Inside"><Description>Dark.</Description>
<Books><Guid>${toGuid(1)}</Guid></Books></Item></Items></Item>
<Item xsi:type="ComicListItemFolder" Temporary="true" Name="Temporary"><Items>
<Item xsi:type="ComicIdListItem" Id="${toGuid(6)}" Name="Gone"><BookIds><guid>${toGuid(1)}</guid>
</BookIds></Item></Items></Item>`,
}

let count = 0
function write(given: ComicrackData = data) {
  const path = join(folder, `${++count}`, 'ComicDb.xml')
  writeComicrack(path, given)
  return path
}

const open = (path: string) =>
  openForeignSource({ path, folder: join(folder, `copy ${++count}`), maxBytes: 2 ** 30 })

test('comics and folders are read', () => {
  const source = open(write())
  expect(source).toMatchObject({
    kind: 'comicrack',
    libraries: [{ paths: ['D:/Comics'] }],
    people: [{ name: 'comicrack', needsChoice: true }],
  })
  expect([...source.books()]).toMatchObject([
    {
      foreignId: toId(1),
      path: 'D:/Comics/Ashfall/Ashfall 01.cbz',
      size: 1000,
      pageCount: 20,
      seriesTitle: 'Ashfall',
      number: 1,
    },
    { path: 'D:/Comics/Ashfall/Ashfall 02.cbz', size: null, number: null },
    { path: null, seriesTitle: 'Wanted', number: 7 },
    { path: 'D:/Comics/x.cbz' },
  ])
  const watched = [String.raw`D:\Comics\Ashfall`, String.raw`\\nas\share`]
  const { libraries } = open(write({ ...data, watched }))
  expect(libraries.map(({ paths }) => paths[0])).toEqual([
    'D:/Comics/Ashfall',
    '//nas/share',
    'D:/Comics',
  ])
})

test('what was read, rated and listed is read', () => {
  const source = open(write())
  expect([...source.readings()]).toMatchObject([
    {
      bookId: toId(1),
      completions: [{ completedAt: new Date('2024-03-01T20:15:00.123Z'), isUndated: true }],
      position: null,
    },
    {
      bookId: toId(2),
      completions: [],
      position: { page: 5, fraction: 0.25, at: new Date(added) },
    },
  ])
  expect([...source.personal()]).toMatchObject([
    { kind: 'rating', item: { foreignId: toId(1) }, rating: 90, note: 'Twice.' },
    { kind: 'bookmark', item: { foreignId: toId(2) }, page: 3, note: 'lamps' },
  ])
  expect([...source.lists()]).toMatchObject([
    { name: 'Long Night', itemIds: [toId(2), toId(1)], ownerId: 'reader', isPublic: false },
    { name: 'Inside', summary: 'Dark.', itemIds: [toId(1)] },
  ])
  const said = source
    .leftOut()
    .map(({ code, params }) => [code.split('.').at(-1), params?.['count']])
  expect(said).toEqual([
    ['no_reading_times', undefined],
    ['undated_books', 1],
    ['smart_collections', 1],
  ])
})

test('metadata are read as those of ComicInfo.xml', () => {
  const [first] = [...open(write()).bookEdits()]
  expect(first).toMatchObject({
    bookId: toId(1),
    edits: {
      title: 'Soot & Ash',
      number: '1',
      chapter: 1,
      writer: 'Ida Kern, Noe',
      genre: 'Drama',
      isbns: '9780000000002',
      languageIso: 'de',
    },
  })
  // The year in which a volume began is no number of a volume.
  expect(first!.edits).not.toHaveProperty('volume')
})

test('a time without a zone is one of this machine', () => {
  const comics = [
    {
      id: 1,
      fields: { PageCount: 20, LastPageRead: 19, Opened: '2024-03-01T21:15:00' },
    },
  ]
  const [reading] = [...open(write({ comics })).readings()]
  expect(reading!.completions[0]!.completedAt).toEqual(new Date(2024, 2, 1, 21, 15))
})

test('a file in UTF-16, and one that is much larger than what is read at once, are read', () => {
  const path = write()
  writeFileSync(path, Buffer.from(`\uFEFF${readFileSync(path, 'utf8')}`, 'utf16le'))
  expect([...open(path).books()]).toHaveLength(4)
  const comics = Array.from({ length: 9 }, (_, n) => ({
    id: n + 1,
    file: `ä${n}.cbz`,
    fields: { Summary: 'ä'.repeat(50_001), Series: `ö${n}` },
  }))
  const books = [...open(write({ comics })).books()]
  expect(books.map(({ seriesTitle, path: own }) => `${seriesTitle} ${own}`)).toEqual(
    comics.map((_, n) => `ö${n} D:/Comics/ä${n}.cbz`),
  )
})

test('lists are read one after another', () => {
  const path = join(folder, 'many', 'ComicDb.xml')
  const list = `<Item xsi:type="ComicIdListItem" Id="7" Name="Dusk"><BookIds><guid>${toGuid(1)}</guid></BookIds></Item>`
  const items = `${list}${' '.repeat(200_000)}`
  writeComicrack(path, {
    ...data,
    lists: {},
    items,
    change: (xml) => xml.slice(0, xml.indexOf(' '.repeat(9)) + 150_000),
  })
  // The end is missing, and was not read.
  expect(readComicrackLists(path).next().value).toMatchObject({ name: 'Dusk' })
})
