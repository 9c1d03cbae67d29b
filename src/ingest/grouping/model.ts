/** API models of naming previews and explanations, and the jobs that apply naming settings. */
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
import { MessageView } from '../../platform/http/message-shapes'

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
  id: nullable(id('ID of the series; null for a new series')),
  title: nullable(anyText({ description: 'Current title; null for a new series' })),
  titleAfter: nullable(
    anyText({
      description:
        'Title after the change; null if the series loses all its books and moves to the trash',
    }),
  ),
  books: long({ description: 'Current number of books in the series' }),
  booksAfter: long(),
})
export type ChangedSeries = Static<typeof ChangedSeries>

export const NamingPreview = named('NamingPreview', {
  libraryId: id(),
  booksChecked: long(),
  booksMoved: long({ description: 'Number of books that move to another series' }),
  booksRenamed: long({
    description: 'Number of books that get a different title, volume or chapter',
  }),
  booksCompared: long({
    description: 'Number of books that were compared for booksRenamed, at most 5,000',
  }),
  seriesKept: long({
    description: 'Number of series that keep their ID, metadata and reading progress',
  }),
  seriesAdded: long(),
  seriesEmptied: long({
    description: 'Number of series that move to the trash. They return if the change is reverted',
  }),
  series: list(ChangedSeries, { description: 'Examples of the changes' }),
  books: list(ChangedBook, { description: 'Examples of the changes' }),
})
export type NamingPreview = Static<typeof NamingPreview>
export const NamingPreviews = list(NamingPreview)

export const RuleToPreview = extend(
  [
    NewNameRule,
    named('RuleId', { id: optional(id('ID of the rule that this one would replace')) }),
  ],
  { additionalProperties: false, title: 'NameRuleToPreview' },
)
export type RuleToPreview = Static<typeof RuleToPreview>

const Value = nullable(either(anyText(), number(), boolean(), list(anyText())))

const ReadValue = named('ReadValue', {
  field: anyText(),
  value: Value,
  source: oneOf(['file', 'folder']),
  text: anyText({ description: 'Characters that the value was parsed from' }),
  rule: anyText({ description: 'Name of the built-in rule, or ID of the parsing rule' }),
  ruleId: nullable(id('ID of the parsing rule that produced the value')),
})
export type ReadValue = Static<typeof ReadValue>

const StoredValue = named('StoredValue', {
  field: anyText(),
  value: Value,
  source: nullable(anyText()),
  because: MessageView,
  locked: boolean(),
})
export type StoredValue = Static<typeof StoredValue>

export const ParseView = named('BookParse', {
  bookId: id(),
  fileName: anyText(),
  folder: nullable(
    anyText({
      description:
        'Path of the folder relative to its root; null without the permission libraries:write',
    }),
  ),
  read: list(ReadValue, { description: 'Values parsed from the file and folder names' }),
  values: list(StoredValue, { description: 'Effective values and their reasons' }),
  series: named('SeriesParse', {
    id: id(),
    title: anyText(),
    because: MessageView,
    values: list(StoredValue),
  }),
  rules: list(NameRuleView, { description: 'Rules that match this book' }),
})
export type ParseView = Static<typeof ParseView>

export interface ApplyNamesOrder {
  libraryId: string
  /** Includes only books that match these patterns. */
  about?: RulePattern[]
  /** The naming settings before the change, which an undo restores. */
  before?: NamingSettings
  /** Skips the job if every book is already in its series. */
  ifAstray?: boolean
}

/** Waits until the library is free, then enqueues `regroupLibraryJob`. */
export const applyNamesJob = defineJob<ApplyNamesOrder>('apply_names', { slots: 1 })
export const regroupLibraryJob = defineJob<ScanOrder & ApplyNamesOrder>('regroup_library', {
  slots: 1,
  maxAttempts: 10,
})
