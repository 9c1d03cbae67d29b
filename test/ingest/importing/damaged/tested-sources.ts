/** A small database of each program, and what its reader needs of it. */
import type { Database } from 'bun:sqlite'
import type { SourceKind } from '../../../../src/ingest/importing/neutral-form'
import { writeAudiobookshelf } from '../databases/audiobookshelf-database'
import { type CalibreData, writeCalibre } from '../databases/calibre-database'
import { admin, writeCalibreWeb } from '../databases/calibre-web-database'
import { writeCodex } from '../databases/codex-database'
import { writeKavita } from '../databases/kavita-database'
import { writeKomga } from '../databases/komga-database'
import { writeStump } from '../databases/stump-database'
import type { Row } from '../databases/write-database'
import { writeYacreader } from '../databases/yacreader-database'

export type Change = (db: Database) => void

export interface TestedSource {
  kind: SourceKind
  /** Name of the database. */
  file: string
  write: (path: string, change?: Change) => void
  /** Without this table, it is a database of another program. */
  tellingTable: string
  /** Without this column, it is a version that cannot be read. */
  needed: { table: string; column: string }
  /** A table of which the reader asks only after it has recognized the program. */
  laterTable: string
  /** Columns of the books: one that is optional, and how many books there are. */
  books: { table: string; optional: string; count: number }
}

const at = '2024-03-01T20:15:00Z'
const earlier = '2022-01-02T10:00:00Z'
const bcrypt = `$2a$10$${'a'.repeat(21)}u${'a'.repeat(31)}`

