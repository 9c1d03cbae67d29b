/** A database as Codex writes it, with what a test names. */
import type { Database } from 'bun:sqlite'
import { addTable, type Row, writeDatabase } from './write-database'

interface CodexPerson {
  id: string
  name: string
  email?: string
  password?: string
  role?: string
  /** More columns of `users`. */
  row?: Row
}

interface CodexBook {
  id: string
  series: string
  /** Below the root. */
  path: string
  pages?: number
  /** Columns of `book_metadata`. */
  metadata?: Row
  /** More columns of `books`. */
  row?: Row
}

interface CodexReading {
  book: string
  person: string
  page?: number
  completed?: boolean
  at: string
  started?: string
  row?: Row
}

interface CodexList {
  id: string
  name: string
  items: string[]
  row?: Row
}

export interface CodexData {
  root?: string
  people?: CodexPerson[]
  series?: { id: string; name: string; metadata?: Row; genres?: string[]; labels?: string[] }[]
  books?: CodexBook[]
  readings?: CodexReading[]
  completions?: { book: string; person: string; started: string; at: string }[]
  ratings?: { person: string; series: string; rating: number; notes?: string; at?: string }[]
  wanted?: { person: string; series?: string; book?: string; position?: number; at?: string }[]
  collections?: CodexList[]
  readLists?: CodexList[]
  /** Rows of other tables. */
  more?: Record<string, Row[]>
  /** How IDs are stored: as they are, as UUIDs in text, or as their bytes. */
  ids?: 'plain' | 'text' | 'bytes'
  /** Changes the finished database. */
  change?: (db: Database) => void
  keepsLog?: boolean
}

/** As Codex stores times. */
const toTime = (time: string) => new Date(time).toISOString().replace('Z', '000000+00:00')

const hexOf = (name: string) => new Bun.CryptoHasher('md5').update(name).digest('hex')

/** The ID as an import reads it. */
export const codexId = (name: string, ids: CodexData['ids'] = 'plain') =>
  ids === 'plain' ? name : hexOf(name)

const stored = {
  plain: (name: string) => name,
  text: (name: string) => hexOf(name).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  bytes: (name: string) => new Uint8Array(Buffer.from(hexOf(name), 'hex')),
}

export function writeCodex(path: string, data: CodexData) {
  writeDatabase(path, (db) => fill(db, data), data.keepsLog)
}

type ToId = (name: string) => Row[string]

function fill(db: Database, data: CodexData) {
  const toId = stored[data.ids ?? 'plain']
  const { root = '/libraries/comics' } = data
  addTable(db, 'seaql_migrations', [{ version: 'm20260521_000089_example', applied_at: 1 }])
  addPeople(db, data, toId)
  addTable(db, 'libraries', [{ id: toId('l1'), name: 'Comics', path: root }])
  addSeries(db, data, toId)
  addBooks(db, { ...data, root }, toId)
  addReadings(db, data, toId)
  addPersonal(db, data, toId)
  addLists(db, data, toId)
  for (const [table, rows] of Object.entries(data.more ?? {})) addTable(db, table, rows)
  data.change?.(db)
}

function addPeople(db: Database, { people = [] }: CodexData, toId: ToId) {
  const rows = people.map(({ id, name, email = '', password = '', role = 'reader', row }, n) => ({
    id: toId(id),
    username: name,
    email,
    password_hash: password,
    role,
    is_active: 1,
    created_at: toTime(`2023-01-01T00:00:${String(n).padStart(2, '0')}Z`),
    ...row,
  }))
  addTable(db, 'users', rows, ['id', 'username', 'email', 'password_hash', 'role', 'is_active'])
}

function addSeries(db: Database, { series = [] }: CodexData, toId: ToId) {
  const rows = series.map(({ id, name }) => ({ id: toId(id), library_id: toId('l1'), name }))
  addTable(db, 'series', rows, ['id', 'name'])
  const metadata = series.map(({ id, name, metadata: more }) => ({
    series_id: toId(id),
    title: name,
    ...more,
  }))
  addTable(db, 'series_metadata', metadata, ['series_id', 'title'])
  const genres = [...new Set(series.flatMap((one) => one.genres ?? []))]
  const genreRows = genres.map((name) => ({ id: toId(`g-${name}`), name }))
  addTable(db, 'genres', genreRows, ['id', 'name'])
  const links = series.flatMap(({ id, genres: own = [] }) =>
    own.map((name) => ({ series_id: toId(id), genre_id: toId(`g-${name}`) })),
  )
  addTable(db, 'series_genres', links, ['series_id', 'genre_id'])
  const labels = [...new Set(series.flatMap((one) => one.labels ?? []))]
  const labelRows = labels.map((name) => ({ id: toId(`t-${name}`), name }))
  addTable(db, 'sharing_tags', labelRows, ['id', 'name'])
  const shared = series.flatMap(({ id, labels: own = [] }) =>
    own.map((name) => ({ series_id: toId(id), sharing_tag_id: toId(`t-${name}`) })),
  )
  addTable(db, 'series_sharing_tags', shared, ['series_id', 'sharing_tag_id'])
}

