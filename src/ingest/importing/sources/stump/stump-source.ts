/** Reads Stump's `stump.db`. Columns differ between its versions, so missing ones are null. */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { type OpenSource, sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { countForeignRows, listCounted } from '../left-out'
import { toForeignPath } from '../foreign-paths'
import { asId, asReal, asText } from '../values/foreign-values'
import { createInstance, readLastMigration, readMarks, type SourceReader } from '../source-reader'
import { mapStumpBooks, readStumpBooks } from './stump-books'
import { readStumpPeople } from './stump-people'
import { countPlacesLeftOut, readStumpBookmarks, readStumpLists } from './stump-personal'
import { readStumpReadings } from './stump-readings'

export const stumpReader: SourceReader = {
  kind: 'stump',
  fileNames: ['stump.db'],
  recognizes: (db) => db.has('media', 'series_id') && db.has('users', 'is_server_owner'),
  open(db): OpenSource {
    const version = readLastMigration(db)
    db.require(neededColumns, version)
    const order = { orderBy: ['created_at', 'id'] }
    return {
      kind: 'stump',
      instance: createInstance(db.rows('users', ['id', 'created_at'], order)),
      marks: readMarks(db, markTables),
      version,
      libraries: readLibraries(db),
      people: readStumpPeople(db),
      books: () => readStumpBooks(db),
      series: () => [],
      bookEdits: () => [],
      readings: () => readStumpReadings(db, mapStumpBooks(db)),
      personal: () => readStumpBookmarks(db),
      lists: () => readStumpLists(db),
      // Not imported, because Stump stores covers as files beside the database.
      covers: () => [],
      leftOut: () => listLeftOut(db),
      close: () => db.close(),
    }
  },
}

const markTables = { users: ['id', 'created_at'], libraries: ['id', 'created_at'] } as const

const neededColumns = {
  users: ['id', 'username', 'hashed_password'],
  libraries: ['id', 'name', 'path'],
  series: ['id', 'name'],
  media: ['id', 'path'],
  reading_sessions: ['media_id', 'user_id', 'updated_at'],
}

const readLibraries = (db: ForeignDatabase) =>
  [...db.rows('libraries', ['id', 'name', 'path'])].flatMap((row) => {
    const [foreignId, path] = [asId(row.id), asText(row.path)]
    return foreignId === null || !path
      ? []
      : { foreignId, name: asText(row.name, 200) ?? '', paths: [toForeignPath(path)] }
  })

function listLeftOut(db: ForeignDatabase): Message[] {
  const name = sourceNames.stump
  return listCounted(name, [
    [countTimes(db), leftOutMessages.reading_times],
    [countPlacesLeftOut(db) + countForeignRows(db, 'media_annotations'), leftOutMessages.bookmarks],
    [countForeignRows(db, 'reviews'), leftOutMessages.reviews],
    [countForeignRows(db, 'smart_lists'), leftOutMessages.smart_collections],
    [countForeignRows(db, 'api_keys'), leftOutMessages.api_keys],
  ])
}

const timeTables = ['reading_sessions', 'reading_sessions_v2', 'finished_reading_sessions']

const countTimes = (db: ForeignDatabase): number =>
  timeTables
    .flatMap((table) => [...db.rows(table, ['elapsed_seconds'])])
    .filter((row) => (asReal(row.elapsed_seconds) ?? 0) > 0).length
