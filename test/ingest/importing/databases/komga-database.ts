/** A database as Komga writes it, with what a test names. */
import { gzipSync } from 'bun'
import type { Database } from 'bun:sqlite'
import { addTable, type Row, writeDatabase } from './write-database'

interface KomgaPerson {
  email: string
  password?: string
  roles?: string[]
  /** More columns of `USER`. */
  row?: Row
  libraries?: string[]
  labels?: { label: string; allow: number }[]
}

interface KomgaBook {
  id: string
  /** Below the root. */
  path: string
  series: string
  size?: number
  pages?: number
  number?: number
  md5?: string
  metadata?: Row
}

interface KomgaReading {
  book: string
  /** Address of the person. */
  person: string
  page?: number
  completed?: boolean
  at: string
  started?: string
  device?: string
  locator?: object
}

export interface KomgaData {
  root?: string
  people?: KomgaPerson[]
  books?: KomgaBook[]
  /** More columns of `SERIES_METADATA` by ID of the series. */
  series?: Record<string, Row>
  genres?: Row[]
  labels?: Row[]
  readings?: KomgaReading[]
  collections?: { id: string; name: string; items: string[] }[]
  readLists?: { id: string; name: string; summary?: string; items: string[] }[]
  covers?: { table: 'THUMBNAIL_SERIES' | 'THUMBNAIL_BOOK'; row: Row }[]
  keys?: { person: string; comment: string }[]
  /** Changes the finished database. */
  change?: (db: Database) => void
  keepsLog?: boolean
}

const toSqlTime = (time: string) => new Date(time).toISOString().replace('T', ' ').replace('Z', '')
const toUrl = (path: string) => `file:${encodeURI(path).replaceAll('#', '%23')}`

export function writeKomga(path: string, data: KomgaData) {
  writeDatabase(path, (db) => fill(db, data), data.keepsLog)
}

function fill(db: Database, data: KomgaData) {
  const { root = '/comics', people = [], books = [], readings = [] } = data
  addTable(db, 'flyway_schema_history', [{ installed_rank: 1, version: '20260225161438' }])
  addPeople(db, people, data.keys ?? [])
  addTable(db, 'LIBRARY', [{ ID: 'L1', NAME: 'Comics', ROOT: toUrl(root) }])
  addBooks(db, root, books, data)
  const columns = ['BOOK_ID', 'USER_ID', 'PAGE', 'COMPLETED', 'READ_DATE', 'LAST_MODIFIED_DATE']
  addTable(db, 'READ_PROGRESS', readings.map(toReadingRow), columns)
  addLists(db, data)
  for (const table of ['THUMBNAIL_SERIES', 'THUMBNAIL_BOOK'] as const) {
    const rows = (data.covers ?? []).filter((one) => one.table === table).map(({ row }) => row)
    addTable(db, table, rows, ['ID', 'SELECTED', 'THUMBNAIL', 'TYPE'])
  }
  data.change?.(db)
}

function addPeople(db: Database, people: KomgaPerson[], keys: NonNullable<KomgaData['keys']>) {
  const users = people.map(({ email, password = '', row }, n) => ({
    ID: `U-${email}`,
    CREATED_DATE: `2023-01-02 03:04:${String(n).padStart(2, '0')}`,
    EMAIL: email,
    PASSWORD: password,
    SHARED_ALL_LIBRARIES: 1,
    ...row,
  }))
  addTable(db, 'USER', users, ['ID', 'CREATED_DATE', 'EMAIL', 'PASSWORD'])
  const rolesOf = people.flatMap(({ email, roles = [] }) =>
    roles.map((role) => ({ USER_ID: `U-${email}`, ROLE: role })),
  )
  addTable(db, 'USER_ROLE', rolesOf, ['USER_ID', 'ROLE'])
  const shared = people.flatMap(({ email, libraries = [] }) =>
    libraries.map((library) => ({ USER_ID: `U-${email}`, LIBRARY_ID: library })),
  )
  addTable(db, 'USER_LIBRARY_SHARING', shared, ['USER_ID', 'LIBRARY_ID'])
  const labels = people.flatMap(({ email, labels: own = [] }) =>
    own.map(({ label, allow }) => ({ USER_ID: `U-${email}`, LABEL: label, ALLOW: allow })),
  )
  addTable(db, 'USER_SHARING', labels, ['USER_ID', 'LABEL', 'ALLOW'])
  const rows = keys.map(({ person, comment }) => ({ USER_ID: `U-${person}`, COMMENT: comment }))
  addTable(db, 'USER_API_KEY', rows, ['USER_ID', 'COMMENT'])
}

