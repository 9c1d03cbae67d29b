/** Omits series that a user does not want to sync or share with a service. */
import { isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import { series } from '../../catalog/series/schema'
import type { ConnectionConfig } from '../connections/connection-config'

const adultAge = 18

/** Builds SQL conditions for the series that the user did not exclude. */
export const buildExclusions = ({
  excludedLibraryIds: libraryIds = [],
  excludedSeriesIds: seriesIds = [],
  excludeAdult,
}: ConnectionConfig): (SQL | undefined)[] => [
  ...(libraryIds.length > 0 ? [notInArray(series.libraryId, libraryIds)] : []),
  ...(seriesIds.length > 0 ? [notInArray(series.id, seriesIds)] : []),
  ...(excludeAdult ? [or(isNull(series.ageRating), lt(series.ageRating, adultAge))] : []),
]
