/** Import and export of reading lists in the API. */
import { MessageView } from '../../platform/http/message-shapes'
import {
  anyText,
  id,
  integer,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  record,
  shape,
  type Static,
  text,
  upload,
} from '../../platform/http/shapes'
import { ReadingListView } from '../../catalog/reading-lists/model'
import { entryMembers, maxEntries } from './entry'

const CandidateView = named('ReadingListImportCandidate', {
  bookId: id(),
  seriesTitle: anyText(),
  title: anyText(),
  number: anyText(),
  year: nullable(integer()),
  reasons: list(MessageView),
})

const statusWords = ['exact', 'likely', 'none'] as const

export const ReviewView = named('ReadingListImportReview', {
  name: anyText({ description: 'Of the list in the file; may be empty' }),
  entries: list(
    named('ReadingListImportEntry', {
      ...entryMembers,
      index: integer({ description: 'Place in the file, from 0' }),
      status: oneOf(statusWords, {
        description: '`exact`: the first candidate is the book; `likely`: a person must choose',
      }),
      candidates: list(CandidateView, { description: 'Best first, at most 5' }),
    }),
  ),
  exactCount: long(),
  likelyCount: long(),
  noneCount: long(),
})

export const ReviewForm = shape({ file: upload() })

export const ImportForm = shape({
  file: upload(),
  choices: text(2_000_000, {
    description: 'JSON: `books` (book ids by index), `byHand` and `skipped` (indexes)',
  }),
  name: optional(text(200, { minLength: 1, description: 'Of a new list' })),
  listId: optional(id('Own list whose entries are replaced')),
})
export type ImportForm = Static<typeof ImportForm>

const indexes = () => list(integer({ minimum: 0, maximum: maxEntries }), { maxItems: maxEntries })

/** The `choices` form field. */
export const Choices = shape({
  books: record(id()),
  byHand: optional(indexes()),
  skipped: optional(indexes()),
})
export type Choices = Static<typeof Choices>

export const ImportView = named('ReadingListImport', {
  list: ReadingListView,
  missingCount: long({ description: 'Entries without a book' }),
  duplicateCount: long({ description: 'Entries whose book the list already had' }),
})

export const MissingEntriesView = named('ReadingListMissingEntries', {
  entries: list(named('ReadingListMissingEntry', { id: id(), ...entryMembers })),
})

export const LookAgainView = named('ReadingListLookAgain', {
  foundCount: long({ description: 'Entries whose book was found and added in their place' }),
  missingCount: long(),
})

export const MissingEntryParams = shape({
  id: id('Id of the reading list'),
  entryId: id('Id of the missing entry'),
})

export const ExportQuery = shape({
  version: optional(oneOf(['1', '2'], { description: '2, the default, has ids of catalogs' })),
})
