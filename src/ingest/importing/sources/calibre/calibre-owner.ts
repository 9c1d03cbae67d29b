/**
 * The owner of a calibre library. calibre has no accounts, so its ratings and its column for
 * finished books are imported only if someone chooses the account that they belong to.
 */
import type { ForeignPerson, ForeignRating } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asId, asInstant, asInteger } from '../values/foreign-values'
import { readFinishedBooks } from './calibre-columns'
import { type CalibreFiles, findFileId } from './calibre-files'
import { type CalibreReading, ownerId } from './calibre-readings'
import { createNameless } from '../nameless-person'

/** Creates the owner, with a name that no other person has. */
export function createOwner(names: readonly string[]): ForeignPerson {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const name = ['calibre', 'calibre-library'].find((one) => !taken.has(one)) ?? 'calibre-owner'
  return createNameless(ownerId, name)
}

export function* readOwnerRatings(
  db: ForeignDatabase,
  files: CalibreFiles,
): Generator<ForeignRating> {
  const ratings = new Map<string, number>()
  for (const row of db.rows('ratings', ['id', 'rating'])) {
    const [id, halfStars] = [asId(row.id), asInteger(row.rating)]
    if (id !== null && halfStars !== null && halfStars >= 1 && halfStars <= 10) {
      ratings.set(id, halfStars * 10)
    }
  }
  for (const row of db.rows('books_ratings_link', ['id', 'book', 'rating'])) {
    const bookId = asId(row.book)
    const fileId = findFileId(files, bookId)
    const rating = ratings.get(asId(row.rating) ?? '')
    if (fileId === undefined || rating === undefined) continue
    yield {
      kind: 'rating',
      foreignId: bookId!,
      personId: ownerId,
      item: { kind: 'book', foreignId: fileId },
      at: null,
      rating,
      note: null,
    }
  }
}

/**
 * Yields the finished books. A book without a date gets the time when its metadata was last
 * changed.
 */
export function* readOwnerReadings(
  db: ForeignDatabase,
  files: CalibreFiles,
  columnId?: number | null,
): Generator<CalibreReading> {
  const finished = readFinishedBooks(db, columnId)
  if (finished.size === 0) return
  for (const row of db.rows('books', ['id', 'last_modified'])) {
    const bookId = asId(row.id)
    const fileId = findFileId(files, bookId)
    if (fileId === undefined || !finished.has(bookId!)) continue
    const completedAt = finished.get(bookId!) ?? asInstant(row.last_modified)
    if (completedAt === null) continue
    yield { personId: ownerId, fileId, completion: { startedAt: null, completedAt } }
  }
}
