/** A small file of each program without a database, and what harms it. */
import type { SourceKind } from '../../../../src/ingest/importing/neutral-form'
import { writeBooklore } from '../databases/booklore-file'
import { type ComicrackData, escapeXml, toGuid, writeComicrack } from '../databases/comicrack-file'
import { toArchiveId, writeLanraragi } from '../databases/lanraragi-file'

type Change = (text: string) => string

export interface TestedText {
  kind: SourceKind
  /** Name of the file. */
  file: string
  write: (path: string, change?: Change) => void
  /** Adds an entry for each place of an entry and each of these values. */
  addValues: (values: readonly unknown[]) => Change
  books: number
  harms: { name: string; change: Change; text: string }[]
}

const at = '2024-03-01T20:15:00Z'

const comics: ComicrackData['comics'] = [
  {
    id: 1,
    file: String.raw`Ashfall\Ashfall 01.cbz`,
    fields: { Title: 'Soot', PageCount: 20, LastPageRead: 19, Opened: at, Rating: 4 },
  },
  {
    id: 2,
    file: String.raw`Ashfall\Ashfall 02.cbz`,
    fields: { PageCount: 20, LastPageRead: 4, Opened: at },
    bookmarks: { 2: 'lamps' },
  },
]

const fields = [
  'Title',
  'Series',
  'Number',
  'Volume',
  'Count',
  'Year',
  'Summary',
  'Writer',
  'Genre',
  'Tags',
  'LanguageISO',
  'PageCount',
  'LastPageRead',
  'CurrentPage',
  'Opened',
  'Added',
  'Rating',
  'Review',
  'FileSize',
]

const toText = (value: unknown) => escapeXml(String(value))

function buildHostileBook(id: string, [place, value]: readonly [string, unknown]) {
  const path = String.raw`D:\Comics\Ashfall\Ashfall 01.cbz`
  const chosen = {
    id: place === 'Id' ? toText(value) : id,
    path: place === 'File' ? toText(value) : path,
    bookmark: place === 'Bookmark' ? toText(value) : 'lamps',
    image: place === 'Image' ? toText(value) : '2',
  }
  const known = { PageCount: 20, LastPageRead: 4, Opened: at, Rating: 3, [place]: value }
  const parts = Object.entries(known).map(([name, one]) => `<${name}>${toText(one)}</${name}>`)
  const page = `<Page Image="${chosen.image}" Bookmark="${chosen.bookmark}" />`
  return `<Book Id="${chosen.id}" File="${chosen.path}">${parts.join('')}<Pages>${page}</Pages></Book>`
}

const addTo = (text: string, mark: string, more: string) =>
  text.replace(mark, () => `${more}${mark}`)

const comicrack: TestedText = {
  kind: 'comicrack',
  file: 'ComicDb.xml',
  books: 2,
  write: (path, change) => {
    writeComicrack(path, { comics, lists: { 'Long Night': [2, 1] }, ...(change && { change }) })
  },
  addValues: (values) => (text) => {
    const places = ['Id', 'File', 'Bookmark', 'Image', ...fields]
    const pairs = places.flatMap((place) => values.map((value) => [place, value] as const))
    const books = pairs.map((pair, n) => buildHostileBook(`x${n}`, pair))
    const lists = values.map(
      (value, n) =>
        `<Item xsi:type="ComicIdListItem" Id="${n}" Name="${toText(value)}"><BookIds><guid>${toText(value)}</guid><guid>${toGuid(1)}</guid></BookIds></Item>`,
    )
    return addTo(addTo(text, '</Books>', books.join('')), '</ComicLists>', lists.join(''))
  },
  harms: [
    {
      name: 'another document',
      change: (text) => text.replaceAll('ComicDatabase', 'ReadingList'),
      text: 'it begins with another element',
    },
    {
      name: 'a document type',
      change: (text) =>
        text.replace('<ComicDatabase', '<!DOCTYPE a [<!ENTITY b "c">]><ComicDatabase'),
      text: 'it declares a document type',
    },
    {
      name: 'deep nesting',
      change: (text) => text.replace('</Books>', `${'<a>'.repeat(99)}${'</a>'.repeat(99)}</Books>`),
      text: 'elements are nested too deeply',
    },
    {
      name: 'an endless attribute',
      change: (text) =>
        text.replace('</Books>', `<Book File="${'x'.repeat(3 * 2 ** 20)}"/></Books>`),
      text: 'a tag is too long',
    },
    {
      name: 'an endless name',
      change: (text) => text.replace('</Books>', `<${'x'.repeat(2000)}/></Books>`),
      text: 'a name is too long',
    },
    {
      name: 'endless attributes',
      change: (text) => {
        const part = `<a b="${'x'.repeat(2 ** 20 - 2 ** 17)}"/>`
        return text.replace('</Books>', () => `<Book>${part.repeat(40)}</Book></Books>`)
      },
      text: 'a text is too long',
    },
    {
      name: 'too many watched folders',
      change: (text) => {
        const folders = Array.from({ length: 1001 }, (_, n) => `<WatchFolder Folder="D:\\${n}"/>`)
        return text.replace('</WatchFolders>', () => `${folders.join('')}</WatchFolders>`)
      },
      text: 'more than 1000 entries',
    },
    {
      name: 'too many parts of one element',
      change: (text) => text.replace('</Books>', `<Book>${'<a/>'.repeat(600_000)}</Book></Books>`),
      text: 'an element has too many parts',
    },
    {
      name: 'an endless text',
      change: (text) =>
        text.replace('</Books>', `<Book>${'x'.repeat(33 * 2 ** 20)}</Book></Books>`),
      text: 'a text is too long',
    },
    {
      name: 'an end without a beginning',
      change: (text) => text.replace('</ComicDatabase>', ''),
      text: 'the file ends too early',
    },
  ],
}

