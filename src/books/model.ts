/** Books on the wire: the list row, the page, what stands next to a book. */
import {
  anyText,
  boolean,
  id,
  instant,
  integerText,
  list,
  long,
  nullable,
  number,
  oneOf,
  optional,
  booleanText,
  either,
  patchable,
  shape,
  type Static,
  text,
} from '../http/shapes'
import { PageQuery, SortQuery } from '../http/pagination'
import { LabelView } from '../labels/model'
import { BookDetails, BookFullMetadataView } from './metadata-model'

/** Where the requesting user stands in a book. */
export const ReadProgressView = shape(
  {
    id: id('Stable for one user and one book'),
    userId: id(),
    bookId: id(),
    currentPage: long({ description: 'From 1' }),
    progressPercentage: nullable(number({ description: '0 to 1' })),
    completed: boolean(),
    startedAt: instant(),
    completedAt: nullable(instant()),
    updatedAt: instant(),
  },
  { title: 'ReadProgress' },
)
export type ReadProgressView = Static<typeof ReadProgressView>

const FindingView = shape(
  { code: anyText(), message: anyText({ description: 'For people' }) },
  { title: 'Finding' },
)

const shared = {
  id: id(),
  seriesId: id(),
  seriesName: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  title: anyText(),
  titleSort: nullable(anyText()),
  number: nullable(number({ description: 'null when the number is none, such as "Annual 2"' })),
  path: nullable(anyText({ description: 'Only for those who may change libraries' })),
  fileFormat: anyText({ description: 'cbz, epub, pdf …; by extension until the file was read' }),
  fileSize: long(),
  fileHash: anyText({ description: 'Sampled; empty until the file was read' }),
  koreaderHash: nullable(anyText()),
  pageCount: long(),
  readingDirection: nullable(anyText()),
  analyzed: boolean(),
  analysisError: nullable(anyText({ description: 'The gravest finding, for people' })),
  finding: nullable(anyText({ description: 'Code of the gravest finding' })),
  findings: list(FindingView),
  deleted: boolean(),
  readProgress: nullable(ReadProgressView),
  readCount: long({ description: 'Times the requesting user completed the book' }),
  lastCompletedAt: nullable(instant()),
  wantToRead: boolean(),
  createdAt: instant(),
  updatedAt: instant(),
}

/** One book in a list, as the requesting user sees it. */
export const BookView = shape(
  {
    ...shared,
    volume: nullable(number()),
    chapter: nullable(number()),
    summary: nullable(anyText()),
  },
  { title: 'Book' },
)
export type BookView = Static<typeof BookView>

export const FullBookView = shape(
  {
    ...shared,
    metadata: BookFullMetadataView,
    genres: list(LabelView),
    tags: list(LabelView),
  },
  { title: 'FullBook' },
)
export type FullBookView = Static<typeof FullBookView>

export const BookDetailView = shape(
  { book: BookView, metadata: BookDetails },
  { title: 'BookDetail' },
)
export type BookDetailView = Static<typeof BookDetailView>

export const AdjacentBooksView = shape(
  { prev: nullable(BookView), next: nullable(BookView) },
  { title: 'AdjacentBooks' },
)

export const PageView = shape(
  {
    id: id('Stable for one book and one page number'),
    bookId: id(),
    pageNumber: long({ description: 'From 1' }),
    fileName: anyText(),
    fileFormat: anyText({ description: 'jpeg, png, webp …' }),
    fileSize: long(),
    width: nullable(long()),
    height: nullable(long()),
  },
  { title: 'BookPage' },
)
export type PageView = Static<typeof PageView>

/** What a person may change of the book itself. */
export const BookPatch = shape({
  title: patchable(
    text(1024, { minLength: 1, description: 'null: back to the title that the file has' }),
  ),
  number: patchable(either(number(), text(100, { minLength: 1 }))),
})
export type BookPatch = Static<typeof BookPatch>

export const BookUpdateView = shape(
  {
    id: id(),
    title: anyText(),
    number: nullable(number()),
    updatedAt: instant(),
  },
  { title: 'BookUpdate' },
)

const ListQuery = {
  ...PageQuery,
  ...SortQuery,
  readStatus: optional(oneOf(['unread', 'in_progress', 'read'])),
  search: optional(text(200)),
  hasError: optional(booleanText()),
  full: optional(booleanText()),
}

export const BookListQuery = shape({
  ...ListQuery,
  libraryId: optional(id()),
  seriesId: optional(id()),
})
export type BookListQuery = Static<typeof BookListQuery>

/** For the lists of one library or one series. */
export const BooksWithinQuery = shape(ListQuery)

export const BookErrorsQuery = shape({
  ...PageQuery,
  ...SortQuery,
  libraryId: optional(id()),
  seriesId: optional(id()),
  code: optional(text(40)),
})
export type BookErrorsQuery = Static<typeof BookErrorsQuery>

export const PageParams = shape({
  id: id(),
  number: integerText({ minimum: 1, maximum: 1_000_000 }),
})
