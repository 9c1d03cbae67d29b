/** Reads Codex's `codex.db`. Columns differ between its versions, so missing ones are null. */
import { type OpenSource, sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { asId, asText } from '../values/foreign-values'
import { createInstance, readLastMigration, readMarks, type SourceReader } from '../source-reader'
import { type CodexBook, mapCodexBooks, readCodexBooks } from './codex-books'
import { readCodexCovers, type CoverSource, countMissingCodexCovers } from './codex-covers'
import { readCodexBookEdits, readCodexSeries } from './codex-edits'
import { readCodexLists, countSmartCollections } from './codex-lists'
import { readCodexPeople } from './codex-people'
import { readCodexPersonal } from './codex-personal'
import { readCodexReadings } from './codex-readings'
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { countForeignRows, listCounted } from '../left-out'

export const codexReader: SourceReader = {
  kind: 'codex',
  fileNames: ['codex.db', 'data/codex.db'],
  recognizes: (db) =>
    db.has('read_progress', 'current_page') &&
    db.has('books', 'series_id') &&
    db.has('users', 'password_hash'),
  open(db, { folder }): OpenSource {
    const version = readLastMigration(db)
    db.require(neededColumns, version)
    if (!db.has('books', 'file_path')) db.require({ books: ['path'] }, version)
    let books: Map<string, CodexBook> | undefined
    const order = { orderBy: ['created_at', 'id'] }
    return {
      kind: 'codex',
      instance: createInstance(db.rows('users', ['id', 'created_at'], order)),
      marks: readMarks(db, markTables),
      version,
      libraries: readLibraries(db),
      people: readCodexPeople(db),
      books: () => readCodexBooks(db),
      series: () => readCodexSeries(db),
      bookEdits: () => readCodexBookEdits(db),
      readings: () => readCodexReadings(db, (books ??= mapCodexBooks(db))),
      personal: () => readCodexPersonal(db),
      lists: () => readCodexLists(db),
      covers: () => readCodexCovers({ db, folder }),
      leftOut: () => listCodexLeftOut({ db, folder }),
      close: () => db.close(),
    }
  },
}

const markTables = { users: ['id', 'created_at'], libraries: ['id', 'created_at'] } as const

const neededColumns = {
  users: ['id', 'username'],
  libraries: ['id', 'name', 'path'],
  series: ['id', 'name'],
  books: ['id', 'series_id'],
  read_progress: ['user_id', 'book_id', 'current_page', 'completed', 'updated_at'],
}

const readLibraries = (db: ForeignDatabase) =>
  [...db.rows('libraries', ['id', 'name', 'path'])].flatMap((row) => {
    const [foreignId, path] = [asId(row.id), asText(row.path)]
    return foreignId === null || !path
      ? []
      : { foreignId, name: asText(row.name, 200) ?? '', paths: [toForeignPath(path)] }
  })

const settingTables = ['user_preferences', 'filter_presets', 'user_series_reader_settings']

function listCodexLeftOut(source: CoverSource): Message[] {
  const { db } = source
  return listCounted(sourceNames.codex, [
    [countForeignRows(db, 'reading_sessions'), leftOutMessages.reading_times],
    [countSmartCollections(db), leftOutMessages.smart_collections],
    [countMissingCodexCovers(source), leftOutMessages.chosen_covers],
    [countSettings(db), leftOutMessages.settings],
    [countForeignRows(db, 'api_keys'), leftOutMessages.api_keys],
  ])
}

const countSettings = (db: ForeignDatabase): number =>
  settingTables.reduce((sum, table) => sum + countForeignRows(db, table), 0)
