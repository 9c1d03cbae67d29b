import { sql } from 'drizzle-orm'
import {
  binaryText,
  boolean,
  createdAt,
  descending,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  primaryKey,
  real,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import { users } from '../../accounts/users/schema'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const ofBook = () =>
  uuid()
    .notNull()
    .references(() => books.id, { onDelete: 'cascade' })
const ofSeries = () =>
  uuid()
    .notNull()
    .references(() => series.id, { onDelete: 'cascade' })

/** The latest name of each reading device. `deviceId` corresponds to `device` in the events. */
export const readingDevices = table(
  'reading_devices',
  {
    userId: ofUser(),
    deviceId: text().notNull(),
    name: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceId] })],
)

/** Log of reading events as received. The progress is derived from it. */
export const readingEvents = table(
  'reading_events',
  {
    id: id(),
    userId: ofUser(),
    bookId: ofBook(),
    /** Number of the pass over the book, starting at 1. */
    pass: integer().notNull(),
    kind: oneOf('position', 'completed', 'unread').notNull(),
    /** `explicit` positions are chosen by the user. Other positions only move forward. */
    origin: oneOf('explicit', 'inferred', 'sync').notNull(),
    page: integer(),
    /** From 0 to 1. */
    fraction: real(),
    locator: json<Record<string, unknown>>(),
    device: text(),
    /** Time of the event on the client's clock, capped at the server's time. */
    happenedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('reading_events_book').on(t.bookId, t.userId, t.pass),
    index('reading_events_user').on(t.userId, t.createdAt),
    index('reading_events_time').on(t.userId, t.happenedAt, t.id),
    // Without this index, reading the events of a book by time would scan all events of the user.
    index('reading_events_book_time').on(t.bookId, t.userId, t.happenedAt, t.id),
  ],
)

/**
 * Books whose sessions must be derived again, because their events have changed. See
 * changed-events.ts.
 */
export const readingChanges = table(
  'reading_changes',
  {
    userId: ofUser(),
    bookId: ofBook(),
    /** Time of the earliest event that was added or removed. */
    since: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.bookId] }),
    index('reading_changes_book').on(t.bookId),
  ],
)

/** The current reading position. There is no row for books that were never opened. */
export const bookProgress = table(
  'book_progress',
  {
    userId: ofUser(),
    bookId: ofBook(),
    seriesId: ofSeries(),
    pass: integer().notNull().default(1),
    page: integer().notNull().default(0),
    fraction: real().notNull().default(0),
    locator: json<Record<string, unknown>>(),
    /** True if the current pass is completed. Otherwise, the book counts as unread. */
    completed: boolean().notNull().default(false),
    /** Number of completed passes. Equals the number of rows in `book_completions`. */
    completions: integer().notNull().default(0),
    /**
     * False after the book was marked as unread or its position was deleted, so that there is
     * nothing to continue.
     */
    started: boolean().notNull().default(true),
    /** True if the user removed the book from "In progress", until the book is read again. */
    hidden: boolean().notNull().default(false),
    startedAt: instant().notNull(),
    lastCompletedAt: instant(),
    /** Client time of the event that set the position. */
    positionAt: instant().notNull(),
    /** Position before the file was replaced by one with a different page count. */
    movedFrom: json<{ currentPage: number; pageCount: number }>(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.bookId] }),
    index('book_progress_series').on(t.userId, t.seriesId, t.completions),
    index('book_progress_recent').on(t.userId, descending(t.updatedAt), t.bookId),
    // A partial index, because few of the books that were ever opened are in progress.
    index('book_progress_open')
      .on(t.userId, descending(t.updatedAt), t.bookId)
      .where(sql`${t.started} and not ${t.completed} and not ${t.hidden}`),
    index('book_progress_book').on(t.bookId),
    index('book_progress_of_series').on(t.seriesId),
  ],
)

