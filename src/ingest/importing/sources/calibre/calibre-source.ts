/** Reads the `metadata.db` of a calibre library. */
import { type ForeignPerson, type OpenSource, sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { createInstance, type SourceReader } from '../source-reader'
import { type CalibreFiles, libraryId, readCalibreBooks, readCalibreFiles } from './calibre-files'
import { listCalibreLeftOut } from './calibre-left-out'
import { createOwner, readOwnerRatings, readOwnerReadings } from './calibre-owner'
import {
  combineReadings,
  ownerId,
  readViewerPositions,
  readWebNames,
  readWebPositions,
  toWebPersonId,
} from './calibre-readings'
import { readCalibreValues } from './calibre-values'

/** The location of the library is unknown for an uploaded database. */
const unknownRoot = '/calibre'

/** Source of values from calibre. They rank below values from providers. */
export const calibreMetadata = 'plugin:import-calibre'

export const calibreReader: SourceReader = {
  kind: 'calibre',
  fileNames: ['metadata.db'],
  recognizes: (db) => db.has('books', 'series_index') && db.has('data', 'format'),
  open(db, { folder }): OpenSource {
    const version = requireCalibre(db)
    const root = toForeignPath(folder ?? unknownRoot)
    let files: CalibreFiles | undefined
    const findFiles = () => (files ??= readCalibreFiles(db))
    return {
      kind: 'calibre',
      instance: identifyLibrary(db),
      version,
      libraries: [{ foreignId: libraryId, name: 'calibre', paths: [root] }],
      people: readPeople(db, findFiles()),
      books: () => readCalibreBooks(db, { root, files: findFiles() }),
      series: () => [],
      bookEdits: () => readCalibreValues(db, findFiles()),
      metadataSource: calibreMetadata,
      readings: () => combineReadings(readReadings(db, findFiles())),
      personal: () => readOwnerRatings(db, findFiles()),
      lists: () => [],
      // Quire already reads calibre's covers, because they are files beside the books.
      covers: () => [],
      leftOut: () => listCalibreLeftOut(db, { name: sourceNames.calibre, files: findFiles() }),
      close: () => db.close(),
    }
  },
}

/** Throws if this is not a known calibre database. Returns its version. */
export function requireCalibre(db: ForeignDatabase): string {
  const version = db.getUserVersion()
  db.require(neededColumns, version)
  return version
}

const neededColumns = {
  books: ['id', 'title', 'path'],
  data: ['book', 'format', 'name'],
  authors: ['id', 'name'],
}

export const identifyLibrary = (db: ForeignDatabase): string =>
  createInstance(
    db.has('library_id') ? db.rows('library_id', ['uuid']) : db.rows('books', ['uuid']),
  )

function* readReadings(db: ForeignDatabase, files: CalibreFiles) {
  yield* readWebPositions(db, files)
  yield* readViewerPositions(db, files)
  yield* readOwnerReadings(db, files)
}

function readPeople(db: ForeignDatabase, files: CalibreFiles): ForeignPerson[] {
  const names = readWebNames(db)
  const owner = createOwner(names)
  const people = names.map((name) => ({
    ...owner,
    foreignId: toWebPersonId(name),
    name,
    needsChoice: false,
  }))
  const hasOwner =
    readOwnerRatings(db, files).some(() => true) ||
    readReadings(db, files).some(({ personId }) => personId === ownerId)
  return hasOwner ? [...people, owner] : people
}
