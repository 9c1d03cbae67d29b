import { defineEvent } from '../../platform/events/event'
import { long, named, type Static } from '../../platform/http/shapes'
import type { ListUpdate } from '../item-lists/list-kind'
import { buildListItemsQuery, listMembers } from '../item-lists/model'
import { seriesSortKeys } from '../series/lists/series-sorts'

/** Has the members that reading apps expect. `automatic` is true for smart collections. */
export const CollectionView = named('Collection', {
  ...listMembers,
  seriesCount: long({ description: 'Number of series in the collection that you can see' }),
})
export type CollectionView = Static<typeof CollectionView>

/** Series sort keys that are meaningful for a list. */
export const collectionSortKeys = seriesSortKeys.filter((key) => key !== 'relevance')

export const CollectionSeriesQuery = buildListItemsQuery(collectionSortKeys)
export type CollectionSeriesQuery = Static<typeof CollectionSeriesQuery>

export const collectionsUpdated = defineEvent<ListUpdate>('collections_updated')
