/** Imports user data of books and series: progress, bookmarks, highlights, sessions and ratings. */
import type { Tx } from '../../../platform/db/store'
import { isUuid } from '../../../platform/http/shapes'
import { addBookmarks, type BookmarkRow } from '../../../reading/bookmarks/merge-bookmarks'
import { addHighlights, type HighlightRow } from '../../../reading/highlights/merge-highlights'
import {
  addPreserved,
  type PreservedKind,
  storeMemberships,
} from '../../../reading/preserved/store'
import type { Reading } from '../../../reading/progress/copies/combine-reading'
import {
  addReading,
  addSeriesCompletions,
  type SeriesCompletionRow,
} from '../../../reading/progress/copies/merge-reading'
import { addKeptReading } from '../../../reading/progress/preserve-reading'
import { addRatings, type RatingRow } from '../../../reading/ratings/merge-ratings'
import {
  addMeasuredSessions,
  type MeasuredSession,
} from '../../../reading/statistics/sessions/measured-sessions'
import type { LinesOfItem } from '../files/read-export'
import type { BookLine, Line, LineKind, Row } from '../line-kinds'
import type { ImportState, Place } from './import-state'
import type { MatchedBook } from './match-books'

interface ImportedBook {
  line: BookLine
  lines: LinesOfItem
  now: Date
}

export async function importBook(tx: Tx, state: ImportState, { line, lines, now }: ImportedBook) {
  const book = state.findBook(line.id)
  const readings = listReadings(state, lines)
  for (const [userId, source] of readings) {
    if (book) await addReading(tx, { userId, source, to: book })
    else {
      const { identity, title } = line
      await addKeptReading(tx, { userId, identity, title, source })
    }
    if (book) state.markSeries(userId, book.seriesId)
  }
  const others: LinesOfItem = new Map([...lines].filter(([kind]) => !isReading(kind)))
  if (book) await addItemsOfBook(tx, state, { book, lines: others })
  else await waitForBook(tx, state, { line, lines: others, now })
}

const readingKinds: ReadonlySet<LineKind> = new Set(['progress', 'events', 'completions'])
const isReading = (kind: LineKind) => readingKinds.has(kind)

/** The newest position comes first. */
const compareByTime = (one: Line, other: Line) =>
  Number(other.row['positionAt']) - Number(one.row['positionAt'])

/** Returns the reading data of each account. */
function listReadings(state: ImportState, lines: LinesOfItem): Map<string, Reading> {
  const rowsOf = (kind: LineKind) => state.groupByUser(lines.get(kind) ?? [])
  const [progress, completions, events] = [
    rowsOf('progress'),
    rowsOf('completions'),
    rowsOf('events'),
  ]
  const users = new Set([...progress.keys(), ...completions.keys(), ...events.keys()])
  return new Map(
    [...users].map((userId) => {
      // Two users of the export may be mapped to the same account.
      const [position] = (progress.get(userId) ?? []).toSorted(compareByTime)
      const counted = { completions: 0, lastCompletedAt: null }
      const reading = {
        progress: position && { ...position.row, ...counted },
        completions: (completions.get(userId) ?? []).map(({ row }) => row),
        events: (events.get(userId) ?? []).map(({ row }) => row),
      }
      return [userId, reading as unknown as Reading]
    }),
  )
}

/** Returns the rows of all imported users, with the IDs of their accounts here. */
function listRows(state: ImportState, lines: LinesOfItem, kind: LineKind): Row[] {
  return (lines.get(kind) ?? []).flatMap(({ user, row }) => {
    const userId = state.findUser(user)
    return userId === undefined ? [] : [{ ...row, userId }]
  })
}

async function addItemsOfBook(
  tx: Tx,
  state: ImportState,
  { book, lines }: { book: MatchedBook; lines: LinesOfItem },
) {
  const rows = (kind: LineKind) => listRows(state, lines, kind) as unknown
  await addBookmarks(tx, book.id, rows('bookmarks') as BookmarkRow[])
  await addHighlights(tx, book.id, rows('highlights') as HighlightRow[])
  await addMeasuredSessions(tx, book.id, rows('sessions') as MeasuredSession[])
  await addRatings(tx, { kind: 'book', id: book.id }, rows('ratings') as RatingRow[])
}

const preservedKinds = {
  bookmarks: 'bookmark',
  highlights: 'highlight',
  sessions: 'session',
  ratings: 'rating',
  series_completions: 'seriesCompletion',
  want_to_read: 'wanted',
  preferences: 'preference',
} as const satisfies Partial<Record<LineKind, PreservedKind>>

/** Keeps the user data of a missing book, and the ID of its series, until a scan finds the book. */
async function waitForBook(tx: Tx, state: ImportState, { line, lines, now }: ImportedBook) {
  const { identity, series } = line
  for (const kind of lines.keys()) {
    await waitForItem(tx, { kind, identity, rows: listRows(state, lines, kind), now })
  }
  if (series !== null && isUuid(series))
    await storeMemberships(tx, [{ identity, seriesId: series }])
}

interface WaitingRows {
  kind: LineKind
  identity: string
  /** The rows, each with the `userId` of an account here. */
  rows: readonly Row[]
  now: Date
}

export async function waitForItem(tx: Tx, { kind, identity, rows, now }: WaitingRows) {
  const preserved = preservedKinds[kind as keyof typeof preservedKinds]
  const items = rows.map((row) => {
    const counted = kind === 'sessions' ? { ...row, counted: true } : row
    return { userId: row['userId'] as string, identity, kind: preserved, row: counted }
  })
  await addPreserved(tx, items, now)
}

interface ImportedSeries {
  place: Place | undefined
  lines: LinesOfItem
  now: Date
}

export async function importSeries(
  tx: Tx,
  state: ImportState,
  { place, lines, now }: ImportedSeries,
) {
  if (!place) return
  if (!place.isHere) {
    const { identity } = place
    for (const kind of lines.keys())
      await waitForItem(tx, { kind, identity, rows: listRows(state, lines, kind), now })
    return
  }
  const { id } = place
  const rows = (kind: LineKind) => listRows(state, lines, kind) as unknown
  await addRatings(tx, { kind: 'series', id }, rows('ratings') as RatingRow[])
  const completions = rows('series_completions') as SeriesCompletionRow[]
  await addSeriesCompletions(tx, id, completions)
  for (const { userId } of completions) state.markSeries(userId, id)
}
