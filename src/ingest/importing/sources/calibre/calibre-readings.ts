/** Reading progress in calibre: in its viewer, and in the browser viewer of its content server. */
import type { ForeignReading } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asId, asInstant, asReal, asText, type Value } from '../values/foreign-values'
import { type CalibreFiles, findFileId } from './calibre-files'

/** ID of the library's owner. */
export const ownerId = 'library'

/** One reading of one file. */
export interface CalibreReading {
  personId: string
  fileId: string
  completion?: ForeignReading['completions'][number]
  position?: { fraction: number; at: Date; startedAt?: Date | null }
  device?: string | null
}

/** User name that is stored if nobody is signed in. */
const namelessUser = '*'

export const toWebPersonId = (name: string) =>
  name === namelessUser ? ownerId : `user ${name.toLowerCase()}`

/**
 * Collects the account names of the content server from its reading data, because the accounts
 * themselves are stored in a separate file.
 */
export function readWebNames(db: ForeignDatabase): string[] {
  const names = new Map<string, string>()
  const rows = [
    ...db.rows('last_read_positions', ['user']),
    ...[...db.rows('annotations', ['user', 'user_type'])].filter((row) => row.user_type === 'web'),
  ]
  for (const row of rows) {
    const name = asText(row.user, 100)?.trim()
    if (name && name !== namelessUser && !names.has(name.toLowerCase())) {
      names.set(name.toLowerCase(), name)
    }
  }
  return [...names.values()]
}

export function* readWebPositions(
  db: ForeignDatabase,
  files: CalibreFiles,
): Generator<CalibreReading> {
  const columns = ['book', 'format', 'user', 'device', 'epoch', 'pos_frac'] as const
  for (const row of db.rows('last_read_positions', columns)) {
    const name = asText(row.user, 100)?.trim()
    const fileId = findFileId(files, asId(row.book), asText(row.format, 20))
    const [fraction, at] = [asFraction(row.pos_frac), asInstant(row.epoch)]
    if (!name || fileId === undefined || fraction === null || at === null) continue
    const device = asText(row.device, 200)
    yield { personId: toWebPersonId(name), fileId, position: { fraction, at }, device }
  }
}

/** Yields the positions in calibre's own viewer, which stores them as annotations. */
export function* readViewerPositions(
  db: ForeignDatabase,
  files: CalibreFiles,
): Generator<CalibreReading> {
  const columns = ['book', 'format', 'user_type', 'timestamp', 'annot_type', 'annot_data'] as const
  for (const row of db.rows('annotations', columns)) {
    if (row.user_type !== 'local' || row.annot_type !== 'last-read') continue
    const fileId = findFileId(files, asId(row.book), asText(row.format, 20))
    const [fraction, at] = [readPlace(row.annot_data), asInstant(row.timestamp)]
    if (fileId === undefined || fraction === null || at === null) continue
    yield { personId: ownerId, fileId, position: { fraction, at } }
  }
}

function readPlace(data: Value): number | null {
  try {
    const place = JSON.parse(asText(data) ?? 'null') as { pos_frac?: Value } | null
    return asFraction(place?.pos_frac)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

/**
 * Returns a fraction of at most 1, or null for the beginning of a book, because every opened book
 * has that position.
 */
export function asFraction(value: Value | undefined): number | null {
  const fraction = asReal(value)
  return fraction === null || fraction <= 0 ? null : Math.min(fraction, 1)
}

/**
 * Combines the readings of each person and file into one. Readings of the same file are adjacent in
 * the result. The latest position counts.
 */
export function combineReadings(all: Iterable<CalibreReading>): ForeignReading[] {
  const combined = new Map<string, ForeignReading>()
  for (const reading of all) {
    const { personId, fileId } = reading
    const foreignId = `${personId}/${fileId}`
    const nothing = { completions: [], position: null, device: null }
    const known = combined.get(foreignId) ?? { foreignId, personId, bookId: fileId, ...nothing }
    combined.set(foreignId, addReading(known, reading))
  }
  return Map.groupBy(combined.values(), ({ bookId }) => bookId)
    .values()
    .toArray()
    .flat()
}

function addReading(
  known: ForeignReading,
  { completion, position, device }: CalibreReading,
): ForeignReading {
  // Only the first completion counts.
  const isFinished = completion !== undefined && known.completions.length === 0
  const next = isFinished ? { ...known, completions: [completion] } : known
  if (!position || (next.position && next.position.at >= position.at)) return next
  return {
    ...next,
    position: { startedAt: null, ...position, page: null, locator: null },
    device: device ? { id: device, name: device } : null,
  }
}
