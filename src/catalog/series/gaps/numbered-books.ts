/**
 * Loads the volume and chapter numbers of the books of a series, with the read status of each
 * number.
 */
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { books, runKinds } from '../../books/schema'
import type { Context } from '../../../context'
import { bookProgress } from '../../../reading/progress/schema'
import type { Viewer } from '../../../accounts/permissions/model'

/**
 * Higher "volumes" are actually years and higher "chapters" are dates, for which gaps are
 * meaningless.
 */
export const maxNumbers = { volume: 500, chapter: 5000 } as const

/** Read statuses of numbered books, from the least to the most advanced. */
export const readStates = ['unread', 'in_progress', 'read'] as const
type ReadState = (typeof readStates)[number]

/** For each number, the most advanced status of all books that have it. */
export type NumberStates = ReadonlyMap<number, ReadState>

interface NumberedBook {
  volume: number | null
  volumeEnd: number | null
  chapter: number | null
  chapterEnd: number | null
  state: number
}

/**
 * Loads the status of each number. Volumes or chapters whose numbers are years or dates are
 * returned as an empty map.
 */
export async function loadNumberStates({ heavy }: Context, { userId }: Viewer, seriesId: string) {
  const { completed, started } = bookProgress
  const rows: NumberedBook[] = await heavy
    .select({
      volume: sql<number | null>`case when ${books.numberKind} <> 'issue' then ${books.volume} end`,
      volumeEnd: books.volumeEnd,
      chapter: books.chapter,
      chapterEnd: books.chapterEnd,
      state: sql<number>`max(case when ${completed} then 2 when ${started} then 1 else 0 end)`,
    })
    .from(books)
    .leftJoin(bookProgress, and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, userId)))
    .where(
      and(
        eq(books.seriesId, seriesId),
        isNull(books.trashedAt),
        inArray(books.numberKind, runKinds),
        or(isNotNull(books.volume), isNotNull(books.chapter)),
      ),
    )
    .groupBy(books.numberKind, books.volume, books.volumeEnd, books.chapter, books.chapterEnd)
  return {
    volumes: collectStates(rows, 'volume', ({ volume, volumeEnd }) => getRange(volume, volumeEnd)),
    // A chapter with a volume number is a part of that volume.
    chapters: collectStates(rows, 'chapter', ({ volume, chapter, chapterEnd }) =>
      volume === null ? getRange(chapter, chapterEnd) : null,
    ),
  }
}

/** A range of integers that includes both ends. */
interface Range {
  from: number
  to: number
}

/** Rounds fractions down: 10.5 counts as 10. */
function getRange(first: number | null, last: number | null): Range | null {
  if (first === null) return null
  const from = Math.floor(first)
  return { from, to: Math.max(from, Math.floor(last ?? first)) }
}

function collectStates(
  rows: readonly NumberedBook[],
  kind: keyof typeof maxNumbers,
  rangeOf: (row: NumberedBook) => Range | null,
): NumberStates {
  const states = new Map<number, number>()
  for (const row of rows) {
    const range = rangeOf(row)
    if (range === null) continue
    if (range.to > maxNumbers[kind]) return new Map()
    for (let number = range.from; number <= range.to; number++) {
      states.set(number, Math.max(Number(row.state), states.get(number) ?? 0))
    }
  }
  return new Map([...states].map(([number, state]) => [number, readStates[state] ?? 'unread']))
}

/**
 * Returns the lowest number. Gaps between chapters are counted from it, because volumes may contain
 * the earlier chapters. Gaps between volumes are counted from 1.
 */
export const getLowestNumber = (numbers: NumberStates): number =>
  [...numbers.keys()].reduce((least, number) => Math.min(least, number), Infinity)
