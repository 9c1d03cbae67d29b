/** Reading progress in Calibre-Web, including that of Kobo devices. */
import type { ForeignDatabase } from '../foreign-database'
import { asId, asInstant, asInteger, asReal } from '../values/foreign-values'
import { type CalibreFiles, findFileId } from '../calibre/calibre-files'
import { asFraction, type CalibreReading } from '../calibre/calibre-readings'

const finished = 1

export function* readCalibreWebReadings(
  db: ForeignDatabase,
  files: CalibreFiles,
): Generator<CalibreReading> {
  const done = new Set<string>()
  for (const reading of readFinished(db, files)) {
    done.add(`${reading.personId}/${reading.fileId}`)
    yield reading
  }
  for (const reading of readKoboPositions(db, files)) {
    // Omits the position of a finished book, because it is the end of the book.
    if (!done.has(`${reading.personId}/${reading.fileId}`)) yield reading
  }
}

function* readFinished(db: ForeignDatabase, files: CalibreFiles): Generator<CalibreReading> {
  const columns = [
    'book_id',
    'user_id',
    'read_status',
    'is_read',
    'last_modified',
    'last_time_started_reading',
  ] as const
  for (const row of db.rows('book_read_link', columns)) {
    const personId = asId(row.user_id)
    const fileId = findFileId(files, asId(row.book_id))
    const completedAt = asInstant(row.last_modified)
    // Older versions only store whether the book was read.
    const status = asInteger(row.read_status) ?? asInteger(row.is_read)
    if (personId === null || fileId === undefined || completedAt === null) continue
    if (status !== finished) continue
    const started = asInstant(row.last_time_started_reading)
    const startedAt = started !== null && started < completedAt ? started : null
    yield { personId, fileId, completion: { startedAt, completedAt } }
  }
}

export function* readKoboPositions(
  db: ForeignDatabase,
  files: CalibreFiles,
): Generator<CalibreReading> {
  const states = readKoboStates(db, files)
  const columns = ['kobo_reading_state_id', 'last_modified', 'progress_percent'] as const
  for (const row of db.rows('kobo_bookmark', columns)) {
    const state = states.get(asId(row.kobo_reading_state_id) ?? '')
    const percent = asReal(row.progress_percent)
    const fraction = percent === null ? null : asFraction(percent / 100)
    const at = asInstant(row.last_modified) ?? state?.at ?? null
    if (!state || fraction === null || at === null) continue
    const { personId, fileId } = state
    yield { personId, fileId, position: { fraction, at }, device: 'Kobo' }
  }
}

function readKoboStates(db: ForeignDatabase, files: CalibreFiles) {
  const states = new Map<string, { personId: string; fileId: string; at: Date | null }>()
  const columns = ['id', 'user_id', 'book_id', 'last_modified'] as const
  for (const row of db.rows('kobo_reading_state', columns)) {
    const [id, personId] = [asId(row.id), asId(row.user_id)]
    const fileId = findFileId(files, asId(row.book_id))
    if (id === null || personId === null || fileId === undefined) continue
    states.set(id, { personId, fileId, at: asInstant(row.last_modified) })
  }
  return states
}
