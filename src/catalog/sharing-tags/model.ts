import { BulkIds } from '../../platform/http/bulk'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  optional,
  patchable,
  shape,
  type Static,
  text,
  uniqueList,
  nameText,
} from '../../platform/http/shapes'

export const maxTagsOfSeries = 50

export const SharingTag = named('SharingTag', {
  id: id(),
  name: anyText(),
  description: nullable(anyText()),
  seriesCount: long({ description: 'Number of series with this tag that are not in the trash' }),
  userCount: long({
    description:
      'Number of users for whom the tag is allowed or denied, not counting access groups',
  }),
  createdAt: instant(),
  updatedAt: instant(),
})
export type SharingTag = Static<typeof SharingTag>
export const SharingTagPage = PageOf(SharingTag)
export const SharingTagQuery = shape(PageQuery)

const SharingTagSummary = named('SharingTagSummary', {
  id: id(),
  name: anyText(),
  description: nullable(anyText()),
})
export const SharingTagSummaries = list(SharingTagSummary)

const name = () => nameText(100)
const description = () => nullable(text(1000))
export const SharingTagCreation = named('SharingTagCreation', {
  name: name(),
  description: optional(description()),
})
export type SharingTagCreation = Static<typeof SharingTagCreation>
export const SharingTagPatch = named('SharingTagPatch', {
  name: patchable(name()),
  description: optional(description()),
})
export type SharingTagPatch = Static<typeof SharingTagPatch>

const tagIds = () => uniqueList(id(), { maxItems: maxTagsOfSeries })
export const SeriesTagsBody = named('SeriesSharingTagsRequest', { sharingTagIds: tagIds() })
export const SeriesTagBody = named('SeriesSharingTagRequest', { sharingTagId: id() })
export const BulkSharingTags = named('BulkSharingTagsRequest', {
  seriesIds: BulkIds(),
  add: optional(tagIds()),
  remove: optional(tagIds()),
})
export type BulkSharingTags = Static<typeof BulkSharingTags>

export const ByTag = shape({ tag_id: id() })
export const BySeriesTag = shape({ id: id(), tag_id: id() })
