/**
 * Builds the choices to store for entries whose book a user chose, so that later imports use them.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Db } from '../../../platform/db/store'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import type { ChoiceRow } from '../choice-queries'
import type { CblEntry } from '../entry'
import { findBooksByIds } from './candidate-queries'
import { getEntryKey, getSeriesKey, readWanted } from './entry-keys'
import { findNumber } from './found-book'

interface ChosenBook {
  entry: CblEntry
  bookId: string
}

/** Ignores books that the viewer cannot see. */
export async function learnChoices(
  db: Db,
  viewer: Viewer,
  chosen: readonly ChosenBook[],
): Promise<ChoiceRow[]> {
  const rows = await findBooksByIds(
    db,
    viewer,
    chosen.map(({ bookId }) => bookId),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const learned = new Map<string, ChoiceRow>()
  for (const { entry, bookId } of chosen) {
    await yieldToEventLoop()
    const book = byId.get(bookId)
    if (!book) continue
    const wanted = readWanted(entry)
    const key = getEntryKey(wanted)
    learned.set(key, { key, bookId, seriesId: null })
    if (findNumber(book)?.number !== wanted.number) continue
    const seriesKey = getSeriesKey(wanted)
    learned.set(seriesKey, { key: seriesKey, bookId: null, seriesId: book.seriesId })
  }
  return [...learned.values()]
}
