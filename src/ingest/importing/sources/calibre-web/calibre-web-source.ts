/** Reads Calibre-Web's `app.db`, together with the `metadata.db` of the library that it shows. */
import { type OpenSource, sourceNames } from '../../neutral-form'
import { leftOutMessages } from '../../messages'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { countForeignRows, listCounted } from '../left-out'
import { asBoolean, asInteger, asReal, asText } from '../values/foreign-values'
import { createInstance, type SourceFiles, type SourceReader } from '../source-reader'
import {
  type CalibreFiles,
  libraryId,
  readCalibreBooks,
  readCalibreFiles,
} from '../calibre/calibre-files'
import { listCalibreLeftOut } from '../calibre/calibre-left-out'
import { createOwner, readOwnerRatings, readOwnerReadings } from '../calibre/calibre-owner'
import { combineReadings } from '../calibre/calibre-readings'
import { calibreMetadata, identifyLibrary, requireCalibre } from '../calibre/calibre-source'
import { readCalibreValues } from '../calibre/calibre-values'
import { readCalibreWebPeople } from './calibre-web-people'
import { countTextBookmarks, readPageBookmarks, readShelves } from './calibre-web-personal'
import { readCalibreWebReadings, readKoboPositions } from './calibre-web-readings'
import { Restrictions } from './restrictions'

const name = sourceNames['calibre-web']

export const calibreWebReader: SourceReader = {
  kind: 'calibre-web',
  fileNames: ['app.db'],
  hasOther: true,
  recognizes: (db) => db.has('book_read_link', 'book_id') && db.has('user', 'role'),
  open(db, files) {
    db.require(neededColumns, '?')
    const settings = readSettings(db)
    const library = files.openOther('metadata.db', listFolders(settings))
    try {
      return describe({ db, library, settings, folder: files.folder })
    } catch (error) {
      library.close()
      throw error
    }
  },
}

const neededColumns = {
  user: ['id', 'role', 'password'],
  book_read_link: ['book_id', 'user_id'],
  shelf: ['id', 'name', 'user_id'],
  book_shelf_link: ['book_id', 'shelf'],
}

type Settings = ForeignRow<(typeof settingColumns)[number]>

const settingColumns = [
  'config_calibre_dir',
  'config_calibre_split',
  'config_calibre_split_dir',
  'config_read_column',
  'config_restricted_column',
] as const

function readSettings(db: ForeignDatabase): Settings | null {
  for (const row of db.rows('settings', settingColumns)) return row
  return null
}

const listFolders = (settings: Settings | null) =>
  [asText(settings?.config_calibre_dir)].filter((path) => path !== null)

interface Opened {
  db: ForeignDatabase
  library: ForeignDatabase
  settings: Settings | null
  folder: SourceFiles['folder']
}

/** Finds the folder of the books, which can be different from that of their database. */
function findRoot({ settings, folder }: Opened): string {
  const split = asBoolean(settings?.config_calibre_split)
    ? asText(settings?.config_calibre_split_dir)
    : null
  return toForeignPath(split || asText(settings?.config_calibre_dir) || folder || '/books')
}

function describe(opened: Opened): OpenSource {
  const { db, library, settings } = opened
  const libraryVersion = requireCalibre(library)
  const root = findRoot(opened)
  const files = readCalibreFiles(library)
  const restrictions = new Restrictions(library, settings)
  const columnId = asInteger(settings?.config_read_column) || null
  return {
    kind: 'calibre-web',
    instance: createInstance(readIdentity(db, library)),
    marks: [...readSessionKeys(db, library)].map((row) => createInstance([row])),
    version: libraryVersion,
    libraries: [{ foreignId: libraryId, name, paths: [root] }],
    people: readPeople(opened, files, restrictions),
    books: () => readCalibreBooks(library, { root, files }),
    series: () => restrictions.readLabels(),
    bookEdits: () => readCalibreValues(library, files),
    metadataSource: calibreMetadata,
    readings: () => combineReadings(readReadings(opened, files, columnId)),
    personal: () => readPersonal(opened, files),
    lists: () => readShelves(db, files),
    covers: () => [],
    leftOut: () => {
      const bookmarks = countTextBookmarks(db)
      return [...listCalibreLeftOut(library, { name, files, bookmarks }), ...listLeftOut(db)]
    },
    close: () => {
      db.close()
      library.close()
    },
  }
}

function* readIdentity(db: ForeignDatabase, library: ForeignDatabase) {
  const [first] = db.rows('user', ['name', 'nickname'], { orderBy: ['id'] })
  yield { library: identifyLibrary(library), name: first?.name ?? first?.nickname ?? null }
}

const minKeyBytes = 16

/**
 * Reads the session keys of the installation, which are random. Only part of a hash of each key is
 * stored.
 */
function* readSessionKeys(db: ForeignDatabase, library: ForeignDatabase) {
  for (const { flask_session_key: key } of db.rows('flask_settings', ['flask_session_key'])) {
    if (!(key instanceof Uint8Array) || key.length < minKeyBytes) continue
    yield { library: identifyLibrary(library), key: Buffer.from(key).toString('hex') }
  }
}

function readPeople({ db, library }: Opened, files: CalibreFiles, restrictions: Restrictions) {
  const people = readCalibreWebPeople(db, restrictions)
  const owner = createOwner(people.map((person) => person.name))
  const hasOwner =
    readOwnerRatings(library, files).some(() => true) ||
    readOwnerReadings(library, files).some(() => true)
  return hasOwner ? [...people, owner] : people
}

/**
 * Yields finished books and positions. If Calibre-Web is set to mark finished books in a calibre
 * column, its own table is out of date, and the column does not distinguish users.
 */
function* readReadings({ db, library }: Opened, files: CalibreFiles, columnId: number | null) {
  if (columnId === null) yield* readCalibreWebReadings(db, files)
  else yield* readKoboPositions(db, files)
  yield* readOwnerReadings(library, files, columnId)
}

function* readPersonal({ db, library }: Opened, files: CalibreFiles) {
  yield* readPageBookmarks(db, files)
  yield* readOwnerRatings(library, files)
}

const listLeftOut = (db: ForeignDatabase) =>
  listCounted(name, [
    [countReadingTimes(db), leftOutMessages.reading_times],
    [countForeignRows(db, 'archived_book'), leftOutMessages.hidden_books],
    [countForeignRows(db, 'remote_auth_token'), leftOutMessages.api_keys],
  ])

function countReadingTimes(db: ForeignDatabase): number {
  const rows = [...db.rows('kobo_statistics', ['spent_reading_minutes'])]
  return rows.filter((row) => (asReal(row.spent_reading_minutes) ?? 0) > 0).length
}
