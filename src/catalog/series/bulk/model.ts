import { BulkIds } from '../../../platform/http/bulk'
import { named, partial, type Static } from '../../../platform/http/shapes'
import { LocksBody, MetadataEdit } from '../model'

/** Titles identify a single series, so bulk edits exclude them. */
const { title: _title, titleSort: _titleSort, ...shared } = partial(MetadataEdit).properties

export const BulkSeries = named('BulkSeriesRequest', { seriesIds: BulkIds() })
export const BulkMetadataBody = named('BulkSeriesMetadataRequest', {
  seriesIds: BulkIds(),
  ...shared,
})
export type BulkMetadataBody = Static<typeof BulkMetadataBody>
export const BulkLocksBody = named('BulkSeriesLocksRequest', {
  seriesIds: BulkIds(),
  ...LocksBody.properties,
})
export type BulkLocksBody = Static<typeof BulkLocksBody>