const archives = [
  {
    arcid: toArchiveId(1),
    filename: 'Ashfall 01',
    title: 'Soot',
    tags: 'artist:ida kern, language:english, rating:⭐⭐⭐⭐',
    summary: 'Ash.',
    progress: 20,
    pagecount: 20,
    lastreadtime: 1_709_324_100,
  },
  {
    arcid: toArchiveId(2),
    filename: 'Ashfall 02',
    title: '',
    tags: '',
    progress: 3,
    pagecount: 20,
    lastreadtime: 1_709_324_100,
  },
]

const toJson = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

const lanraragi: TestedText = {
  kind: 'lanraragi',
  file: 'backup.json',
  books: 2,
  write: (path, change) => {
    writeLanraragi(path, {
      archives,
      categories: [{ catid: 'SET_1', name: 'Night', search: '', archives: [toArchiveId(2)] }],
      ...(change && { change }),
    })
  },
  addValues: (values) => (text) => {
    const given = JSON.parse(text) as { archives: unknown[]; categories: unknown[] }
    let count = 0
    for (const place of [...Object.keys(archives[0]!), 'size']) {
      for (const value of [...values.map(toJson), {}, [], true]) {
        const arcid = String(++count).padStart(40, '0')
        given.archives.push({ ...archives[0], arcid, [place]: value })
      }
    }
    for (const place of ['catid', 'name', 'search', 'archives']) {
      for (const value of [...values.map(toJson), {}, [[]], true]) {
        const catid = `SET_${++count}`
        given.categories.push({ catid, name: 'x', archives: [toArchiveId(1)], [place]: value })
      }
    }
    return JSON.stringify(given)
  },
  harms: [
    {
      name: 'another document',
      change: () => '{"categories":[]}',
      text: 'it lists no archives',
    },
    {
      name: 'archives of the wrong type',
      change: () => '{"archives":{"a":1}}',
      text: 'it lists no archives',
    },
    {
      name: 'deep nesting',
      change: () => `{"archives":${'['.repeat(200_000)}`,
      text: 'values are nested too deeply',
    },
    {
      name: 'too many values',
      change: () => `{"archives":[${'0,'.repeat(5_000_001)}0]}`,
      text: 'more than 5000000 entries',
    },
    {
      name: 'something after the end',
      change: (text) => `${text}}`,
      text: 'is damaged',
    },
  ],
}

const bookloreUser = { id: 7, username: 'booklore', permissions: { admin: false } }
const bookloreBook = {
  id: 1,
  libraryId: 1,
  primaryFile: { filePath: '/books/Ashfall/Ashfall 01.cbz' },
  metadata: { title: 'Soot', seriesName: 'Ashfall', seriesNumber: 1 },
  readStatus: 'READING',
  dateFinished: at,
  lastReadTime: at,
  cbxProgress: { page: 5, percentage: 25 },
  personalRating: 8,
  shelves: [{ id: 3, name: 'Harbours', userId: 7, publicShelf: false }],
}

const booklore: TestedText = {
  kind: 'booklore',
  file: 'booklore.json',
  books: 2,
  write: (path, change) =>
    writeBooklore(path, {
      user: bookloreUser,
      libraries: [{ id: 1, name: 'Comics', paths: [{ path: '/books' }] }],
      books: [bookloreBook, { ...bookloreBook, id: 2 }],
      change,
    }),
  addValues: (values) => (text) => {
    const given = JSON.parse(text) as { books: unknown[]; libraries: unknown[] }
    const hostile = [...values.map(toJson), {}, [[]], true]
    let id = 10
    const add = <Part extends object>(part: Part, embed: (changed: Part) => object) => {
      for (const place of Object.keys(part)) {
        for (const value of hostile)
          given.books.push({ ...bookloreBook, ...embed({ ...part, [place]: value }), id: ++id })
      }
    }
    const { primaryFile, metadata, cbxProgress, shelves } = bookloreBook
    add(bookloreBook, (changed) => changed)
    add(primaryFile, (changed) => ({ primaryFile: changed }))
    add(metadata, (changed) => ({ metadata: changed }))
    add(cbxProgress, (changed) => ({ cbxProgress: changed }))
    add(shelves[0]!, (changed) => ({ shelves: [changed] }))
    for (const value of hostile) given.libraries.push({ id: ++id, name: value, paths: value })
    return JSON.stringify(given)
  },
  harms: [
    {
      name: 'answers without a person',
      change: (text) => text.replace('"id":7', '"id":null'),
      text: 'it does not tell whose data it is',
    },
    {
      name: 'deep nesting',
      change: (text) => text.replace('"books":', `"other":${'['.repeat(200_000)},"books":`),
      text: 'values are nested too deeply',
    },
    {
      name: 'too many values',
      change: (text) => text.replace('"books":[', `"books":[${'0,'.repeat(5_000_001)}`),
      text: 'more than 5000000 entries',
    },
    {
      name: 'something after the end',
      change: (text) => `${text}}`,
      text: 'is damaged',
    },
  ],
}

export const testedTexts: readonly TestedText[] = [comicrack, lanraragi, booklore]