/** One row per completed pass of a book. */
export const bookCompletions = table(
  'book_completions',
  {
    id: id(),
    userId: ofUser(),
    bookId: ofBook(),
    pass: integer().notNull(),
    startedAt: instant().notNull(),
    completedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('book_completions_pass').on(t.userId, t.bookId, t.pass),
    index('book_completions_book').on(t.bookId),
    index('book_completions_recent').on(t.userId, t.completedAt),
  ],
)

/** Derived from `book_progress`. Contains only series with books that the user has opened. */
export const seriesProgress = table(
  'series_progress',
  {
    userId: ofUser(),
    seriesId: ofSeries(),
    /**
     * Number of present books whose current pass is completed. `bookCount` minus this is the number
     * of unread books.
     */
    booksRead: integer().notNull().default(0),
    /** Present books that were started but not completed. */
    booksInProgress: integer().notNull().default(0),
    /** Minimum number of completions among the books that `isRequired` matches. */
    readCount: integer().notNull().default(0),
    lastReadAt: instant(),
    /**
     * Latest `completed_at` in `series_completions`. It is kept when a new book lowers `readCount`.
     * If no completion is recorded, the time is derived from the books while `readCount` is above
     * 0.
     */
    lastCompletedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.seriesId] }),
    index('series_progress_recent').on(t.userId, descending(t.lastReadAt), t.seriesId),
    index('series_progress_of_series').on(t.seriesId),
  ],
)

/** One row per completed pass of a series. See series-progress.ts. */
export const seriesCompletions = table(
  'series_completions',
  {
    id: id(),
    userId: ofUser(),
    seriesId: ofSeries(),
    pass: integer().notNull(),
    completedAt: instant().notNull(),
  },
  (t) => [
    index('series_completions_user').on(t.userId, t.seriesId, t.completedAt),
    index('series_completions_of_series').on(t.seriesId),
  ],
)

/**
 * Reading data of purged books, keyed by content identity. It is restored if the content is found
 * again. Columns with the same name as in `book_progress` and the tables of events and completions
 * have the same meaning.
 */
export const keptProgress = table(
  'kept_progress',
  {
    userId: ofUser(),
    identity: binaryText().notNull(),
    /** Used only for display. */
    title: text().notNull(),
    pass: integer().notNull(),
    page: integer().notNull(),
    fraction: real().notNull(),
    locator: json<Record<string, unknown>>(),
    completed: boolean().notNull(),
    started: boolean().notNull(),
    startedAt: instant().notNull(),
    positionAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.identity] }),
    index('kept_progress_identity').on(t.identity),
  ],
)

export const keptEvents = table(
  'kept_events',
  {
    id: id(),
    userId: ofUser(),
    identity: binaryText().notNull(),
    pass: integer().notNull(),
    kind: oneOf('position', 'completed', 'unread').notNull(),
    origin: oneOf('explicit', 'inferred', 'sync').notNull(),
    page: integer(),
    fraction: real(),
    locator: json<Record<string, unknown>>(),
    device: text(),
    happenedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('kept_events_identity').on(t.identity, t.userId),
    index('kept_events_user').on(t.userId),
  ],
)

export const keptCompletions = table(
  'kept_completions',
  {
    id: id(),
    userId: ofUser(),
    identity: binaryText().notNull(),
    pass: integer().notNull(),
    startedAt: instant().notNull(),
    completedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('kept_completions_pass').on(t.identity, t.userId, t.pass),
    index('kept_completions_user').on(t.userId),
  ],
)

/** Positions in documents that are not yet known books, keyed by KOReader's document identifier. */
export const waitingPositions = table(
  'waiting_positions',
  {
    userId: ofUser(),
    document: binaryText().notNull(),
    page: integer(),
    /** From 0 to 1. */
    fraction: real().notNull(),
    device: text(),
    happenedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.document] }),
    index('waiting_positions_document').on(t.document),
  ],
)
