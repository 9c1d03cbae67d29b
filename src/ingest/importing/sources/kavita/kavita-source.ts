/** Reads Kavita's `kavita.db`. Columns differ between its versions, so missing ones are null. */
import type { OpenSource } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { asId, asText } from '../values/foreign-values'
import { groupValues } from '../values/group-values'
import { createInstance, readMarks, type SourceReader } from '../source-reader'
import { readKavitaBooks, readKavitaChapters } from './kavita-books'
import type { KavitaChapters } from './kavita-chapters'
import { readKavitaCovers } from './kavita-covers'
import { readKavitaBookEdits, readKavitaSeries } from './kavita-edits'
import { listLeftOut } from './kavita-left-out'
import { readKavitaLists } from './kavita-lists'
import { readKavitaPeople } from './kavita-people'
import { readKavitaPersonal } from './kavita-personal'
import { readKavitaReadings } from './kavita-readings'

export const kavitaReader: SourceReader = {
  kind: 'kavita',
  fileNames: ['kavita.db', 'config/kavita.db'],
  recognizes: (db) => db.has('AppUserProgresses') && db.has('MangaFile', 'FilePath'),
  open(db, { folder }): OpenSource {
    const version = readVersion(db)
    db.require(neededColumns, version)
    let chapters: KavitaChapters | undefined
    const findChapters = () => (chapters ??= readKavitaChapters(db))
    return {
      kind: 'kavita',
      instance: createInstance(db.rows('AspNetUsers', ['Id', 'Created'], { orderBy: ['Id'] })),
      marks: readMarks(db, markTables),
      version,
      libraries: readLibraries(db),
      people: readKavitaPeople(db),
      books: () => readKavitaBooks(db),
      series: () => readKavitaSeries(db),
      bookEdits: () => readKavitaBookEdits(db, findChapters()),
      readings: () => readKavitaReadings(db, findChapters()),
      personal: () => readKavitaPersonal(db, findChapters()),
      lists: () => readKavitaLists(db, findChapters()),
      covers: () => readKavitaCovers({ db, chapters: findChapters(), folder }),
      leftOut: () => listLeftOut({ db, chapters: findChapters(), folder }),
      close: () => db.close(),
    }
  },
}

const markTables = { AspNetUsers: ['Id', 'Created'], Library: ['Id', 'Created'] } as const

const neededColumns = {
  AspNetUsers: ['Id', 'UserName'],
  Library: ['Id', 'Name'],
  FolderPath: ['Path', 'LibraryId'],
  Series: ['Id', 'Name', 'LibraryId'],
  Volume: ['Id', 'SeriesId'],
  Chapter: ['Id', 'VolumeId', 'Pages'],
  MangaFile: ['Id', 'FilePath', 'ChapterId'],
  AppUserProgresses: ['AppUserId', 'ChapterId', 'PagesRead', 'LastModified'],
}

/** Returns the last migration of the database. */
function readVersion(db: ForeignDatabase): string {
  const rows = db.rows('__EFMigrationsHistory', ['MigrationId'], { orderBy: ['MigrationId'] })
  return [...rows].flatMap(({ MigrationId }) => asText(MigrationId, 100) ?? []).at(-1) ?? '?'
}

function readLibraries(db: ForeignDatabase) {
  const paths = groupValues(db.rows('FolderPath', ['LibraryId', 'Path']), 'LibraryId', 'Path')
  return [...db.rows('Library', ['Id', 'Name'])].flatMap((row) => {
    const foreignId = asId(row.Id)
    if (foreignId === null) return []
    const folders = (paths.get(foreignId) ?? []).map(toForeignPath)
    return { foreignId, name: asText(row.Name, 200) ?? '', paths: folders }
  })
}
