/** A database as Kavita writes it, with what a test names. */
import type { Database } from 'bun:sqlite'
import { pbkdf2Sync } from 'node:crypto'
import { addTable, type Row, writeDatabase } from './write-database'

interface KavitaPerson {
  id: number
  name: string
  email?: string
  password?: string | null
  roles?: string[]
  /** IDs of libraries; default: the only one. */
  libraries?: number[]
  /** More columns of `AspNetUsers`. */
  row?: Row
}

interface KavitaFile {
  id: number
  /** Below the root. */
  path: string
  pages?: number
  format?: number
  size?: number
  hash?: string
}

interface KavitaChapter {
  id: number
  series: number
  pages?: number
  volume?: number
  chapter?: number
  files: KavitaFile[]
  /** More columns of `Chapter`. */
  row?: Row
}

interface KavitaReading {
  chapter: number
  person: number
  pagesRead: number
  at: string
  started?: string
  /** More columns of `AppUserProgresses`. */
  row?: Row
}

interface KavitaList {
  id: number
  title: string
  person: number
  items: number[]
  promoted?: number
  row?: Row
}

export interface KavitaData {
  root?: string
  people?: KavitaPerson[]
  series?: { id: number; name: string; row?: Row; metadata?: Row; genres?: string[] }[]
  chapters?: KavitaChapter[]
  readings?: KavitaReading[]
  collections?: KavitaList[]
  readingLists?: KavitaList[]
  /** Rows of other tables. */
  more?: Record<string, Row[]>
  /** Changes the finished database. */
  change?: (db: Database) => void
  keepsLog?: boolean
}

const toUtc = (time: string) =>
  `${new Date(time).toISOString().replace('T', ' ').replace('Z', '')}0000`
/** Local times are two hours ahead. */
const toLocal = (time: string) => toUtc(new Date(Date.parse(time) + 7_200_000).toISOString())

/** The form in which Kavita stores a password: format 3 of ASP.NET Core Identity. */
export function hashAsKavita(password: string, rounds = 1000): string {
  const salt = Buffer.from('salt of 16 bytes')
  const head = Buffer.alloc(13)
  head[0] = 1
  head.writeUInt32BE(2, 1)
  head.writeUInt32BE(rounds, 5)
  head.writeUInt32BE(salt.length, 9)
  // Only the first 5000 rounds are worth computing in a test.
  const key = pbkdf2Sync(password, salt, Math.min(rounds, 5000), 32, 'sha512')
  return Buffer.concat([head, salt, key]).toString('base64')
}

export function writeKavita(path: string, data: KavitaData) {
  writeDatabase(path, (db) => fill(db, data), data.keepsLog)
}

function fill(db: Database, data: KavitaData) {
  const { root = '/manga', people = [], chapters = [], readings = [] } = data
  addTable(db, '__EFMigrationsHistory', [{ MigrationId: '20241011172428_Example' }])
  addPeople(db, people)
  addTable(db, 'Library', [{ Id: 1, Name: 'Shelf', Type: 1 }])
  addTable(db, 'FolderPath', [{ Id: 1, Path: root, LibraryId: 1 }])
  addSeries(db, data)
  addChapters(db, root, chapters)
  const columns = ['AppUserId', 'ChapterId', 'PagesRead', 'LastModified', 'LastModifiedUtc']
  addTable(db, 'AppUserProgresses', readings.map(toReadingRow), columns)
  addLists(db, data)
  for (const [table, rows] of Object.entries(data.more ?? {})) addTable(db, table, rows)
  data.change?.(db)
}

function addPeople(db: Database, people: KavitaPerson[]) {
  const users = people.map(({ id, name, email = '', password = null, row }) => ({
    Id: id,
    UserName: name,
    Email: email,
    PasswordHash: password,
    Created: '2023-01-01 12:00:00',
    AgeRestriction: -1,
    AgeRestrictionIncludeUnknowns: 0,
    ...row,
  }))
  addTable(db, 'AspNetUsers', users, ['Id', 'UserName', 'Email', 'PasswordHash'])
  const names = [...new Set(people.flatMap(({ roles = [] }) => roles))]
  const roleRows = names.map((name, n) => ({ Id: n + 1, Name: name }))
  addTable(db, 'AspNetRoles', roleRows, ['Id', 'Name'])
  const given = people.flatMap(({ id, roles = [] }) =>
    roles.map((name) => ({ UserId: id, RoleId: names.indexOf(name) + 1 })),
  )
  addTable(db, 'AspNetUserRoles', given, ['UserId', 'RoleId'])
  const shared = people.flatMap(({ id, libraries = [1] }) =>
    libraries.map((library) => ({ AppUsersId: id, LibrariesId: library })),
  )
  addTable(db, 'AppUserLibrary', shared, ['AppUsersId', 'LibrariesId'])
}

