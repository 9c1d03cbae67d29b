/** A database as Audiobookshelf writes it, with what a test names. */
import type { Database } from 'bun:sqlite'
import { addTable, type Row, writeDatabase } from './write-database'

interface AudiobookshelfPerson {
  id: string
  name: string
  password?: string | null
  type?: 'root' | 'admin' | 'user'
  /** Default: everything. */
  permissions?: object
  row?: Row
}

interface AudiobookshelfBook {
  id: string
  /** Path of the e-book below the root; null for an audiobook. */
  path: string | null
  /** Paths of other e-books of the item below the root. */
  supplementary?: string[]
  tags?: string[] | null
  series?: { title: string; number: string }
  row?: Row
}

interface AudiobookshelfList {
  id: string
  name: string
  books: string[]
  /** Of a playlist. */
  person?: string
}

export interface AudiobookshelfData {
  root?: string
  people?: AudiobookshelfPerson[]
  books?: AudiobookshelfBook[]
  /** Rows of `mediaProgresses`. */
  progress?: Row[]
  collections?: AudiobookshelfList[]
  playlists?: AudiobookshelfList[]
  /** Rows of other tables. */
  more?: Record<string, Row[]>
  /** Changes the finished database. */
  change?: (db: Database) => void
}

const everything = {
  accessAllLibraries: true,
  accessAllTags: true,
  accessExplicitContent: true,
  selectedTagsNotAccessible: false,
  librariesAccessible: [],
  itemTagsSelected: [],
}

export function writeAudiobookshelf(path: string, data: AudiobookshelfData) {
  writeDatabase(path, (db) => fill(db, data))
}

function fill(db: Database, data: AudiobookshelfData) {
  const { root = '/audiobooks', people = [], books = [], progress = [] } = data
  const settings = { id: 'server-settings', version: '2.20.0' }
  addTable(db, 'settings', [{ key: 'server-settings', value: JSON.stringify(settings) }])
  addTable(db, 'users', people.map(toUserRow), ['id', 'username', 'pash', 'bookmarks'])
  addTable(db, 'libraries', [{ id: 'l1', name: 'Books' }])
  addTable(db, 'libraryFolders', [{ id: 'f1', path: root, libraryId: 'l1' }])
  const items = books.map(({ id, supplementary = [] }) => ({
    id: `i-${id}`,
    path: `${root}/${id}`,
    mediaId: id,
    mediaType: 'book',
    libraryId: 'l1',
    libraryFiles: JSON.stringify(supplementary.map((one) => toLibraryFile(root, one))),
  }))
  addTable(db, 'libraryItems', items, ['id', 'path', 'mediaId', 'libraryId'])
  const rows = books.map((book) => toBookRow(root, book))
  addTable(db, 'books', rows, ['id', 'title', 'ebookFile', 'tags', 'explicit'])
  addSeries(db, books)
  const columns = ['userId', 'mediaItemId', 'isFinished', 'ebookProgress', 'updatedAt']
  const entries = progress.map((row, n) => ({ id: `p${n}`, mediaItemType: 'book', ...row }))
  addTable(db, 'mediaProgresses', entries, columns)
  addLists(db, data)
  for (const [table, given] of Object.entries(data.more ?? {})) addTable(db, table, given)
  data.change?.(db)
}

const toUserRow = (
  { id, name, password = null, type = 'user', permissions, row }: AudiobookshelfPerson,
  n: number,
): Row => ({
  id,
  username: name,
  email: null,
  pash: password,
  type,
  isActive: 1,
  permissions: JSON.stringify({ ...everything, ...permissions }),
  bookmarks: '[]',
  createdAt: `2023-01-01 00:00:${String(n).padStart(2, '0')}.000 +00:00`,
  ...row,
})

const toLibraryFile = (root: string, path: string) => ({
  ino: path,
  fileType: 'ebook',
  isSupplementary: true,
  metadata: {
    filename: path.split('/').at(-1),
    ext: `.${path.split('.').at(-1)}`,
    path: `${root}/${path}`,
    size: 2000,
  },
})

function toBookRow(root: string, { id, path, tags = [], row }: AudiobookshelfBook): Row {
  const filename = path?.split('/').at(-1) ?? ''
  const ext = `.${filename.split('.').at(-1)}`
  const metadata = { filename, ext, path: `${root}/${path}`, relPath: filename, size: 1000 }
  const file = { ino: '7', ebookFormat: ext.slice(1), metadata }
  return {
    id,
    title: id,
    ebookFile: path === null ? null : JSON.stringify(file),
    tags: tags && JSON.stringify(tags),
    explicit: 0,
    ...row,
  }
}

function addSeries(db: Database, books: AudiobookshelfBook[]) {
  const titles = [...new Set(books.flatMap(({ series }) => series?.title ?? []))]
  addTable(
    db,
    'series',
    titles.map((name) => ({ id: `s-${name}`, name, libraryId: 'l1' })),
    ['id', 'name'],
  )
  const links = books.flatMap(({ id, series }) =>
    series
      ? { id: `bs-${id}`, bookId: id, seriesId: `s-${series.title}`, sequence: series.number }
      : [],
  )
  addTable(db, 'bookSeries', links, ['id', 'bookId', 'seriesId', 'sequence'])
}

function addLists(db: Database, { collections = [], playlists = [] }: AudiobookshelfData) {
  const toRow = ({ id, name, person }: AudiobookshelfList) => ({
    id,
    name,
    description: null,
    libraryId: 'l1',
    ...(person !== undefined && { userId: person }),
  })
  addTable(db, 'collections', collections.map(toRow), ['id', 'name'])
  addTable(db, 'playlists', playlists.map(toRow), ['id', 'name', 'userId'])
  // The last is stored first, so that the order is read from its column.
  const listItems = (lists: AudiobookshelfList[], key: string, item: string) =>
    lists.flatMap(({ id, books }) =>
      books
        .map((book, n) => ({ id: `${id}-${n}`, [key]: id, [item]: book, order: n + 1 }))
        .toReversed(),
    )
  const inCollections = listItems(collections, 'collectionId', 'bookId')
  addTable(db, 'collectionBooks', inCollections, ['id', 'collectionId', 'bookId', 'order'])
  const inPlaylists = listItems(playlists, 'playlistId', 'mediaItemId')
  addTable(db, 'playlistMediaItems', inPlaylists, ['id', 'playlistId', 'mediaItemId', 'order'])
}
