/** Previews and explanations on the wire. */
import type { ScanOrder } from '../scanning/model'
import type { NamingSettings } from '../../media/naming/settings'
import type { RulePattern } from '../../media/filenames/corrections'
import { defineJob } from '../../platform/jobs/job'
import { NewNameRule, NameRuleView } from '../../catalog/corrections/model'
import {
  anyText,
  boolean,
  either,
  extend,
  id,
  integer,
  list,
  long,
  named,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
} from '../../platform/http/shapes'

const NamedBook = named('BookNaming', {
  series: anyText(),
  title: anyText(),
  volume: nullable(integer()),
  chapter: nullable(number()),
})

const ChangedBook = named('ChangedBook', {
  id: id(),
  fileName: anyText(),
  before: NamedBook,
  after: NamedBook,
})
export type ChangedBook = Static<typeof ChangedBook>

const ChangedSeries = named('ChangedSeries', {
  id: nullable(id('null: it is new')),
  title: nullable(anyText({ description: 'Now; null: it is new' })),
  titleAfter: nullable(
    anyText({ description: 'null: no book is left in it, it goes to the trash' }),
  ),
  books: long({ description: 'Now' }),
  booksAfter: long(),
})
export type ChangedSeries = Static<typeof ChangedSeries>

export const NamingPreview = named('NamingPreview', {
  libraryId: id(),
  booksLookedAt: long(),
  booksMoved: long({ description: 'To another series' }),
  booksRenamed: long({ description: 'With another title, volume or chapter' }),
  booksCompared: long({ description: 'Those that booksRenamed counts: the first ones' }),
  seriesKept: long({ description: 'With their id and all that was said and read of them' }),
  seriesAdded: long(),
  seriesEmptied: long({
    description: 'They go to the trash and are found again when changed back',
  }),
  series: list(ChangedSeries, { description: 'Some that would change' }),
  books: list(ChangedBook, { description: 'Some that would change' }),
})
export type NamingPreview = Static<typeof NamingPreview>
export const NamingPreviews = list(NamingPreview)

export const RuleToPreview = extend(
  [NewNameRule, named('RuleId', { id: optional(id('The correction that this would replace')) })],
  { additionalProperties: false, title: 'NameRuleToPreview' },
)
export type RuleToPreview = Static<typeof RuleToPreview>

const Value = nullable(either(anyText(), number(), boolean(), list(anyText())))

const ReadValue = named('ReadValue', {
  field: anyText(),
  value: Value,
  source: oneOf(['file', 'folder']),
  text: anyText({ description: 'The characters that said it' }),
  rule: anyText({ description: 'For people' }),
  ruleId: nullable(id('The correction that gave the value')),
})
export type ReadValue = Static<typeof ReadValue>

const StoredValue = named('StoredValue', {
  field: anyText(),
  value: Value,
  source: nullable(anyText()),
  because: anyText({ description: 'For people' }),
  locked: boolean(),
})
export type StoredValue = Static<typeof StoredValue>

export const ParseView = named('BookParse', {
  bookId: id(),
  fileName: anyText(),
  folder: nullable(anyText({ description: 'Below its root; null without libraries:write' })),
  read: list(ReadValue, { description: 'What the names say' }),
  values: list(StoredValue, { description: 'What counts for the book, and why' }),
  series: named('SeriesParse', {
    id: id(),
    title: anyText(),
    because: anyText({ description: 'Why the book is in this series, for people' }),
    values: list(StoredValue),
  }),
  rules: list(NameRuleView, { description: 'The corrections that are about this book' }),
})
export type ParseView = Static<typeof ParseView>

export interface ApplyNamesOrder {
  libraryId: string
  /** Only books to which these corrections apply. */
  about?: RulePattern[]
  /** The strategies before they were changed: an undo restores them. */
  before?: NamingSettings
  /** Nothing is to be done if every book is in its series already. */
  ifAstray?: boolean
}

/** Waits until the library is free, then enqueues `regroupLibraryJob`. */
export const applyNamesJob = defineJob<ApplyNamesOrder>('apply_names', { slots: 1 })
export const regroupLibraryJob = defineJob<ScanOrder & ApplyNamesOrder>('regroup_library', {
  slots: 1,
  maxAttempts: 10,
})
