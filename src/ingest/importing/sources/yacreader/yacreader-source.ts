/** Reads the `library.ydb` of YACReaderLibrary, which is in the folder of the library. */
import { basename, dirname } from 'node:path'
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { type OpenSource, sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { listCounted } from '../left-out'
import { toForeignPath } from '../foreign-paths'
import { asId, asText } from '../values/foreign-values'
import { createNameless } from '../nameless-person'
import { createInstance, type SourceReader } from '../source-reader'
import {
  libraryId,
  readYacreaderBooks,
  readYacreaderFiles,
  type YacreaderFiles,
} from './yacreader-books'
import { readYacreaderLists, readYacreaderPersonal } from './yacreader-personal'
import { countUndatedReadings, readerId, readYacreaderReadings } from './yacreader-readings'
import { readYacreaderValues } from './yacreader-values'

const dataFolder = '.yacreaderlibrary'

/** The location of the library is unknown for an uploaded database. */
const unknownRoot = '/yacreader'

export const yacreaderReader: SourceReader = {
  kind: 'yacreader',
  fileNames: [`${dataFolder}/library.ydb`, 'library.ydb'],
  recognizes: (db) => db.has('comic', 'comicInfoId') && db.has('comic_info', 'hash'),
  open(db, { folder }): OpenSource {
    const version = readVersion(db)
    db.require(neededColumns, version)
    const root = findRoot(folder)
    let files: YacreaderFiles | undefined
    const findFiles = () => (files ??= readYacreaderFiles(db))
    return {
      kind: 'yacreader',
      instance: createInstance(db.rows('comic_info', ['hash'], { orderBy: ['id'] })),
      version,
      libraries: [{ foreignId: libraryId, name: basename(root), paths: [root] }],
      people: [createNameless(readerId, 'yacreader')],
      books: () => readYacreaderBooks(db, root),
      series: () => [],
      bookEdits: () => readYacreaderValues(db, findFiles()),
      metadataSource: 'plugin:import-yacreader',
      readings: () => readYacreaderReadings(db, findFiles()),
      personal: () => readYacreaderPersonal(db, findFiles()),
      lists: () => readYacreaderLists(db),
      // Not imported, because YACReaderLibrary stores covers as files beside the database.
      covers: () => [],
      leftOut: () => listLeftOut(db),
      close: () => db.close(),
    }
  },
}

const neededColumns = {
  comic: ['id', 'comicInfoId', 'path'],
  comic_info: ['id', 'hash', 'read', 'currentPage'],
  folder: ['id', 'name'],
}

function readVersion(db: ForeignDatabase): string {
  for (const row of db.rows('db_info', ['version'])) return asText(row.version, 40) ?? '?'
  return '?'
}

function findRoot(folder: string | null): string {
  if (folder === null) return unknownRoot
  return toForeignPath(basename(folder) === dataFolder ? dirname(folder) : folder)
}

function listLeftOut(db: ForeignDatabase): Message[] {
  const name = sourceNames.yacreader
  const undated = countUndatedReadings(db)
  return [
    leftOutMessages.no_reading_times({ name }),
    ...listCounted(name, [
      [undated.read, leftOutMessages.undated_read],
      [undated.begun, leftOutMessages.undated_books],
      [countNestedLists(db), leftOutMessages.nested_lists],
    ]),
  ]
}

const countNestedLists = (db: ForeignDatabase): number =>
  [...db.rows('reading_list', ['parentId'])].filter(({ parentId }) => asId(parentId) !== null)
    .length
