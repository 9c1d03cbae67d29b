/** Smart collections referenced by a series condition. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { collectionTables } from '../../collections/schema'
import { completeCondition } from '../../item-lists/smart/named-lists'
import { expandSmartLists } from '../../item-lists/smart/smart-lists'
import type { SeriesCondition } from './model'
import { seriesCondition } from './series-condition'

/**
 * Replaces references to smart collections with their conditions. Call this before compiling the
 * condition.
 */
export const expandCollections = (
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  condition: SeriesCondition,
): Promise<SeriesCondition> =>
  expandSmartLists(db, viewer, condition, {
    tables: collectionTables,
    field: 'inCollection',
    compile: (own) => seriesCondition(viewer, completeCondition(own) as SeriesCondition),
  })
