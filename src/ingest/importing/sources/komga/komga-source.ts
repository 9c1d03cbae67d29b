/** Reads Komga's `database.sqlite`. Columns differ between its versions, so missing ones are null. */
import { leftOutMessages } from '../../messages'
import { type OpenSource, sourceNames } from '../../neutral-form'
import { createInstance, readMarks, type SourceReader } from '../source-reader'
import type { ForeignDatabase } from '../foreign-database'
import { fromFileUrl } from '../foreign-paths'
import { asId, asText } from '../values/foreign-values'
import { readKomgaBooks, readKomgaReadings } from './komga-books'
import { readKomgaBookEdits, readKomgaSeries } from './komga-edits'
import { readKomgaCovers, readKomgaLists } from './komga-lists'
import { listKomgaKeys, readKomgaPeople } from './komga-people'

export const komgaReader: SourceReader = {
  kind: 'komga',
  fileNames: ['database.sqlite', 'config/database.sqlite'],
  recognizes: (db) => db.has('READ_PROGRESS', 'USER_ID') && db.has('LIBRARY', 'ROOT'),
  open(db): OpenSource {
    const version = readVersion(db)
    db.require(neededColumns, version)
    const people = readKomgaPeople(db)
    let pageCounts: Map<string, number | null> | undefined
    const findPageCounts = () =>
      (pageCounts ??= new Map(
        readKomgaBooks(db).map(({ foreignId, pageCount }) => [foreignId, pageCount]),
      ))
    return {
      kind: 'komga',
      instance: createInstance(
        db.rows('USER', ['ID', 'CREATED_DATE'], { orderBy: ['CREATED_DATE', 'ID'] }),
      ),
      marks: readMarks(db, markTables),
      version,
      libraries: readLibraries(db),
      people,
      books: () => readKomgaBooks(db),
      series: () => readKomgaSeries(db),
      bookEdits: () => readKomgaBookEdits(db),
      readings: () => readKomgaReadings(db, findPageCounts()),
      // Komga has no ratings, want-to-read lists or bookmarks.
      personal: () => [],
      lists: () => readKomgaLists(db),
      covers: () => readKomgaCovers(db),
      leftOut: () => [
        leftOutMessages.no_reading_times({ name: sourceNames.komga }),
        ...listKomgaKeys(db, people),
      ],
      close: () => db.close(),
    }
  },
}

const markTables = { USER: ['ID', 'CREATED_DATE'], LIBRARY: ['ID', 'CREATED_DATE'] } as const

const neededColumns = {
  USER: ['ID', 'EMAIL'],
  LIBRARY: ['ID', 'NAME', 'ROOT'],
  SERIES: ['ID', 'NAME'],
  BOOK: ['ID', 'URL', 'SERIES_ID'],
  READ_PROGRESS: ['BOOK_ID', 'USER_ID', 'PAGE', 'COMPLETED', 'LAST_MODIFIED_DATE'],
}

/** Returns the last migration of the database. */
function readVersion(db: ForeignDatabase): string {
  const rows = db.rows('flyway_schema_history', ['version'], { orderBy: ['installed_rank'] })
  return [...rows].flatMap(({ version }) => asText(version, 40) ?? []).at(-1) ?? '?'
}

const readLibraries = (db: ForeignDatabase) =>
  [...db.rows('LIBRARY', ['ID', 'NAME', 'ROOT'])].flatMap((row) => {
    const [foreignId, path] = [asId(row.ID), fromFileUrl(asText(row.ROOT))]
    return foreignId === null || path === null
      ? []
      : { foreignId, name: asText(row.NAME, 200) ?? '', paths: [path] }
  })
