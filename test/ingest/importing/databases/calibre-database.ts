/** The database of a calibre library, with what a test names. */
import type { Database } from 'bun:sqlite'
import { addTable, type Row, writeDatabase } from './write-database'

interface CalibreBook {
  id: number
  title: string
  /** Formats and the names of their files, without extensions. */
  files: Record<string, string>
  /** Folder below the library. */
  path: string
  series?: { title: string; index: number }
  authors?: string[]
  tags?: string[]
  languages?: string[]
  publisher?: string
  /** Half stars. */
  rating?: number
  comment?: string
  identifiers?: Record<string, string>
  /** More columns of `books`. */
  row?: Row
}

export interface CalibreData {
  books?: CalibreBook[]
  /** Values of custom columns by ID of the book. */
  columns?: { label: string; type: string; values: Record<number, Row[string]>; links?: boolean }[]
  positions?: { book: number; format: string; user: string; at: number; fraction: number }[]
  annotations?: Row[]
  /** Changes the finished database. */
  change?: (db: Database) => void
  keepsLog?: boolean
}

export function writeCalibre(path: string, data: CalibreData) {
  writeDatabase(path, (db) => fill(db, data), data.keepsLog)
}

function fill(db: Database, data: CalibreData) {
  const { books = [] } = data
  db.run('pragma user_version = 27')
  addTable(db, 'library_id', [{ id: 1, uuid: '7d1f2c3e-0000-4000-8000-123456789abc' }])
  const rows = books.map(({ id, title, path, series, row }) => ({
    id,
    title,
    sort: title,
    path,
    series_index: series?.index ?? 1,
    pubdate: '0101-01-01 00:00:00+00:00',
    last_modified: '2024-01-01 00:00:00.000000+00:00',
    ...row,
  }))
  addTable(db, 'books', rows, ['id', 'title', 'sort', 'path', 'series_index', 'pubdate', 'uuid'])
  const files = books.flatMap(({ id, files: own }) =>
    Object.entries(own).map(([format, name]) => ({ book: id, format, name })),
  )
  addTable(
    db,
    'data',
    files.map((file) => ({ ...file, uncompressed_size: 1000 })),
    ['book', 'format', 'name', 'uncompressed_size'],
  )
  addLists(db, books)
  addTexts(db, books)
  addColumns(db, data)
  const positions = (data.positions ?? []).map(({ at, fraction, ...one }) => ({
    ...one,
    device: 'browser',
    epoch: at,
    pos_frac: fraction,
    cfi: 'epubcfi(/6/4/4/2)',
  }))
  addTable(db, 'last_read_positions', positions, ['book', 'format', 'user', 'epoch', 'pos_frac'])
  const annotated = ['book', 'format', 'user', 'user_type', 'timestamp', 'annot_type', 'annot_data']
  addTable(db, 'annotations', data.annotations ?? [], annotated)
  data.change?.(db)
}

interface LinkedList {
  table: string
  link: string
  key: string
  column: string
  pick: (book: CalibreBook) => readonly (string | number)[]
}

const lists: readonly LinkedList[] = [
  {
    table: 'series',
    link: 'books_series_link',
    key: 'series',
    column: 'name',
    pick: ({ series }) => (series ? [series.title] : []),
  },
  {
    table: 'authors',
    link: 'books_authors_link',
    key: 'author',
    column: 'name',
    pick: ({ authors = [] }) => authors,
  },
  {
    table: 'tags',
    link: 'books_tags_link',
    key: 'tag',
    column: 'name',
    pick: ({ tags = [] }) => tags,
  },
  {
    table: 'languages',
    link: 'books_languages_link',
    key: 'lang_code',
    column: 'lang_code',
    pick: ({ languages = [] }) => languages,
  },
  {
    table: 'publishers',
    link: 'books_publishers_link',
    key: 'publisher',
    column: 'name',
    pick: ({ publisher }) => (publisher === undefined ? [] : [publisher]),
  },
  {
    table: 'ratings',
    link: 'books_ratings_link',
    key: 'rating',
    column: 'rating',
    pick: ({ rating }) => (rating === undefined ? [] : [rating]),
  },
]

function addLists(db: Database, books: readonly CalibreBook[]) {
  for (const { table, link, key, column, pick } of lists) {
    const values = [...new Set(books.flatMap(pick))]
    const rows = values.map((value, n) => ({ id: n + 1, [column]: value }))
    addTable(db, table, rows, ['id', column])
    const links = books.flatMap((book) =>
      pick(book).map((value) => ({ book: book.id, [key]: values.indexOf(value) + 1 })),
    )
    addTable(
      db,
      link,
      links.map((row, n) => ({ id: n + 1, ...row })),
      ['id', 'book', key],
    )
  }
}

function addTexts(db: Database, books: readonly CalibreBook[]) {
  const comments = books.flatMap(({ id, comment }) =>
    comment === undefined ? [] : { book: id, text: comment },
  )
  addTable(db, 'comments', comments, ['book', 'text'])
  const identifiers = books.flatMap(({ id, identifiers: own = {} }) =>
    Object.entries(own).map(([type, val]) => ({ book: id, type, val })),
  )
  addTable(db, 'identifiers', identifiers, ['book', 'type', 'val'])
}

function addColumns(db: Database, { columns = [] }: CalibreData) {
  const rows = columns.map(({ label, type, links }, n) => ({
    id: n + 1,
    label,
    datatype: type,
    normalized: links ? 1 : 0,
  }))
  addTable(db, 'custom_columns', rows, ['id', 'label', 'datatype', 'normalized'])
  for (const [n, { values, links }] of columns.entries()) {
    const name = `custom_column_${n + 1}`
    const stored = Object.entries(values)
    if (!links) {
      const own = stored.map(([book, value]) => ({ book: Number(book), value }))
      addTable(db, name, own, ['book', 'value'])
      continue
    }
    const own = stored.map(([, value], id) => ({ id, value }))
    addTable(db, name, own, ['id', 'value'])
    const linked = stored.map(([book], id) => ({ book: Number(book), value: id }))
    addTable(db, `books_${name}_link`, linked, ['book', 'value'])
  }
}
