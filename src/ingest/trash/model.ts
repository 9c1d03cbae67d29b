import { defineJob } from '../../platform/jobs/job'
import { defineEvent } from '../../platform/events/event'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  booleanText,
  id,
  instant,
  integer,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { MessageView } from '../../platform/http/message-shapes'

const readBy = () => long({ description: 'Number of users who have read the book' })
const path = () =>
  nullable(
    anyText({ description: 'Path of the file; null without the permission libraries:write' }),
  )

const CopyView = named('BookCopy', {
  id: id(),
  title: anyText(),
  libraryName: anyText(),
  path: path(),
})

export const TrashedBookView = named('TrashedBook', {
  id: id(),
  title: anyText(),
  seriesId: id(),
  seriesName: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  path: path(),
  fileFormat: nullable(anyText()),
  fileSize: long(),
  pageCount: long(),
  readBy: readBy(),
  reason: oneOf(['missing', 'removed']),
  restorable: boolean(),
  trashedAt: instant(),
  missingSince: nullable(instant()),
  continuedBy: nullable(
    id('ID of the book that the user data was copied to after this one was moved to the trash'),
  ),
  copies: list(CopyView, {
    description: 'Books outside the trash with the same content, at most 10',
  }),
})
export type TrashedBookView = Static<typeof TrashedBookView>
export const TrashedBookPage = PageOf(TrashedBookView)

export const TrashedSeriesView = named('TrashedSeries', {
  id: id(),
  title: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  path: path(),
  bookCount: long({ description: 'Number of books in the series, all of which are in the trash' }),
  restorableCount: long({ description: 'Number of books whose files exist' }),
  readBy: readBy(),
  trashedAt: instant(),
})
export type TrashedSeriesView = Static<typeof TrashedSeriesView>
export const TrashedSeriesPage = PageOf(TrashedSeriesView)

export const TrashedBooksQuery = shape({
  ...PageQuery,
  libraryId: optional(id()),
  seriesId: optional(id()),
  bookId: optional(id()),
  reason: optional(
    oneOf(['missing', 'removed', 'continued'], {
      description:
        'Only books whose file is missing, only books that a user removed, or only books whose file is missing and that a copy continues. Books of the last kind are listed only with this filter or with `bookId`',
    }),
  ),
  undecided: optional(
    booleanText({
      description:
        'Only books that have user data and a copy outside the trash, but whose data has not been copied to another book. Includes books in trashed libraries',
    }),
  ),
})
export type TrashedBooksQuery = Static<typeof TrashedBooksQuery>

export const TrashedSeriesQuery = shape({ ...PageQuery, libraryId: optional(id()) })
export type TrashedSeriesQuery = Static<typeof TrashedSeriesQuery>

export const RestoredView = named('Restored', {
  restored: long({ description: 'Number of restored books' }),
  missing: long({
    description: 'Number of books with missing files. They are restored when the files return',
  }),
})
export type RestoredView = Static<typeof RestoredView>

export const ContinueBody = named('ContinueRequest', {
  bookId: id('ID of a book with the same content, inside or outside the trash'),
})

export const PurgeBody = named('PurgeRequest', {
  name: text(1024, { minLength: 1, description: 'Title or name of the item, as confirmation' }),
})
export type PurgeBody = Static<typeof PurgeBody>

export const PreservedView = named('PreservedData', {
  bookCount: long({ description: 'Number of books, counting copies with the same content once' }),
  seriesCount: long(),
  userCount: long({ description: 'Number of users who have read or attached something' }),
  entryCount: long({
    description: 'Number of entries: positions, passes, bookmarks, edits and others',
  }),
})

export const ForgetBody = named('ForgetRequest', {
  entryCount: integer({
    minimum: 0,
    description: 'Current number of entries, as confirmation',
  }),
})

export const PurgeView = named('Purge', {
  id: id('ID of the purge and of its task'),
  kind: oneOf(['book', 'series', 'library']),
  targetId: id(),
  libraryId: id(),
  name: anyText(),
  status: oneOf(['pending', 'running', 'completed', 'failed']),
  booksPurged: long(),
  seriesPurged: long(),
  backup: nullable(
    anyText({ description: 'Name of the database backup made beforehand; SQLite only' }),
  ),
  message: nullable(MessageView, { description: 'Reason for the failure' }),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
})
export type PurgeView = Static<typeof PurgeView>
export const PurgePage = PageOf(PurgeView)
export const PurgesQuery = shape(PageQuery)

export const seriesBulkPurged = defineEvent<{ libraryId: string; count: number }>(
  'series_bulk_purged',
)

/** The stored record with the job's ID describes what to purge. */
export const purgeTrash = defineJob<{ libraryId: string }>('purge_trash', {
  slots: 1,
  maxAttempts: 10,
})
