/** API models for importing and exporting reading lists. */
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
  nameText,
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
  name: anyText({ description: 'Name of the list in the file; may be empty' }),
  entries: list(
    named('ReadingListImportEntry', {
      ...entryMembers,
      index: integer({ description: 'Position in the file, starting at 0' }),
      status: oneOf(statusWords, {
        description:
          '`exact`: the first candidate is the book; `likely`: a person must choose a candidate',
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
    description:
      'JSON object with `books` (book IDs by index), `byHand` (indexes of the books that a user chose) and `skipped` (indexes)',
  }),
  name: optional(nameText(200, { description: 'Name of the new list' })),
  listId: optional(id('ID of one of your own lists, whose entries are replaced')),
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
  missingCount: long({ description: 'Number of entries whose book was not found' }),
  duplicateCount: long({ description: 'Number of entries whose book was already in the list' }),
})

export const MissingEntriesView = named('ReadingListMissingEntries', {
  entries: list(named('ReadingListMissingEntry', { id: id(), ...entryMembers })),
})

export const LookAgainView = named('ReadingListLookAgain', {
  foundCount: long({
    description:
      'Number of entries whose book was found; the books were added at the positions of their entries',
  }),
  missingCount: long(),
})

export const MissingEntryParams = shape({
  id: id('ID of the reading list'),
  entryId: id('ID of the missing entry'),
})

export const ChosenBookBody = shape({ bookId: id('ID of the book to add') })

export const ExportQuery = shape({
  version: optional(
    oneOf(['1', '2'], {
      description: 'Version of the format; 2, the default, includes catalog IDs',
    }),
  ),
})
