/** Loads the volume and chapter numbers of the books of a series. */
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { books } from '../../books/schema'
import type { Context } from '../../../context'
import { bookProgress } from '../../../reading/progress/schema'
import type { Viewer } from '../../../accounts/permissions/model'

/** A higher "volume" is a year and a higher "chapter" a date, so gaps are meaningless. */
export const maxNumbers = { volume: 500, chapter: 5000 } as const

/** Read status of the books with a number. */
export const readStates = ['unread', 'in_progress', 'read'] as const
type ReadState = (typeof readStates)[number]

/** The most advanced status of all books with the number. */
export type NumberStates = ReadonlyMap<number, ReadState>

interface NumberedBook {
  volume: number | null
  chapter: number | null
  state: number
}

/** Empty if the numbers are years or dates. */
export async function loadNumberStates({ heavy }: Context, { userId }: Viewer, seriesId: string) {
  const { completed, started } = bookProgress
  const rows: NumberedBook[] = await heavy
    .select({
      volume: books.volume,
      chapter: books.chapter,
      state: sql<number>`max(case when ${completed} then 2 when ${started} then 1 else 0 end)`,
    })
    .from(books)
    .leftJoin(bookProgress, and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, userId)))
    .where(
      and(
        eq(books.seriesId, seriesId),
        isNull(books.trashedAt),
        or(isNotNull(books.volume), isNotNull(books.chapter)),
      ),
    )
    .groupBy(books.volume, books.chapter)
  return {
    volumes: collectStates(rows, 'volume', ({ volume }) => volume),
    // A chapter with a volume number is part of that volume.
    chapters: collectStates(rows, 'chapter', ({ volume, chapter }) =>
      chapter === null || volume !== null ? null : Math.floor(chapter),
    ),
  }
}

function collectStates(
  rows: readonly NumberedBook[],
  kind: keyof typeof maxNumbers,
  numberOf: (row: NumberedBook) => number | null,
): NumberStates {
  const states = new Map<number, number>()
  for (const row of rows) {
    const number = numberOf(row)
    if (number === null) continue
    if (number > maxNumbers[kind]) return new Map()
    states.set(number, Math.max(Number(row.state), states.get(number) ?? 0))
  }
  return new Map([...states].map(([number, state]) => [number, readStates[state] ?? 'unread']))
}

/**
 * Volumes start at 1. Chapters start at the lowest one, because volumes may contain earlier ones.
 */
export const getLowestNumber = (numbers: NumberStates): number =>
  [...numbers.keys()].reduce((least, number) => Math.min(least, number), Infinity)
