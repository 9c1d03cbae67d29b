import { defineJob } from '../../platform/jobs/job'
import { BulkIds } from '../../platform/http/bulk'
import { PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  booleanText,
  id,
  instant,
  list,
  long,
  nullable,
  optional,
  named,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

export const LabelView = named('Label', {
  id: id(),
  name: anyText(),
  seriesCount: nullable(long({ description: 'Number of series with this label that you can see' })),
  createdAt: instant(),
})
export type LabelView = Static<typeof LabelView>

export const maxLabels = 200
const LabelName = text(100, { minLength: 1 })
const LabelNames = list(LabelName, { maxItems: maxLabels })

export const LabelQuery = shape({
  ...PageQuery,
  search: optional(text(100, { description: 'Only names that contain this text' })),
})
export const NewLabel = shape({ name: LabelName })
export const GenreNames = shape({ genres: LabelNames })
export const TagNames = shape({ tags: LabelNames })
export const GenresView = shape({ genres: list(LabelView) })
export const TagsView = shape({ tags: list(LabelView) })
export const OfSeriesParams = shape({ id: id('ID of the series'), labelId: id() })
export const CleanupQuery = shape({
  dryRun: optional(booleanText({ description: 'Whether to only count what would be deleted' })),
})
/** Maximum number of deleted names in the response. */
export const namedAtMost = 100
export const CleanupView = shape({
  deletedCount: long(),
  deletedNames: list(anyText(), {
    maxItems: namedAtMost,
    description: `The first ${namedAtMost} names in alphabetical order`,
  }),
})

const FewNames = () => optional(list(LabelName, { maxItems: 50 }))
export const BulkLabelsBody = named('BulkLabelsRequest', {
  seriesIds: BulkIds(),
  add: FewNames(),
  remove: FewNames(),
})
export type BulkLabelsBody = Static<typeof BulkLabelsBody>

/** Corrects the series counts of all labels. */
export const recountLabelsJob = defineJob<Record<string, never>>('recount_labels')