function addBooks(db: Database, { root, books = [] }: CodexData, toId: ToId) {
  const rows = books.map(({ id, series, path, pages = 20, row }) => ({
    id: toId(id),
    series_id: toId(series),
    library_id: toId('l1'),
    path: `${root}/${path}`,
    file_size: 1000,
    page_count: pages,
    format: path.split('.').at(-1)!,
    koreader_hash: null,
    deleted: 0,
    ...row,
  }))
  addTable(db, 'books', rows, ['id', 'series_id', 'library_id', 'path', 'format', 'page_count'])
  const metadata = books.map(({ id, metadata: more }) => ({ book_id: toId(id), ...more }))
  addTable(db, 'book_metadata', metadata, ['book_id', 'title', 'number'])
}

function addReadings(db: Database, { readings = [], completions = [] }: CodexData, toId: ToId) {
  const rows = readings.map(({ book, person, page = 1, completed, at, started = at, row }, n) => ({
    id: toId(`r${n}`),
    user_id: toId(person),
    book_id: toId(book),
    current_page: page,
    progress_percentage: null,
    completed: completed ? 1 : 0,
    started_at: toTime(started),
    updated_at: toTime(at),
    completed_at: completed ? toTime(at) : null,
    r2_progression: null,
    ...row,
  }))
  const columns = ['user_id', 'book_id', 'current_page', 'completed', 'updated_at']
  addTable(db, 'read_progress', rows, columns)
  const done = completions.map(({ book, person, started, at }, n) => ({
    id: toId(`c${n}`),
    user_id: toId(person),
    book_id: toId(book),
    started_at: toTime(started),
    completed_at: toTime(at),
  }))
  addTable(db, 'read_completions', done, ['user_id', 'book_id', 'started_at', 'completed_at'])
}

function addPersonal(db: Database, { ratings = [], wanted = [] }: CodexData, toId: ToId) {
  const rated = ratings.map(({ person, series, rating, notes = null, at }, n) => ({
    id: toId(`rating ${n}`),
    user_id: toId(person),
    series_id: toId(series),
    rating,
    notes,
    updated_at: at === undefined ? null : toTime(at),
  }))
  addTable(db, 'user_series_ratings', rated, ['user_id', 'series_id', 'rating', 'notes'])
  const queue = wanted.map(({ person, series, book, position = 0, at }, n) => ({
    id: toId(`wanted ${n}`),
    user_id: toId(person),
    series_id: series === undefined ? null : toId(series),
    book_id: book === undefined ? null : toId(book),
    position,
    added_at: at === undefined ? null : toTime(at),
  }))
  addTable(db, 'want_to_read', queue, ['user_id', 'series_id', 'book_id', 'position', 'added_at'])
}

function addLists(db: Database, { collections = [], readLists = [] }: CodexData, toId: ToId) {
  const toRow = ({ id, name, row }: CodexList) => ({ id: toId(id), name, ordered: 1, ...row })
  addTable(db, 'collections', collections.map(toRow), ['id', 'name', 'condition'])
  addTable(db, 'read_lists', readLists.map(toRow), ['id', 'name'])
  // The last is stored first, so that the order is read from its column.
  const members = collections.flatMap(({ id, items }) =>
    items
      .map((item, position) => ({ collection_id: toId(id), series_id: toId(item), position }))
      .toReversed(),
  )
  addTable(db, 'collection_series', members, ['collection_id', 'series_id', 'position'])
  const books = readLists.flatMap(({ id, items }) =>
    items
      .map((item, position) => ({ read_list_id: toId(id), book_id: toId(item), position }))
      .toReversed(),
  )
  addTable(db, 'read_list_books', books, ['read_list_id', 'book_id', 'position'])
}