const komga: TestedSource = {
  kind: 'komga',
  file: 'database.sqlite',
  tellingTable: 'LIBRARY',
  needed: { table: 'READ_PROGRESS', column: 'PAGE' },
  laterTable: 'SERIES',
  books: { table: 'BOOK', optional: 'FILE_HASH_KOREADER', count: 2 },
  write: (path, change = () => {}) => {
    const email = 'ann@example.org'
    const restricted: Row = {
      SHARED_ALL_LIBRARIES: 0,
      AGE_RESTRICTION: 16,
      AGE_RESTRICTION_ALLOW_ONLY: 0,
    }
    writeKomga(path, {
      people: [
        { email, password: bcrypt, roles: ['ADMIN'] },
        {
          email: 'ben@example.org',
          password: bcrypt,
          row: restricted,
          libraries: ['L1'],
          labels: [{ label: 'adult', allow: 0 }],
        },
      ],
      books: [
        { id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall', number: 1, pages: 20 },
        { id: 'B2', path: 'Ashfall/Ashfall 02.cbz', series: 'Ashfall', number: 2, pages: 20 },
      ],
      series: { Ashfall: { STATUS: 'ENDED', STATUS_LOCK: 1, AGE_RATING: 16, AGE_RATING_LOCK: 1 } },
      readings: [
        { book: 'B1', person: email, page: 20, completed: true, at },
        { book: 'B2', person: email, page: 3, at, device: 'Kobo' },
      ],
      collections: [{ id: 'C1', name: 'Harbours', items: ['Ashfall'] }],
      readLists: [{ id: 'R1', name: 'Long Night', items: ['B2', 'B1'] }],
      keys: [{ person: email, comment: 'KOReader' }],
      change,
    })
  },
}

const kavita: TestedSource = {
  kind: 'kavita',
  file: 'kavita.db',
  tellingTable: 'MangaFile',
  needed: { table: 'AppUserProgresses', column: 'PagesRead' },
  laterTable: 'Chapter',
  books: { table: 'MangaFile', optional: 'KoreaderHash', count: 2 },
  write: (path, change = () => {}) => {
    const restricted: Row = { AgeRestriction: 8, AgeRestrictionIncludeUnknowns: 1 }
    const place = { AppUserId: 1, SeriesId: 1, VolumeId: 1, ChapterId: 2 }
    writeKavita(path, {
      people: [
        { id: 1, name: 'ann', email: 'ann@example.org', roles: ['Admin'] },
        { id: 2, name: 'ben', roles: ['Login'], row: restricted },
      ],
      series: [
        {
          id: 1,
          name: 'Ashfall',
          metadata: { PublicationStatus: 2, PublicationStatusLocked: 1, GenresLocked: 1 },
          genres: ['drama'],
        },
      ],
      chapters: [
        { id: 1, series: 1, volume: 1, files: [{ id: 11, path: 'Ashfall/Ashfall 01.cbz' }] },
        { id: 2, series: 1, volume: 2, files: [{ id: 12, path: 'Ashfall/Ashfall 02.cbz' }] },
      ],
      readings: [
        { chapter: 1, person: 1, pagesRead: 20, at },
        { chapter: 2, person: 1, pagesRead: 4, at },
      ],
      collections: [{ id: 1, title: 'Harbours', person: 1, items: [1], promoted: 1 }],
      readingLists: [{ id: 1, title: 'Long Night', person: 1, items: [2, 1] }],
      more: {
        AppUserRating: [{ Id: 1, AppUserId: 1, SeriesId: 1, HasBeenRated: 1, Rating: 4.5 }],
        AppUserWantToRead: [{ Id: 1, AppUserId: 1, SeriesId: 1 }],
        AppUserBookmark: [{ Id: 1, ...place, Page: 3, CreatedUtc: at }],
      },
      change,
    })
  },
}

const codex: TestedSource = {
  kind: 'codex',
  file: 'codex.db',
  tellingTable: 'read_progress',
  needed: { table: 'read_progress', column: 'completed' },
  laterTable: 'series',
  books: { table: 'books', optional: 'koreader_hash', count: 2 },
  write: (path, change = () => {}) => {
    writeCodex(path, {
      people: [
        { id: 'u1', name: 'ann', email: 'ann@example.org', password: 'oidc', role: 'admin' },
        { id: 'u2', name: 'ben', password: 'oidc' },
      ],
      series: [
        {
          id: 's1',
          name: 'Ashfall',
          metadata: {
            status: 'ended',
            status_lock: 1,
            year: 2019,
            year_lock: 1,
            authors_json: '[{"name":"Ida Kern","role":"writer"}]',
            authors_json_lock: 1,
            genres_lock: 1,
          },
          genres: ['drama'],
          labels: ['adult'],
        },
      ],
      books: [
        { id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz', metadata: { volume: 1 } },
        {
          id: 'b2',
          series: 's1',
          path: 'Ashfall/Ashfall 02.cbz',
          metadata: { volume: 2, month: 2, month_lock: 1, day: 3, day_lock: 1 },
        },
      ],
      readings: [
        { book: 'b1', person: 'u1', page: 20, completed: true, at },
        { book: 'b2', person: 'u1', page: 3, at },
      ],
      completions: [{ book: 'b1', person: 'u1', started: earlier, at: earlier }],
      ratings: [{ person: 'u1', series: 's1', rating: 85, notes: 'Twice.', at }],
      wanted: [{ person: 'u1', series: 's1', position: 1, at }],
      collections: [{ id: 'k1', name: 'Harbours', items: ['s1'] }],
      readLists: [{ id: 'l1', name: 'Long Night', items: ['b2', 'b1'] }],
      more: {
        user_sharing_tags: [{ user_id: 'u2', sharing_tag_id: 't-adult', access_mode: 'deny' }],
      },
      change,
    })
  },
}

const stump: TestedSource = {
  kind: 'stump',
  file: 'stump.db',
  tellingTable: 'media',
  needed: { table: 'users', column: 'hashed_password' },
  laterTable: 'series',
  books: { table: 'media', optional: 'koreader_hash', count: 2 },
  write: (path, change = () => {}) => {
    const of = { user_id: 'u1', readthrough_number: 1, created_at: earlier, updated_at: at }
    writeStump(path, {
      people: [
        { id: 'u1', name: 'ann', password: bcrypt, isOwner: true },
        { id: 'u2', name: 'ben', password: bcrypt },
      ],
      series: { s1: 'Ashfall' },
      books: [
        { id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz' },
        { id: 'b2', series: 's1', path: 'Ashfall/Ashfall 02.cbz' },
      ],
      sessions: [
        { ...of, media_id: 'b1', status: 'FINISHED', end_page: 20, end_percentage: 1 },
        { ...of, media_id: 'b2', status: 'READING', end_page: 3, end_percentage: 0.15 },
      ],
      finished: [{ book: 'b1', person: 'u2', started: earlier, at }],
      lists: [{ id: 'r1', name: 'Long Night', person: 'u1', books: ['b2', 'b1'] }],
      more: {
        age_restrictions: [{ id: 1, user_id: 'u2', age: 12, restrict_on_unset: 1 }],
        library_access: [{ id: 1, user_id: 'u2', library_id: 'l1' }],
        bookmarks: [{ id: 'm1', user_id: 'u1', media_id: 'b1', page: 3, created_at: at }],
      },
      change,
    })
  },
}

const library: CalibreData = {
  books: [
    {
      id: 1,
      title: 'Soot',
      path: 'Ashfall',
      files: { CBZ: 'Ashfall 01' },
      series: { title: 'Ashfall', index: 1 },
      authors: ['Ida Kern'],
      tags: ['Drama'],
      languages: ['eng'],
      publisher: 'Grey Press',
      rating: 9,
      comment: '<p>Ash.</p>',
      identifiers: { isbn: '9780000000002', goodreads: '77' },
      row: { pubdate: '2019-05-04 00:00:00+00:00' },
    },
    { id: 2, title: 'Embers', path: 'Ashfall', files: { CBZ: 'Ashfall 02' } },
  ],
  columns: [
    { label: 'read', type: 'bool', values: { 1: 1 } },
    { label: 'shelf', type: 'text', values: { 1: 'a' }, links: true },
  ],
  positions: [{ book: 2, format: 'CBZ', user: 'ann', at: 1_711_998_000.5, fraction: 0.5 }],
  annotations: [
    {
      book: 2,
      format: 'CBZ',
      user: 'viewer',
      user_type: 'local',
      timestamp: 1_711_998_000,
      annot_type: 'last-read',
      annot_data: '{"pos_frac":0.4}',
    },
  ],
}

const calibreWeb: TestedSource = {
  kind: 'calibre-web',
  file: 'app.db',
  tellingTable: 'book_read_link',
  needed: { table: 'user', column: 'password' },
  laterTable: 'shelf',
  books: { table: 'bookmark', optional: 'format', count: 2 },
  write: (path, change = () => {}) => {
    writeCalibreWeb(path, {
      library,
      people: [
        { id: 1, name: 'ann', role: admin },
        { id: 2, name: 'ben', row: { denied_tags: 'Drama', allowed_tags: 'Sea, Land' } },
      ],
      read: [{ book: 1, person: 1, status: 1, at }],
      kobo: [{ book: 2, person: 1, percent: 40, at, minutes: 5 }],
      shelves: [{ id: 1, name: 'Long Night', person: 1, books: [2, 1] }],
      more: {
        bookmark: [{ id: 1, user_id: 1, book_id: 2, format: 'CBZ', bookmark_key: '3' }],
        archived_book: [{ id: 1 }],
      },
      change,
    })
  },
}

const calibre: TestedSource = {
  kind: 'calibre',
  file: 'metadata.db',
  tellingTable: 'data',
  needed: { table: 'books', column: 'title' },
  laterTable: 'authors',
  books: { table: 'data', optional: 'uncompressed_size', count: 2 },
  write: (path, change = () => {}) => {
    writeCalibre(path, { ...library, change })
  },
}

const audiobookshelf: TestedSource = {
  kind: 'audiobookshelf',
  file: 'absdatabase.sqlite',
  tellingTable: 'mediaProgresses',
  needed: { table: 'users', column: 'pash' },
  laterTable: 'books',
  books: { table: 'books', optional: 'explicit', count: 2 },
  write: (path, change = () => {}) => {
    const permissions = {
      accessAllTags: false,
      selectedTagsNotAccessible: true,
      itemTagsSelected: ['adult'],
    }
    const series = { title: 'Ashfall', number: '1' }
    writeAudiobookshelf(path, {
      people: [
        { id: 'u1', name: 'ann', password: bcrypt, type: 'root' },
        { id: 'u2', name: 'ben', password: bcrypt, permissions },
      ],
      books: [
        { id: 'b1', path: 'Ashfall/Ashfall 01.cbz', tags: ['adult'], series },
        { id: 'b2', path: 'Ashfall/Ashfall 02.cbz' },
      ],
      progress: [
        { userId: 'u1', mediaItemId: 'b1', isFinished: 1, finishedAt: earlier, updatedAt: at },
        { userId: 'u1', mediaItemId: 'b2', ebookLocation: '3', ebookProgress: 0.1, updatedAt: at },
      ],
      collections: [{ id: 'c1', name: 'Harbours', books: ['b1'] }],
      playlists: [{ id: 'p1', name: 'Long Night', books: ['b2', 'b1'], person: 'u1' }],
      change,
    })
  },
}

const yacreader: TestedSource = {
  kind: 'yacreader',
  file: 'library.ydb',
  tellingTable: 'comic',
  needed: { table: 'comic_info', column: 'read' },
  laterTable: 'folder',
  books: { table: 'comic', optional: 'fileName', count: 2 },
  write: (path, change = () => {}) => {
    writeYacreader(path, {
      comics: [
        { id: 1, path: '/Ashfall/Ashfall 01.cbz' },
        { id: 2, path: '/Ashfall/Ashfall 02.cbz' },
      ],
      infos: {
        1: { read: 1, lastTimeOpened: 1_709_324_100, rating: 4, edited: 1, title: 'Soot' },
        2: { hasBeenOpened: 1, currentPage: 3, lastTimeOpened: 1_709_324_100, bookmark1: 2 },
      },
      labels: { 'Rainy days': [2] },
      lists: { 'Long Night': [2, 1] },
      change,
    })
  },
}

export const testedSources: readonly TestedSource[] = [
  komga,
  kavita,
  codex,
  stump,
  calibreWeb,
  calibre,
  audiobookshelf,
  yacreader,
]
