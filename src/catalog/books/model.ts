/** Books in the API: views, requests and events. */
import { defineEvent } from '../../platform/events/event'
import {
  anyText,
  boolean,
  id,
  instant,
  list,
  long,
  nullable,
  number,
  oneOf,
  optional,
  booleanText,
  either,
  patchable,
  named,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { findingCodes } from '../../media/contents/contents'
import { fieldsQuery } from '../../platform/http/responses/item-fields'
import { IncludeDeletedQuery, PageQuery, sortQuery } from '../../platform/http/pagination'
import { bookSortKeys } from './lists/book-sorts'
import { LabelView } from '../labels/model'
import { BookDetails, BookFullMetadataView } from './metadata/model'
import { numberKinds } from './numbers/number-kind'
import { findingMembers, MessageView } from '../../platform/http/message-shapes'

/** The current user's reading progress. */
export const ReadProgressView = named('ReadProgress', {
  id: id('ID of the progress record; stable for each user and book'),
  userId: id(),
  bookId: id(),
  currentPage: long({ description: 'Current page, starting at 1' }),
  progressPercentage: nullable(number({ description: '0 to 1' })),
  completed: boolean(),
  startedAt: instant(),
  completedAt: nullable(instant()),
  updatedAt: instant(),
  movedFrom: nullable(shape({ currentPage: long(), pageCount: long() }), {
    description:
      'Position in the previous file, after the file was replaced by one with a different number of pages. `progressPercentage` stays the same. null once a new position is saved.',
  }),
})
export type ReadProgressView = Static<typeof ReadProgressView>

const FindingView = named('Finding', findingMembers())

/** Members with the number of a book and what it counts. */
export const numberMembers = {
  numberKind: nullable(
    oneOf(numberKinds, {
      description:
        'What the number counts. Issues, chapters and volumes are the run of a series; collected editions, annuals and specials follow it. null for books without a number',
    }),
  ),
  numberFrom: nullable(
    number({ description: 'Number of the book among those of its kind, such as 2.5' }),
  ),
  numberTo: nullable(number({ description: 'Last number, such as 22 for the double issue 21–22' })),
}

/** The number of a book and the volume that its label names. */
export const labelMembers = { ...numberMembers, volume: nullable(number()) }

export const BookNameView = named('BookName', {
  title: anyText(),
  seriesName: anyText(),
  ...labelMembers,
})

const shared = {
  id: id(),
  seriesId: id(),
  seriesName: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  title: anyText(),
  titleSort: nullable(anyText()),
  number: nullable(
    number({
      description: 'Numeric value of the number; null if it is not numeric, such as "Annual 2"',
    }),
  ),
  volumeEnd: nullable(number({ description: 'Last volume in a file that contains several' })),
  chapterEnd: nullable(number({ description: 'Last chapter in a file that contains several' })),
  ...numberMembers,
  path: nullable(
    anyText({ description: 'Path of the file; null without the permission libraries:write' }),
  ),
  fileFormat: anyText({
    description:
      'Format of the file, such as cbz, epub or pdf; based on the file extension until the file is analyzed',
  }),
  fileSize: long(),
  fileHash: anyText({
    description: 'Hash of samples of the file; empty until the file is analyzed',
  }),
  koreaderHash: nullable(anyText()),
  pageCount: long(),
  readingDirection: nullable(anyText()),
  analyzed: boolean(),
  analysisError: nullable(MessageView, { description: 'Most severe finding' }),
  finding: nullable(anyText({ description: 'Code of the most severe finding' })),
  findings: list(FindingView),
  deleted: boolean(),
  readProgress: nullable(ReadProgressView),
  readCount: long({ description: 'Number of times you have completed the book' }),
  lastCompletedAt: nullable(instant()),
  wantToRead: boolean(),
  coverColor: nullable(
    anyText({
      description: 'Main color of the thumbnail as `#rrggbb`; null until the thumbnail exists',
    }),
  ),
  createdAt: instant(),
  updatedAt: instant(),
}

/** A book in a list, for the current user. */
export const BookView = named('Book', {
  ...shared,
  volume: nullable(number()),
  chapter: nullable(number()),
  summary: nullable(anyText()),
  newInSeries: optional(
    long({
      description:
        'Only in lists of recently added books: number of books that were added to the series in the same 30 days',
    }),
  ),
})
export type BookView = Static<typeof BookView>

export const FullBookView = named('FullBook', {
  ...shared,
  metadata: BookFullMetadataView,
  genres: list(LabelView),
  tags: list(LabelView),
})
export type FullBookView = Static<typeof FullBookView>

export const BookDetailView = named('BookDetail', {
  book: BookView,
  metadata: BookDetails,
  hasTextBeside: boolean({
    description: 'Whether a `.mokuro` file beside the book contains the text of its pages',
  }),
})
export type BookDetailView = Static<typeof BookDetailView>

export const AdjacentBooksView = named('AdjacentBooks', {
  prev: nullable(BookView),
  next: nullable(BookView),
  position: long({ description: 'Position of the book in the series or list, starting at 1' }),
  count: long({ description: 'Number of books in the series or list' }),
})

/** Editable fields of the book itself. */
export const BookPatch = shape({
  title: patchable(
    text(1024, {
      minLength: 1,
      description: 'Title of the book; null restores the title from the file',
    }),
  ),
  number: patchable(either(number(), text(100, { minLength: 1 }))),
})
export type BookPatch = Static<typeof BookPatch>

export const BookUpdateView = named('BookUpdate', {
  id: id(),
  title: anyText(),
  number: nullable(number()),
  updatedAt: instant(),
})

const ListQuery = {
  ...PageQuery,
  ...sortQuery(bookSortKeys),
  readStatus: optional(
    oneOf(['unread', 'in_progress', 'read'], { description: 'Only books in this state' }),
  ),
  search: optional(
    text(200, {
      description:
        'Search words; each must match the start of a word in the title or in the name of a person',
    }),
  ),
  hasError: optional(
    booleanText({
      description: 'Only books with findings (true) or only books without findings (false)',
    }),
  ),
  full: optional(booleanText({ description: 'Ignored; accepted for compatibility' })),
  ...fieldsQuery(BookView),
}

export const BookListQuery = shape({
  ...ListQuery,
  libraryId: optional(id()),
  seriesId: optional(id()),
})
export type BookListQuery = Static<typeof BookListQuery>

/** Query for the books of one library or series. */
export const BooksWithinQuery = shape({ ...ListQuery, ...IncludeDeletedQuery })

export const BooksOfSeriesQuery = shape({
  ...ListQuery,
  ...IncludeDeletedQuery,
  numberKind: optional(
    oneOf([...numberKinds, 'none'], {
      description: 'Only books of this kind; `none` for books without a number',
    }),
  ),
})
export type BooksOfSeriesQuery = Static<typeof BooksOfSeriesQuery>

export const NumberKindCountView = named('NumberKindCount', {
  numberKind: numberMembers.numberKind,
  bookCount: long(),
})

export const BookErrorsQuery = shape({
  ...PageQuery,
  ...sortQuery(bookSortKeys),
  libraryId: optional(id()),
  seriesId: optional(id()),
  code: optional(oneOf(findingCodes, { description: 'Only books with this finding' })),
})
export type BookErrorsQuery = Static<typeof BookErrorsQuery>

interface BookRef {
  libraryId: string
  seriesId: string
  bookId: string
}
export const bookCreated = defineEvent<BookRef>('book_created')
export const bookUpdated = defineEvent<BookRef & { fields?: string[] }>('book_updated')
export const bookDeleted = defineEvent<BookRef>('book_deleted')
