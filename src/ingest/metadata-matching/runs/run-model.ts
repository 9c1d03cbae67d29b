/** API models for matching many series and books in the background. */
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

const provider = { pluginId: optional(id('ID of the only provider to use')) }
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
  review: long({ description: 'Number of items that need review' }),
  none: long({ description: 'Number of items for which no similar work was found' }),
  failed: long(),
  skipped: long(),
})

export const RunView = named('MatchRun', {
  id: id(),
  libraryId: nullable(id('ID of the library; null if the run is for selected series')),
  pluginId: nullable(id("ID of the only provider used; null means the library's providers")),
  isRefresh: boolean({
    description: 'Whether the run only refreshes the metadata of known works, without matching',
  }),
  state: oneOf(['running', 'completed', 'canceled', 'failed']),
  problem: nullable(MessageView, { description: 'Reason why the run failed' }),
  createdAt: instant(),
  finishedAt: nullable(instant()),
  undoRequestedAt: nullable(instant()),
  undoneAt: nullable(instant()),
  counts: Counts,
  bookCounts: Counts,
})
export type RunView = Static<typeof RunView>
export const RunPage = PageOf(RunView)
export const RunsQuery = shape({
  ...PageQuery,
  libraryId: optional(id('Only runs for this library')),
})

const ItemView = named('MatchRunItem', {
  id: id('ID of the item'),
  seriesId: id('ID of the series, or of the series that the book belongs to'),
  bookId: nullable(id()),
  title: anyText({ description: 'Title of the series or book' }),
  seriesTitle: anyText(),
  state: oneOf(itemStates),
  because: nullable(MessageView, { description: 'Reason why nothing was applied' }),
  pluginId: nullable(id('ID of the provider whose work was applied')),
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

export const ItemParams = shape({ id: id('ID of the run'), itemId: id('ID of the series or book') })
export const ChooseBody = named('MatchChoice', {
  choice: nullable(shape({ pluginId: id(), externalId: text(200, { minLength: 1 }) }), {
    description: 'Work to apply; null for none of the candidates',
  }),
  exclude: optional(
    boolean({
      description:
        'Whether to never offer these works for the item again; ignored unless `choice` is null',
    }),
  ),
})
export type ChooseBody = Static<typeof ChooseBody>
