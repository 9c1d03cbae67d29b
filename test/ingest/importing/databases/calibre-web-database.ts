/** The databases of Calibre-Web and of its library, with what a test names. */
import type { Database } from 'bun:sqlite'
import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type CalibreData, writeCalibre } from './calibre-database'
import { addTable, type Row, writeDatabase } from './write-database'

export interface CalibreWebData {
  /** null if the database of the library is not beside the other. */
  library: CalibreData | null
  settings?: Row
  people?: { id: number; name: string; role?: number; password?: string; row?: Row }[]
  read?: { book: number; person: number; status: number; at: string; row?: Row }[]
  kobo?: { book: number; person: number; percent: number; at: string; minutes?: number }[]
  shelves?: { id: number; name: string; person: number; books: number[]; isPublic?: boolean }[]
  /** Rows of other tables. */
  more?: Record<string, Row[]>
  /** Changes the finished database. */
  change?: (db: Database) => void
  keepsLog?: boolean
}

export const viewer = 256
export const admin = 1 | viewer
export const guest = 32

const salt = 'Zq3kX9pLmN2rTs7V'

/** As newer versions store passwords. */
export const hashByScrypt = (password: string) =>
  `scrypt:32768:8:1$${salt}$${scryptSync(password, salt, 64, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 27 }).toString('hex')}`

/** As older versions store passwords. */
export const hashByPbkdf2 = (password: string) =>
  `pbkdf2:sha256:150000$${salt}$${pbkdf2Sync(password, salt, 150_000, 32, 'sha256').toString('hex')}`

export function writeCalibreWeb(path: string, data: CalibreWebData) {
  if (data.library) writeCalibre(join(dirname(path), 'metadata.db'), data.library)
  writeDatabase(path, (db) => fill(db, data), data.keepsLog)
}

function fill(db: Database, data: CalibreWebData) {
  const { people = [], read = [], kobo = [], shelves = [] } = data
  const settings = { config_calibre_dir: '/books', config_read_column: 0, ...data.settings }
  addTable(db, 'settings', [{ id: 1, config_restricted_column: 0, ...settings }])
  const users = people.map(({ id, name, role = viewer, password = '', row }) => ({
    id,
    name,
    email: `${name}@example.org`,
    role,
    password,
    default_language: 'all',
    denied_tags: '',
    allowed_tags: '',
    denied_column_value: '',
    allowed_column_value: '',
    ...row,
  }))
  addTable(db, 'user', users, ['id', 'name', 'email', 'role', 'password'])
  const links = read.map(({ book, person, status, at, row }) => ({
    book_id: book,
    user_id: person,
    read_status: status,
    last_modified: toTime(at),
    ...row,
  }))
  addTable(db, 'book_read_link', links, ['book_id', 'user_id', 'read_status', 'last_modified'])
  addKobo(db, kobo)
  addTable(
    db,
    'shelf',
    shelves.map(({ id, name, person, isPublic = false }) => ({
      id,
      name,
      user_id: person,
      is_public: isPublic ? 1 : 0,
    })),
    ['id', 'name', 'user_id', 'is_public'],
  )
  // The last is stored first, so that the order is read from its column.
  const members = shelves.flatMap(({ id, books }) =>
    books.map((book, n) => ({ shelf: id, book_id: book, order: n + 1 })).toReversed(),
  )
  addTable(db, 'book_shelf_link', members, ['shelf', 'book_id', 'order'])
  for (const [table, rows] of Object.entries(data.more ?? {})) addTable(db, table, rows)
  data.change?.(db)
}

/** In UTC, without a zone. */
const toTime = (time: string) => new Date(time).toISOString().replace('T', ' ').replace('Z', '000')

function addKobo(db: Database, kobo: NonNullable<CalibreWebData['kobo']>) {
  const states = kobo.map(({ book, person, at }, n) => ({
    id: n + 1,
    user_id: person,
    book_id: book,
    last_modified: toTime(at),
  }))
  addTable(db, 'kobo_reading_state', states, ['id', 'user_id', 'book_id', 'last_modified'])
  const places = kobo.map(({ percent, at }, n) => ({
    kobo_reading_state_id: n + 1,
    last_modified: toTime(at),
    progress_percent: percent,
  }))
  addTable(db, 'kobo_bookmark', places, ['kobo_reading_state_id', 'progress_percent'])
  const times = kobo.map(({ minutes = 0 }, n) => ({
    kobo_reading_state_id: n + 1,
    spent_reading_minutes: minutes,
  }))
  addTable(db, 'kobo_statistics', times, ['kobo_reading_state_id', 'spent_reading_minutes'])
}
