/** A database as Stump writes it, with what a test names. */
import type { Database } from 'bun:sqlite'
import { addTable, type Row, writeDatabase } from './write-database'

export interface StumpData {
  root?: string
  people?: { id: string; name: string; password?: string; isOwner?: boolean; row?: Row }[]
  /** Names of series by ID. */
  series?: Record<string, string>
  books?: { id: string; series: string; path: string; pages?: number; row?: Row }[]
  /** Rows of `reading_sessions`. */
  sessions?: Row[]
  finished?: { book: string; person: string; started: string; at: string }[]
  lists?: { id: string; name: string; person: string; books: string[]; visibility?: string }[]
  /** Rows of other tables. */
  more?: Record<string, Row[]>
  /** Changes the finished database. */
  change?: (db: Database) => void
  keepsLog?: boolean
}

export function writeStump(path: string, data: StumpData) {
  writeDatabase(path, (db) => fill(db, data), data.keepsLog)
}

function fill(db: Database, data: StumpData) {
  const { root = '/data/shelf', people = [], series = {}, books = [], lists = [] } = data
  addTable(db, 'seaql_migrations', [{ version: 'm20260102_000001_example' }])
  const users = people.map(({ id, name, password = '', isOwner = false, row }, n) => ({
    id,
    username: name,
    hashed_password: password,
    is_server_owner: isOwner ? 1 : 0,
    is_locked: 0,
    created_at: `2023-01-01T00:00:${String(n).padStart(2, '0')}Z`,
    ...row,
  }))
  addTable(db, 'users', users, ['id', 'username', 'hashed_password', 'is_server_owner'])
  addTable(db, 'libraries', [{ id: 'l1', name: 'Shelf', path: root }])
  const rows = Object.entries(series).map(([id, name]) => ({ id, name, library_id: 'l1' }))
  addTable(db, 'series', rows, ['id', 'name', 'library_id'])
  const media = books.map(({ id, series: seriesId, path, pages = 20, row }) => ({
    id,
    series_id: seriesId,
    path: `${root}/${path}`,
    size: 1000,
    pages,
    extension: path.split('.').at(-1)!,
    koreader_hash: null,
    ...row,
  }))
  addTable(db, 'media', media, ['id', 'series_id', 'path', 'pages', 'extension', 'koreader_hash'])
  const sessions = ['media_id', 'user_id', 'page', 'percentage_completed', 'started_at']
  addTable(db, 'reading_sessions', data.sessions ?? [], [...sessions, 'updated_at'])
  const finished = (data.finished ?? []).map(({ book, person, started, at }) => ({
    media_id: book,
    user_id: person,
    started_at: started,
    completed_at: at,
  }))
  const ends = ['media_id', 'user_id', 'started_at', 'completed_at']
  addTable(db, 'finished_reading_sessions', finished, ends)
  addLists(db, lists)
  for (const [table, given] of Object.entries(data.more ?? {})) addTable(db, table, given)
  data.change?.(db)
}

function addLists(db: Database, lists: NonNullable<StumpData['lists']>) {
  const rows = lists.map(({ id, name, person, visibility = 'PRIVATE' }) => ({
    id,
    name,
    creating_user_id: person,
    visibility,
  }))
  addTable(db, 'reading_lists', rows, ['id', 'name', 'creating_user_id', 'visibility'])
  // The last is stored first, so that the order is read from its column.
  const items = lists.flatMap(({ id, books }) =>
    books
      .map((book, n) => ({ reading_list_id: id, media_id: book, display_order: n }))
      .toReversed(),
  )
  addTable(db, 'reading_list_items', items, ['reading_list_id', 'media_id', 'display_order'])
}
