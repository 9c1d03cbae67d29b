/** API models for matching many series in the background. */
import { BulkIds } from '../../../platform/http/bulk'
import { MessageView, messageMembers } from '../../../platform/http/message-shapes'
import { PageOf, PageQuery } from '../../../platform/http/pagination'
import {
  anyText,
  boolean,
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
} from '../../../platform/http/shapes'
import { CandidateView } from '../model'

const provider = { pluginId: optional(id('Only this provider')) }
export const LibraryRunBody = named('EnqueueLibraryAutoMatch', provider)
export const SelectionRunBody = named('EnqueueBulkAutoMatch', { ...provider, seriesIds: BulkIds() })

export const EnqueuedView = named('EnqueuedAutoMatch', {
  success: boolean(),
  ...messageMembers(),
  runId: id(),
  tasksEnqueued: long(),
  taskIds: list(id()),
})

const itemStates = ['waiting', 'applied', 'review', 'none', 'failed', 'skipped'] as const
export type ItemState = (typeof itemStates)[number]

const Counts = named('MatchRunCounts', {
  waiting: long(),
  applied: long(),
  review: long({ description: 'A person must choose' }),
  none: long({ description: 'Nothing similar was found' }),
  failed: long(),
  skipped: long(),
})

export const RunView = named('MatchRun', {
  id: id(),
  libraryId: nullable(id('null: a selection of series')),
  pluginId: nullable(id('The only provider; null: those of the library')),
  isRefresh: boolean({ description: 'Gets metadata of known works again, and matches nothing' }),
  state: oneOf(['running', 'completed', 'canceled', 'failed']),
  problem: nullable(MessageView, { description: 'Why it failed' }),
  createdAt: instant(),
  finishedAt: nullable(instant()),
  undoRequestedAt: nullable(instant()),
  undoneAt: nullable(instant()),
  counts: Counts,
  bookCounts: Counts,
})
export type RunView = Static<typeof RunView>
export const RunPage = PageOf(RunView)
export const RunsQuery = shape({ ...PageQuery, libraryId: optional(id('Only of this library')) })

const ItemView = named('MatchRunItem', {
  seriesId: id('The series, or that of the book'),
  bookId: nullable(id()),
  title: anyText({ description: 'Of the series or book' }),
  seriesTitle: anyText(),
  state: oneOf(itemStates),
  because: nullable(MessageView, { description: 'Why nothing was applied' }),
  pluginId: nullable(id('The provider whose work was applied')),
  externalId: nullable(anyText()),
  changedFields: integer(),
  candidates: list(CandidateView),
})
export type ItemView = Static<typeof ItemView>
export const ItemPage = PageOf(ItemView)
export const ItemsQuery = shape({
  ...PageQuery,
  state: optional(oneOf(itemStates, { description: 'Only items in this state' })),
})

export const ItemParams = shape({ id: id('Id of the run'), itemId: id('Id of the series or book') })
export const ChooseBody = named('MatchChoice', {
  choice: nullable(shape({ pluginId: id(), externalId: text(200, { minLength: 1 }) }), {
    description: 'null: none of them',
  }),
  exclude: optional(boolean({ description: 'With null: never offer these works for it again' })),
})
export type ChooseBody = Static<typeof ChooseBody>
