/**
 * Shapes of progress, progression, history, marks and book lists in the API, and the events about
 * them.
 */
import { defineEvent } from '../../platform/events/event'
import { BookView, ReadProgressView } from '../../catalog/books/model'
import { BulkProblem, BulkIds } from '../../platform/http/bulk'
import { LimitQuery, PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  booleanText,
  id,
  instant,
  instantText,
  integer,
  list,
  long,
  nullable,
  number,
  optional,
  patchable,
  named,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import type { bookProgress } from './schema'
import { messageMembers } from '../../platform/http/message-shapes'

/** Derives an ID that never changes from the user and the book. */
const createProgressId = (userId: string, bookId: string) => Bun.randomUUIDv5(userId, bookId)

type ProgressRow = Omit<typeof bookProgress.$inferSelect, 'seriesId' | 'locator'>

export const toProgressView = (row: ProgressRow): ReadProgressView => ({
  id: createProgressId(row.userId, row.bookId),
  userId: row.userId,
  bookId: row.bookId,
  currentPage: row.page,
  progressPercentage: row.fraction,
  completed: row.completed,
  startedAt: row.startedAt,
  completedAt: row.completed ? row.lastCompletedAt : null,
  updatedAt: row.updatedAt,
  movedFrom: row.movedFrom,
})

export const ProgressList = PageOf(ReadProgressView)

const Device = text(200, { minLength: 1, description: 'Name or ID of the reading device' })

export const ProgressUpdate = named('ProgressUpdate', {
  currentPage: integer({
    minimum: 1,
    description: 'Page number, starting at 1; must not exceed the number of pages if that is known',
  }),
  progressPercentage: patchable(number({ minimum: 0, maximum: 1, description: '0 to 1' })),
  completed: patchable(boolean()),
  device: optional(Device),
  happenedAt: optional(instantText()),
})
export type ProgressUpdate = Static<typeof ProgressUpdate>

/** Additional members are allowed, because Readium clients add their own. */
const open = { additionalProperties: true }
const unitInterval = { minimum: 0, maximum: 1 }

/** A Readium locator. */
export const Locator = named(
  'Locator',
  {
    href: text(2048, { minLength: 1 }),
    type: text(255),
    title: patchable(text(1000)),
    locations: shape(
      {
        progression: patchable(number(unitInterval)),
        totalProgression: patchable(number(unitInterval)),
        position: patchable(integer({ minimum: 1 })),
      },
      open,
    ),
  },
  open,
)

/** A Readium progression. */
export const ProgressionUpdate = named(
  'ProgressionUpdate',
  {
    device: patchable(shape({ id: text(200, { minLength: 1 }), name: optional(text(200)) }, open)),
    modified: instantText(),
    locator: Locator,
  },
  open,
)
export type ProgressionUpdate = Static<typeof ProgressionUpdate>

export const ProgressionView = named('Progression', {
  device: nullable(shape({ id: anyText(), name: anyText() })),
  modified: instant(),
  locator: Locator,
})
export type ProgressionView = Static<typeof ProgressionView>

const undoId = () =>
  nullable(
    id('With this, `/progress/marks/{id}/undo` restores the previous progress within an hour'),
  )

export const MarkedView = named('Marked', {
  count: long({ description: 'Number of books that changed' }),
  undoId: undoId(),
  ...messageMembers(),
})

export const BulkMarkedView = named('BulkMarked', {
  count: long({ description: 'Number of books that changed' }),
  undoId: undoId(),
  problems: list(BulkProblem, { description: 'Items that do not exist or that you cannot see' }),
  ...messageMembers(),
})
export const UndoneMarkView = named('UndoneMark', {
  count: long({ description: 'Number of books with their previous progress' }),
  kept: long({ description: 'Number of books that were read or marked again since' }),
  ...messageMembers(),
})
export const BooksToMark = named('BooksToMark', { bookIds: BulkIds() })
export const SeriesToMark = named('SeriesToMark', { seriesIds: BulkIds() })

export const HistoryView = named('ReadHistory', {
  readCount: long(),
  lastCompletedAt: nullable(instant()),
  entries: list(shape({ id: id(), pass: long(), startedAt: instant(), completedAt: instant() }), {
    description: 'Newest first',
  }),
})
export type HistoryView = Static<typeof HistoryView>

export const BookList = PageOf(BookView)

export const NextBookView = named('NextBook', { book: nullable(BookView) })

const BookListMembers = {
  ...PageQuery,
  ...LimitQuery,
  seriesId: optional(id('Only books in this series')),
  full: optional(booleanText({ description: 'Ignored; accepted for compatibility' })),
}
export const BookListQuery = shape({ ...BookListMembers, libraryId: optional(id()) })
export const BooksOfLibraryQuery = shape(BookListMembers)
export const ProgressListQuery = shape(PageQuery)

export const readProgressUpdated = defineEvent<{
  userId: string
  bookId: string
  seriesId: string
}>('read_progress_updated')

/** Published when the whole history was cleared. The progress was kept. */
export const historyCleared = defineEvent<{ userId: string }>('history_cleared')
