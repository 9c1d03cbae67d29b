/** Updates the stored counts of a library, which unrestricted viewers see. */
import { and, count, eq, isNull } from 'drizzle-orm'
import { books } from '../books/schema'
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import { series } from '../series/schema'
import { storeCounts } from './scan-state'

export async function recountLibrary({ heavy, writeBulk }: Context, libraryId: string) {
  const counts = await countLibrary(heavy, libraryId)
  await writeBulk((tx) => storeCounts(tx, libraryId, counts))
}

/** Reads all books, so it must not run on the main thread. */
async function countLibrary(heavy: Db, libraryId: string) {
  const [counted] = await heavy
    .select({ bookCount: count() })
    .from(books)
    .where(and(eq(books.libraryId, libraryId), isNull(books.trashedAt)))
  const [grouped] = await heavy
    .select({ seriesCount: count() })
    .from(series)
    .where(and(eq(series.libraryId, libraryId), isNull(series.trashedAt)))
  return { bookCount: counted?.bookCount ?? 0, seriesCount: grouped?.seriesCount ?? 0 }
}