function addSeries(db: Database, { series = [] }: KavitaData) {
  const rows = series.map(({ id, name, row }) => ({ Id: id, Name: name, LibraryId: 1, ...row }))
  addTable(db, 'Series', rows, ['Id', 'Name', 'LibraryId'])
  const metadata = series.map(({ id, metadata: more }) => ({
    Id: id + 100,
    SeriesId: id,
    ...more,
  }))
  addTable(db, 'SeriesMetadata', metadata, ['Id', 'SeriesId'])
  const genres = [...new Set(series.flatMap((one) => one.genres ?? []))]
  const genreRows = genres.map((name, n) => ({ Id: n + 1, Title: name }))
  addTable(db, 'Genre', genreRows, ['Id', 'Title'])
  const links = series.flatMap(({ id, genres: own = [] }) =>
    own.map((name) => ({ GenresId: genres.indexOf(name) + 1, SeriesMetadatasId: id + 100 })),
  )
  addTable(db, 'GenreSeriesMetadata', links, ['GenresId', 'SeriesMetadatasId'])
}

function addChapters(db: Database, root: string, chapters: KavitaChapter[]) {
  const volumes = chapters.map(({ id, series, volume = -100_000 }) => ({
    Id: id + 1000,
    SeriesId: series,
    MinNumber: volume,
  }))
  addTable(db, 'Volume', volumes, ['Id', 'SeriesId', 'MinNumber'])
  const rows = chapters.map(({ id, pages = 20, chapter = -100_000, row }) => ({
    Id: id,
    VolumeId: id + 1000,
    MinNumber: chapter,
    Pages: pages,
    ...row,
  }))
  addTable(db, 'Chapter', rows, ['Id', 'VolumeId', 'MinNumber', 'Pages'])
  const files = chapters.flatMap(({ id, pages = 20, files: own }) =>
    own.map((file) => ({
      Id: file.id,
      ChapterId: id,
      FilePath: `${root}/${file.path}`,
      Pages: file.pages ?? pages,
      Bytes: file.size ?? 1000,
      Format: file.format ?? 1,
      KoreaderHash: file.hash ?? null,
    })),
  )
  addTable(db, 'MangaFile', files, ['Id', 'ChapterId', 'FilePath'])
}

const toReadingRow = ({ chapter, person, pagesRead, at, started = at, row }: KavitaReading) => ({
  AppUserId: person,
  ChapterId: chapter,
  PagesRead: pagesRead,
  Created: toLocal(started),
  CreatedUtc: toUtc(started),
  LastModified: toLocal(at),
  LastModifiedUtc: toUtc(at),
  ...row,
})

function addLists(db: Database, { collections = [], readingLists = [] }: KavitaData) {
  const toRow = ({ id, title, person, promoted = 0, row }: KavitaList) => ({
    Id: id,
    Title: title,
    AppUserId: person,
    Promoted: promoted,
    ...row,
  })
  addTable(db, 'AppUserCollection', collections.map(toRow), ['Id', 'Title', 'AppUserId'])
  const members = collections.flatMap(({ id, items }) =>
    items.map((item) => ({ CollectionsId: id, ItemsId: item })),
  )
  addTable(db, 'AppUserCollectionSeries', members, ['CollectionsId', 'ItemsId'])
  addTable(db, 'ReadingList', readingLists.map(toRow), ['Id', 'Title', 'AppUserId'])
  // The last is stored first, so that the order is read from its column.
  const items = readingLists.flatMap(({ id, items: own }) =>
    own.map((chapter, n) => ({ ReadingListId: id, ChapterId: chapter, Order: n })).toReversed(),
  )
  addTable(db, 'ReadingListItem', items, ['ReadingListId', 'ChapterId', 'Order'])
}