function addBooks(db: Database, root: string, books: KomgaBook[], data: KomgaData) {
  const series = [...new Set(books.map((book) => book.series))]
  const seriesRows = series.map((name) => ({ ID: `S-${name}`, NAME: name, LIBRARY_ID: 'L1' }))
  addTable(db, 'SERIES', seriesRows, ['ID', 'NAME'])
  const metadata = series.map((name) => ({
    SERIES_ID: `S-${name}`,
    TITLE: name,
    ...data.series?.[name],
  }))
  addTable(db, 'SERIES_METADATA', metadata, ['SERIES_ID', 'TITLE'])
  addTable(db, 'SERIES_METADATA_GENRE', data.genres ?? [], ['SERIES_ID', 'GENRE'])
  addTable(db, 'SERIES_METADATA_SHARING', data.labels ?? [], ['SERIES_ID', 'LABEL'])
  const rows = books.map((book) => ({
    ID: book.id,
    LIBRARY_ID: 'L1',
    NAME: book.path.split('/').at(-1)!,
    URL: toUrl(`${root}/${book.path}`),
    SERIES_ID: `S-${book.series}`,
    FILE_SIZE: book.size ?? 1000,
    FILE_HASH_KOREADER: book.md5 ?? '',
  }))
  addTable(db, 'BOOK', rows, ['ID', 'URL', 'SERIES_ID'])
  const numbers = books.map(({ id, number = null, metadata: more }) => ({
    BOOK_ID: id,
    NUMBER_SORT: number,
    ...more,
  }))
  addTable(db, 'BOOK_METADATA', numbers, ['BOOK_ID'])
  const media = books.map(({ id, pages = 20 }) => ({ BOOK_ID: id, PAGE_COUNT: pages }))
  addTable(db, 'MEDIA', media, ['BOOK_ID'])
}

const toReadingRow = ({ book, person, at, ...reading }: KomgaReading): Row => ({
  BOOK_ID: book,
  USER_ID: `U-${person}`,
  CREATED_DATE: toSqlTime(reading.started ?? at),
  LAST_MODIFIED_DATE: toSqlTime(at),
  PAGE: reading.page ?? 1,
  COMPLETED: reading.completed ? 1 : 0,
  READ_DATE: toSqlTime(at),
  device_id: reading.device ?? '',
  device_name: reading.device ?? '',
  locator: reading.locator ? gzipSync(JSON.stringify(reading.locator)) : null,
})

function addLists(db: Database, { collections = [], readLists = [] }: KomgaData) {
  addTable(
    db,
    'COLLECTION',
    collections.map(({ id, name }) => ({ ID: id, NAME: name, ORDERED: 1 })),
    ['ID', 'NAME'],
  )
  const members = collections.flatMap(({ id, items }) =>
    items.map((item, n) => ({ COLLECTION_ID: id, SERIES_ID: `S-${item}`, NUMBER: n })),
  )
  addTable(db, 'COLLECTION_SERIES', members, ['COLLECTION_ID', 'SERIES_ID'])
  addTable(
    db,
    'READLIST',
    readLists.map(({ id, name, summary = '' }) => ({
      ID: id,
      NAME: name,
      SUMMARY: summary,
      ORDERED: 1,
    })),
    ['ID', 'NAME'],
  )
  const books = readLists.flatMap(({ id, items }) =>
    items.map((item, n) => ({ READLIST_ID: id, BOOK_ID: item, NUMBER: n })),
  )
  addTable(db, 'READLIST_BOOK', books, ['READLIST_ID', 'BOOK_ID'])
}
