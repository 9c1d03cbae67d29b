/** Smart collections that a condition of series names. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { collectionTables } from '../../collections/schema'
import { completeCondition } from '../../item-lists/smart/named-lists'
import { expandSmartLists } from '../../item-lists/smart/smart-lists'
import type { SeriesCondition } from './model'
import { seriesCondition } from './series-condition'

/** Puts their conditions where they are named. Call this before the condition is compiled. */
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
